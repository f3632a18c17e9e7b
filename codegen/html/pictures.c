// Which pictures a part of the report has.
#include "codegen/html/requests.h"

#include <string.h>

// Of each kernel that runs at the picture's sizes.
static void add_requests(Page *page)
{
    const Explanation *explanation = page->explanation;
    MappingSizes sizes = explain_typical_sizes(explanation);
    ProgramCost cost = cost_of(page->arena, explanation->device, explanation->program->host, &sizes);
    if (!cost.kernels.count)
        return;
    const char *words = explain_sizes_words(page->arena, &sizes);
    FOR_EACH(i, &cost.kernels) {
        const KernelCost *kernel = &cost.kernels.items[i];
        page_open_section(page, arena_printf(page->arena, "The first warp of %s", kernel->kernel->name), 4);
        page_sentence(page,
                      "In the block in the middle of the grid%s%s. A warp makes one request for all of its "
                      "threads, and memory answers in sectors of 32 bytes.",
                      words ? ", for " : "", words ? words : "");
        page_warp(page, kernel);
        page_banks(page, kernel);
        page_close_section(page);
    }
}

void page_pictures(Page *page, const char *key)
{
    if (strcmp(key, "dependence") == 0)
        page_iteration_space(page);
    if (!page->explanation->program)
        return;
    if (strcmp(key, "arrangement") == 0) {
        page_tiles(page);
        add_requests(page);
    } else if (strcmp(key, "resources") == 0) {
        page_resources(page);
    }
}

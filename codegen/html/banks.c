// The banks of shared memory that the first warp uses at once, without and with padding.
#include "analysis/model/address.h"
#include "codegen/html/requests.h"
#include "codegen/html/svg.h"

enum { BANKS = 32, WORD = 4, CELL = 20, LINE = 12, LEFT = 76, TOP = 34, MOST_LINES = 40 };

// The lines of 32 words that the lanes touch.
typedef struct Touched {
    int64_t line[MOST_LINES]; // ascending
    int count;
    bool more; // than fit
} Touched;

static void add_line(Touched *touched, int64_t line)
{
    int at = touched->count;
    for (int i = 0; i < touched->count; i++)
        if (touched->line[i] == line)
            return;
    if (touched->count == MOST_LINES) {
        touched->more = true;
        return;
    }
    for (; at > 0 && touched->line[at - 1] > line; at--)
        touched->line[at] = touched->line[at - 1];
    touched->line[at] = line;
    touched->count++;
}

static Touched touched_by(const WarpRequest *request)
{
    Touched touched = {.count = 0};
    for (int i = 0; i < WARP_SIZE; i++)
        for (int64_t b = 0; (request->active >> i & 1) && b < request->width; b += WORD)
            add_line(&touched, (request->lane[i] + b) / WORD / BANKS);
    return touched;
}

// The same request where the array has no padding; false: its rows are not known.
static bool without_padding(const WarpRequest *request, const MappingSizes *sizes, WarpRequest *plain)
{
    const Array *array = request->access->array;
    int64_t columns = 0, size = array->element->size;
    *plain = *request;
    if (array->ndim < 2 || !array->pad || !address_evaluate(array->extent[array->ndim - 1], sizes, &columns))
        return false;
    for (int i = 0; i < WARP_SIZE; i++) {
        int64_t element = request->lane[i] / size, row = element / (columns + array->pad);
        plain->lane[i] -= row * array->pad * size;
    }
    plain->sectors = count_wavefronts(plain->active, plain->lane, plain->width, plain->writes, NULL);
    return true;
}

static int line_of(const Touched *touched, int64_t line)
{
    for (int i = 0; i < touched->count; i++)
        if (touched->line[i] == line)
            return i;
    return -1;
}

static void draw_words(Page *page, const WarpRequest *request, const Touched *touched, const int *words)
{
    bool drawn[MOST_LINES][BANKS] = {{false}};
    for (int i = 0; i < WARP_SIZE; i++)
        for (int64_t b = 0; (request->active >> i & 1) && b < request->width; b += WORD) {
            int64_t word = (request->lane[i] + b) / WORD;
            int line = line_of(touched, word / BANKS), bank = (int)(word % BANKS);
            double x = LEFT + bank * CELL, y = TOP + line * LINE;
            if (line < 0 || drawn[line][bank])
                continue;
            drawn[line][bank] = true;
            svg_rect(page, x, y, CELL, LINE, "word");
            svg_heat(page, x, y, CELL, LINE, (words[bank] - 1) / 15.0);
            svg_text(page, x + CELL / 2.0, y + LINE - 3, "middle tiny", "%d", i);
        }
}

static void draw(Page *page, const WarpRequest *request, const char *title)
{
    int words[BANKS];
    int cycles = count_wavefronts(request->active, request->lane, request->width, request->writes, words);
    Touched touched = touched_by(request);
    double height = touched.count * LINE;
    svg_open(page, LEFT + BANKS * CELL + 8, TOP + height + 8, 560, title,
             arena_printf(page->arena,
                          "The warp needs %d cycle%s of the banks. Each number is a thread, in the bank of its word; "
                          "the hotter a bank, the more words wait for one another in it.%s",
                          cycles, cycles == 1 ? "" : "s", touched.more ? " Further lines are not drawn." : ""));
    svg_text(page, LEFT, 14, "start", "bank");
    for (int bank = 0; bank < BANKS; bank++)
        svg_text(page, LEFT + bank * CELL + CELL / 2.0, TOP - 5, "middle small", "%d", bank);
    svg_rect(page, LEFT, TOP, BANKS * CELL, height, "panel");
    for (int i = 0; i < touched.count; i++)
        svg_text(page, LEFT - 6, TOP + i * LINE + LINE - 2, "end tiny", "byte %lld",
                 (long long)touched.line[i] * WORD * BANKS);
    draw_words(page, request, &touched, words);
    svg_close(page);
}

void page_banks(Page *page, const KernelCost *cost)
{
    enum { MOST = 6 };
    int left;
    WarpRequests requests = first_warp_requests(page, cost, true, MOST, &left);
    FOR_EACH(i, &requests) {
        const WarpRequest *request = &requests.items[i];
        const Array *array = request->access->array;
        const char *kind = request->writes ? "Store to" : "Load from";
        WarpRequest plain;
        if (!request->active)
            continue;
        bool padded = without_padding(request, &cost->sizes, &plain);
        if (padded && plain.sectors != request->sectors)
            draw(page, &plain,
                 arena_printf(page->arena, "%s %s in shared memory, without its padding", kind, array->name));
        draw(page, request,
             padded ? arena_printf(page->arena, "%s %s in shared memory, with padding of %d element%s", kind,
                                   array->name, array->pad, array->pad == 1 ? "" : "s")
                    : arena_printf(page->arena, "%s %s in shared memory", kind, array->name));
    }
    if (left)
        page_sentence(page, "Other requests of this warp to shared memory that are not drawn: %d.", left);
}

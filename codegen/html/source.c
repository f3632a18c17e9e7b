// The loops as the user wrote them, with the verdict of each loop on its line.
#include "analysis/words.h"
#include "codegen/html/page.h"

#include <string.h>

static const char *verdict_class(LoopVerdict verdict)
{
    switch (verdict) {
    case LOOP_PARALLEL: return "parallel";
    case LOOP_REDUCTION: return "reduction";
    case LOOP_SEQUENTIAL:
    case LOOP_OPAQUE: return "sequential";
    }
    return "sequential";
}

static void add_verdicts(Page *page, const SourceFile *file, int line)
{
    const Facts *facts = page->explanation->facts;
    if (!facts)
        return;
    FOR_EACH(i, &facts->loops) {
        const LoopFact *loop = &facts->loops.items[i];
        const Stmt *stmt = stmt_find_loop(facts->nest->body, loop->id);
        if (!stmt || stmt->loc.file != file || stmt->loc.line != line)
            continue;
        text_printf(page->out, "  <span class=\"verdict %s\">%s: %s</span>", verdict_class(loop->verdict),
                    html_escaped(page->arena, loop->loop->name), verdict_word(loop->verdict));
    }
}

void page_source(Page *page)
{
    enum { LONGEST = 200 };
    const Nest *nest = page->explanation->nest;
    const SourceFile *file = nest->loc.file;
    if (!file || nest->extent.file != file)
        return;
    page_open_section(page, "The nest and its verdicts", 3);
    text_add(page->out,
             "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Source code\"><pre class=\"source\">"
             "<code>");
    size_t at = nest->loc.begin;
    while (at > 0 && file->text[at - 1] != '\n')
        at--;
    for (int line = nest->loc.line; at < nest->extent.end && line < nest->loc.line + LONGEST; line++) {
        size_t length = strcspn(file->text + at, "\n");
        text_printf(page->out, "<span class=\"line\">%4d</span> ", line);
        html_add_n(page->out, file->text + at, length);
        add_verdicts(page, file, line);
        text_add(page->out, "\n");
        at += length + 1;
    }
    text_add(page->out, "</code></pre></div>\n");
    page_close_section(page);
}

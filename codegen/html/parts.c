// The parts of a report as HTML: sections with headings, sentences, code, and tables with captions.
#include "codegen/html/page.h"

#include <stdarg.h>
#include <string.h>

void page_open_section(Page *page, const char *title, int depth)
{
    const char *text = html_escaped(page->arena, title);
    int id = ++page->ids;
    text_printf(page->out, "<section aria-labelledby=\"h%d\">\n<h%d id=\"h%d\">%s</h%d>\n", id, depth, id, text, depth);
    if (depth == 3)
        text_printf(&page->contents, "%s<li><a href=\"#h%d\">%s</a></li>\n", page->sections++ ? "" : "<ul>\n", id,
                    text);
}

void page_close_section(Page *page)
{
    text_add(page->out, "</section>\n");
}

void page_sentence(Page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprintf(page->arena, format, arguments);
    va_end(arguments);
    text_printf(page->out, "<p>%s</p>\n", html_escaped(page->arena, text));
}

// What a table shows, by its key.
static const char *caption_of(const ReportPart *table)
{
    static const struct {
        const char *key, *caption;
    } captions[] = {
        {"loops", "The loops and their verdicts"},
        {"dependences", "Dependences, with their direction vectors, outermost loop first"},
        {"assumptions", "Assumptions about each call"},
        {"statements", "What one iteration of each statement does"},
        {"fusions", "Neighbouring loops, and whether they were fused"},
        {"mappings", "The mappings of the paper's table 2, and what they do with the results"},
        {"accesses", "Each access under each mapping"},
        {"candidates", "Threads and tile sizes by the paper's equations"},
        {"versions", "The versions, in the order in which the launcher tries them"},
        {"kernels", "What each kernel needs of a multiprocessor"},
        {"rungs", "The rungs, and what is predicted of each"},
        {"counts",
         "What the rungs execute, in thousands, by the same model: sectors, wavefronts, and instructions by kind"},
        {"shares", "Shares of the predicted time"},
    };
    for (size_t i = 0; table->key && i < sizeof captions / sizeof *captions; i++)
        if (strcmp(captions[i].key, table->key) == 0)
            return captions[i].caption;
    return table->key ? table->key : "Threads and tile sizes by today's rules";
}

// A name may be broken where it has such a character.
static void add_breakable(Page *page, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "],)_/");
        length += text[length] != '\0';
        html_add_n(page->out, text, length);
        text += length;
        if (*text && *text != ' ')
            text_add(page->out, "<wbr>");
    }
}

// A cell has its column's title for phones, where a row of a wide table is a paragraph.
static void add_cells(Page *page, const ReportPart *table, const ReportRow *row, bool wide)
{
    bool first = true;
    FOR_EACH(c, &row->cells) {
        const ReportColumn *column = &table->columns.items[c];
        if (!column->title)
            continue;
        text_printf(page->out, "<%s%s", first ? "th scope=\"row\"" : "td", column->right ? " class=\"number\"" : "");
        if (wide && row->cells.items[c].text)
            text_printf(page->out, " data-title=\"%s\"", html_escaped(page->arena, column->title));
        text_add(page->out, ">");
        if (row->cells.items[c].text)
            add_breakable(page, row->cells.items[c].text);
        if (first && row->marked)
            text_add(page->out, " <strong class=\"mark\">chosen</strong>");
        text_add(page->out, first ? "</th>" : "</td>");
        first = false;
    }
}

static bool is_wide(const ReportPart *table)
{
    enum { MOST_ON_PHONES = 5 };
    int columns = 0;
    FOR_EACH(c, &table->columns)
        columns += table->columns.items[c].title != NULL;
    return columns > MOST_ON_PHONES;
}

static void add_table(Page *page, const ReportPart *table)
{
    const char *caption = caption_of(table);
    bool wide = is_wide(table);
    text_printf(page->out,
                "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Table: %s\">\n"
                "<table%s>\n<caption><span>%s</span></caption>\n<thead><tr>",
                html_escaped(page->arena, caption), wide ? " class=\"wide\"" : "", html_escaped(page->arena, caption));
    FOR_EACH(c, &table->columns) {
        const ReportColumn *column = &table->columns.items[c];
        if (!column->title)
            continue;
        text_printf(page->out, "<th scope=\"col\"%s>", column->right ? " class=\"number\"" : "");
        add_breakable(page, column->title);
        text_add(page->out, "</th>");
    }
    text_add(page->out, "</tr></thead>\n<tbody>\n");
    FOR_EACH(r, &table->rows) {
        const ReportRow *row = &table->rows.items[r];
        if (row->hidden)
            continue;
        text_add(page->out, row->marked ? "<tr class=\"chosen\">" : "<tr>");
        add_cells(page, table, row, wide);
        text_add(page->out, "</tr>\n");
    }
    text_add(page->out, "</tbody>\n</table>\n</div>\n");
}

static void add_code(Page *page, const char *code)
{
    text_add(page->out, "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Code\"><pre><code>");
    html_add(page->out, code);
    text_add(page->out, "</code></pre></div>\n");
}

static void add_section(Page *page, const ReportPart *section, int depth)
{
    if (strcmp(section->key, "steps") == 0) // page_steps shows them
        return;
    if (section->title)
        page_open_section(page, section->title, depth);
    html_parts(page, section, depth + (section->title != NULL));
    page_pictures(page, section->key);
    if (section->title)
        page_close_section(page);
}

void html_parts(Page *page, const ReportPart *section, int depth)
{
    FOR_EACH(i, &section->parts) {
        const ReportPart *part = section->parts.items[i];
        switch (part->kind) {
        case PART_SECTION: add_section(page, part, depth); break;
        case PART_SENTENCE: page_sentence(page, "%s", part->value.text); break;
        case PART_FACT: break;
        case PART_CODE: add_code(page, part->value.text); break;
        case PART_TABLE: add_table(page, part); break;
        }
    }
}

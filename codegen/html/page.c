// The page: its head, the list of contents, and an article for each nest.
#include "codegen/html/page.h"

#include "codegen/cuda/cuda.h"
#include "codegen/cuda/embedded.h"

#include <string.h>

static const char *embedded(const char *name)
{
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file->text;
    unreachable_bug("a file of the page is not in the program");
}

// The page may load nothing: all of it is in the file.
static void add_head(Text *out, const char *title)
{
    text_printf(out,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
                "script-src 'unsafe-inline'; img-src data:\">\n"
                "<link rel=\"icon\" href=\"data:,\">\n<title>%s - curestruct explain</title>\n<style>\n",
                title);
    text_add(out, embedded("../codegen/html/style.css"));
    text_add(out, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the nests</a>\n");
}

static void add_sizes(Page *page)
{
    if (!page->explanation->program)
        return;
    MappingSizes sizes = explain_typical_sizes(page->explanation);
    const char *words = explain_sizes_words(page->arena, &sizes);
    if (words)
        page_sentence(page, "Numbers are for %s; --size gives others.", words);
}

static void add_nest(Page *page, const ReportPart *part)
{
    const char *title = html_escaped(page->arena, nest_place(page->arena, page->explanation->nest));
    int id = ++page->ids;
    page->sections = 0;
    text_printf(&page->contents, "<li><a href=\"#h%d\">%s</a>\n", id, title);
    text_printf(page->out, "<article class=\"nest\" aria-labelledby=\"h%d\">\n<h2 id=\"h%d\">%s</h2>\n", id, id, title);
    page_source(page);
    add_sizes(page);
    html_parts(page, part, 3);
    if (page->explanation->program)
        page_ladder(page);
    page_steps(page);
    text_add(page->out, "</article>\n");
    text_add(&page->contents, page->sections ? "</ul></li>\n" : "</li>\n");
}

void html_page(Text *out, const Report *report, const Explanation *explanations, int count, const char *input)
{
    Text body = {.arena = out->arena};
    Page page = {.arena = out->arena, .out = &body, .contents = {.arena = out->arena}};
    const char *title = html_escaped(out->arena, input);
    for (int i = 0; i < count && i < report->root.parts.count; i++) {
        page.nest = i + 1;
        page.explanation = &explanations[i];
        add_nest(&page, report->root.parts.items[i]);
    }
    add_head(out, title);
    text_printf(out, "<header>\n<h1>%s</h1>\n<p>What curestruct found out about %s, and what it decided.</p>\n", title,
                count == 1 ? "the nest of loops" : "each nest of loops");
    text_printf(out, "</header>\n<nav aria-label=\"Contents\">\n<ul>\n%s</ul>\n</nav>\n<main id=\"main\">\n",
                text_string(&page.contents));
    text_add(out, count ? "" : "<p>The input has no directive of curestruct.</p>\n");
    text_add_n(out, text_string(&body), body.length);
    text_printf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", embedded("../codegen/html/page.js"));
}

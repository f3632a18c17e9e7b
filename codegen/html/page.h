// What the files of the page share. Each picture is a file: it gets the facts from the functions that the text of
// `explain` asks, and draws them.
#ifndef CURESTRUCT_CODEGEN_HTML_PAGE_H
#define CURESTRUCT_CODEGEN_HTML_PAGE_H

#include "codegen/html/html.h"
#include "codegen/report/report_parts.h"

typedef struct Page {
    Arena *arena;
    Text *out;
    int ids;             // of elements: each id is used once
    int nest;            // from 1
    int sections;        // of this nest
    Text contents;       // the list of contents: links to nests and their sections
    const char *caption; // of the open picture
    const Explanation *explanation;
} Page;

// ---- markup.c: text that comes from the user's source goes through these

void html_add(Text *out, const char *text); // with & < > " ' escaped
void html_add_n(Text *out, const char *text, size_t length);
const char *html_escaped(Arena *arena, const char *text);

// ---- parts.c: a report's parts

void html_parts(Page *page, const ReportPart *section, int depth);
// A heading (h3 at depth 3) in a <section>, which the caller closes with page_close_section.
void page_open_section(Page *page, const char *title, int depth);
void page_close_section(Page *page);
// A line under a heading. The text is escaped.
void page_sentence(Page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- the nest and the pictures. Each adds nothing where there is nothing to draw.

struct KernelCost;

void page_source(Page *page);                               // the loops as written, with their verdicts
void page_steps(Page *page);                                // the code after each step
void page_pictures(Page *page, const char *key);            // those of a part of the report, by its key:
void page_iteration_space(Page *page);                      // the dependences
void page_tiles(Page *page);                                // blocks and threads
void page_warp(Page *page, const struct KernelCost *cost);  // the first warp in memory
void page_banks(Page *page, const struct KernelCost *cost); // and in shared memory
void page_ladder(Page *page);                               // the rungs and the roofline
void page_resources(Page *page);                            // the map of sizes

#endif

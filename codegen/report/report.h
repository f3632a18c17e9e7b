// A document in parts, printed for a terminal, as Markdown or as JSON. A title for people has a key for programs. In
// JSON a part is an object. A part with the same key as the previous one is one more element of an array. A table is an
// array of objects. Everything else is a string, a number, a boolean or null.
#ifndef CURESTRUCT_CODEGEN_REPORT_H
#define CURESTRUCT_CODEGEN_REPORT_H

#include "ir/base.h"

typedef enum ReportForm { REPORT_TEXT, REPORT_MARKDOWN, REPORT_JSON } ReportForm;

typedef struct Report Report;

Report *report_new(Arena *arena);
void report_print(const Report *report, ReportForm form, Text *out);

// A part with parts of its own. `title` NULL: it has no title, and is not set off. `item`: an element of the array
// `key`, even if it is the only one.
void report_open(Report *report, const char *key, const char *title);
void report_open_item(Report *report, const char *key, const char *title);
void report_close(Report *report);

// A sentence, or several.
void report_sentence(Report *report, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
// For programs only: not shown to people.
void report_fact(Report *report, const char *key, const char *value); // NULL: null
void report_fact_integer(Report *report, const char *key, int64_t value);
// Lines that stay as they are. `language` is Markdown's name for it, or "".
void report_code(Report *report, const char *key, const char *language, const char *code);

typedef struct ReportColumn {
    const char *key, *title; // title NULL: for programs only
    bool right;              // numbers
} ReportColumn;

// `key` NULL: the table is for people only. Rows follow, each with as many cells as there are columns. A marked row is
// the chosen one: if a table has one, all rows say "chosen": true or false.
void report_table(Report *report, const char *key, const ReportColumn *columns, int count);
void report_row(Report *report, bool marked);
void report_row_for_programs(Report *report);       // one that people are not shown
void report_cell(Report *report, const char *text); // NULL: nothing, null
void report_cell_integer(Report *report, int64_t value);
void report_cell_real(Report *report, double value, int decimals); // shown so; JSON has all of it

#endif

// A document in parts, printed for a terminal, as Markdown or as JSON. What has a title for people has a key for
// programs; in JSON a part is an object, a part with the key of the one before it one more element of an array, a table
// an array of objects, and everything else a string, a number, a boolean or null.
#ifndef CURESTRUCT_CODEGEN_REPORT_H
#define CURESTRUCT_CODEGEN_REPORT_H

#include "ir/base.h"

typedef enum ReportForm { REPORT_TEXT, REPORT_MARKDOWN, REPORT_JSON } ReportForm;

typedef struct Report Report;

Report *report_new(Arena *arena);
void report_print(const Report *report, ReportForm form, Text *out);

// A part with parts of its own. `title` NULL: it has none, and is not set apart. `item`: an element of the array `key`,
// though it may be the only one.
void report_open(Report *report, const char *key, const char *title);
void report_open_item(Report *report, const char *key, const char *title);
void report_close(Report *report);

// A sentence, or several.
void report_sentence(Report *report, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
// For programs only: not shown to people.
void report_fact(Report *report, const char *key, const char *value); // NULL: null
void report_fact_integer(Report *report, const char *key, int64_t value);
// Lines that are kept as they are. `language` as Markdown names it, or "".
void report_code(Report *report, const char *key, const char *language, const char *code);

typedef struct ReportColumn {
    const char *key, *title;
    bool right; // numbers
} ReportColumn;

// Rows follow, each with as many cells as there are columns. A marked row is the one that was chosen: with one in a
// table, all rows say "chosen": true or false.
void report_table(Report *report, const char *key, const ReportColumn *columns, int count);
void report_row(Report *report, bool marked);
void report_row_for_programs(Report *report);       // one that people are not shown
void report_cell(Report *report, const char *text); // NULL: nothing, null
void report_cell_integer(Report *report, int64_t value);
void report_cell_real(Report *report, double value, int decimals); // shown so; JSON has all of it

#endif

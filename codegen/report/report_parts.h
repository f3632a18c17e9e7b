// What a report holds, for the files that print it: report.c as text, Markdown and JSON, codegen/html as a page.
#ifndef CURESTRUCT_CODEGEN_REPORT_PARTS_H
#define CURESTRUCT_CODEGEN_REPORT_PARTS_H

#include "codegen/report/report.h"

typedef enum ReportCellKind { CELL_NONE, CELL_TEXT, CELL_INTEGER, CELL_REAL } ReportCellKind;

typedef struct ReportCell {
    ReportCellKind kind;
    const char *text; // as shown
    int64_t integer;
    double real;
} ReportCell;

typedef struct ReportRow {
    bool marked, hidden;
    VECTOR(ReportCell) cells;
} ReportRow;

typedef enum ReportPartKind { PART_SECTION, PART_SENTENCE, PART_FACT, PART_CODE, PART_TABLE } ReportPartKind;

typedef struct ReportPart ReportPart;
struct ReportPart {
    ReportPartKind kind;
    const char *key, *title, *language;
    bool item;
    ReportCell value;           // PART_SENTENCE, PART_FACT, PART_CODE
    VECTOR(ReportPart *) parts; // PART_SECTION
    ReportPart *around;
    VECTOR(ReportColumn) columns; // PART_TABLE
    VECTOR(ReportRow) rows;
};

struct Report {
    Arena *arena;
    ReportPart root;
    ReportPart *open;  // the section that parts go to
    ReportPart *table; // that rows go to
};

#endif

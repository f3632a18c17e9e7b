#include "codegen/report/report_parts.h"

#include "codegen/output/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the parts

Report *report_new(Arena *arena)
{
    Report *report = ARENA_NEW(arena, Report);
    report->arena = arena;
    report->open = &report->root;
    return report;
}

static ReportPart *add_part(Report *report, ReportPartKind kind, const char *key)
{
    ReportPart *part = ARENA_NEW(report->arena, ReportPart);
    part->kind = kind;
    part->key = key;
    part->around = report->open;
    VECTOR_PUSH(report->arena, &report->open->parts, part);
    return part;
}

static ReportPart *open_section(Report *report, const char *key, const char *title)
{
    report->open = add_part(report, PART_SECTION, key);
    report->open->title = title;
    return report->open;
}

void report_open(Report *report, const char *key, const char *title)
{
    open_section(report, key, title);
}

void report_open_item(Report *report, const char *key, const char *title)
{
    open_section(report, key, title)->item = true;
}

void report_close(Report *report)
{
    report->open = report->open->around;
}

void report_sentence(Report *report, const char *key, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_part(report, PART_SENTENCE, key)->value =
        (ReportCell){.kind = CELL_TEXT, .text = arena_vprintf(report->arena, format, arguments)};
    va_end(arguments);
}

void report_fact(Report *report, const char *key, const char *value)
{
    add_part(report, PART_FACT, key)->value = (ReportCell){.kind = value ? CELL_TEXT : CELL_NONE, .text = value};
}

void report_fact_integer(Report *report, const char *key, int64_t value)
{
    add_part(report, PART_FACT, key)->value = (ReportCell){.kind = CELL_INTEGER, .integer = value};
}

void report_code(Report *report, const char *key, const char *language, const char *code)
{
    ReportPart *part = add_part(report, PART_CODE, key);
    part->language = language;
    part->value = (ReportCell){.kind = CELL_TEXT, .text = code};
}

void report_table(Report *report, const char *key, const ReportColumn *columns, int count)
{
    report->table = add_part(report, PART_TABLE, key);
    for (int i = 0; i < count; i++)
        VECTOR_PUSH(report->arena, &report->table->columns, columns[i]);
}

void report_row(Report *report, bool marked)
{
    VECTOR_PUSH(report->arena, &report->table->rows, ((ReportRow){.marked = marked}));
}

void report_row_for_programs(Report *report)
{
    VECTOR_PUSH(report->arena, &report->table->rows, ((ReportRow){.hidden = true}));
}

static void add_cell(Report *report, ReportCell cell)
{
    ReportRow *row = &report->table->rows.items[report->table->rows.count - 1];
    VECTOR_PUSH(report->arena, &row->cells, cell);
}

void report_cell(Report *report, const char *text)
{
    add_cell(report, (ReportCell){.kind = text ? CELL_TEXT : CELL_NONE, .text = text ? text : ""});
}

void report_cell_integer(Report *report, int64_t value)
{
    add_cell(report, (ReportCell){.kind = CELL_INTEGER,
                                  .text = arena_printf(report->arena, "%lld", (long long)value),
                                  .integer = value});
}

void report_cell_real(Report *report, double value, int decimals)
{
    add_cell(
        report,
        (ReportCell){.kind = CELL_REAL, .text = arena_printf(report->arena, "%.*f", decimals, value), .real = value});
}

// ---- as JSON

static void json_cell(Json *json, const char *key, const ReportCell *cell)
{
    switch (cell->kind) {
    case CELL_NONE: json_text(json, key, NULL); return;
    case CELL_TEXT: json_text(json, key, cell->text); return;
    case CELL_INTEGER: json_integer(json, key, cell->integer); return;
    case CELL_REAL: json_real(json, key, cell->real); return;
    }
}

static bool has_choice(const ReportPart *table)
{
    FOR_EACH(r, &table->rows)
        if (table->rows.items[r].marked)
            return true;
    return false;
}

static void json_table(Json *json, const ReportPart *table)
{
    bool choice = has_choice(table);
    if (!table->key)
        return;
    json_array(json, table->key);
    FOR_EACH(r, &table->rows) {
        const ReportRow *row = &table->rows.items[r];
        json_object(json, NULL);
        FOR_EACH(c, &row->cells)
            json_cell(json, table->columns.items[c].key, &row->cells.items[c]);
        if (choice)
            json_bool(json, "chosen", row->marked);
        json_end(json);
    }
    json_end(json);
}

static void json_parts(Json *json, const ReportPart *section)
{
    FOR_EACH(i, &section->parts) {
        const ReportPart *part = section->parts.items[i];
        const ReportPart *before = i ? section->parts.items[i - 1] : NULL;
        const ReportPart *after = i + 1 < section->parts.count ? section->parts.items[i + 1] : NULL;
        bool continues = before && before->item && part->item && strcmp(before->key, part->key) == 0;
        bool goes_on = after && after->item && part->item && strcmp(after->key, part->key) == 0;
        if (part->kind == PART_TABLE) {
            json_table(json, part);
        } else if (part->kind != PART_SECTION) {
            json_cell(json, part->key, &part->value);
        } else {
            if (part->item && !continues)
                json_array(json, part->key);
            json_object(json, part->item ? NULL : part->key);
            json_parts(json, part);
            json_end(json);
            if (part->item && !goes_on)
                json_end(json);
        }
    }
}

// ---- for people

typedef struct Printer {
    Text *out;
    bool markdown;
} Printer;

static size_t width_of(const char *text) // characters of UTF-8
{
    size_t width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static void add_padded(Text *out, const char *text, size_t width, bool right)
{
    int padding = (int)(width - width_of(text));
    text_printf(out, "%*s%s%*s", right ? padding : 0, "", text, right ? 0 : padding, "");
}

// A vertical bar would end the cell.
static const char *markdown_cell(Arena *arena, const char *text)
{
    Text escaped = {.arena = arena};
    for (; *text; text++) {
        if (*text == '|')
            text_add(&escaped, "\\");
        text_add_n(&escaped, text, 1);
    }
    return text_string(&escaped);
}

static void print_markdown_table(const Printer *printer, const ReportPart *table)
{
    Text *out = printer->out;
    text_add(out, "\n|");
    FOR_EACH(c, &table->columns)
        if (table->columns.items[c].title)
            text_printf(out, " %s |", table->columns.items[c].title);
    text_add(out, "\n|");
    FOR_EACH(c, &table->columns)
        if (table->columns.items[c].title)
            text_add(out, table->columns.items[c].right ? "---:|" : "---|");
    FOR_EACH(r, &table->rows) {
        const ReportRow *row = &table->rows.items[r];
        if (row->hidden)
            continue;
        text_add(out, "\n|");
        FOR_EACH(c, &row->cells) {
            if (!table->columns.items[c].title)
                continue;
            const char *cell = markdown_cell(out->arena, row->cells.items[c].text);
            text_printf(out, row->marked && *cell ? " **%s** |" : " %s |", cell);
        }
    }
    text_add(out, "\n\n");
}

// ---- tables as text: lines of at most LINE characters, cells of several lines where a row is longer

typedef VECTOR(const char *) Lines;

static size_t longest_word(const char *text)
{
    size_t longest = 0, length = 0;
    for (; *text; text++) {
        length = *text == ' ' ? 0 : length + ((*text & 0xc0) != 0x80);
        longest = length > longest ? length : longest;
    }
    return longest;
}

// At blanks; a word that is longer than `width` has a line of its own.
static Lines wrapped(Arena *arena, const char *text, size_t width)
{
    Lines lines = {0};
    do {
        size_t end = 0, after = 0;
        while (text[after]) {
            size_t word = after + strcspn(text + after, " ");
            if (end && width_of(arena_strndup(arena, text, word)) > width)
                break;
            end = word;
            after = word + strspn(text + word, " ");
        }
        VECTOR_PUSH(arena, &lines, arena_strndup(arena, text, end));
        text += after;
    } while (*text);
    return lines;
}

// The widest cell of the column, and the widest word in it.
static void measure_column(const ReportPart *table, int column, size_t *width, size_t *least)
{
    const char *title = table->columns.items[column].title;
    *width = width_of(title);
    *least = longest_word(title);
    FOR_EACH(r, &table->rows) {
        const char *text = table->rows.items[r].cells.items[column].text;
        if (table->rows.items[r].hidden)
            continue;
        size_t cell = width_of(text), word = longest_word(text);
        *width = cell > *width ? cell : *width;
        *least = word > *least ? word : *least;
    }
}

// The widest columns get narrower until a row fits into a line, or no cell can be wrapped.
static size_t *column_widths(Arena *arena, const ReportPart *table)
{
    enum { LINE = 120, GAP = 2 };
    int count = table->columns.count, widest = 0;
    size_t *widths = ARENA_ARRAY(arena, size_t, count), *least = ARENA_ARRAY(arena, size_t, count), all = 0;
    for (int c = 0; c < count; c++) {
        if (table->columns.items[c].title)
            measure_column(table, c, &widths[c], &least[c]);
        all += table->columns.items[c].title ? GAP + widths[c] : 0;
    }
    for (; all > LINE && widest >= 0; all--) {
        widest = -1;
        for (int c = 0; c < count; c++)
            if (widths[c] > least[c] && (widest < 0 || widths[c] > widths[widest]))
                widest = c;
        if (widest >= 0)
            widths[widest]--;
    }
    return widths;
}

static void add_line(Text *out, const Text *line)
{
    size_t length = line->length;
    while (length > 0 && line->bytes[length - 1] == ' ')
        length--;
    text_add_n(out, line->bytes, length);
    text_add(out, "\n");
}

// row NULL: the titles.
static void print_row(Text *out, const ReportPart *table, const ReportRow *row, const size_t *widths)
{
    int count = table->columns.count, height = 1;
    Lines *cells = ARENA_ARRAY(out->arena, Lines, count);
    for (int c = 0; c < count; c++) {
        const char *title = table->columns.items[c].title;
        if (title)
            cells[c] = wrapped(out->arena, row ? row->cells.items[c].text : title, widths[c]);
        height = cells[c].count > height ? cells[c].count : height;
    }
    for (int l = 0; l < height; l++) {
        Text line = {.arena = out->arena};
        text_add(&line, l == 0 && row && row->marked ? "> " : "  ");
        for (int c = 0; c < count; c++) {
            if (!table->columns.items[c].title)
                continue;
            add_padded(&line, l < cells[c].count ? cells[c].items[l] : "", widths[c], table->columns.items[c].right);
            text_add(&line, "  ");
        }
        add_line(out, &line);
    }
}

static void print_text_table(const Printer *printer, const ReportPart *table)
{
    const size_t *widths = column_widths(printer->out->arena, table);
    print_row(printer->out, table, NULL, widths);
    FOR_EACH(r, &table->rows)
        if (!table->rows.items[r].hidden)
            print_row(printer->out, table, &table->rows.items[r], widths);
}

// The next lines of a sentence stand further to the right.
static void print_sentence(const Printer *printer, const char *sentence)
{
    enum { SENTENCE = 116 };
    Lines lines = wrapped(printer->out->arena, sentence, printer->markdown ? strlen(sentence) : SENTENCE);
    FOR_EACH(i, &lines)
        text_printf(printer->out, "%s%s\n", printer->markdown ? "" : i ? "    " : "  ", lines.items[i]);
}

static void print_code(const Printer *printer, const ReportPart *part)
{
    const char *text = part->value.text;
    size_t length = strlen(text);
    const char *end = length && text[length - 1] == '\n' ? "" : "\n";
    if (printer->markdown) {
        text_printf(printer->out, "\n```%s\n%s%s```\n\n", part->language, text, end);
        return;
    }
    while (*text) {
        size_t line = strcspn(text, "\n");
        text_printf(printer->out, line ? "    %.*s\n" : "%.*s\n", (int)line, text);
        text += line + (text[line] == '\n');
    }
}

static void print_parts(const Printer *printer, const ReportPart *section, int depth);

static void print_section(const Printer *printer, const ReportPart *section, int depth)
{
    if (section->title && printer->markdown)
        text_printf(printer->out, "%s%.*s %s\n\n", printer->out->length ? "\n" : "", depth < 6 ? depth : 6, "######",
                    section->title);
    else if (section->title)
        text_printf(printer->out, "%s%s\n", printer->out->length ? "\n" : "", section->title);
    print_parts(printer, section, depth + (section->title != NULL));
}

static void print_parts(const Printer *printer, const ReportPart *section, int depth)
{
    FOR_EACH(i, &section->parts) {
        const ReportPart *part = section->parts.items[i];
        switch (part->kind) {
        case PART_SECTION: print_section(printer, part, depth); break;
        case PART_SENTENCE: print_sentence(printer, part->value.text); break;
        case PART_FACT: break;
        case PART_CODE: print_code(printer, part); break;
        case PART_TABLE: (printer->markdown ? print_markdown_table : print_text_table)(printer, part); break;
        }
    }
}

void report_print(const Report *report, ReportForm form, Text *out)
{
    if (form == REPORT_JSON) {
        Json json = {.out = out};
        json_object(&json, NULL);
        json_parts(&json, &report->root);
        json_end(&json);
        return;
    }
    print_parts(&(Printer){out, form == REPORT_MARKDOWN}, &report->root, 1);
}

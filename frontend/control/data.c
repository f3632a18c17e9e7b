// What `enter`, `exit` and `update` move, as C expressions: where a section begins, where it ends, and its bytes.
//
//   float grid[100][100];   grid          &grid .. &grid + 1
//   float *a;               a[lo:n]       &a[lo] .. &a[lo] + n
//   float (*b)[100];        b[lo:n][0:m]  &b[lo][0] .. &b[lo + n - 1][0] + m   (the program tests that it has no gaps)
//   float **rows;           rows[0:n][:m] rows[crs_row] .. rows[crs_row] + m for each row
#include "frontend/control/data.h"
#include "frontend/clang/clauses.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/host.h"

#include <string.h>

typedef struct Section {
    Reader *reader;
    const Attachment *attachment;
    const Clause *clause;
    const ClauseItem *item;
    CXType type; // canonical
} Section;

static MoveKind kind_of(const Directive *directive, ClauseKind clause)
{
    bool finally = directive_clause(directive, CLAUSE_FINALIZE) != NULL;
    switch (clause) {
    case CLAUSE_COPYIN: return directive->from ? MOVE_ENTER_COPYIN_APART : MOVE_ENTER_COPYIN;
    case CLAUSE_CREATE: return directive->from ? MOVE_ENTER_CREATE_APART : MOVE_ENTER_CREATE;
    case CLAUSE_COPYOUT: return finally ? MOVE_FINALIZE_COPYOUT : MOVE_EXIT_COPYOUT;
    case CLAUSE_DELETE: return finally ? MOVE_FINALIZE_DELETE : MOVE_EXIT_DELETE;
    case CLAUSE_HOST: return MOVE_UPDATE_HOST;
    default: return MOVE_UPDATE_DEVICE;
    }
}

// ---- what the types say

static bool is_fixed_array(CXType type)
{
    return type.kind == CXType_ConstantArray || type.kind == CXType_VariableArray;
}

// The elements of an array or a pointer; CXType_Invalid: it has none.
static CXType element_of(CXType type)
{
    if (type.kind == CXType_Pointer)
        return clang_getCanonicalType(clang_getPointeeType(type));
    if (is_fixed_array(type) || type.kind == CXType_IncompleteArray)
        return clang_getCanonicalType(clang_getArrayElementType(type));
    return (CXType){.kind = CXType_Invalid};
}

static bool report(const Section *section, const char *format)
{
    diag_error(section->reader->diag, section->item->loc, format, section->item->name,
               clause_word(section->clause->kind));
    return false;
}

// The section has at most the array's dimensions, and ends at elements that are not pointers. `rows`: a pointer to
// pointers.
static bool check_dimensions(const Section *section, bool *rows)
{
    int ranges = section->item->ranges.count;
    CXType type = section->type;
    *rows = false;
    for (int i = 0; i < ranges; i++) {
        *rows |= i > 0 && type.kind == CXType_Pointer;
        if (*rows && i != 1)
            return report(section, "'%s' in '%s' is a table of tables of rows; name the rows of one table");
        type = element_of(type);
        if (type.kind == CXType_Invalid)
            return report(section, "the section of '%s' in '%s' has more dimensions than the array");
    }
    if (type.kind == CXType_Void)
        return report(section, "'%s' in '%s' points to void: its elements have no size");
    for (CXType inner = type; inner.kind != CXType_Invalid; inner = element_of(inner))
        if (inner.kind == CXType_Pointer && ranges > 0)
            return report(section, "'%s' in '%s' is a table of pointers; write its rows, too: [0:rows][0:columns]");
    return true;
}

// ---- expressions

static const char *operand(const Section *section, const char *text)
{
    bool plain = text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
    return plain ? text : arena_printf(section->reader->arena, "(%s)", text);
}

static const char *lower_of(const Section *section, const SectionRange *range)
{
    return range->lower ? operand(section, range->lower) : "0";
}

// The range's last index.
static const char *last_of(const Section *section, const SectionRange *range)
{
    const char *count = operand(section, range->count);
    return range->lower && strcmp(range->lower, "0") != 0
               ? arena_printf(section->reader->arena, "%s + %s - 1", operand(section, range->lower), count)
               : arena_printf(section->reader->arena, "%s - 1", count);
}

// Those of `dimensions` ranges from the first one on.
static const char *bytes_of(const Section *section, int first, int dimensions)
{
    Text bytes = {.arena = section->reader->arena};
    text_printf(&bytes, "sizeof %s", section->item->name);
    for (int i = 0; i < first + dimensions; i++)
        text_add(&bytes, "[0]");
    for (int i = first; i < first + dimensions; i++)
        text_printf(&bytes, " * %s", operand(section, section->item->ranges.items[i].count));
    return text_string(&bytes);
}

static void take_rows(const Section *section, HostMove *move)
{
    Arena *arena = section->reader->arena;
    const SectionRange *rows = &section->item->ranges.items[0], *columns = &section->item->ranges.items[1];
    move->row_from = lower_of(section, rows);
    move->row_end = arena_printf(arena, "%s + %s", move->row_from, operand(section, rows->count));
    move->first = arena_printf(arena, "&%s[crs_row][%s]", move->name, lower_of(section, columns));
    move->end = arena_printf(arena, "%s + %s", move->first, operand(section, columns->count));
    move->bytes = bytes_of(section, 1, 1);
}

static void take_ranges(const Section *section, HostMove *move)
{
    Arena *arena = section->reader->arena;
    Text first = {.arena = arena}, end = {.arena = arena};
    int count = section->item->ranges.count;
    text_printf(&first, "&%s", move->name);
    text_printf(&end, "&%s", move->name);
    for (int i = 0; i < count; i++) {
        const SectionRange *range = &section->item->ranges.items[i];
        const char *lower = lower_of(section, range);
        text_printf(&first, "[%s]", lower);
        text_printf(&end, "[%s]", i + 1 < count ? last_of(section, range) : lower);
    }
    text_printf(&end, " + %s", operand(section, section->item->ranges.items[count - 1].count));
    move->first = text_string(&first);
    move->end = text_string(&end);
    move->bytes = bytes_of(section, 0, count);
}

// All of an array that is declared with its extents.
static bool take_whole(const Section *section, HostMove *move)
{
    Arena *arena = section->reader->arena;
    if (!is_fixed_array(section->type))
        return report(section, "the extent of '%s' in '%s' is not known here; write its section: [0:count]");
    CXType element = section->type;
    while (is_fixed_array(element))
        element = element_of(element);
    if (element.kind == CXType_Pointer)
        return report(section, "'%s' in '%s' is a table of pointers; write its rows, too: [0:rows][0:columns]");
    move->first = arena_printf(arena, "&%s", move->name);
    move->end = arena_printf(arena, "&%s + 1", move->name);
    move->bytes = bytes_of(section, 0, 0);
    return true;
}

static bool take_section(const Section *section, HostMove *move)
{
    bool rows;
    if (!section->item->ranges.count)
        return take_whole(section, move);
    if (!check_dimensions(section, &rows))
        return false;
    if (rows)
        take_rows(section, move);
    else
        take_ranges(section, move);
    return true;
}

// ---- all directives

// OpenMP and OpenACC also list scalars, and pointers whose memory is not meant.
static bool is_meant(const Section *section)
{
    if (!section->item->belief)
        return true;
    CXType type = section->type;
    if (type.kind == CXType_Pointer && !section->item->ranges.count) {
        diag_warning(section->reader->diag, section->item->loc, WARN_IGNORED_CLAUSE,
                     "'%s' in '%s' has no effect: its extent is not known here; write its section: [0:count]",
                     section->item->name, section->attachment->directive->from);
        return false;
    }
    return element_of(type).kind != CXType_Invalid;
}

// Of several directives that one of OpenMP or OpenACC became, all calls are in one place.
static HostMoves *moves_at(Reader *reader, const HostMoves *moves)
{
    HostFile *host = reader->unit->host;
    HostMoves *last = host->moves.count ? &host->moves.items[host->moves.count - 1] : NULL;
    if (last && last->place == moves->place && last->range.begin == moves->range.begin &&
        (moves->place == MOVES_ALONE || last->loc.begin == moves->loc.begin))
        return last;
    VECTOR_PUSH(reader->arena, &host->moves, *moves);
    return &host->moves.items[host->moves.count - 1];
}

void data_read_moves(Reader *reader, const Attachment *attachment, MovesPlace place, size_t at)
{
    const Directive *directive = attachment->directive;
    int root = attachment->site;
    while (reader->sites.items[root].parent >= 0)
        root = reader->sites.items[root].parent;
    bool alone = place == MOVES_ALONE;
    HostMoves made = {.range = {alone ? attachment->begin : at, alone ? attachment->end : at},
                      .place = place,
                      .condition = directive->condition,
                      .function = cursor_name(reader->details.items[root].cursor),
                      .loc = directive->loc};
    HostMoves *moves = moves_at(reader, &made);
    if (directive->kind == DIRECTIVE_WAIT) {
        const char *stream = directive_stream(directive);
        HostMove wait = {.kind = stream ? MOVE_WAIT_FOR : MOVE_WAIT, .first = stream};
        VECTOR_PUSH(reader->arena, &moves->items, wait);
        return;
    }
    FOR_EACH(c, &directive->clauses) {
        const Clause *clause = &directive->clauses.items[c];
        FOR_EACH(i, &clause->items) {
            const ClauseItem *item = &clause->items.items[i];
            HostMove move = {.kind = kind_of(directive, clause->kind), .name = item->name};
            Section section = {reader, attachment, clause, item, clauses_item_type(reader, attachment, item)};
            if (section.type.kind != CXType_Invalid && is_meant(&section) && take_section(&section, &move))
                VECTOR_PUSH(reader->arena, &moves->items, move);
        }
    }
}

void data_read(Reader *reader)
{
    FOR_EACH(i, &reader->attachments) {
        const Attachment *attachment = &reader->attachments.items[i];
        if (attachment->good && directive_is_data(attachment->directive))
            data_read_moves(reader, attachment, MOVES_ALONE, 0);
    }
}

bool data_refuse(Reader *reader, CXCursor definition)
{
    Loc range = cursor_loc(reader, definition);
    FOR_EACH(i, &reader->unit->host->moves) {
        const HostMoves *moves = &reader->unit->host->moves.items[i];
        if (!is_in_main_file(reader, definition) || moves->range.begin < range.begin || moves->range.begin >= range.end)
            continue;
        refuse_at(reader, moves->loc, "this directive", "'%s' puts data on the device or takes it away",
                  cursor_name(definition));
        return true;
    }
    return false;
}

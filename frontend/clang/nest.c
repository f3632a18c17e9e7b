// A directive and the statements that it names to a Nest.
#include "frontend/clang/clauses.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/control/from.h"
#include "frontend/control/from_data.h"
#include "frontend/control/region_parts.h"
#include "frontend/control/stmt.h"
#include "frontend/control/swap_buffers.h"
#include "frontend/control/unswitch.h"
#include "frontend/dataflow/scan.h"
#include "frontend/directives/foreign.h"

#include <stdio.h>
#include <string.h>

// ---- refusals

void refuse_at(Reader *reader, Loc loc, const char *note, const char *format, ...)
{
    if (reader->frame.refused)
        return;
    va_list arguments;
    va_start(arguments, format);
    reader->frame.refused_because = arena_vprintf(reader->arena, format, arguments);
    va_end(arguments);
    reader->frame.refused = true;
    reader->frame.refused_at = loc;
    reader->frame.refused_note = note;
}

void refuse(Reader *reader, CXCursor cursor, const char *format, ...)
{
    if (reader->frame.refused)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *because = arena_vprintf(reader->arena, format, arguments);
    va_end(arguments);
    refuse_at(reader, cursor_loc(reader, cursor), "here", "%s", because);
}

bool refuse_helper(Reader *reader)
{
    reader->frame.refused = true;
    return false;
}

// The first refusal of what was read last.
typedef struct Refused {
    const char *because, *note;
    Loc at;
} Refused;

static void note_refusal(Reader *reader, const Refused *refused)
{
    if (refused->at.file)
        diag_note(reader->diag, refused->at, "%s", refused->note ? refused->note : "here");
}

static void report_refusal(Reader *reader, const Nest *nest, const Refused *refused)
{
    const char *because = refused->because;
    diag_refuse(reader->diag, nest->loc, "%s stays serial%s%s", nest->words, because ? ": " : "",
                because ? because : "");
    note_refusal(reader, refused);
}

// ---- names

static const char *words_of(const Reader *reader, const Nest *nest, int site)
{
    const DeclFacts *iterator = nest->is_region ? NULL : reader->details.items[site].iterator;
    if (iterator)
        return intern_printf("loop '%s'", cursor_name(iterator->cursor));
    return nest->is_region ? "the region" : "the loop";
}

// A name that was given counts as that of a function with one nest: no other nest of the function changes it. nvcc
// refuses names of kernels that are not ASCII: the bytes of other letters become numbers.
static const char *kernel_name(Reader *reader, const Nest *nest)
{
    const Clause *clause = directive_clause(nest->directive, CLAUSE_NAME);
    Text plain = {.arena = reader->arena};
    for (const char *at = clause ? clause->word : nest->function_name; *at; at++)
        text_printf(&plain, (unsigned char)*at < 0x80 ? "%c" : "%02x", (unsigned char)*at);
    return intern_printf("crs_%s_%d", text_string(&plain), clause ? 1 : nest->number);
}

// ---- extents

static bool range_of_site(Reader *reader, int site, size_t *begin, size_t *end)
{
    CXCursor stmt = reader->details.items[site].cursor;
    return statement_range(reader, stmt, last_statement(reader, stmt), begin, end);
}

static Loc extent_of(Reader *reader, const Attachment *attachment, bool *whole)
{
    size_t begin, end, last_begin, last_end;
    int first = attachment->site, last = attachment->last_site < 0 ? first : attachment->last_site;
    *whole = range_of_site(reader, first, &begin, &end) && range_of_site(reader, last, &last_begin, &last_end);
    if (!*whole)
        return attachment->directive->loc;
    for (int site = first; site <= last; site = reader->sites.items[site].subtree_end)
        *whole &= range_of_site(reader, site, &last_begin, &last_end) &&
                  attach_is_whole(reader->sites.items, reader->sites.count, site, last_end);
    return bytes_loc(reader, begin, last_end);
}

// ---- regions

// A declaration of the region that is used after it would be lost, because of the braces around it.
static bool declarations_stay_inside(Reader *reader, CXCursor stmt)
{
    if (clang_getCursorKind(stmt) != CXCursor_DeclStmt)
        return true;
    Children parts = children_of(reader, stmt);
    for (int i = 0; i < parts.count; i++) {
        const Moments *mentions = &facts_of(reader, parts.items[i])->mentions;
        if (mentions->count == 0 || mentions->items[mentions->count - 1] < reader->frame.nest_last)
            continue;
        refuse(reader, parts.items[i], "'%s' is declared in it and used after it", cursor_name(parts.items[i]));
        return false;
    }
    return true;
}

static Stmt *block_of(Reader *reader, const StmtList *items)
{
    Stmt *block = stmt_simple(reader->arena, ST_BLOCK);
    block->items = items->items;
    block->nitems = items->count;
    return block;
}

static Stmt *read_region(Reader *reader, const Attachment *attachment)
{
    StmtList items = {0};
    VECTOR(CXCursor) stmts = {0};
    reader->frame.before = &items;
    for (int site = attachment->site; site <= attachment->last_site; site = reader->sites.items[site].subtree_end) {
        CXCursor stmt = reader->details.items[site].cursor;
        if (!declarations_stay_inside(reader, stmt))
            return NULL;
        VECTOR_PUSH(reader->scratch, &stmts, stmt);
    }
    if (!read_statements(reader, stmts.items, stmts.count))
        return NULL;
    return block_of(reader, &items);
}

static Stmt *read_loop_nest(Reader *reader, const Attachment *attachment)
{
    StmtList items = {0};
    reader->frame.before = &items;
    CXCursor stmt = reader->details.items[attachment->site].cursor;
    reader->frame.nest->stmt_loc = cursor_loc(reader, stmt);
    return unswitch_read(reader, stmt) ? block_of(reader, &items) : NULL;
}

// ---- one nest

static Frame frame_of(Reader *reader, const Attachment *attachment, Nest *nest)
{
    int last = attachment->last_site < 0 ? attachment->site : attachment->last_site;
    Frame frame = {.nest = nest, .epoch = ++reader->last_epoch};
    int root = attachment->site;
    while (reader->sites.items[root].parent >= 0)
        root = reader->sites.items[root].parent;
    frame.function_site = root;
    frame.nest_repeats = reader->sites.items[attachment->site].in_loop;
    frame.nest_first = reader->details.items[attachment->site].first;
    frame.nest_last = reader->details.items[last].last;
    frame.nest_site = attachment->site;
    frame.nest_site_end = reader->sites.items[last].subtree_end;
    frame.pointer_test = frame.switches = clang_getNullCursor();
    frame.annotated_site = nest->is_region ? -1 : attachment->site;
    return frame;
}

// Pragmas of others go with the loop into the braces around it.
static void read_foreign(Reader *reader, Nest *nest, size_t from)
{
    Foreign foreign = find_foreign(reader->pragmas, from, nest->extent.begin);
    nest->lead = foreign.begin;
    nest->is_worksharing = foreign.is_worksharing && !nest->is_region && !directive_stream(nest->directive);
    if (foreign.shared < nest->extent.begin && !nest->is_worksharing)
        refuse_at(reader, bytes_loc(reader, foreign.shared, foreign.shared), "they share it by this",
                  "the threads of a parallel region share its iterations, and each of them would run all of it");
    if (foreign.divided)
        refuse_at(reader, bytes_loc(reader, foreign.begin, foreign.begin), "the pragma",
                  "a pragma before an #if applies to it, and also to the other loops of the #if");
}

// A region that OpenMP or OpenACC asks for and that is none: its nests remain.
static void drop_region(Reader *reader, const Attachment *attachment, const Refused *refused)
{
    bool wanted = !from_moves_inside(reader, attachment->site);
    from_drop_region(reader, (int)(attachment - reader->attachments.items), refused->because, wanted);
    if (wanted)
        note_refusal(reader, refused);
}

static Nest *read_nest_once(Reader *reader, const Attachment *attachment, const char *function, int number, size_t from,
                            Refused *refused)
{
    Nest *nest = ARENA_NEW(reader->arena, Nest);
    bool whole;
    nest->unit = reader->unit;
    nest->directive = attachment->directive;
    nest->function_name = function;
    nest->number = number;
    nest->kernel_name = kernel_name(reader, nest);
    nest->loc = attachment->directive->loc;
    nest->is_region = attachment->directive->kind == DIRECTIVE_BEGIN;
    nest->words = words_of(reader, nest, attachment->site);
    reader->frame = frame_of(reader, attachment, nest);
    nest->extent = extent_of(reader, attachment, &whole);
    read_foreign(reader, nest, from);
    if (!whole)
        refuse_at(reader, nest->extent, "the macro is used here", "a macro yields only a part of it, or more than it");
    else if (!(nest->is_region && nest->directive->from && from_moves_inside(reader, attachment->site)))
        nest->body = nest->is_region ? read_region(reader, attachment) : read_loop_nest(reader, attachment);
    if (nest->body && !reader->frame.refused)
        swap_buffers_check(reader);
    nest->refused = !nest->body || reader->frame.refused;
    nest->body = nest->refused ? NULL : nest->body;
    reader->reads_again |= unswitch_again(reader, nest);
    *refused = (Refused){reader->frame.refused_because, reader->frame.refused_note, reader->frame.refused_at};
    reader->frame = (Frame){0};
    return nest;
}

static bool find_work(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found |= stmt->kind == ST_ASSIGN || stmt->kind == ST_EVALUATE || stmt->kind == ST_ROTATE;
    return !*found;
}

static bool has_work(const Nest *nest)
{
    bool found = false;
    stmt_walk(nest->body, find_work, &found);
    return found;
}

// Statements before the nest are considered from the byte `from` of the function on. It is read once more without each
// function that a pointer may lead to and that cannot be read, without each branch that only the host can run or that
// leaves the nest, with smaller elements where it accesses parts of them, and for each value of conditions that decide
// where pointers point.
static Nest *read_nest(Reader *reader, const Attachment *attachment, const char *function, int number, size_t from,
                       Refused *refused)
{
    Nest *nest;
    reader->passed_over.count = 0;
    reader->narrowed.count = reader->host_branches.count = reader->leaving.count = 0;
    reader->keeps_branches = reader->keeps_loops = false;
    reader->unswitched.count = 0;
    do {
        reader->passes_over = reader->reads_again = false;
        nest = read_nest_once(reader, attachment, function, number, from, refused);
        if (reader->host_branches.count && !nest->refused && !has_work(nest)) {
            reader->host_branches.count = 0;
            reader->keeps_branches = reader->reads_again = true;
        }
    } while (reader->passes_over || reader->reads_again);
    return nest;
}

// ---- regions of which the host runs a part

static bool find_loop(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found |= stmt->kind == ST_LOOP;
    return !*found;
}

static PartReading read_part(Reader *reader, const Attachment *part)
{
    Arena *scratch = reader->scratch;
    Refused refused;
    bool loops = false;
    reader->scratch = arena_new();
    Nest *nest = read_nest(reader, part, "", 0, part->begin, &refused);
    arena_release(reader->scratch);
    reader->scratch = scratch;
    if (nest->body)
        stmt_walk(nest->body, find_loop, &loops);
    return nest->refused ? PART_REFUSED : loops ? PART_LOOPS : PART_PLAIN;
}

// Clauses about the whole region belong to its 'begin'; `exact` on one nest holds for the whole region.
static void warn_of_ignored_clauses(Reader *reader, const Directive *directive)
{
    FOR_EACH(i, &directive->clauses) {
        const Clause *clause = &directive->clauses.items[i];
        bool is_ignored = clause->kind == CLAUSE_NAME || clause->kind == CLAUSE_PRECISION ||
                          clause->kind == CLAUSE_DEVICE || clause->kind == CLAUSE_ASYNC;
        if (is_ignored)
            diag_warning(reader->diag, clause->loc, WARN_IGNORED_CLAUSE,
                         "'%s' has no effect on a nest inside of a region; it belongs to 'begin'",
                         clause_word(clause->kind));
    }
}

static void warn_of_idle(Reader *reader, const Nest *nest, const Attachment *attachment)
{
    if (!nest || nest->refused)
        return;
    Arena *scratch = reader->scratch;
    reader->scratch = arena_new();
    clauses_warn_idle(reader, nest, attachment);
    arena_release(reader->scratch);
    reader->scratch = scratch;
}

// The nests of a function are numbered.
typedef struct Reading {
    Reader *reader;
    const char *function;
    int number, root;
    size_t from; // the end of the nest before
    const Nest *last;
} Reading;

static void enter_function(Reading *reading, int site)
{
    Reader *reader = reading->reader;
    while (reader->sites.items[site].parent >= 0)
        site = reader->sites.items[site].parent;
    if (site != reading->root) {
        reading->number = 0;
        reading->function = cursor_name(reader->details.items[site].cursor);
        reading->from = cursor_loc(reader, reader->details.items[site].cursor).begin;
    }
    reading->root = site;
}

static void warn_of_passed_over(Reader *reader, const Nest *nest)
{
    FOR_EACH(i, &reader->passed_over) {
        const PassedOver *passed = &reader->passed_over.items[i];
        if (nest->refused)
            continue;
        diag_warning(reader->diag, nest->loc, WARN_ASSUME, "%s runs serially where '%s' is '%s': %s", nest->words,
                     passed->pointer, cursor_name(passed->function), passed->because);
        diag_note(reader->diag, passed->loc, "here");
    }
}

static void keep_nest(Reading *reading, Nest *nest, const Attachment *attachment)
{
    Reader *reader = reading->reader;
    reading->from = nest->extent.end;
    VECTOR_PUSH(reader->arena, &reader->unit->nests, nest);
    VECTOR_PUSH(reader->arena, &reader->nest_attachments, *attachment);
    warn_of_passed_over(reader, nest);
    warn_of_idle(reader, nest, attachment);
    reading->last = nest;
}

static void read_parts(Reading *reading, const Attachment *region, const Attachments *parts, int good,
                       const Refused *why)
{
    Reader *reader = reading->reader;
    diag_warning(reader->diag, region->directive->loc, WARN_RESIDENCY,
                 "the host runs a part of the region, and the rest becomes %d nest%s: %.*s", good, good == 1 ? "" : "s",
                 (int)strcspn(why->because, ";"), why->because);
    note_refusal(reader, why);
    FOR_EACH(i, parts) {
        Refused refused;
        Nest *nest = read_nest(reader, &parts->items[i], reading->function, ++reading->number, reading->from, &refused);
        if (nest->refused)
            report_refusal(reader, nest, &refused);
        keep_nest(reading, nest, &parts->items[i]);
    }
}

static void read_attached(Reading *reading, const Attachment *attachment)
{
    Reader *reader = reading->reader;
    Refused refused;
    enter_function(reading, attachment->site);
    Nest *nest = read_nest(reader, attachment, reading->function, reading->number + 1, reading->from, &refused);
    bool is_region = nest->is_region && nest->refused;
    if (is_region && nest->directive->from) {
        drop_region(reader, attachment, &refused);
        return;
    }
    Attachments parts = {0};
    if (is_region && refused.because)
        parts = region_parts(reader, attachment, read_part);
    int good = 0;
    FOR_EACH(i, &parts)
        good += parts.items[i].directive->kind == DIRECTIVE_BEGIN;
    if (good) {
        read_parts(reading, attachment, &parts, good, &refused);
        return;
    }
    reading->number++;
    if (nest->refused)
        report_refusal(reader, nest, &refused);
    keep_nest(reading, nest, attachment);
}

void read_nests(Reader *reader)
{
    Reading reading = {.reader = reader, .root = -1};
    FOR_EACH(i, &reader->attachments) {
        const Attachment *attachment = &reader->attachments.items[i];
        if (attachment->good && attachment->directive->kind == DIRECTIVE_NEST && attachment->region >= 0)
            warn_of_ignored_clauses(reader, attachment->directive);
        if (!attachment->good || attachment->directive->kind == DIRECTIVE_END ||
            directive_is_data(attachment->directive))
            continue;
        if (attachment->region >= 0) {
            warn_of_idle(reader, reading.last, attachment);
            continue;
        }
        Arena *scratch = reader->scratch;
        reader->scratch = arena_new();
        read_attached(&reading, attachment);
        arena_release(reader->scratch);
        reader->scratch = scratch;
    }
}

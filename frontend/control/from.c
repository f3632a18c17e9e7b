// What directives of OpenMP and OpenACC become (contract in from.h). The table of their meanings is
// frontend/directives/from_table.c; here is what depends on the statements: a loop with a directive is a nest if it is
// not in another one, a block with data and loops is a region if it is not in another one, and everything else that
// several threads would do is done by the one thread of the host.
#include "frontend/control/from.h"
#include "frontend/clang/source.h"
#include "frontend/control/from_data.h"
#include "frontend/dataflow/threads.h"
#include "frontend/host.h"

#include <stdlib.h>
#include <string.h>

typedef struct Plan {
    Reader *reader;
    const AttachInput *input;
    VECTOR(Attachment) made;   // of OpenMP and OpenACC; their index is FromSite.attachment for now
    VECTOR(Attachment) kept;   // blocks whose data is entered before them: the nests inside take their clauses
    VECTOR(const void *) said; // rows and words that were said once
} Plan;

// ---- where they stand

static const Site *site_of_index(const Reader *reader, int site)
{
    return &reader->sites.items[site];
}

static bool contains(const Reader *reader, int outer, int inner)
{
    return outer >= 0 && inner >= outer && inner < site_of_index(reader, outer)->subtree_end;
}

static void report_misplaced(Plan *plan, const FromSite *found, size_t code)
{
    Diag *diag = plan->reader->diag;
    const FromDirective *from = found->from;
    if (found->function < 0) {
        diag_error(diag, from->loc, "this directive is outside of any function");
        return;
    }
    diag_error(diag, from->loc, "'%s' must be followed by a %s", from->words,
               from->place == FROM_LOOP ? "for statement" : "statement");
    if (code < plan->input->source->length)
        diag_note(diag, loc_in_file(plan->input->source, code, code), "but this follows");
}

// Finds the statement of the directive, if it stands before one.
static void locate(Plan *plan, FromSite *found)
{
    const AttachInput *input = plan->input;
    FromPlace place = found->from->place;
    found->function = attach_function(input, found->begin);
    if (place == FROM_ALONE || place == FROM_FUNCTION)
        return;
    size_t code = 0;
    Attachment here = {.begin = found->begin, .end = found->end, .from_macro = found->from_macro};
    int site = found->function < 0 ? -1 : attach_statement(input, &here, input->count, &code);
    bool is_there = site >= 0 && site < input->nsites && site < input->sites[found->function].subtree_end &&
                    input->sites[site].begin == code;
    bool is_loop = is_there && input->sites[site].kind == SITE_FOR;
    if (is_there && (is_loop || place != FROM_LOOP))
        found->site = site;
    else if (place & (FROM_LOOP | FROM_DATA | FROM_TEAM))
        report_misplaced(plan, found, code);
}

// ---- which of them count

static Attachment *own_on(const Reader *reader, int site)
{
    FOR_EACH(i, &reader->attachments) {
        Attachment *attachment = &reader->attachments.items[i];
        if (attachment->good && attachment->directive->kind == DIRECTIVE_NEST && attachment->site == site)
            return attachment;
    }
    return NULL;
}

// The nest that was found before, ours or theirs, and holds the statement; NULL: none.
static const Attachment *nest_around(const Plan *plan, int site)
{
    const Reader *reader = plan->reader;
    FOR_EACH(i, &reader->attachments) {
        const Attachment *attachment = &reader->attachments.items[i];
        if (attachment->good && attachment->directive->kind == DIRECTIVE_NEST &&
            contains(reader, attachment->site, site))
            return attachment;
    }
    FOR_EACH(i, &plan->made)
        if (plan->made.items[i].directive->kind == DIRECTIVE_NEST && contains(reader, plan->made.items[i].site, site))
            return &plan->made.items[i];
    return NULL;
}

static bool in_nest(const Plan *plan, int site)
{
    return nest_around(plan, site) != NULL;
}

static bool covers(const Reader *reader, const Attachment *region, int site)
{
    return region->site >= 0 && region->directive->kind == DIRECTIVE_BEGIN && site >= region->site &&
           site < site_of_index(reader, region->last_site)->subtree_end;
}

// The region around the statement, ours or theirs; NULL: none.
static const Attachment *region_around(const Plan *plan, int site)
{
    FOR_EACH(i, &plan->reader->attachments) {
        const Attachment *attachment = &plan->reader->attachments.items[i];
        if (attachment->good && covers(plan->reader, attachment, site))
            return attachment;
    }
    FOR_EACH(i, &plan->made)
        if (covers(plan->reader, &plan->made.items[i], site))
            return &plan->made.items[i];
    return NULL;
}

static bool holds_kind(const Reader *reader, int outer, SiteKind kind)
{
    for (int i = outer; i < site_of_index(reader, outer)->subtree_end; i++)
        if (site_of_index(reader, i)->kind == kind)
            return true;
    return false;
}

// Whether the statement holds a nest or a region of our own directives.
static bool holds_own(const Reader *reader, int site, DirectiveKind kind)
{
    FOR_EACH(i, &reader->attachments) {
        const Attachment *attachment = &reader->attachments.items[i];
        if (attachment->good && attachment->directive->kind == kind && contains(reader, site, attachment->site))
            return true;
    }
    return false;
}

// The directive of a loop at the statement, or at the only statement of the block; -1: there is none.
static int loop_directive(const Plan *plan, int first, int site)
{
    const Reader *reader = plan->reader;
    const Site *outer = site_of_index(reader, site);
    bool one = outer->kind == SITE_COMPOUND && site + 1 < outer->subtree_end &&
               site_of_index(reader, site + 1)->subtree_end == outer->subtree_end;
    for (int i = first; i < reader->from_sites.count; i++) {
        const FromSite *found = &reader->from_sites.items[i];
        if (found->from->place == FROM_LOOP && (found->site == site || (one && found->site == site + 1)))
            return i;
    }
    return -1;
}

// ---- what is asserted

// The innermost construct of OpenACC around the loop; NULL: none.
static const FromDirective *construct_around(const Plan *plan, int index)
{
    const Reader *reader = plan->reader;
    for (int i = index - 1; i >= 0; i--) {
        const FromSite *outer = &reader->from_sites.items[i];
        bool computes =
            from_has(outer->from, "kernels") || from_has(outer->from, "parallel") || from_has(outer->from, "serial");
        if (computes && contains(reader, outer->site, reader->from_sites.items[index].site))
            return outer->from;
    }
    return NULL;
}

// Whether the loop holds statements that its iterations run one after another.
static bool holds_ordered(const Plan *plan, int index)
{
    const Reader *reader = plan->reader;
    const FromSite *loop = &reader->from_sites.items[index];
    for (int i = index + 1; i < reader->from_sites.count; i++) {
        const FromSite *inner = &reader->from_sites.items[i];
        if (inner->begin >= site_of_index(reader, loop->site)->end)
            break;
        if (inner->from->place & (FROM_INSIDE | FROM_HOST))
            return true;
    }
    return false;
}

// The outermost construct around the loop that starts threads, perhaps the loop's own; NULL: none.
static const FromSite *team_around(const Reader *reader, int index)
{
    for (int i = 0; i <= index; i++) {
        const FromSite *outer = &reader->from_sites.items[i];
        bool starts = from_has(outer->from, "parallel") || from_has(outer->from, "teams");
        if (outer->from->language == FROM_OMP && starts &&
            contains(reader, outer->site, reader->from_sites.items[index].site))
            return outer;
    }
    return NULL;
}

// Whether elements that belong to a thread are shared by all iterations here, where one thread runs them: the threads
// ask for their numbers, or have memory of their own.
static bool has_threads_memory(const Plan *plan, int index)
{
    Reader *reader = plan->reader;
    const FromSite *loop = &reader->from_sites.items[index], *team = team_around(reader, index);
    int outermost = team ? team->site : loop->site;
    return asks_thread_number(reader, outermost) ||
           (outermost != loop->site && has_own_memory(reader, team, loop->site));
}

static bool claims(const Plan *plan, int index)
{
    const FromDirective *from = plan->reader->from_sites.items[index].from;
    if (from->claim == CLAIM_NONE || from->sequential || holds_ordered(plan, index))
        return false;
    if (from->language == FROM_OMP && has_threads_memory(plan, index))
        return false;
    const FromDirective *around = from->claim == CLAIM_BY_CONTEXT ? construct_around(plan, index) : NULL;
    return !around || from_has(around, "parallel");
}

// ---- nests and regions

static void add_piece_names(Arena *arena, FromDirective *made, const FromDirective *outer)
{
    made->pieces.count = made->names.count = 0;
    made->pieces.capacity = made->names.capacity = 0;
    FOR_EACH(i, &outer->pieces)
        VECTOR_PUSH(arena, &made->pieces, outer->pieces.items[i]);
    FOR_EACH(i, &outer->names)
        VECTOR_PUSH(arena, &made->names, outer->names.items[i]);
}

// The loop's directive with the clauses of the constructs that hold nothing but the loop.
static const FromDirective *with_outer_clauses(Plan *plan, int index)
{
    Arena *arena = plan->reader->arena;
    const FromSite *loop = &plan->reader->from_sites.items[index];
    const FromDirective *from = loop->from;
    for (int i = index - 1; i >= 0; i--) {
        const FromSite *outer = &plan->reader->from_sites.items[i];
        if (!outer->joined || !contains(plan->reader, outer->site, loop->site))
            continue;
        FromDirective *made = ARENA_NEW(arena, FromDirective);
        *made = *from;
        add_piece_names(arena, made, outer->from);
        FOR_EACH(k, &from->pieces)
            VECTOR_PUSH(arena, &made->pieces, from->pieces.items[k]);
        FOR_EACH(k, &from->names)
            VECTOR_PUSH(arena, &made->names, from->names.items[k]);
        from = made;
    }
    return from;
}

static const Directive *on_host(Arena *arena, const Directive *directive)
{
    Directive *made = arena_copy(arena, directive, sizeof *directive);
    made->on_host = true;
    return made;
}

static void add_attachment(Plan *plan, FromSite *found, const FromDirective *from, DirectiveKind kind, bool claimed)
{
    Reader *reader = plan->reader;
    const Directive *directive = from_translate(reader->arena, reader->diag, from, kind, claimed);
    if (!directive)
        return;
    const Attachment *region = kind == DIRECTIVE_NEST ? region_around(plan, found->site) : NULL;
    if (region)
        directive = from_without_data(reader->arena, directive, region->directive);
    for (int i = plan->kept.count - 1; i >= 0; i--) // the innermost one first
        if (contains(reader, plan->kept.items[i].site, found->site))
            directive = from_with_data(reader->arena, directive, plan->kept.items[i].directive);
    if (kind == DIRECTIVE_NEST && from_on_host(reader, (int)(found - reader->from_sites.items)))
        directive = on_host(reader->arena, directive);
    Attachment made = {.directive = directive,
                       .begin = found->begin,
                       .end = found->end,
                       .from_macro = found->from_macro,
                       .site = found->site,
                       .last_site = kind == DIRECTIVE_BEGIN ? found->site : -1,
                       .region = -1,
                       .good = true};
    found->attachment = plan->made.count;
    VECTOR_PUSH(reader->arena, &plan->made, made);
}

// The loop has one of our directives, which decides; what the other one says of iterations and variables counts, too.
static void add_assertions(Plan *plan, Attachment *own, int index)
{
    Reader *reader = plan->reader;
    const FromDirective *from = with_outer_clauses(plan, index);
    const Directive *other = from_translate(reader->arena, reader->diag, from, DIRECTIVE_NEST, claims(plan, index));
    bool partly = false;
    if (!other)
        return;
    own->directive = from_with_assertions(reader->arena, own->directive, other, &partly);
    if (partly) {
        diag_warning(reader->diag, from->loc, WARN_IGNORED_DIRECTIVE,
                     "'%s' counts only for its iterations and variables: the loop has a directive of its own",
                     from->words);
        diag_note(reader->diag, own->directive->loc, "here");
    }
}

static void take_loop(Plan *plan, int index)
{
    Reader *reader = plan->reader;
    FromSite *found = &reader->from_sites.items[index];
    Attachment *own = own_on(reader, found->site);
    found->goes = true;
    if (own)
        add_assertions(plan, own, index);
    found->inside = in_nest(plan, found->site);
    if (!found->inside && !found->from->sequential && !holds_own(reader, found->site, DIRECTIVE_NEST))
        add_attachment(plan, found, with_outer_clauses(plan, index), DIRECTIVE_NEST, claims(plan, index));
}

// Directives in the block move data, or it copies what is on the device already, so that it cannot be one launcher;
// what it holds may be.
static bool keep_block(Plan *plan, FromSite *found)
{
    Reader *reader = plan->reader;
    bool moves = from_moves_inside(reader, found->site) || from_always(found->from);
    if (!moves || region_around(plan, found->site) || !from_keep_block(reader, found))
        return false;
    Attachment kept = {.site = found->site,
                       .directive = from_translate(reader->arena, reader->diag, found->from, DIRECTIVE_BEGIN, false)};
    if (kept.directive)
        VECTOR_PUSH(reader->scratch, &plan->kept, kept);
    return true;
}

static void take_block(Plan *plan, int index)
{
    Reader *reader = plan->reader;
    FromSite *found = &reader->from_sites.items[index];
    const FromDirective *from = found->from;
    bool is_loop = site_of_index(reader, found->site)->kind == SITE_FOR, computes = from->parts[0]->rank > 0;
    bool has_loop = holds_kind(reader, found->site, SITE_FOR);
    found->inside = in_nest(plan, found->site);
    found->joined = !found->inside && loop_directive(plan, index + 1, found->site) >= 0;
    found->goes = found->inside || has_loop;
    if (!found->inside && !has_loop && !computes && !region_around(plan, found->site))
        found->goes = from_keep_block(reader, found);
    if (found->inside || found->joined || !has_loop || keep_block(plan, found))
        return;
    if (is_loop && computes && !holds_own(reader, found->site, DIRECTIVE_NEST))
        add_attachment(plan, found, from, DIRECTIVE_NEST, false);
    else if (!region_around(plan, found->site) && !holds_own(reader, found->site, DIRECTIVE_BEGIN))
        add_attachment(plan, found, from, DIRECTIVE_BEGIN, false);
}

// ---- directives that move data

// The region around the statement that cannot hold them: ours, and what the device is to do.
static const Attachment *closed_region(const Plan *plan, int site)
{
    const Attachment *region = region_around(plan, site);
    FOR_EACH(i, &plan->reader->from_sites) {
        const FromSite *found = &plan->reader->from_sites.items[i];
        if (region && region->directive->from && region->begin == found->begin && !from_computes(found->from))
            return NULL; // its data is entered before it
    }
    return region;
}

static void take_moves(Plan *plan, FromSite *found)
{
    Reader *reader = plan->reader;
    DirectiveList list = from_moves_of(reader, found->from);
    found->goes = true;
    for (int i = 0; i < list.count; i++) {
        Attachment made = {.directive = list.items[i],
                           .begin = found->begin,
                           .end = found->end,
                           .from_macro = found->from_macro,
                           .site = -1,
                           .last_site = -1,
                           .region = -1,
                           .order = i};
        int around = attach_block(plan->input, made.begin);
        attach_statement_alone(plan->input, &made, found->from->words, closed_region(plan, around),
                               nest_around(plan, around));
        if (made.good)
            VECTOR_PUSH(reader->arena, &plan->made, made);
    }
}

// ---- orphaned loops

// Whether threads share the iterations that start in another function.
static bool is_orphaned(const Reader *reader, const FromSite *found)
{
    const FromDirective *from = found->from;
    bool shares = from_has(from, "for") || from_has(from, "loop") || from_has(from, "distribute");
    if (from->language != FROM_OMP || found->attachment < 0 || !shares || from->parts[0]->places != FROM_LOOP)
        return false;
    FOR_EACH(i, &reader->from_sites) {
        const FromSite *outer = &reader->from_sites.items[i];
        bool starts = from_has(outer->from, "parallel") || from_has(outer->from, "teams");
        if (starts && contains(reader, outer->site, found->site))
            return false;
    }
    return true;
}

// The threads of this file do not start: each of them would run the whole nest. Those of other files are refused when
// the output is compiled (guards.c), unless they cannot call the function.
static bool take_orphans(Plan *plan)
{
    Reader *reader = plan->reader;
    bool any = false;
    FOR_EACH(i, &reader->from_sites) {
        const FromSite *found = &reader->from_sites.items[i];
        if (!is_orphaned(reader, found))
            continue;
        any = true;
        CXCursor function = reader->details.items[found->function].cursor;
        plan->made.items[found->attachment].orphaned = clang_getCursorLinkage(function) == CXLinkage_External;
    }
    return any;
}

// ---- what goes

// Whether a directive that goes holds the place, so that a directive there has lost what it belongs to.
static bool is_held(const Reader *reader, int index)
{
    const FromSite *inner = &reader->from_sites.items[index];
    for (int i = 0; i < reader->from_sites.count; i++) {
        const FromSite *outer = &reader->from_sites.items[i];
        if (i == index || !outer->goes || outer->site < 0)
            continue;
        const Site *site = site_of_index(reader, outer->site);
        if (inner->begin >= outer->begin && inner->begin < site->end)
            return true;
    }
    return false;
}

static bool holds_made(const Plan *plan, int site)
{
    FOR_EACH(i, &plan->made)
        if (!directive_is_data(plan->made.items[i].directive) && contains(plan->reader, site, plan->made.items[i].site))
            return true;
    return false;
}

static void find_what_goes(Plan *plan)
{
    Reader *reader = plan->reader;
    bool orphans = take_orphans(plan);
    FOR_EACH(i, &reader->from_sites) {
        FromSite *found = &reader->from_sites.items[i];
        bool is_team = found->from->place == FROM_TEAM && found->site >= 0;
        bool moves = found->from->place == FROM_ALONE && found->from->parts[0]->meaning == FROM_HINT;
        found->goes |= moves || (found->site >= 0 && from_computes(found->from)) ||
                       (is_team && (orphans || holds_made(plan, found->site)));
    }
    FOR_EACH(i, &reader->from_sites)
        reader->from_sites.items[i].goes |= is_held(reader, i);
    FOR_EACH(i, &reader->from_sites) {
        const FromSite *found = &reader->from_sites.items[i];
        ByteRange range = {found->begin, found->end};
        // A macro goes with its directive if no statement begins in it.
        bool apart = !found->from_macro || found->site < 0 || site_of_index(reader, found->site)->begin >= found->end;
        if (found->goes && apart)
            VECTOR_PUSH(reader->arena, &reader->unit->host->directives, range);
    }
}

// ---- what is said

static bool was_said(Plan *plan, const void *what)
{
    FOR_EACH(i, &plan->said)
        if (plan->said.items[i] == what)
            return true;
    VECTOR_PUSH(plan->reader->scratch, &plan->said, what);
    return false;
}

static void say_left(Plan *plan, const FromSite *found)
{
    const FromDirective *from = found->from;
    bool matters = from->place & (FROM_TEAM | FROM_INSIDE | FROM_HOST);
    if (matters && !was_said(plan, from->words))
        diag_warning(plan->reader->diag, from->loc, WARN_IGNORED_DIRECTIVE,
                     "'%s' is left to the compiler of the host: it holds no loop that becomes a nest", from->words);
}

static void say_remarks(Plan *plan, const FromDirective *from)
{
    FOR_EACH(i, &from->remarks) {
        const FromRow *row = from->remarks.items[i].row;
        const char *why = row->places == FROM_HOST ? "one thread of the host runs the block around it" : row->why;
        bool is_directive = row >= from_directives && row < from_directives + from_directive_count;
        if (row->meaning == FROM_UNREAD || !was_said(plan, row))
            diag_warning(plan->reader->diag, from->remarks.items[i].loc,
                         is_directive ? WARN_IGNORED_DIRECTIVE : WARN_IGNORED_CLAUSE, "'%s' has no effect: %s",
                         row->words, why);
    }
}

static void say(Plan *plan)
{
    FOR_EACH(i, &plan->reader->from_sites) {
        const FromSite *found = &plan->reader->from_sites.items[i];
        bool is_team = found->from->place == FROM_TEAM && found->goes && !found->inside;
        if (!found->goes && found->from->place != FROM_FUNCTION) {
            say_left(plan, found);
            continue;
        }
        if (is_team && !was_said(plan, found->from->parts[0]))
            diag_warning(plan->reader->diag, found->from->loc, WARN_IGNORED_DIRECTIVE,
                         "'%s' has no effect: one thread of the host runs the block, and its loops become nests",
                         found->from->words);
        say_remarks(plan, found->from);
    }
}

// ---- all attachments in order

static int compare_attachments(const void *left, const void *right)
{
    const Attachment *a = left, *b = right;
    return a->begin != b->begin ? (a->begin < b->begin ? -1 : 1) : a->order - b->order;
}

// The begin that covers the statement of the attachment; -1: none.
static int region_of(const Reader *reader, int index)
{
    const Attachment *inner = &reader->attachments.items[index];
    for (int i = index - 1; i >= 0; i--)
        if (reader->attachments.items[i].good && covers(reader, &reader->attachments.items[i], inner->site))
            return i;
    return -1;
}

static void merge(Plan *plan)
{
    Reader *reader = plan->reader;
    FOR_EACH(i, &plan->made)
        VECTOR_PUSH(reader->arena, &reader->attachments, plan->made.items[i]);
    if (plan->made.count)
        qsort(reader->attachments.items, (size_t)reader->attachments.count, sizeof(Attachment), compare_attachments);
    FOR_EACH(i, &reader->attachments) {
        Attachment *attachment = &reader->attachments.items[i];
        if (attachment->good && attachment->directive->kind == DIRECTIVE_NEST && plan->made.count)
            attachment->region = region_of(reader, i);
    }
    FOR_EACH(i, &reader->from_sites) {
        FromSite *found = &reader->from_sites.items[i];
        size_t begin = found->attachment < 0 ? 0 : plan->made.items[found->attachment].begin;
        for (int k = 0; found->attachment >= 0 && k < reader->attachments.count; k++)
            if (reader->attachments.items[k].begin == begin) {
                found->attachment = k;
                break;
            }
    }
}

void from_attach(Reader *reader, const AttachInput *input)
{
    Plan plan = {.reader = reader, .input = input};
    int errors = diag_error_count(reader->diag);
    FOR_EACH(i, &reader->from_sites)
        locate(&plan, &reader->from_sites.items[i]);
    if (diag_error_count(reader->diag) > errors)
        return;
    FOR_EACH(i, &reader->from_sites) {
        const FromSite *found = &reader->from_sites.items[i];
        if (found->site >= 0 && found->from->place == FROM_LOOP)
            take_loop(&plan, i);
        else if (found->site >= 0 && found->from->place == FROM_DATA)
            take_block(&plan, i);
    }
    FOR_EACH(i, &reader->from_sites)
        if (from_moves(reader->from_sites.items[i].from))
            take_moves(&plan, &reader->from_sites.items[i]);
    find_what_goes(&plan);
    say(&plan);
    merge(&plan);
    from_note_devices(reader);
}

static bool keep_data(Reader *reader, int attachment)
{
    FOR_EACH(i, &reader->from_sites)
        if (reader->from_sites.items[i].attachment == attachment)
            return from_keep_block(reader, &reader->from_sites.items[i]);
    return false;
}

void from_drop_region(Reader *reader, int attachment, const char *because, bool wanted)
{
    Attachment *region = &reader->attachments.items[attachment];
    region->good = false;
    if (!keep_data(reader, attachment))
        diag_warning(reader->diag, region->directive->loc, WARN_IGNORED_DIRECTIVE,
                     "'%s' keeps no data on the device, and its nests move their own: the block is not a region%s%s",
                     region->directive->from, because ? ", since " : "", because ? because : "");
    else if (wanted)
        diag_warning(reader->diag, region->directive->loc, WARN_IGNORED_DIRECTIVE,
                     "'%s' keeps its data on the device, but its nests run one by one: the block is not a region%s%s",
                     region->directive->from, because ? ", since " : "", because ? because : "");
    FOR_EACH(i, &reader->attachments) {
        Attachment *inner = &reader->attachments.items[i];
        if (inner->region != attachment)
            continue;
        inner->region = -1;
        inner->directive = from_with_data(reader->arena, inner->directive, region->directive);
        reader->details.items[inner->site].directive = NULL;
    }
}

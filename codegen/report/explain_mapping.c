// Step 2 of the paper: the behaviour of each access under each of the eight mappings, and under the chosen one.
#include "analysis/words.h"
#include "codegen/report/explain.h"
#include "transform/plan/resources/assignment.h"
#include "transform/plan/resources/staged.h"
#include "transform/search/sizes.h"
#include "transform/tree/loops.h"

#include <stdlib.h>
#include <string.h>

// ---- the results: an array that is written, and the parallel loops that move it

typedef struct Results {
    const Access *write;
    LoopId loops[MAX_DEPTH];
    int count;
} Results;

static Results results_of(const Facts *facts, const Access *write)
{
    Results results = {.write = write};
    FOR_EACH(i, &facts->loops) {
        const LoopFact *loop = &facts->loops.items[i];
        int64_t distance;
        const Stmt *stmt = stmt_find_loop(facts->nest->body, loop->id);
        bool moves =
            stmt && stmt_contains(stmt, write->stmt) && access_stride(facts, write, loop->id, &distance) != STRIDE_ZERO;
        if (moves && loop->verdict == LOOP_PARALLEL && results.count < MAX_DEPTH)
            results.loops[results.count++] = loop->id;
    }
    return results;
}

// Of the stores, those with the most dimensions; of equal ones the last, which has the most computations around it.
static Results find_results(const Facts *facts)
{
    Results best = {0};
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->is_write || !access->array || access->array->space != SPACE_GLOBAL)
            continue;
        Results results = results_of(facts, access);
        if (results.count > 0 && results.count >= best.count)
            best = results;
    }
    return best;
}

// ---- words

static const char *part_name(Arena *arena, Binding binding, const char *iterator, bool plane)
{
    static const char axes[] = "xyz";
    const char *name = binding_text(binding);
    if (!binding_is_block(binding) && !binding_is_thread(binding))
        return arena_printf(arena, "%s'", iterator);
    return arena_printf(arena, plane ? "%c%c" : "%c", *name, axes[binding_dimension(binding)]);
}

// "(by,ty)": how the paper writes the iterations of a loop.
static const char *share_words(Arena *arena, const Assignment *assignment, const LoopShare *share, const char *iterator)
{
    bool plane = false;
    for (int i = 0; i < assignment->count; i++)
        for (int p = 0; p < assignment->loops[i].nparts; p++) {
            Binding binding = assignment->loops[i].part[p].binding;
            plane =
                plane || ((binding_is_block(binding) || binding_is_thread(binding)) && binding_dimension(binding) > 0);
        }
    if (share->nparts == 1)
        return part_name(arena, share->part[0].binding, iterator, plane);
    Text text = {.arena = arena};
    for (int p = 0; p < share->nparts; p++)
        text_printf(&text, "%s%s", p ? "," : "(", part_name(arena, share->part[p].binding, iterator, plane));
    text_add(&text, ")");
    return text_string(&text);
}

// The text of an iterator in an address: its parts. All other symbols, including parameters, stay as they are.
static const char *symbol_words(const Explanation *explanation, const Assignment *assignment, const Symbol *symbol)
{
    for (int i = 0; i < assignment->count; i++) {
        const LoopFact *fact = facts_loop(explanation->facts, assignment->loops[i].loop); // NULL: `scan` has made it
        if (fact && fact->loop->iterator == symbol)
            return share_words(explanation->arena, assignment, &assignment->loops[i], symbol->name);
    }
    return symbol->name;
}

// For an access into a struct, its offset and its subscripts count as dimensions.
static int path_dimensions(const Expr *access)
{
    int count = 0;
    for (int i = 0; i < access->npath; i++)
        count += 1 + access->path[i].field->ndim;
    return count;
}

static void add_member(Text *text, const Member *member)
{
    text_printf(text, ".%s", member->field->name);
    for (int d = 0; d < member->field->ndim; d++) {
        text_add(text, "[");
        print_expr(text, member->subscripts[d]);
        text_add(text, "]");
    }
}

// "A[(by,ty)][k]": the element, with the mapping in place of the iterators. All in one type, so that no conversion
// appears.
static const char *address_words(const Explanation *explanation, const Assignment *assignment, const Access *access)
{
    Arena *arena = explanation->arena;
    if (!access->affine)
        return access_words(arena, access);
    Text text = {.arena = arena};
    text_add(&text, access->array->name);
    for (int d = 0; d < access->ndim - path_dimensions(access->expr); d++) {
        Linear subscript = linear_of(arena, access->dims[d]);
        FOR_EACH(t, &subscript.terms) {
            const Expr *atom = expr_strip_casts(subscript.terms.items[t].atom);
            if (atom->kind != EX_SYMBOL)
                continue;
            Symbol *stand_in = ARENA_NEW(arena, Symbol);
            *stand_in = *atom->symbol;
            stand_in->name = symbol_words(explanation, assignment, atom->symbol);
            stand_in->type = type_scalar(TY_I64);
            subscript.terms.items[t].atom = expr_symbol(arena, stand_in);
        }
        text_add(&text, "[");
        print_expr(&text, linear_expr(arena, &subscript));
        text_add(&text, "]");
    }
    for (int i = 0; i < access->expr->npath; i++)
        add_member(&text, &access->expr->path[i]);
    return text_string(&text);
}

static const char *form_words(const Explanation *explanation, const Assignment *assignment, const Results *results)
{
    Text text = {.arena = explanation->arena};
    for (int i = 0; i < results->count; i++)
        for (int k = 0; k < assignment->count; k++)
            if (assignment->loops[k].loop == results->loops[i])
                text_printf(&text, "%s%s", text.length ? ", " : "(",
                            share_words(explanation->arena, assignment, &assignment->loops[k],
                                        facts_loop(explanation->facts, results->loops[i])->loop->iterator->name));
    text_add(&text, ")");
    return text_string(&text);
}

// ---- sizes

static bool has_value(const MappingSizes *sizes, const Symbol *symbol)
{
    FOR_EACH(i, &sizes->values)
        if (sizes->values.items[i].symbol == symbol)
            return true;
    return false;
}

static void add_typical(const Explanation *explanation, MappingSizes *sizes)
{
    MappingSizes typical = size_points(explanation->arena, explanation->facts).items[0].sizes;
    FOR_EACH(i, &typical.values)
        if (!has_value(sizes, typical.values.items[i].symbol))
            VECTOR_PUSH(explanation->arena, &sizes->values, typical.values.items[i]);
}

MappingSizes explain_typical_sizes(const Explanation *explanation)
{
    MappingSizes sizes = {0};
    explain_sizes(explanation, &sizes);
    add_typical(explanation, &sizes);
    return sizes;
}

const char *explain_sizes_words(Arena *arena, const MappingSizes *sizes)
{
    Text text = {.arena = arena};
    FOR_EACH(i, &sizes->values) {
        const SizeValue *size = &sizes->values.items[i];
        text_printf(&text, "%s%s = %lld", text.length ? ", " : "",
                    size->symbol->host ? size->symbol->host : size->symbol->name, (long long)size->value);
    }
    return text.length ? text_string(&text) : NULL;
}

void explain_sizes(const Explanation *explanation, MappingSizes *sizes)
{
    FOR_EACH(i, &explanation->options->sizes) {
        const Setting *setting = &explanation->options->sizes.items[i];
        FOR_EACH(s, &explanation->nest->symbols) {
            const Symbol *symbol = explanation->nest->symbols.items[s];
            const char *host = symbol->host ? symbol->host : symbol->name;
            SizeValue value = {symbol, strtoll(setting->value, NULL, 0)};
            if (strcmp(host, setting->name) == 0)
                VECTOR_PUSH(explanation->arena, &sizes->values, value);
        }
    }
    if (explanation->options->format == FORMAT_HTML) // its pictures are of some size
        add_typical(explanation, sizes);
}

int64_t explain_result_count(const Explanation *explanation, const MappingSizes *sizes)
{
    Results results = find_results(explanation->facts);
    int64_t count = results.count ? 1 : 0;
    for (int i = 0; i < results.count; i++) {
        int64_t trip = mapping_trip(explanation->facts, results.loops[i], sizes);
        if (trip < 0 || __builtin_mul_overflow(count, trip, &count))
            return 0;
    }
    return count;
}

const Access *explain_result(const Explanation *explanation, LoopId *loops, int *count)
{
    Results results = find_results(explanation->facts);
    memcpy(loops, results.loops, sizeof results.loops);
    *count = results.count;
    return results.write;
}

// ---- the tables

typedef struct MappingChoice {
    const char *name, *form;
    Assignment assignment;
    bool chosen;
} MappingChoice;

typedef struct MappingChoices {
    MappingChoice items[MAPPING_COUNT + 1];
    int count;
} Candidates;

static MappingShape shape_of(const Assignment *chosen, bool named)
{
    int64_t threads = chosen->block[0] * chosen->block[1] * chosen->block[2];
    MappingShape shape = {
        .threads = threads > 1 ? threads : 256, .local = 16, .x = chosen->block[0], .y = chosen->block[1]};
    if (!named || shape.y < 2) {
        shape.x = WARP_SIZE;
        shape.y = shape.threads / WARP_SIZE > 1 ? shape.threads / WARP_SIZE : 8;
    }
    return shape;
}

static Candidates candidates_of(const Explanation *explanation, const Results *results)
{
    Candidates candidates = {0};
    Assignment chosen = {0};
    Mapping chosen_mapping = MAPPING_COUNT;
    bool known = explanation->scheduled &&
                 assignment_of(explanation->arena, explanation->scheduled, results->write->stmt->id, &chosen);
    bool named = known && assignment_mapping(&chosen, results->loops, results->count, &chosen_mapping);
    MappingShape shape = shape_of(&chosen, named);
    for (int m = 0; m < MAPPING_COUNT; m++) {
        MappingChoice candidate = {
            mapping_name((Mapping)m), mapping_form((Mapping)m), {0}, named && chosen_mapping == (Mapping)m};
        if (!mapping_assign((Mapping)m, results->loops, results->count, &shape, &candidate.assignment))
            continue;
        if (candidate.chosen)
            candidate.assignment = chosen;
        if (results->count == 1) // no rows
            candidate.form = form_words(explanation, &candidate.assignment, results);
        candidates.items[candidates.count++] = candidate;
    }
    if (known && !named)
        candidates.items[candidates.count++] =
            (MappingChoice){"schedule", form_words(explanation, &chosen, results), chosen, true};
    return candidates;
}

// What a mapping does with the accesses.

typedef struct Tally {
    int all, coalesced, shared, held;
} Tally;

static Tally tally_of(const Explanation *explanation, const MappingChoice *candidate, const Results *results)
{
    Tally tally = {0};
    FOR_EACH(a, &explanation->facts->accesses) {
        const Access *access = &explanation->facts->accesses.items[a];
        if (!access->array || access->array->space != SPACE_GLOBAL ||
            !facts_inside_all(explanation->facts, access->stmt, results->loops, results->count))
            continue;
        AccessPattern pattern = mapping_access(explanation->facts, &candidate->assignment, access).pattern;
        Space space = candidate->chosen ? staged_space(explanation->scheduled, access) : SPACE_GLOBAL;
        bool direct = space == SPACE_GLOBAL;
        tally.all++;
        tally.coalesced += direct && (pattern == PATTERN_COALESCED || pattern == PATTERN_BROADCAST);
        tally.shared += space == SPACE_SHARED;
        tally.held += space == SPACE_REGISTER;
    }
    return tally;
}

static int64_t results_per_thread(const Explanation *explanation, const Assignment *assignment, const Results *results,
                                  const MappingSizes *sizes)
{
    Assignment moving = {0}; // of the results, without the loops inside
    for (int i = 0; i < results->count; i++) {
        const LoopShare *share = assignment_share(assignment, results->loops[i]);
        if (share)
            moving.loops[moving.count++] = *share;
    }
    return mapping_results_per_thread(explanation->facts, &moving, sizes);
}

static void add_mappings(Report *report, const Explanation *explanation, const Candidates *candidates,
                         const MappingSizes *sizes, const Results *results)
{
    static const ReportColumn columns[] = {{"mapping", "mapping", false},
                                           {"form", "row, column", false},
                                           {"results_per_thread", "results a thread", true},
                                           {"coalesced", "stores", false},
                                           {"coalesced_accesses", "coalesced", true},
                                           {"accesses", "of", true}};
    report_table(report, "mappings", columns, 6);
    for (int i = 0; i < candidates->count; i++) {
        const MappingChoice *candidate = &candidates->items[i];
        int64_t per_thread = results_per_thread(explanation, &candidate->assignment, results, sizes);
        MappedAccess store = mapping_access(explanation->facts, &candidate->assignment, results->write);
        report_row(report, candidate->chosen);
        report_cell(report, candidate->name);
        report_cell(report, candidate->form);
        if (per_thread >= 0)
            report_cell_integer(report, per_thread);
        else
            report_cell(report, NULL);
        report_cell(report, mapping_words(explanation->arena, &store));
        Tally tally = tally_of(explanation, candidate, results);
        report_cell_integer(report, tally.coalesced);
        report_cell_integer(report, tally.all);
    }
}

static void add_count(Report *report, bool known, int64_t count)
{
    if (known)
        report_cell_integer(report, count);
    else
        report_cell(report, NULL);
}

static void add_access(Report *report, const Explanation *explanation, const MappingChoice *candidate,
                       const Access *access, const MappingSizes *sizes)
{
    Assignment own, *assignment = (Assignment *)&candidate->assignment;
    if (candidate->chosen && assignment_of(explanation->arena, explanation->scheduled, access->stmt->id, &own))
        assignment = &own; // the assignment of its own statement
    Space space = candidate->chosen ? staged_space(explanation->scheduled, access) : SPACE_GLOBAL;
    MappedAccess mapped = mapping_access(explanation->facts, assignment, access);
    report_row(report, candidate->chosen);
    report_cell(report, candidate->name);
    report_cell(report, access->is_write ? "store" : "load");
    report_cell(report, address_words(explanation, assignment, access));
    report_cell(report, space == SPACE_SHARED     ? "from shared memory"
                        : space == SPACE_REGISTER ? "in a register"
                                                  : mapping_words(explanation->arena, &mapped));
    add_count(report, mapped.sectors > 0 && space == SPACE_GLOBAL, mapped.sectors);
    if (!sizes->values.count)
        return;
    AccessTraffic traffic = {0};
    if (space == SPACE_GLOBAL)
        traffic = mapping_traffic(explanation->facts, assignment, access, sizes);
    add_count(report, traffic.exact, traffic.requests);
    add_count(report, traffic.exact, traffic.sectors);
    add_count(report, traffic.exact, traffic.repeats);
}

static const char *copy_pattern(const Explanation *explanation, const StagedCopy *copy)
{
    Text text = {.arena = explanation->arena};
    if (!copy->sectors)
        return "unknown";
    if (copy->run == 1)
        return "apart";
    if (copy->stride == 0 || copy->stride == copy->each)
        text_add(&text, copy->stride ? "coalesced" : "broadcast");
    else
        text_printf(&text, "strided by %lld", (long long)copy->stride);
    if (copy->each > 1)
        text_printf(&text, ", %lld bytes a lane", (long long)copy->each * copy->array->element->size);
    if (copy->run < WARP_SIZE)
        text_printf(&text, ", %d lanes in a row", copy->run);
    return text_string(&text);
}

// The accesses that the schedule adds: they move data between memory and shared memory or registers.
static void add_copies(Report *report, const Explanation *explanation, const MappingChoice *chosen, bool counts)
{
    StagedCopies copies = staged_copies(explanation->arena, explanation->scheduled, chosen->assignment.block);
    FOR_EACH(i, &copies.items) {
        const StagedCopy *copy = &copies.items.items[i];
        const char *place = copy->held && copy->held->space == SPACE_SHARED ? "shared memory" : "registers";
        report_row(report, true);
        report_cell(report, chosen->name);
        report_cell(report, copy->out ? "copy out" : "copy in");
        report_cell(report,
                    arena_printf(explanation->arena, copy->out ? "%s from %s" : "%s to %s", copy->array->name, place));
        report_cell(report, copy_pattern(explanation, copy));
        add_count(report, copy->sectors > 0, copy->sectors);
        for (int column = 0; counts && column < 3; column++)
            report_cell(report, NULL);
    }
}

static void add_accesses(Report *report, const Explanation *explanation, const Candidates *candidates,
                         const MappingSizes *sizes, const Results *results)
{
    static const ReportColumn columns[] = {{"mapping", "mapping", false},
                                           {"kind", "access", false},
                                           {"address", "element", false},
                                           {"pattern", "a warp's lanes", false},
                                           {"sectors_per_request", "sectors/request", true},
                                           {"requests", "requests", true},
                                           {"sectors", "sectors", true},
                                           {"repeats", "in a row", true}};
    report_table(report, "accesses", columns, sizes->values.count ? 8 : 5);
    for (int i = 0; i < candidates->count; i++) {
        FOR_EACH(a, &explanation->facts->accesses) {
            const Access *access = &explanation->facts->accesses.items[a];
            if (access->array && access->array->space == SPACE_GLOBAL &&
                facts_inside_all(explanation->facts, access->stmt, results->loops, results->count))
                add_access(report, explanation, &candidates->items[i], access, sizes);
        }
        if (candidates->items[i].chosen)
            add_copies(report, explanation, &candidates->items[i], sizes->values.count > 0);
    }
}

// The reason for the chosen mapping: how many accesses it coalesces.
static void add_reason(Report *report, const Explanation *explanation, const Candidates *candidates,
                       const Results *results)
{
    for (int i = 0; i < candidates->count; i++) {
        const MappingChoice *candidate = &candidates->items[i];
        if (!candidate->chosen)
            continue;
        Tally tally = tally_of(explanation, candidate, results);
        Text words = {.arena = explanation->arena};
        if (tally.shared)
            text_printf(&words, ", %d through shared memory", tally.shared);
        if (tally.held)
            text_printf(&words, ", %d held in registers", tally.held);
        report_sentence(report, "chosen_because",
                        "Chosen: %s %s; of %d accesses %d coalesced or read by all lanes at once%s.", candidate->name,
                        candidate->form, tally.all, tally.coalesced, text_string(&words));
    }
}

// The schedule's own accesses, if the results do not move with a parallel loop, as in a sum.
static void add_schedule(Report *report, const Explanation *explanation, const MappingSizes *sizes)
{
    Candidates candidates = {.items = {{"schedule", NULL, {0}, true}}, .count = 1};
    bool known = false;
    FOR_EACH(i, &explanation->facts->accesses) {
        const Access *access = &explanation->facts->accesses.items[i];
        if (!known && access->array && explanation->scheduled)
            known = assignment_of(explanation->arena, explanation->scheduled, access->stmt->id,
                                  &candidates.items[0].assignment);
    }
    if (known)
        add_accesses(report, explanation, &candidates, sizes, &(Results){0});
}

void explain_mapping(Report *report, const Explanation *explanation)
{
    Results results = find_results(explanation->facts);
    MappingSizes sizes = {0};
    explain_sizes(explanation, &sizes);
    report_open(report, "arrangement", "Step 2, arrangement: which thread computes which element");
    if (results.count == 0) {
        report_sentence(report, "none",
                        "The results do not move with a parallel loop: no thread-to-element mapping applies.");
        add_schedule(report, explanation, &sizes);
    } else {
        Candidates candidates = candidates_of(explanation, &results);
        add_mappings(report, explanation, &candidates, &sizes, &results);
        add_reason(report, explanation, &candidates, &results);
        add_accesses(report, explanation, &candidates, &sizes, &results);
    }
    report_close(report);
}

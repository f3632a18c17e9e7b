// analyze_nest: the order of the questions, the verdict of each loop, and the refusal of a nest without a parallel
// loop.
#include "analysis/analyze_as.h"
#include "analysis/arrays/access.h"
#include "analysis/arrays/assume.h"
#include "analysis/arrays/chunks.h"
#include "analysis/arrays/delinearize.h"
#include "analysis/arrays/footprint.h"
#include "analysis/arrays/stride.h"
#include "analysis/arrays/swap_buffers.h"
#include "analysis/arrays/work.h"
#include "analysis/depend/depend.h"
#include "analysis/depend/equal_stores.h"
#include "analysis/depend/exchange.h"
#include "analysis/depend/excluded_sizes.h"
#include "analysis/depend/known_pairs.h"
#include "analysis/depend/private.h"
#include "analysis/depend/reduction.h"
#include "analysis/depend/scan.h"
#include "analysis/depend/scatter.h"
#include "analysis/depend/update.h"
#include "analysis/facts.h"
#include "analysis/operations.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"
#include "analysis/words.h"

enum { EMPTINESS_TESTS_PER_NEST = 30000 };

// ---- life

static Analysis *open_analysis(Arena *arena, Diag *diag, Nest *nest)
{
    Analysis *analysis = ARENA_NEW(arena, Analysis);
    analysis->arena = arena;
    analysis->diag = diag;
    analysis->nest = nest;
    analysis->facts = ARENA_NEW(arena, Facts);
    analysis->facts->nest = nest;
    analysis->facts->arena = arena;
    analysis->facts->internal = analysis;
    analysis->budget = EMPTINESS_TESTS_PER_NEST;
    analysis->ctx = isl_ctx_alloc();
    isl_options_set_on_error(analysis->ctx, ISL_ON_ERROR_CONTINUE);
    isl_space *parameters = isl_space_params_alloc(analysis->ctx, 0);
    analysis->context = isl_set_universe(isl_space_copy(parameters));
    analysis->type_ranges = isl_set_universe(parameters);
    return analysis;
}

void facts_release(Facts *facts)
{
    if (!facts || !facts->internal->ctx)
        return;
    facts_release(facts->original);
    if (!facts->internal->ctx) // of facts_assuming, which share them with the original
        return;
    Analysis *analysis = facts->internal;
    FOR_EACH(i, &analysis->sets)
        isl_set_free(analysis->sets.items[i]);
    FOR_EACH(i, &analysis->relations)
        isl_map_free(analysis->relations.items[i].map);
    FOR_EACH(i, &analysis->affs)
        isl_pw_aff_free(analysis->affs.items[i]);
    FOR_EACH(i, &analysis->sites) {
        for (int d = 0; d < analysis->sites.items[i].nraw; d++)
            if (analysis->sites.items[i].raw[d])
                polynomial_free(analysis->sites.items[i].raw[d]);
        if (analysis->sites.items[i].known)
            polynomial_free(analysis->sites.items[i].known);
    }
    FOR_EACH(i, &analysis->loops) {
        isl_set_free(analysis->loops.items[i]->domain);
        if (analysis->loops.items[i]->base)
            polynomial_free(analysis->loops.items[i]->base);
        isl_id_free(analysis->loops.items[i]->iterator.id);
    }
    isl_set_free(analysis->context);
    isl_set_free(analysis->type_ranges);
    isl_set_free(analysis->room);
    FOR_EACH(i, &analysis->parameters)
        isl_id_free(analysis->parameters.items[i]->id);
    isl_ctx_free(analysis->ctx);
    analysis->ctx = NULL;
}

// ---- queries

long facts_operations(const Facts *facts)
{
    return facts->internal->operations + facts->internal->order_operations;
}

bool facts_asserts_independent(const Facts *facts)
{
    FOR_EACH(i, &facts->internal->loops)
        if (facts->internal->loops.items[i]->independent)
            return true;
    return false;
}

const LoopFact *facts_loop(const Facts *facts, LoopId origin)
{
    FOR_EACH(i, &facts->loops)
        if (facts->loops.items[i].id == origin)
            return &facts->loops.items[i];
    return NULL;
}

const ArrayFact *facts_array(const Facts *facts, const Array *array)
{
    FOR_EACH(i, &facts->arrays)
        if (array_is(facts->arrays.items[i].array, array))
            return &facts->arrays.items[i];
    return NULL;
}

bool facts_inside_all(const Facts *facts, const Stmt *stmt, const LoopId *loops, int count)
{
    for (int i = 0; i < count; i++) {
        const Stmt *loop = stmt_find_loop(facts->nest->body, loops[i]);
        if (!loop || !stmt_contains(loop, stmt))
            return false;
    }
    return true;
}

StrideKind access_stride(const Facts *facts, const Access *access, LoopId origin, int64_t *constant)
{
    Analysis *analysis = facts->internal;
    const AccessSite *where = &analysis->sites.items[access->index];
    const LoopNode *loop = find_loop(analysis, origin);
    *constant = 0;
    if (!access->affine || !loop)
        return STRIDE_UNKNOWN;
    bool around = false;
    for (const LoopNode *outer = where->loop; outer; outer = outer->parent)
        around = around || outer == loop;
    if (!around)
        return STRIDE_ZERO;
    return stride_of_access(analysis, access, loop, constant);
}

// ---- verdicts

static int64_t constant_trip(Analysis *analysis, const Loop *loop)
{
    const Expr *count = loop->factor ? NULL : loop_trip_count(analysis->arena, loop);
    return count && count->kind == EX_INT ? count->integer : -1;
}

bool reduction_runs_along(const Reduction *reduction, LoopId loop)
{
    FOR_EACH(i, &reduction->loops)
        if (reduction->loops.items[i] == loop)
            return true;
    return false;
}

bool dependence_is_reduced(const Facts *facts, const Dependence *dependence, LoopId loop)
{
    return dependence->reduction >= 0 && reduction_runs_along(&facts->reductions.items[dependence->reduction], loop);
}

// Whether each iteration of the loop has both accesses at one element, the same one for all iterations.
static bool meets_always(Analysis *analysis, const LoopNode *node, const Dependence *dependence)
{
    const Access *source = dependence->source, *sink = dependence->sink;
    if (!source->affine || !sink->affine || source->ndim != sink->ndim)
        return false;
    for (int d = 0; d < source->ndim; d++)
        if (!expr_equal(source->dims[d], sink->dims[d]))
            return false;
    return access_stays(analysis->facts, source, node->loop->id);
}

// Whether a clause of this kind of the directive lists the name.
static bool is_listed(const Directive *directive, ClauseKind kind, const char *name)
{
    for (int c = 0; directive && c < directive->clauses.count; c++)
        if (directive->clauses.items[c].kind == kind && clause_names(&directive->clauses.items[c], name))
            return true;
    return false;
}

static bool is_listed_at(const Analysis *analysis, const LoopNode *node, ClauseKind kind, const char *name)
{
    return is_listed(access_directive(analysis, node), kind, name) || is_listed(analysis->nest->directive, kind, name);
}

// What `independent` asserts away: a dependence that is not certain, except between updates of a reduction that the
// directive lists.
static bool is_asserted_away(Analysis *analysis, const LoopNode *node, const Dependence *dependence)
{
    if (!node->independent || dependence->source->scalar ||
        is_listed_at(analysis, node, CLAUSE_REDUCTION, dependence->source->array->name))
        return false;
    const AccessSite *source = &analysis->sites.items[dependence->source->index];
    const AccessSite *sink = &analysis->sites.items[dependence->sink->index];
    bool exact = !dependence->may && source->exact && sink->exact && dependence->nloops > node->depth;
    return !exact || (!dependence->has_distance[node->depth] && !meets_always(analysis, node, dependence));
}

// Certain before assumed, what explains itself before the rest, then flow, anti, output.
static int witness_rank(const Facts *facts, const Dependence *dependence)
{
    return dependence->may * 8 + !dependence_explains(facts, dependence) * 4 + (int)dependence->kind;
}

static const Dependence *better_witness(const Facts *facts, const Dependence *left, const Dependence *right)
{
    return !left || witness_rank(facts, right) < witness_rank(facts, left) ? right : left;
}

static void judge(Analysis *analysis, const LoopNode *node, LoopFact *fact)
{
    fact->verdict = node->opaque && !node->data_bound ? LOOP_OPAQUE : LOOP_PARALLEL;
    for (const Dependence *d = depend_carried_by(analysis, node, NULL); d; d = depend_carried_by(analysis, node, d)) {
        if (d->privatized || is_asserted_away(analysis, node, d))
            continue;
        if (!dependence_is_reduced(analysis->facts, d, node->loop->id))
            fact->witness = better_witness(analysis->facts, fact->witness, d);
    }
    FOR_EACH(i, &analysis->facts->reductions)
        if (reduction_runs_along(&analysis->facts->reductions.items[i], node->loop->id))
            VECTOR_PUSH(analysis->arena, &fact->reductions, i);
    if (fact->verdict == LOOP_OPAQUE)
        return;
    if (!fact->witness && stmt_rotates(node->stmt))
        fact->reason = "pointers change places in it";
    if (!fact->witness && node->leaves)
        fact->reason = node->loop->endless ? "its number of iterations is not known" : "it is left by 'break'";
    if (!fact->witness && node->loop->factor)
        fact->reason = "its iterator is multiplied or divided from one iteration to the next";
    if (fact->witness || fact->reason)
        fact->verdict = LOOP_SEQUENTIAL;
    else if (fact->reductions.count)
        fact->verdict = LOOP_REDUCTION;
    if (fact->verdict == LOOP_SEQUENTIAL) {
        fact->reductions.count = 0;
        if (fact->witness)
            depend_find_example(analysis, node, fact->witness);
    }
}

static void judge_loops(Analysis *analysis)
{
    FOR_EACH(i, &analysis->loops) {
        const LoopNode *node = analysis->loops.items[i];
        LoopFact fact = {.id = node->loop->id,
                         .loop = node->loop,
                         .affine = node->affine,
                         .lower = node->lower,
                         .upper = node->upper};
        fact.parent = node->parent ? node->parent->loop->id : 0;
        fact.constant_trip = constant_trip(analysis, node->loop);
        judge(analysis, node, &fact);
        fact.shared = fact.verdict;
        if (node->data_bound)
            fact.verdict = LOOP_OPAQUE;
        VECTOR_PUSH(analysis->arena, &analysis->facts->loops, fact);
    }
}

// ---- independent

static bool is_dropped(Analysis *analysis, const Dependence *dependence)
{
    FOR_EACH(i, &analysis->loops) {
        LoopNode *node = analysis->loops.items[i];
        if (node->independent && depend_carries(dependence, node->loop->id) &&
            is_asserted_away(analysis, node, dependence)) {
            node->relies = true;
            return true;
        }
    }
    return false;
}

// Of one statement, by what is known of its loop.
static bool are_distinct(const Analysis *analysis, const Dependence *dependence)
{
    if (dependence->kind != DEPEND_OUTPUT || dependence->source->stmt != dependence->sink->stmt)
        return false;
    FOR_EACH(i, &analysis->loops) {
        const Loop *loop = analysis->loops.items[i]->loop;
        for (int d = 0; d < MAX_DISTINCT && loop->distinct[d]; d++)
            if (loop->distinct[d] == dependence->source->array && depend_carries(dependence, loop->id))
                return true;
    }
    return false;
}

static void drop_asserted(Analysis *analysis)
{
    Facts *facts = analysis->facts;
    int kept = 0;
    FOR_EACH(i, &facts->dependences)
        if (!is_dropped(analysis, &facts->dependences.items[i]) &&
            !are_distinct(analysis, &facts->dependences.items[i]))
            facts->dependences.items[kept++] = facts->dependences.items[i];
    facts->dependences.count = kept;
}

// An element that all iterations of the loop update, which no clause lists: its dependence, or NULL. Scalars are not
// considered; the front end knows which of them are shared.
static const Dependence *unlisted_update(Analysis *analysis, const LoopNode *node, const LoopFact *loop)
{
    const Facts *facts = analysis->facts;
    for (const Dependence *d = depend_carried_by(analysis, node, NULL); d; d = depend_carried_by(analysis, node, d)) {
        if (d->may || d->privatized || d->reduction < 0 || !dependence_is_reduced(facts, d, loop->id))
            continue;
        const Reduction *reduction = &facts->reductions.items[d->reduction];
        bool certain = reduction->kind == REDUCTION_ELEMENT && !is_asserted_away(analysis, node, d);
        if (certain && !is_listed_at(analysis, node, CLAUSE_REDUCTION, place_name(reduction->place)))
            return d;
    }
    return NULL;
}

// What OpenMP or OpenACC asserts. A counterexample is said, and the nest is analysed again without the assertion; where
// nothing relies on the assertion, it is taken back, so that the nest is the same as without it.
static void test_belief(Analysis *analysis, LoopNode *node, const LoopFact *loop)
{
    Belief *belief = node->independent->belief;
    bool certain = loop->verdict == LOOP_SEQUENTIAL && loop->witness && !loop->witness->may;
    const Dependence *witness = certain ? loop->witness : unlisted_update(analysis, node, loop);
    if (!witness || belief->dropped || belief->tested)
        return;
    belief->dropped = true;
    analysis->again = true;
    if (witness->source->scalar) // the front end knows which of them are shared, and has said it
        return;
    if (is_listed_at(analysis, node, CLAUSE_PRIVATE, witness->source->array->name)) // each thread has its own
        return;
    diag_warning(analysis->diag, node->independent->loc, WARN_RACE,
                 "'%s' runs iterations of loop '%s' at the same time: %s", belief->words, loop->loop->name,
                 dependence_words(analysis->facts, witness));
    note_dependence(analysis->diag, analysis->facts, witness);
}

// Assertions that nothing relies on are taken back, so that they do not keep steps from changing the source.
static void forget_beliefs(Analysis *analysis)
{
    FOR_EACH(i, &analysis->loops) {
        const LoopNode *node = analysis->loops.items[i];
        bool relied = false;
        for (int k = 0; k < analysis->loops.count && !relied; k++)
            relied = analysis->loops.items[k]->independent == node->independent && analysis->loops.items[k]->relies;
        if (node->independent && !node->independent->belief->tested)
            node->independent->belief->dropped = !relied;
    }
    FOR_EACH(i, &analysis->loops)
        if (analysis->loops.items[i]->independent)
            analysis->loops.items[i]->independent->belief->tested = true;
    FOR_EACH(i, &analysis->loops) {
        LoopNode *node = analysis->loops.items[i];
        if (node->independent && node->independent->belief->dropped)
            node->independent = NULL;
    }
}

static void disprove_independence(Analysis *analysis)
{
    FOR_EACH(i, &analysis->loops) {
        const Clause *clause = analysis->loops.items[i]->independent;
        const LoopFact *loop = &analysis->facts->loops.items[i];
        if (clause && clause->belief->words) {
            test_belief(analysis, analysis->loops.items[i], loop);
            continue;
        }
        if (!clause || loop->verdict != LOOP_SEQUENTIAL || !loop->witness || loop->witness->may)
            continue;
        diag_error(analysis->diag, clause->loc, "loop '%s' is not independent: %s", loop->loop->name,
                   dependence_words(analysis->facts, loop->witness));
        note_dependence(analysis->diag, analysis->facts, loop->witness);
        analysis->failed = true;
        return;
    }
}

// ---- the nest as a whole

static bool has_work(const Facts *facts)
{
    FOR_EACH(i, &facts->loops) {
        const LoopFact *fact = &facts->loops.items[i];
        if (fact->verdict == LOOP_PARALLEL || fact->verdict == LOOP_REDUCTION || loop_has_host_work(fact))
            return true;
    }
    return false;
}

// Of two nested loops: whether each iteration depends only on iterations with a smaller sum of the iterations' numbers.
static bool goes_by_diagonals(const Facts *facts, const LoopFact *outer, const LoopFact *inner)
{
    FOR_EACH(i, &facts->dependences) {
        const Dependence *d = &facts->dependences.items[i];
        if (d->privatized || d->nloops < 1 || d->loops[0] != outer->id)
            continue;
        bool both = d->nloops > 1 && d->loops[1] == inner->id;
        if (!both && d->direction[0] == DIRECTION_EQ)
            continue;
        bool same = both && d->direction[0] == DIRECTION_EQ && d->direction[1] == DIRECTION_EQ;
        bool known = both && d->has_distance[0] && d->has_distance[1] && d->distance[0] + d->distance[1] > 0;
        bool onward = both && !(d->direction[0] & DIRECTION_GT) && (!(d->direction[1] & DIRECTION_GT) || known);
        if (d->may || (!same && !onward))
            return false;
    }
    return true;
}

static void note_wavefront(Diag *diag, const Facts *facts)
{
    if (facts->loops.count < 2)
        return;
    const LoopFact *outer = &facts->loops.items[0], *inner = &facts->loops.items[1];
    bool nested = inner->parent == outer->id && outer->verdict == LOOP_SEQUENTIAL && inner->verdict == LOOP_SEQUENTIAL;
    if (nested && goes_by_diagonals(facts, outer, inner))
        diag_note(diag, facts->internal->loops.items[1]->stmt->loc,
                  "a wavefront: iterations on one diagonal of '%s' and '%s' do not depend on each other; with a loop "
                  "over the diagonals around a loop along them, the inner one is parallel",
                  outer->loop->name, inner->loop->name);
}

void refuse_no_parallel_loop(Diag *diag, const Facts *facts)
{
    const Nest *nest = facts->nest;
    if (facts->unknown) {
        facts->internal->diag = diag; // it says itself what is not known
        footprint_find(facts->internal);
        return;
    }
    if (!facts->loops.count) {
        diag_refuse(diag, nest->loc, "there is no loop to restructure");
        return;
    }
    const LoopFact *outermost = &facts->loops.items[0];
    const LoopNode *node = facts->internal->loops.items[0];
    if (outermost->verdict == LOOP_OPAQUE) {
        diag_refuse(diag, nest->loc, "loop '%s' stays serial: it %s", outermost->loop->name, node->opaque);
        diag_note(diag, node->stmt->loc, "loop '%s'", outermost->loop->name);
        return;
    }
    diag_refuse(diag, nest->loc, "loop '%s' stays serial: %s", outermost->loop->name,
                outermost->witness ? dependence_words(facts, outermost->witness) : outermost->reason);
    if (outermost->witness) {
        note_dependence(diag, facts, outermost->witness);
        note_wavefront(diag, facts);
    }
}

// Final values of a nest that may be refused for another reason: silently.
static void try_final_values(Analysis *analysis)
{
    Diag *diag = analysis->diag;
    analysis->diag = diag_collector(analysis->arena);
    domain_final_values(analysis);
    analysis->diag = diag;
    analysis->facts->changeable = !analysis->failed;
    analysis->failed = false;
}

static bool find_quotient(void *context, const Expr *expr)
{
    bool *found = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM);
    const Expr *dividend = divides ? expr_strip_casts(expr->operands[0]) : NULL;
    *found = *found || (dividend && dividend->kind == EX_SYMBOL && dividend->symbol->role == SYM_ITERATOR);
    return !*found;
}

// If iterators are divided, the nest may be understood after each loop is split in two (uncollapse): then it is not
// refused yet.
static bool knows_footprints(Analysis *analysis)
{
    bool divides = false;
    stmt_walk_expressions(analysis->nest->body, find_quotient, &divides);
    analysis->divides = divides;
    if (!divides)
        return footprint_find(analysis);
    Diag *diag = analysis->diag;
    analysis->diag = diag_collector(analysis->arena);
    bool known = footprint_find(analysis);
    analysis->diag = diag;
    if (!known) {
        analysis->failed = false;
        analysis->facts->unknown = analysis->facts->no_parallel_loop = true;
        analysis->facts->arrays.count = 0;
    }
    return known;
}

static bool has_condition(const Facts *facts, const Expr *condition)
{
    FOR_EACH(i, &facts->assumptions)
        if (facts->assumptions.items[i].condition && expr_equal(facts->assumptions.items[i].condition, condition))
            return true;
    return false;
}

void facts_inherit(Facts *facts, Facts *original)
{
    facts->original = original;
    facts->finals.count = 0;
    FOR_EACH(i, &original->finals)
        VECTOR_PUSH(facts->arena, &facts->finals, original->finals.items[i]);
    FOR_EACH(i, &original->assumptions)
        if (original->assumptions.items[i].condition && !has_condition(facts, original->assumptions.items[i].condition))
            VECTOR_PUSH(facts->arena, &facts->assumptions, original->assumptions.items[i]);
    FOR_EACH(i, &original->equals)
        VECTOR_PUSH(facts->arena, &facts->equals, original->equals.items[i]);
    FOR_EACH(i, &original->free_values)
        VECTOR_PUSH(facts->arena, &facts->free_values, original->free_values.items[i]);
    assume_unless_equal(facts);
}

const Facts *facts_assuming(Arena *arena, const Facts *facts, Assumption assumption)
{
    if (has_condition(facts, assumption.condition))
        return facts;
    Facts *made = arena_copy(arena, facts, sizeof *facts);
    made->assumptions.capacity = made->assumptions.count; // the next push copies the items
    made->original = (Facts *)facts;
    assumption.loc = facts->nest->loc;
    VECTOR_PUSH(arena, &made->assumptions, assumption);
    return made;
}

typedef struct Limits {
    const Symbol *parameter;
    int64_t least, most;
} Limits;

static void narrow(Limits *limits, Operator op, int64_t value)
{
    if ((op == OP_GE || op == OP_EQ) && value > limits->least)
        limits->least = value;
    if ((op == OP_LE || op == OP_EQ) && value < limits->most)
        limits->most = value;
}

// parameter >= value, parameter <= value, parameter == value, and such conditions joined by `&&`
static void read_limits(Limits *limits, const Expr *condition)
{
    if (condition->kind != EX_BINARY)
        return;
    const Expr *left = condition->operands[0], *right = condition->operands[1];
    if (condition->op == OP_LOGICAL_AND) {
        read_limits(limits, left);
        read_limits(limits, right);
        return;
    }
    while (left->kind == EX_CAST && type_widens(left->operands[0]->type, left->type))
        left = left->operands[0];
    if (left->kind == EX_SYMBOL && left->symbol == limits->parameter && right->kind == EX_INT &&
        type_is_signed(right->type))
        narrow(limits, condition->op, right->integer);
}

bool facts_limit(const Facts *facts, const Symbol *parameter, int64_t *least, int64_t *most)
{
    Limits limits = {parameter, INT64_MIN, INT64_MAX};
    FOR_EACH(i, &facts->assumptions)
        if (facts->assumptions.items[i].condition)
            read_limits(&limits, facts->assumptions.items[i].condition);
    *least = limits.least;
    *most = limits.most;
    return *least > INT64_MIN && *most < INT64_MAX;
}

static void find_memory(Analysis *analysis)
{
    if (knows_footprints(analysis)) {
        assume_assertions(analysis);
        assume_small_data(analysis);
        swap_buffers_share(analysis);
        assume_no_overlap(analysis);
    }
    FOR_EACH(i, &analysis->facts->arrays) {
        ArrayFact *fact = &analysis->facts->arrays.items[i];
        fact->streams = stride_streams(analysis->facts, fact->array);
    }
    chunks_find(analysis);
}

static void find_facts(Analysis *analysis)
{
    symbols_find(analysis);
    if (!access_collect(analysis) || !depend_within_budget(analysis))
        return;
    analysis->values.count = 0;
    work_find_room(analysis);
    delinearize(analysis);
    update_find(analysis);
    depend_find(analysis);
    if (analysis->failed)
        return;
    private_find(analysis);
    drop_asserted(analysis);
    scatter_find(analysis);
    exchange_find(analysis);
    reduction_find(analysis);
    scan_find(analysis);
    equal_stores_find(analysis);
    excluded_sizes_find(analysis);
    judge_loops(analysis);
    disprove_independence(analysis);
    if (analysis->again)
        return;
    forget_beliefs(analysis);
    if (!analysis->failed)
        reduction_check_clauses(analysis);
    if (analysis->failed)
        return;
    if (!has_work(analysis->facts)) {
        analysis->facts->no_parallel_loop = true;
        try_final_values(analysis);
        return;
    }
    domain_final_values(analysis);
    analysis->facts->changeable = !analysis->failed;
    if (analysis->failed)
        return;
    find_memory(analysis);
}

bool facts_complete(Facts *facts)
{
    Analysis *analysis = facts->internal;
    if (facts->unknown || !facts->loops.count || facts->loops.items[0].verdict == LOOP_OPAQUE)
        return false;
    if (!facts->changeable)
        return false;
    if (!facts->completed) {
        Diag *diag = analysis->diag;
        analysis->diag = diag_collector(analysis->arena);
        find_memory(analysis);
        analysis->diag = diag;
        facts->completed = true;
        facts->incomplete = analysis->failed || facts->unknown;
        facts->unknown = false; // that is not why the nest is refused
    }
    return !facts->incomplete;
}

Facts *analyze_nest(Arena *arena, Diag *diag, Nest *nest)
{
    return analyze_nest_as(arena, diag, nest, NULL);
}

Facts *analyze_nest_as(Arena *arena, Diag *diag, Nest *nest, const Facts *same)
{
    Analysis *analysis = open_analysis(arena, diag, nest);
    analysis->same = same;
    analysis->pairs = same ? same->internal->pairs : known_pairs_new(arena);
    find_facts(analysis);
    if (analysis->again) { // without what was disproved
        facts_release(analysis->facts);
        return analyze_nest_as(arena, diag, nest, same);
    }
    if (!analysis->failed)
        return analysis->facts;
    facts_release(analysis->facts);
    return NULL;
}

#include "transform/plan/interior.h"

#include "analysis/model/cost/cost.h"
#include "transform/plan/clauses.h"
#include "transform/plan/preparation.h"
#include "transform/plan/prepare_windowed_sum.h"
#include "transform/plan/versions/version_choice.h"
#include "transform/plan/windows.h"
#include "transform/search/sizes.h"
#include "transform/source/ranges/residues.h"
#include "transform/source/ranges/unroll_fully.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- the nest of the interior

// Tests, and what hides them.
static bool count_test(void *context, const Expr *expr)
{
    int *count = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && type_is_integer(expr->type);
    *count +=
        divides || (expr->kind == EX_BINARY && op_is_comparison(expr->op)) || (expr->kind == EX_CALL && expr->function);
    return true;
}

// ---- nests for the parts of a loop

// Whether a loop there does nothing but several loops.
static bool holds_parts(const Stmt *stmt)
{
    int count = stmt_count(stmt->body), loops = 0;
    bool found = false;
    if (stmt->kind != ST_LOOP)
        return false;
    for (int i = 0; i < count; i++) {
        found = found || holds_parts(stmt_item(stmt->body, i));
        loops += stmt_item(stmt->body, i)->kind == ST_LOOP;
    }
    return found || (count > 1 && loops == count);
}

static bool separate_parts(Preparation *preparation)
{
    const Stmt *nest;
    do {
        const Stmt *body = preparation->state->nest->body;
        nest = NULL;
        for (int i = 0; i < stmt_count(body) && !nest; i++)
            nest = holds_parts(stmt_item(body, i)) ? stmt_item(body, i) : NULL;
        if (nest && !preparation_innermost_parts(preparation, nest))
            return false;
    } while (nest);
    return true;
}

// The one with the fewest tests.
static const Stmt *inside_of(const Stmt *body)
{
    const Stmt *best = NULL;
    int least = 0;
    for (int i = 0; i < stmt_count(body); i++) {
        int count = 0;
        stmt_walk_expressions(stmt_item(body, i), count_test, &count);
        if (stmt_item(body, i)->kind == ST_LOOP && (!best || count < least)) {
            best = stmt_item(body, i);
            least = count;
        }
    }
    return best;
}

// Parameters that borders are as long as: windows are short.
typedef struct Reach {
    const Candidate *source;
    const Symbol *symbols[MAX_DEPTH];
    int count;
} Reach;

static bool bounds_mention(const Stmt *nest, const Symbol *symbol)
{
    bool found = false;
    for (const Stmt *loop = nest; loop && !found; loop = only_loop(loop->body))
        found = expr_mentions(loop->loop->lower, symbol) || expr_mentions(loop->loop->upper, symbol);
    return found;
}

static bool look_for_reach(void *context, const Expr *expr)
{
    Reach *reach = context;
    const Symbol *symbol = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM ? expr->symbol : NULL;
    const Stmt *nest = only_loop(reach->source->nest->body);
    bool known = !symbol || !nest || bounds_mention(nest, symbol) || reach->count == MAX_DEPTH;
    for (int i = 0; i < reach->count; i++)
        known = known || reach->symbols[i] == symbol;
    if (!known)
        reach->symbols[reach->count++] = symbol;
    return true;
}

static void look_at_bounds(Reach *reach, const Stmt *loop)
{
    expr_walk(loop->loop->lower, look_for_reach, reach);
    expr_walk(loop->loop->upper, look_for_reach, reach);
}

// The nest that holds the loop.
static const Stmt *nest_around(const Stmt *body, LoopId loop)
{
    for (int i = 0; i < stmt_count(body); i++)
        if (stmt_find_loop(stmt_item(body, i), loop))
            return stmt_item(body, i);
    return NULL;
}

// Whether a thread that has several results would have much to do.
static bool has_long_sum(const Preparation *preparation, const Stmt *stmt)
{
    if (!stmt)
        return false;
    bool found = stmt->kind == ST_LOOP && preparation_verdict(preparation, stmt) != LOOP_PARALLEL &&
                 unroll_fully_count(stmt->loop) < 0;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = has_long_sum(preparation, stmt->items[i]);
    return found || has_long_sum(preparation, stmt->body) || has_long_sum(preparation, stmt->otherwise);
}

// The loop gets a nest of its own, and what is beside it another one: each is a launch. Borders that may be long have
// one each.
static bool inside_apart(Preparation *preparation, LoopId loop)
{
    Pieces pieces;
    Reach reach = {.source = preparation->nest};
    const Stmt *nest = nest_around(preparation->state->nest->body, loop);
    uint64_t own = 0, others = 0;
    if (!nest || nest->loop->id == loop)
        return nest;
    look_at_bounds(&reach, stmt_find_loop(nest, loop));
    if (reach.count)
        return preparation_innermost_parts(preparation, nest);
    if (stmt_rotates(nest) || pieces_of(preparation->state, nest, &pieces))
        return false;
    for (int p = 0; p < pieces.count; p++) {
        uint64_t *group = stmt_contains(stmt_find_loop(nest, loop), pieces.items[p]) ? &own : &others;
        *group |= pieces.copied >> p & 1 ? 0 : bit(p);
    }
    Groups groups = {.pieces = &pieces, .count = 2, .items = {own, others}};
    return own && others && preparation_separate(preparation, &groups);
}

static int parallel_loops(const Candidate *source)
{
    Preparation preparation = {.nest = source, .state = source};
    LoopId loops[MAX_DEPTH];
    int count = 0;
    preparation_places(&preparation, source->nest->body, loops, &count);
    return count;
}

static const Stmt *loop_at(const Stmt *nest, int depth)
{
    while (nest && depth-- > 0)
        nest = only_loop(nest->body);
    return nest && nest->kind == ST_LOOP ? nest : NULL;
}

// Inner loops first, each border a nest: fewer of them have to be analysed again.
static bool borders_apart(Preparation *preparation, int depth)
{
    for (int d = depth - 1; d >= 0; d--) {
        const Stmt *loop = loop_at(inside_of(preparation->state->nest->body), d);
        Step step = {.kind = STEP_INTERIOR, .loop = loop ? loop->loop->name : NULL};
        if (loop && preparation_step(preparation, step) && !separate_parts(preparation))
            return false;
    }
    return true;
}

// Outer loops first: their borders are nests already.
static bool insides_apart(Preparation *preparation, const LoopId *loops, int depth)
{
    for (int d = 0; d < depth; d++) {
        const Stmt *loop = stmt_find_loop(preparation->state->nest->body, loops[d]);
        Step step = {.kind = STEP_INTERIOR, .loop = loop ? loop->loop->name : NULL};
        if (loop && preparation_step(preparation, step) && !inside_apart(preparation, loops[d]))
            return false;
    }
    return true;
}

static bool interior_apart(Preparation *preparation)
{
    const Candidate *before = preparation->state;
    const Stmt *nest = inside_of(before->nest->body);
    LoopId loops[MAX_DEPTH];
    int depth = 0;
    if (nest)
        preparation_places(preparation, nest, loops, &depth);
    if (!depth || !(has_long_sum(preparation, nest) ? borders_apart(preparation, depth)
                                                    : insides_apart(preparation, loops, depth)))
        return depth == 0;
    const Stmt *inside = inside_of(preparation->state->nest->body);
    if (preparation->state != before && inside && !prepare_windowed_sum(preparation, inside))
        preparation->state = plan_windows_of(preparation->state, inside);
    return true;
}

// ---- nests for classes of iterations, by remainders

enum { MOST_CLASSES = 24 };

static const Stmt *loop_with_residues(const Preparation *preparation, const Stmt *stmt, LoopVerdict verdict)
{
    const Stmt *found = NULL;
    if (!stmt)
        return NULL;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = loop_with_residues(preparation, stmt->items[i], verdict);
    found = found ? found : loop_with_residues(preparation, stmt->body, verdict);
    found = found ? found : loop_with_residues(preparation, stmt->otherwise, verdict);
    return found || stmt->kind != ST_LOOP || preparation_verdict(preparation, stmt) != verdict ||
                   residues_of(preparation->state->arena, stmt) < 2
               ? found
               : stmt;
}

// Inner loops before those around them, and sums last: classes of the results leave a class of a sum. false: there are
// too many.
static bool classes_apart(Preparation *preparation)
{
    static const LoopVerdict verdicts[] = {LOOP_PARALLEL, LOOP_REDUCTION};
    for (int v = 0; v < 2; v++)
        for (const Stmt *loop; (loop = loop_with_residues(preparation, preparation->state->nest->body, verdicts[v]));) {
            Step step = {.kind = STEP_RESIDUES, .loop = loop->loop->name};
            step.size = residues_of(preparation->state->arena, loop);
            if (step.size > MOST_RESIDUES || !preparation_may_copy(preparation, step.size) ||
                !preparation_step(preparation, step))
                return false;
        }
    return separate_parts(preparation) && stmt_count(preparation->state->nest->body) <= MOST_CLASSES;
}

// The nest with its parts in nests of their own: of the classes of its iterations, or the interior. NULL: it has none.
static const Candidate *parts_of(const Candidate *source, bool classes)
{
    Preparation preparation = {.nest = source, .state = source};
    preparation.before = preparation_operations(&preparation);
    bool made = classes ? classes_apart(&preparation) : interior_apart(&preparation);
    return made && preparation.state != source ? preparation.state : NULL;
}

static bool has_thinner_sums(const Candidate *source)
{
    Preparation preparation = {.nest = source, .state = source};
    return loop_with_residues(&preparation, source->nest->body, LOOP_REDUCTION);
}

// ---- the version

// So many results take longer than the launches for the borders: where each takes long, where the interior takes half
// the time or less, and where it gains less.
enum { LARGE = 1 << 20, LARGER = 1 << 21, VERY_LARGE = 1 << 22 };

// What classes have to gain: they take a kernel each, and store elements that are not neighbours. Where sums get
// thinner, they have no tests of remainders, which take longer than they are predicted to. Interiors take a few short
// kernels more.
static const double GAIN = 1.2, GAIN_OF_THINNER = 0.5, GAIN_OF_INTERIOR = 1.1, MUCH = 2;

static const char *is_large(const Candidate *source, int least)
{
    Preparation preparation = {.nest = source, .state = source};
    LoopId results[MAX_DEPTH];
    int count;
    const char *all = NULL;
    preparation_places(&preparation, source->nest->body, results, &count);
    for (int i = 0; i < count; i++) {
        const char *own = choice_count(source, results[i]);
        if (!own)
            return NULL;
        own = strchr(own, ' ') ? intern_printf("(%s)", own) : own;
        all = all ? intern_printf("%s * %s", all, own) : own;
    }
    return all ? intern_printf("%s >= %d", all, least) : NULL;
}

enum { REACH = 8 };

static void find_reach(Reach *reach, const Candidate *parts, int depth)
{
    for (int i = 0; i < stmt_count(parts->nest->body); i++) {
        const Stmt *loop = stmt_item(parts->nest->body, i);
        for (int d = 0; d < depth && loop && loop->kind == ST_LOOP; d++, loop = only_loop(loop->body)) {
            look_at_bounds(reach, loop);
        }
    }
}

// Predicted, in ns; 0: it is not known.
static double time_of(const Candidate *source, const Program *program, const Reach *reach)
{
    if (!reach->count)
        return time_at_large(source, program);
    Arena *scratch = arena_new();
    MappingSizes sizes = sizes_with(scratch, program->facts, reach->symbols[0], REACH, false);
    FOR_EACH(i, &sizes.values)
        for (int k = 1; k < reach->count; k++)
            if (sizes.values.items[i].symbol == reach->symbols[k])
                sizes.values.items[i].value = REACH;
    ProgramCost cost = cost_beside(scratch, source->device, program->host, &sizes, candidate_costs(source));
    double time = cost.unknown || !cost.kernels.count ? 0 : cost.time;
    arena_release(scratch);
    return time;
}

// How many times as long the program takes as what was made, by what it has to be at least: 1 is enough.
static double gain_of(const Candidate *source, const Candidate *parts, const Program *made, const Program *program,
                      bool classes)
{
    Reach reach = {.source = source};
    if (!classes)
        find_reach(&reach, parts, parallel_loops(source));
    double time = time_of(source, made, &reach), own = time_of(source, program, &reach);
    double gain = !classes ? GAIN_OF_INTERIOR : has_thinner_sums(source) ? GAIN_OF_THINNER : GAIN;
    return time > 0 && own > 0 ? own / (time * gain) : classes ? 0 : MUCH;
}

// The source before loops over windows were written out: those of the borders stay loops.
static const Candidate *with_windows(const Candidate *source)
{
    while (source->before && (!source->step || source->step->kind == STEP_UNROLL_FULLY))
        source = source->before;
    return source;
}

static int least_results(const Candidate *source, double gain)
{
    Preparation preparation = {.nest = source, .state = source};
    if (has_long_sum(&preparation, source->nest->body))
        return LARGE;
    return gain * GAIN_OF_INTERIOR >= MUCH ? LARGER : VERY_LARGE;
}

static Program *version_of_parts(const Candidate *source, const Program *program, Version *version, bool classes)
{
    const char *wrong;
    Built built = {0};
    const Candidate *parts = parts_of(source, classes);
    Program *made = parts && is_large(source, LARGE)
                        ? finish_planned(candidate_beside(parts, program->nest), &(Variant){.many = true}, &built,
                                         diag_collector(source->arena), NULL)
                        : NULL;
    double gain = made ? gain_of(source, parts, made, program, classes) : 0;
    if (!made || gain <= 1)
        return NULL;
    const char *when = is_large(source, classes ? LARGE : least_results(source, gain));
    *version = (Version){.name = classes ? "classes" : "interior", .words = when};
    version->condition = formula_read_condition(source->arena, (FormulaScope){.nest = program->nest}, when, &wrong);
    if (!version->condition || expr_is_int(version->condition, 0) ||
        version_obstacle(source->arena, program->facts, made->facts, version))
        return NULL;
    return made;
}

Program *interior_by_plan(const Candidate *source, const Nest *beside, const Program *program, Version *version,
                          bool *less_work)
{
    if (source->one_version || source->nest->is_region || source->plain || source->by_paper ||
        clauses_decide(source->nest) || !source->facts->changeable || facts_asserts_independent(source->facts))
        return NULL;
    const Candidate *windows = with_windows(source);
    Program *made = program->versions.count
                        ? NULL
                        : version_of_parts(beside ? candidate_beside(source, beside) : source, program, version, true);
    *less_work = made;
    return made ? made
                : version_of_parts(beside ? candidate_beside(windows, beside) : windows, program, version, false);
}

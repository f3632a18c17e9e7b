#include "transform/plan/interior.h"

#include "transform/plan/clauses.h"
#include "transform/plan/preparation.h"
#include "transform/plan/prepare_windowed_sum.h"
#include "transform/plan/version_choice.h"
#include "transform/plan/windows.h"
#include "transform/search/sizes.h"
#include "transform/source/residues.h"
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

static const Stmt *loop_at(const Stmt *nest, int depth)
{
    while (nest && depth-- > 0)
        nest = only_loop(nest->body);
    return nest && nest->kind == ST_LOOP ? nest : NULL;
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

// Nests that are made of one stand side by side in its place: items [first, first + count) of the body.
typedef struct Nests {
    int first, count;
} Nests;

// The one with the fewest tests.
static const Stmt *inside_of(const Stmt *body, Nests nests)
{
    const Stmt *best = NULL;
    int least = 0;
    for (int i = nests.first; i < nests.first + nests.count; i++) {
        int count = 0;
        stmt_walk_expressions(stmt_item(body, i), count_test, &count);
        if (!best || count < least) {
            best = stmt_item(body, i);
            least = count;
        }
    }
    return best;
}

// false: parts that the step has made cannot be in nests of their own.
static bool take_apart(Preparation *preparation, Step step, Nests *nests)
{
    int before = stmt_count(preparation->state->nest->body);
    if (!preparation_step(preparation, step))
        return true;
    if (!separate_parts(preparation))
        return false;
    nests->count += stmt_count(preparation->state->nest->body) - before;
    return true;
}

static int parallel_loops(const Preparation *preparation, const Stmt *nest)
{
    LoopId results[MAX_DEPTH];
    int count = 0;
    preparation_places(preparation, nest, results, &count);
    return count;
}

static bool interior_apart(Preparation *preparation, Nests *nests)
{
    const Candidate *before = preparation->state;
    const Stmt *nest = inside_of(before->nest->body, *nests);
    for (int depth = parallel_loops(preparation, nest) - 1; depth >= 0; depth--) {
        const Stmt *loop = loop_at(inside_of(preparation->state->nest->body, *nests), depth);
        Step step = {.kind = STEP_INTERIOR, .loop = loop ? loop->loop->name : NULL};
        if (loop && !take_apart(preparation, step, nests))
            return false;
    }
    const Stmt *inside = inside_of(preparation->state->nest->body, *nests);
    if (preparation->state == before || inside->kind != ST_LOOP)
        return true;
    if (!prepare_windowed_sum(preparation, inside))
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
            if (step.size > MOST_RESIDUES || !preparation_step(preparation, step))
                return false;
        }
    return separate_parts(preparation) && stmt_count(preparation->state->nest->body) <= MOST_CLASSES;
}

// The nest with its parts in nests of their own: of the classes of its iterations, or the interior. NULL: it has none.
static const Candidate *parts_of(const Candidate *source, bool classes)
{
    Preparation preparation = {.nest = source, .state = source};
    preparation.before = preparation_operations(&preparation);
    Nests all = {.count = stmt_count(source->nest->body)};
    bool made = classes ? classes_apart(&preparation) : interior_apart(&preparation, &all);
    return made && preparation.state != source ? preparation.state : NULL;
}

static bool has_thinner_sums(const Candidate *source)
{
    Preparation preparation = {.nest = source, .state = source};
    return loop_with_residues(&preparation, source->nest->body, LOOP_REDUCTION);
}

// ---- the version

// So many results take longer than the launches for the borders.
enum { LARGE = 1 << 20 };

// What classes have to gain: they take a kernel each, and store elements that are not neighbours. Where sums get
// thinner, they have no tests of remainders, which take longer than they are predicted to. Interiors take five kernels,
// of which four are short.
static const double GAIN = 1.2, GAIN_OF_THINNER = 0.5, GAIN_OF_INTERIOR = 1.1;

static const char *is_large(const Candidate *source)
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
    return all ? intern_printf("%s >= %d", all, LARGE) : NULL;
}

static bool gains(const Candidate *source, const Program *made, const Program *program, bool classes)
{
    double time = time_at_large(source->device, made), own = time_at_large(source->device, program);
    double gain = !classes ? GAIN_OF_INTERIOR : has_thinner_sums(source) ? GAIN_OF_THINNER : GAIN;
    return time > 0 && own > 0 ? time * gain < own : !classes;
}

// The source before loops over windows were written out: those of the borders stay loops.
static const Candidate *with_windows(const Candidate *source)
{
    while (source->before && (!source->step || source->step->kind == STEP_UNROLL_FULLY))
        source = source->before;
    return source;
}

static Program *version_of_parts(const Candidate *source, const Program *program, Version *version, bool classes)
{
    const char *wrong;
    Built built = {0};
    const Candidate *parts = parts_of(source, classes);
    const char *when = parts ? is_large(source) : NULL;
    if (!when)
        return NULL;
    Program *made = finish_planned(candidate_beside(parts, program->nest), &(Variant){0}, &built,
                                   diag_collector(source->arena), NULL);
    *version = (Version){.name = classes ? "classes" : "interior", .words = when};
    version->condition = formula_read_condition(source->arena, (FormulaScope){.nest = program->nest}, when, &wrong);
    if (!made || !version->condition || version->condition->kind == EX_INT ||
        version_obstacle(source->arena, program->facts, made->facts, version) || !gains(source, made, program, classes))
        return NULL;
    return made;
}

Program *interior_by_plan(const Candidate *source, const Nest *beside, const Program *program, Version *version,
                          bool *less_work)
{
    if (program->versions.count || source->one_version || source->nest->is_region || source->plain ||
        source->by_paper || clauses_decide(source->nest) || !source->facts->changeable ||
        facts_asserts_independent(source->facts))
        return NULL;
    const Candidate *windows = with_windows(source);
    Program *made = version_of_parts(beside ? candidate_beside(source, beside) : source, program, version, true);
    *less_work = made;
    return made ? made
                : version_of_parts(beside ? candidate_beside(windows, beside) : windows, program, version, false);
}

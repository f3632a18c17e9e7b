#include "transform/plan/interior.h"

#include "transform/plan/clauses.h"
#include "transform/plan/preparation.h"
#include "transform/plan/version_choice.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- the nest of the interior

static bool count_test(void *context, const Expr *expr)
{
    int *count = context;
    *count += expr->kind == EX_BINARY && op_is_comparison(expr->op);
    return true;
}

// The nest with the fewest tests.
static const Stmt *inside_of(const Stmt *body)
{
    const Stmt *best = NULL;
    int least = 0;
    for (int i = 0; i < stmt_count(body); i++) {
        int count = 0;
        stmt_walk_expressions(stmt_item(body, i), count_test, &count);
        if (!best || count < least) {
            best = stmt_item(body, i);
            least = count;
        }
    }
    return best;
}

static const Stmt *loop_at(const Stmt *nest, int depth)
{
    while (nest && depth-- > 0)
        nest = only_loop(nest->body);
    return nest && nest->kind == ST_LOOP ? nest : NULL;
}

// ---- nests for the parts of a loop

// The innermost loop that does nothing but several loops.
static const Stmt *holds_parts(const Stmt *stmt)
{
    const Stmt *found = NULL;
    int count = stmt_count(stmt->body), loops = 0;
    if (stmt->kind != ST_LOOP)
        return NULL;
    for (int i = 0; i < count && !found; i++) {
        found = holds_parts(stmt_item(stmt->body, i));
        loops += stmt_item(stmt->body, i)->kind == ST_LOOP;
    }
    return found ? found : count > 1 && loops == count ? stmt : NULL;
}

static bool separate_parts(Preparation *preparation)
{
    const Stmt *around = NULL;
    do {
        const Stmt *body = preparation->state->nest->body;
        around = NULL;
        for (int i = 0; i < stmt_count(body) && !around; i++)
            around = holds_parts(stmt_item(body, i));
        if (around && !preparation_part(preparation, around, around->body))
            return false;
    } while (around);
    return true;
}

// results[0..*count): the parallel loops of the nest, outermost first.
static const Candidate *interior_apart(const Candidate *source, LoopId *results, int *count)
{
    Preparation preparation = {.nest = source, .state = source};
    preparation.before = preparation_operations(&preparation);
    preparation_places(&preparation, source->nest->body, results, count);
    for (int depth = *count - 1; depth >= 0; depth--) {
        const Stmt *loop = loop_at(inside_of(preparation.state->nest->body), depth);
        if (loop && preparation_step(&preparation, (Step){.kind = STEP_INTERIOR, .loop = loop->loop->name}) &&
            !separate_parts(&preparation))
            return NULL;
    }
    return preparation.state != source ? preparation.state : NULL;
}

// ---- the version

// So many results take longer than the launches for the borders.
enum { LARGE = 1 << 20 };

static const char *is_large(const Candidate *source, const LoopId *results, int count)
{
    const char *all = NULL;
    for (int i = 0; i < count; i++) {
        const char *own = choice_count(source, results[i]);
        if (!own)
            return NULL;
        own = strchr(own, ' ') ? intern_printf("(%s)", own) : own;
        all = all ? intern_printf("%s * %s", all, own) : own;
    }
    return all ? intern_printf("%s >= %d", all, LARGE) : NULL;
}

Program *interior_by_plan(const Candidate *source, const Program *program, Version *version)
{
    LoopId results[MAX_DEPTH];
    int count = 0;
    const char *wrong;
    Built built = {0};
    if (program->versions.count || source->one_version || source->nest->is_region || source->plain ||
        source->by_paper || clauses_decide(source->nest) || !source->facts->changeable ||
        facts_asserts_independent(source->facts))
        return NULL;
    const Candidate *apart = interior_apart(source, results, &count);
    const char *when = apart ? is_large(source, results, count) : NULL;
    if (!when)
        return NULL;
    Program *made = finish_planned(candidate_beside(apart, program->nest), &(Variant){0}, &built,
                                   diag_collector(source->arena), NULL);
    *version = (Version){.name = "interior", .words = when};
    version->condition = formula_read_condition(source->arena, (FormulaScope){.nest = program->nest}, when, &wrong);
    if (!made || !version->condition || version->condition->kind == EX_INT ||
        version_obstacle(source->arena, program->facts, made->facts, version))
        return NULL;
    return made;
}

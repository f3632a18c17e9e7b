// Sums over channels and a window, as in a layer of a network: one sum, for results of two neighbouring loops as one,
// so that the nest is a product without a copy of its operand in memory (contract in prepare_windowed_sum.h).
#include "transform/plan/prepare_windowed_sum.h"
#include "transform/plan/clauses.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum { LONG_SUM = 16, LEAST_RESULTS = 3, MOST_RESULTS = 4 }; // result loops: a batch, rows and columns

typedef struct WindowedSum {
    const Candidate *state;
    const Loop *results[MAX_DEPTH]; // outermost first
    int nresults;
    const Loop *sums[MAX_DEPTH]; // the long one, and its windows
    int nsums;
    const Stmt *outer, *body; // the long sum; what the innermost loop does
} WindowedSum;

// The only loop among the items; NULL: there is none, or more than one.
static const Stmt *only_loop_of(const Stmt *body)
{
    const Stmt *found = NULL;
    for (int i = 0; i < stmt_count(body); i++) {
        const Stmt *item = stmt_item(body, i);
        bool holds = item->kind == ST_LOOP || tree_has_kind(item, ST_LOOP) || tree_has_kind(item, ST_WHILE);
        if (holds && (item->kind != ST_LOOP || found))
            return NULL;
        found = holds ? item : found;
    }
    return found;
}

static bool find_loops(WindowedSum *wanted, const Preparation *preparation, const Stmt *loop)
{
    const Facts *facts = wanted->state->facts;
    const Stmt *inner = loop;
    for (; inner && wanted->nresults < MAX_DEPTH && preparation_verdict(preparation, inner) == LOOP_PARALLEL;
         loop = inner, inner = only_loop(inner->body))
        wanted->results[wanted->nresults++] = inner->loop;
    wanted->outer = inner ? inner : only_loop_of(loop->body);
    for (const Stmt *sum = wanted->outer; sum; sum = only_loop(sum->body)) {
        const LoopFact *fact = facts_loop(facts, sum->loop->id);
        bool is_long = fact && (fact->constant_trip < 0 || fact->constant_trip >= LONG_SUM);
        if (!fact || fact->verdict != LOOP_REDUCTION || is_long != (wanted->nsums == 0) || wanted->nsums == MAX_DEPTH)
            return false;
        wanted->sums[wanted->nsums++] = sum->loop;
        wanted->body = sum->body;
    }
    return wanted->nsums > 0 && !tree_has_kind(wanted->body, ST_LOOP) && wanted->nresults >= LEAST_RESULTS;
}

// Some operand is the same for all neighbouring results, and another one for all of an outer loop: a product.
static bool has_operands(const WindowedSum *wanted)
{
    const Facts *facts = wanted->state->facts;
    const Loop *row = wanted->results[wanted->nresults - 2], *column = wanted->results[wanted->nresults - 1];
    bool weights = false, shared = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        bool reads = access->array && access->affine && !access->is_write &&
                     stmt_contains_id(wanted->body, access->stmt->id) &&
                     !access_stays(facts, access, wanted->sums[0]->id);
        bool stays = reads && access_stays(facts, access, row->id) && access_stays(facts, access, column->id);
        weights = weights || stays;
        for (int r = 0; r + 2 < wanted->nresults; r++)
            shared = shared || (reads && !stays && access_stays(facts, access, wanted->results[r]->id));
    }
    return weights && shared;
}

typedef struct Division {
    int accesses; // whose subscripts have quotients
    bool elsewhere;
} Division;

static bool look_for_division(void *context, const Expr *expr)
{
    Division *division = context;
    if (expr->kind == EX_ACCESS && access_has_quotients(expr)) {
        division->accesses++;
        return false;
    }
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM);
    division->elsewhere = division->elsewhere || divides;
    return !division->elsewhere;
}

static bool join(Preparation *preparation, const Loop *outer, const Loop *inner, const char **name)
{
    *name = *name ? *name : outer->name;
    Step step = {.kind = STEP_COLLAPSE, .loop = *name, .other = inner->name};
    *name = intern_printf("%s_%s", *name, inner->name);
    return preparation_step(preparation, step);
}

bool prepare_windowed_sum(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    WindowedSum wanted = {.state = mark};
    if (mark->plain || mark->by_paper || clauses_decide(mark->nest) || !find_loops(&wanted, preparation, loop) ||
        wanted.nresults > MOST_RESULTS || (wanted.nsums == 1 && wanted.nresults < MOST_RESULTS) ||
        !has_operands(&wanted))
        return false;
    const char *results = NULL, *sums = NULL;
    Division before = {0}, after = {0};
    stmt_walk_expressions(loop, look_for_division, &before);
    bool made = !before.accesses &&
                join(preparation, wanted.results[wanted.nresults - 2], wanted.results[wanted.nresults - 1], &results);
    for (int i = 1; made && i < wanted.nsums; i++)
        made = join(preparation, wanted.sums[0], wanted.sums[i], &sums);
    if (made)
        stmt_walk_expressions(preparation->state->nest->body, look_for_division, &after);
    if (made && !after.elsewhere && after.accesses == (wanted.nsums > 1))
        return true;
    preparation->state = mark;
    return false;
}

// Sums over channels and a window, as in a layer of a network: one sum, for results of two neighbouring loops as one,
// so that the nest is a product without a copy of its operand in memory (contract in prepare_windowed_sum.h).
#include "transform/plan/prepare_windowed_sum.h"
#include "transform/plan/clauses.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum {
    LONG_SUM = 16,
    LEAST_RESULTS = 2,
    LEAST_JOINED = 3,
    MOST_RESULTS = 4
}; // result loops: a batch, rows and columns

typedef struct WindowedSum {
    const Candidate *state;
    const Loop *results[MAX_DEPTH]; // outermost first
    int nresults;
    const Loop *sums[MAX_DEPTH]; // outermost first: a long one, and windows before and after it
    int nsums;
    const Loop *longest;      // of the sums
    bool any_length;          // windows, which come after the long sum, may be as long as it, as far as is known
    const Stmt *outer, *body; // the outermost sum; what the innermost loop does
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
        bool is_known = fact && fact->constant_trip >= 0,
             is_window = is_known ? fact->constant_trip < LONG_SUM : wanted->any_length && wanted->longest;
        if (!fact || fact->verdict != LOOP_REDUCTION || wanted->nsums == MAX_DEPTH || (!is_window && wanted->longest))
            return false;
        wanted->longest = is_window ? wanted->longest : sum->loop;
        wanted->sums[wanted->nsums++] = sum->loop;
        wanted->body = sum->body;
    }
    return wanted->longest && !tree_has_kind(wanted->body, ST_LOOP) && wanted->nresults >= LEAST_RESULTS;
}

static bool is_operand(const WindowedSum *wanted, const Access *access)
{
    return access->array && access->affine && !access->is_write && stmt_contains_id(wanted->body, access->stmt->id) &&
           !access_stays(wanted->state->facts, access, wanted->longest->id);
}

// Some operand is the same for all neighbours in the loops over results from `first` up to `end`, and another one for
// all iterations of another loop: a product.
static bool has_operands(const WindowedSum *wanted, int first, int end)
{
    const Facts *facts = wanted->state->facts;
    bool weights = false, shared = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        bool reads = is_operand(wanted, access), stays = reads;
        for (int r = first; r < end; r++)
            stays = stays && access_stays(facts, access, wanted->results[r]->id);
        weights = weights || stays;
        for (int r = 0; r < wanted->nresults; r++)
            shared = shared || (reads && !stays && (r < first || r >= end) &&
                                access_stays(facts, access, wanted->results[r]->id));
    }
    return weights && shared;
}

// The first of the innermost `along` neighbouring loops over results that are a side of a product; -1: there are none.
static int find_side(const WindowedSum *wanted, int along)
{
    int first = wanted->nresults - along;
    while (first >= 0 && !has_operands(wanted, first, first + along))
        first--;
    return first;
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

static bool look_for_divided_result(void *context, const Stmt *stmt)
{
    Division *division = context;
    if (stmt->kind == ST_ASSIGN)
        expr_walk(stmt->place, look_for_division, division);
    return true;
}

// The nest that holds the loop.
static const Stmt *nest_of(const Candidate *state, LoopId loop)
{
    const Stmt *body = state->nest->body;
    for (int i = 0; i < stmt_count(body); i++)
        if (stmt_find_loop(stmt_item(body, i), loop))
            return stmt_item(body, i);
    return NULL;
}

// `made`: the loop that has been made so far, or 0.
static bool join(Preparation *preparation, const Loop *outer, const Loop *inner, LoopId *made)
{
    const Stmt *joined = *made ? stmt_find_loop(preparation->state->nest->body, *made) : NULL;
    Step step = {.kind = STEP_COLLAPSE, .loop = joined ? joined->loop->name : outer->name, .other = inner->name};
    *made = preparation->state->nest->next_loop;
    return preparation_step(preparation, step) && stmt_find_loop(preparation->state->nest->body, *made);
}

// Two neighbouring loops over results as one, from the `side`-th, and the sums; -1: the sums alone, as where windows go
// along one loop.
static bool join_all(Preparation *preparation, const WindowedSum *wanted, int side, LoopId *sum)
{
    LoopId results = 0;
    bool made = side < 0 || join(preparation, wanted->results[side], wanted->results[side + 1], &results);
    for (int i = 1; made && i < wanted->nsums; i++)
        made = join(preparation, wanted->sums[0], wanted->sums[i], sum);
    return made;
}

// Without windows there are no quotients then, and with them only one operand has some: two where other nests use the
// operand that could otherwise be taken for one with fewer dimensions. Results never have any.
static bool make_product(Preparation *preparation, const WindowedSum *wanted, const Stmt *loop, int side)
{
    const Candidate *mark = preparation->state;
    Division before = {0}, after = {0}, results = {0};
    LoopId sum = 0;
    int nests = stmt_count(mark->nest->body), most = wanted->nsums < 2 ? 0 : nests > 1 ? 2 : 1;
    stmt_walk_expressions(loop, look_for_division, &before);
    bool made = !before.accesses && join_all(preparation, wanted, side, &sum);
    const Stmt *nest = made ? nest_of(preparation->state, sum ? sum : wanted->sums[0]->id) : NULL;
    if (nest) {
        stmt_walk_expressions(nest, look_for_division, &after);
        stmt_walk(nest, look_for_divided_result, &results);
    }
    if (nest && !after.elsewhere && !results.accesses && after.accesses >= (most > 0) && after.accesses <= most)
        return true;
    preparation->state = mark;
    return false;
}

static bool join_windows(Preparation *preparation, WindowedSum *wanted, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    wanted->state = mark;
    if (mark->plain || mark->by_paper || clauses_decide(mark->nest) || !find_loops(wanted, preparation, loop) ||
        wanted->nresults > MOST_RESULTS || (wanted->nsums == 1 && wanted->nresults < MOST_RESULTS))
        return false;
    int side = wanted->nresults >= LEAST_JOINED ? find_side(wanted, 2) : -1;
    return (side >= 0 && make_product(preparation, wanted, loop, side)) ||
           (wanted->nsums > 1 && find_side(wanted, 1) >= 0 && make_product(preparation, wanted, loop, -1));
}

bool prepare_windowed_sum(Preparation *preparation, const Stmt *loop)
{
    WindowedSum wanted = {0};
    return join_windows(preparation, &wanted, loop);
}

const Candidate *windows_joined(const Candidate *source, LoopId *windows, int *count)
{
    Preparation preparation = {.nest = source, .state = source};
    WindowedSum wanted = {.any_length = true};
    const Stmt *body = source->nest->body, *nest = stmt_count(body) == 1 ? stmt_item(body, 0) : NULL;
    if (!nest || nest->kind != ST_LOOP || !join_windows(&preparation, &wanted, nest))
        return NULL;
    *count = 0;
    for (int i = 1; i < wanted.nsums; i++)
        windows[(*count)++] = wanted.sums[i]->id;
    return preparation.state;
}

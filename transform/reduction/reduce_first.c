// Merges an initialization loop (`x = constant`) into the reduction that follows it; the loop is only kept for the case
// that there is nothing to reduce (contract in reduce.h).
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/reduce_places.h"
#include "transform/tree/query.h"

typedef struct First {
    Reduce *reduce;
    const Stmt *block, *main;  // its position: the reduction's loops, or the branch that holds them already
    int at, before;            // which item of the block it is; which the loop before
    const Stmt *loops, *store; // of the loop before
    Expr *place;               // that `store` sets, in terms of the reduction's iterators
    Expr *runs;                // that there is something to reduce; NULL: always
} First;

// ---- where the loop stands

static const Stmt *block_with(const Stmt *root, const Stmt *item, int *at)
{
    for (int i = 0; root && i < root->nitems; i++) {
        const Stmt *found = root->items[i] == item ? root : block_with(root->items[i], item, at);
        *at = found == root ? i : *at;
        if (found)
            return found;
    }
    const Stmt *found = root && root->body ? block_with(root->body, item, at) : NULL;
    return found || !root || !root->otherwise ? found : block_with(root->otherwise, item, at);
}

static const Stmt *branch_with(const Stmt *root, const Stmt *body)
{
    if (!root || (root->kind == ST_IF && root->body == body))
        return root;
    const Stmt *found = NULL;
    for (int i = 0; i < root->nitems && !found; i++)
        found = branch_with(root->items[i], body);
    found = found || !root->body ? found : branch_with(root->body, body);
    return found || !root->otherwise ? found : branch_with(root->otherwise, body);
}

static bool find_loop_before(First *first, const Stmt *root)
{
    const Stmt *main = first->reduce->chain.loops[0], *branch = branch_with(root, main);
    first->main = branch && first->runs && expr_equal(branch->condition, first->runs) ? branch : main;
    first->block = block_with(root, first->main, &first->at);
    for (int i = first->at - 1; first->block && i >= 0 && !first->loops; i--) {
        const Stmt *item = first->block->items[i];
        if (item->kind != ST_LOOP || tree_has_concurrent(item))
            return false;
        first->before = i;
        first->loops = tree_mentions_array(item, first->reduce->place->array) ? item : NULL;
    }
    return first->loops != NULL;
}

// ---- whether there is something to reduce

typedef struct Known {
    bool known;
} Known;

static bool look_for_unknown(void *context, const Expr *expr)
{
    Known *known = context;
    known->known = known->known && expr->kind != EX_ACCESS && expr->kind != EX_CALL && expr->kind != EX_INTRINSIC &&
                   (expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM);
    return known->known;
}

static bool is_known(const Expr *expr)
{
    Known known = {true};
    expr_walk(expr, look_for_unknown, &known);
    return known.known;
}

// The condition that a loop of the source runs, over parameters. false: it is not known.
static bool add_run(First *first, LoopId origin)
{
    Arena *arena = first->reduce->arena;
    const LoopFact *fact = facts_loop(first->reduce->state->facts, origin);
    if (!fact || fact->loop->step_sign < 0 || fact->loop->factor || fact->loop->not_equal || fact->loop->endless ||
        fact->loop->may_wrap)
        return false;
    Expr *lower = fact->lower ? fact->lower : fact->loop->lower, *upper = fact->upper ? fact->upper : fact->loop->upper;
    if (fact->constant_trip == 0 || !is_known(lower) || !is_known(upper))
        return false;
    if (fact->constant_trip < 0)
        first->runs = expr_both(arena, first->runs, linear_less(arena, lower, upper));
    return true;
}

static bool find_runs(First *first)
{
    const Reduce *reduce = first->reduce;
    LoopId seen[2 * MAX_DEPTH];
    int count = 0;
    for (int i = 0; i < reduce->chain.count; i++) {
        LoopId origin = reduce->chain.loops[i]->loop->origin;
        bool again = false;
        for (int k = 0; k < count; k++)
            again = again || seen[k] == origin;
        if (!reduce->carries[i] || again)
            continue;
        seen[count++] = origin;
        if (!add_run(first, origin))
            return false;
    }
    return true;
}

// ---- whether it sets all places, and nothing else does

// The loops of the source along which the place moves, outermost first.
static int places_loops(const Reduce *reduce, const Loop **loops)
{
    int count = 0;
    for (int i = 0; i < reduce->path.count; i++) {
        const Loop *loop = reduce->path.loops[i]->loop;
        const LoopFact *fact = facts_loop(reduce->state->facts, loop->origin);
        bool host = loop->binding == BIND_HOST || (loop->binding == BIND_SERIAL && i < reduce->path.count &&
                                                   !stmt_contains(reduce->chain.loops[0], reduce->path.loops[i]));
        if (!fact || host || reduction_is_carried_by(reduce->reduction, loop) ||
            (count && loops[count - 1] == fact->loop))
            continue;
        loops[count++] = fact->loop;
    }
    return count;
}

static bool runs_as(Arena *arena, const Loop *one, const Loop *other, const Loop *const *from, const Loop *const *to,
                    int count)
{
    Expr *left[] = {one->lower, one->upper, one->step}, *right[] = {other->lower, other->upper, other->step};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < count; k++)
            left[i] = from[k]->iterator == to[k]->iterator
                          ? left[i]
                          : expr_substitute(arena, left[i], from[k]->iterator, expr_symbol(arena, to[k]->iterator));
        if (!expr_equal(left[i], right[i]))
            return false;
    }
    return one->step_sign == other->step_sign && one->factor == other->factor;
}

static bool sets_places(First *first)
{
    const Reduce *reduce = first->reduce;
    const Loop *from[2 * MAX_DEPTH], *to[2 * MAX_DEPTH];
    int count = places_loops(reduce, to), depth = 0;
    const Stmt *stmt = first->loops;
    for (; stmt && stmt->kind == ST_LOOP; stmt = only_loop(stmt->body) ? only_loop(stmt->body) : stmt->body) {
        const LoopFact *fact = facts_loop(reduce->state->facts, stmt->loop->origin);
        if (depth == count || !fact || stmt->loop->binding != BIND_SERIAL ||
            stmt->loop->iterator != fact->loop->iterator)
            return false;
        from[depth++] = fact->loop;
        if (!runs_as(reduce->arena, fact->loop, to[depth - 1], from, to, depth))
            return false;
    }
    bool sets =
        stmt && depth == count && stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_ACCESS;
    first->store = sets && expr_is_constant(stmt->value) ? stmt : NULL;
    Expr *place = first->store ? first->store->place : NULL;
    for (int k = 0; place && k < count; k++)
        place = from[k]->iterator == to[k]->iterator ? place
                                                     : expr_substitute(reduce->arena, place, from[k]->iterator,
                                                                       expr_symbol(reduce->arena, to[k]->iterator));
    return place && expr_equal(place, reduce->place);
}

// ---- the tree

Stmt *reduce_take_first(Reduce *reduce, Stmt *root)
{
    Arena *arena = reduce->arena;
    First first = {.reduce = reduce};
    bool plain = reduce->reduction->form == FORM_OPERATOR && !ordered_applies(reduce->reduction) &&
                 reduce->place->kind == EX_ACCESS;
    if (!plain || reduce->team_loop)
        return root;
    bool merges = reduce_places_are_alike(reduce) && find_runs(&first);
    if (!find_loop_before(&first, root) || !sets_places(&first))
        return root;
    reduce->is_set = reduce->reduction->op == OP_ADD || reduce->reduction->op == OP_MUL;
    if (!merges)
        return root;
    reduce->first =
        expr_cast(arena, reduce->reduction->type, expr_cast(arena, first.store->place->type, first.store->value));
    bool is_branch = first.main->kind == ST_IF;
    Stmt *otherwise[] = {is_branch ? first.main->otherwise : NULL, (Stmt *)first.loops};
    Stmt *main = (Stmt *)(is_branch ? first.main->body : first.main);
    StmtList items = {0};
    for (int i = 0; i < first.block->nitems; i++) {
        Stmt *item = first.block->items[i];
        if (i == first.at && first.runs)
            item = stmt_if(arena, first.runs, main, stmt_block(arena, otherwise, 2));
        if (i != first.before)
            VECTOR_PUSH(arena, &items, item);
    }
    return tree_replace(arena, root, first.block, stmt_block(arena, items.items, items.count));
}

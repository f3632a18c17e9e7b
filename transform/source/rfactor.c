// rfactor: a sum becomes partial sums that are computed side by side and then added up.
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/reduce.h"
#include "transform/source/rfactor.h"
#include "transform/source/source.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"

typedef struct Factoring {
    Candidate *state;
    Arena *arena;
    const Stmt *loop; // that is divided
    const Reduction *reduction;
    const Stmt *outermost;       // of the parallel loops directly around one another, around and in it
    const Stmt *loops[MAX_DIMS]; // those but itself: each iteration of theirs has one place
    int count;
    Expr *lower[MAX_DIMS], *extent[MAX_DIMS];
    const Stmt *body; // what they all hold
    Array *parts;
} Factoring;

static Stmt *refuse(Factoring *factoring, const char *reason)
{
    diag_refuse(factoring->state->diag, factoring->loop->loc, "rfactor %s refused: %s", factoring->loop->loop->name,
                reason);
    return NULL;
}

// ---- what it requires

static bool find_reduction(Factoring *factoring)
{
    const Facts *facts = factoring->state->facts;
    const Reduction *reduction = NULL;
    int count = 0;
    FOR_EACH(i, &facts->reductions)
        if (reduction_runs_along(&facts->reductions.items[i], factoring->loop->loop->id)) {
            reduction = factoring->reduction = &facts->reductions.items[i];
            count++;
        }
    if (count != 1)
        return refuse(factoring, "it does not carry exactly one reduction");
    bool plain = reduction->form == FORM_OPERATOR && reduction->kind != REDUCTION_BY_KEY && !ordered_applies(reduction);
    if (!plain || !type_is_arithmetic(reduction->type))
        return refuse(factoring, "its reduction has no parts that can be put together in another order");
    if (!may_reassociate(factoring->state, reduction))
        return refuse(factoring, "'exact' forbids another order of operations");
    return true;
}

static bool is_parallel(const Factoring *factoring, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(factoring->state->facts, loop->loop->id);
    return fact && fact->verdict == LOOP_PARALLEL && expr_is_int(loop->loop->step, 1) && !loop->loop->factor &&
           !loop->loop->not_equal && !loop->loop->endless && !stmt_rotates(loop);
}

static bool add_loop(Factoring *factoring, const Stmt *loop)
{
    if (factoring->count == MAX_DIMS - 1)
        return false;
    factoring->loops[factoring->count++] = loop;
    return true;
}

// The parallel loops around it, as far as only loops are around them, and those perfectly nested inside.
static bool find_loops(Factoring *factoring, const Stmt *root)
{
    Path path;
    tree_path(root, factoring->loop, &path);
    int first = path.count - 1;
    while (first > 0 && is_parallel(factoring, path.loops[first - 1]))
        first--;
    factoring->outermost = path.loops[first];
    for (int i = first; i + 1 < path.count; i++)
        if (!add_loop(factoring, path.loops[i]))
            return refuse(factoring, "more than 7 parallel loops are around it");
    factoring->body = factoring->loop->body;
    for (const Stmt *inner = only_loop(factoring->body); inner && is_parallel(factoring, inner);
         inner = only_loop(factoring->body)) {
        bool moves = expr_mentions(inner->loop->lower, factoring->loop->loop->iterator) ||
                     expr_mentions(inner->loop->upper, factoring->loop->loop->iterator);
        if (moves || !add_loop(factoring, inner))
            break;
        factoring->body = inner->body;
    }
    // The partial results begin in all iterations of these loops, also where the loop itself has none.
    for (int i = 0; i < factoring->count; i++) {
        Expr *upper;
        if (!domain_range_beyond(factoring->state->facts, factoring->loops[i]->loop->id, factoring->loop->loop->id,
                                 &factoring->lower[i], &upper))
            return refuse(factoring, "the loops around it have no limits that are known on the host");
        factoring->extent[i] = index_max(factoring->arena, index_sub(factoring->arena, upper, factoring->lower[i]),
                                         expr_index(factoring->arena, 1));
    }
    return true;
}

// Between the loops are only blocks: a branch would be lost.
static bool stands_in_loops(const Stmt *stmt, const Stmt *target)
{
    if (stmt == target)
        return true;
    if (stmt->kind == ST_LOOP)
        return stands_in_loops(stmt->body, target);
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        if (stands_in_loops(stmt->items[i], target))
            return true;
    return false;
}

typedef struct Effects {
    const Factoring *factoring;
    const char *obstacle;
} Effects;

// Whether it is the place as an update names it. Other elements of its array, and other members, are operands.
static bool is_updated(const Factoring *factoring, const Expr *expr)
{
    for (int i = 0; i < factoring->reduction->updates.count; i++) {
        const Stmt *update = reduction_find_update(factoring->body, factoring->reduction, i);
        if (update && expr_equal(expr, update->place))
            return true;
    }
    return false;
}

static bool place_mentions(const Factoring *factoring, const Symbol *symbol)
{
    for (int i = 0; i < factoring->reduction->updates.count; i++) {
        const Stmt *update = reduction_find_update(factoring->body, factoring->reduction, i);
        if (update && expr_mentions(update->place, symbol))
            return true;
    }
    return false;
}

// Dependences do not say whose value of a private variable, or of a scalar, is the last one.
static bool has_last_value(const Factoring *factoring, const Expr *place)
{
    const Facts *facts = factoring->state->facts;
    if (place->kind == EX_SYMBOL)
        return !tree_declares(factoring->body, place->symbol);
    FOR_EACH(i, &facts->privates)
        if (facts->privates.items[i].array == place->array)
            return true;
    return false;
}

static bool find_effect(void *context, const Stmt *stmt)
{
    Effects *effects = context;
    const Factoring *factoring = effects->factoring;
    if (stmt->kind == ST_ASSIGN && !reduction_is_update(factoring->reduction, stmt) &&
        has_last_value(factoring, stmt->place))
        effects->obstacle = intern_printf("'%s' is assigned in it, too", place_name(stmt->place));
    if (source_jump(stmt))
        effects->obstacle = source_jump(stmt);
    if (stmt->kind == ST_DECLARE && stmt->array)
        effects->obstacle = "an array is declared in it";
    const Symbol *inside = stmt->kind == ST_LOOP      ? stmt->loop->iterator
                           : stmt->kind == ST_DECLARE ? stmt->symbol
                                                      : NULL;
    if (inside && place_mentions(factoring, inside))
        effects->obstacle = "its place moves inside of it";
    return !effects->obstacle;
}

typedef struct Declared {
    const Expr *expr;
    bool found;
} Declared;

static bool find_declaration(void *context, const Stmt *stmt)
{
    Declared *declared = context;
    const Expr *expr = declared->expr;
    if (stmt->kind == ST_DECLARE)
        declared->found = declared->found || (expr->kind == EX_SYMBOL && stmt->symbol == expr->symbol) ||
                          (expr->kind == EX_ACCESS && stmt->array == expr->array);
    return !declared->found;
}

static bool is_declared_in(const Stmt *root, const Expr *expr)
{
    Declared declared = {.expr = expr};
    stmt_walk(root, find_declaration, &declared);
    return declared.found;
}

// The parts are computed before the loops around it, where their variables are not.
static bool find_local(void *context, const Expr *expr)
{
    Effects *effects = context;
    const Factoring *factoring = effects->factoring;
    bool names = expr->kind == EX_ACCESS || (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_ITERATOR);
    if (names && !is_updated(factoring, expr) && is_declared_in(factoring->outermost, expr) &&
        !is_declared_in(factoring->body, expr))
        effects->obstacle = intern_printf("'%s' is declared around it", place_name(expr));
    return !effects->obstacle;
}

static bool is_alone(Factoring *factoring)
{
    const Loop *loop = factoring->loop->loop;
    Effects effects = {.factoring = factoring};
    if (!expr_is_int(loop->step, 1) || loop->factor || loop->not_equal || loop->endless ||
        stmt_rotates(factoring->outermost))
        return refuse(factoring, "it does not count one by one");
    if (!stands_in_loops(factoring->outermost, factoring->loop))
        return refuse(factoring, "it is under a condition");
    stmt_walk(factoring->body, find_effect, &effects);
    if (!effects.obstacle)
        stmt_walk_expressions(factoring->loop->body, find_local, &effects);
    Expr *bounds[] = {loop->lower, loop->upper};
    for (int i = 0; i < 2 && !effects.obstacle; i++)
        expr_walk(bounds[i], find_local, &effects);
    for (int i = 0; i < factoring->count && !effects.obstacle; i++) {
        expr_walk(factoring->loops[i]->loop->lower, find_local, &effects);
        expr_walk(factoring->loops[i]->loop->upper, find_local, &effects);
    }
    FOR_EACH(i, &factoring->reduction->updates)
        if (!stmt_contains(factoring->body, factoring->reduction->updates.items[i]))
            effects.obstacle = "it does not carry exactly one reduction";
    return !effects.obstacle || refuse(factoring, effects.obstacle);
}

// ---- places that no iteration updates

// On the way from the loop to an update.
typedef struct Reached {
    const Factoring *factoring;
    const Stmt *update;
    const Symbol *iterators[MAX_DEPTH]; // of the loops on the way
    int count;
    Expr *condition; // which the loops and conditions on the way make; NULL: none
    bool known;      // it needs no iterator of these loops
} Reached;

// Data, or a variable that the loop sets: the ranges of the accesses count such a place as accessed.
static bool find_data(void *context, const Expr *expr)
{
    Effects *effects = context;
    const Stmt *loop = effects->factoring->loop;
    if (expr->kind == EX_ACCESS || (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_ITERATOR &&
                                    (tree_declares(loop, expr->symbol) || tree_writes_symbol(loop, expr->symbol))))
        effects->obstacle = "data";
    return !effects->obstacle;
}

static void require_condition(Reached *reached, Expr *condition)
{
    Effects effects = {.factoring = reached->factoring};
    expr_walk(condition, find_data, &effects);
    if (effects.obstacle)
        return;
    for (int i = 0; i < reached->count; i++)
        reached->known = reached->known && !expr_mentions(condition, reached->iterators[i]);
    reached->condition = expr_both(reached->factoring->arena, reached->condition, condition);
}

// That the loop has an iteration. The number of parts says so of the loop itself if its bounds are the same everywhere.
static void require_loop(Reached *reached, const Stmt *stmt)
{
    const Factoring *factoring = reached->factoring;
    const Loop *loop = stmt->loop;
    for (int i = 0; i < factoring->count; i++)
        if (factoring->loops[i] == stmt)
            return;
    bool moves = expr_mentions_iterator(loop->lower) || expr_mentions_iterator(loop->upper);
    if (stmt != factoring->loop || moves)
        require_condition(reached, loop_runs(factoring->arena, loop));
    reached->iterators[reached->count++] = loop->iterator;
}

// false: the update is not in it
static bool reach(Reached *reached, const Stmt *stmt)
{
    if (!stmt || stmt == reached->update)
        return stmt;
    if (!stmt_contains(stmt, reached->update))
        return false;
    if (stmt->kind == ST_LOOP)
        require_loop(reached, stmt);
    if (stmt->kind == ST_IF)
        require_condition(reached, stmt_contains(stmt->body, reached->update)
                                       ? stmt->condition
                                       : expr_unary(reached->factoring->arena, OP_NOT, stmt->condition));
    for (int i = 0; i < stmt->nitems; i++)
        if (reach(reached, stmt->items[i]))
            return true;
    return reach(reached, stmt->body) || reach(reached, stmt->otherwise);
}

// The condition that iterations of the loop update the place; NULL in *condition: they do. false: not known outside.
static bool find_condition(const Factoring *factoring, Expr **condition)
{
    bool several = factoring->reduction->updates.count > 1;
    *condition = NULL;
    if (factoring->reduction->place->kind != EX_ACCESS)
        return true;
    FOR_EACH(i, &factoring->reduction->updates) {
        Reached reached = {factoring, factoring->reduction->updates.items[i], .known = true};
        reach(&reached, factoring->loop);
        *condition = reached.condition;
        if (!reached.condition || (!several && reached.known))
            return true;
    }
    return false;
}

// ---- the two nests

static Expr *element(const Factoring *factoring, const Symbol *part)
{
    Expr *subscripts[MAX_DIMS] = {expr_symbol(factoring->arena, part)};
    for (int i = 0; i < factoring->count; i++)
        subscripts[i + 1] = index_sub(
            factoring->arena, expr_symbol(factoring->arena, factoring->loops[i]->loop->iterator), factoring->lower[i]);
    return expr_access(factoring->arena, factoring->parts, subscripts);
}

typedef struct Use {
    const Factoring *factoring;
    const Symbol *part;
} Use;

static Expr *use_element(void *context, Expr *expr)
{
    const Use *use = context;
    return is_updated(use->factoring, expr) ? element(use->factoring, use->part) : expr;
}

static Loop part_loop(const Factoring *factoring, LoopId origin, Expr *count)
{
    Candidate *state = factoring->state;
    const char *name = intern_printf("%s.part", factoring->loop->loop->name);
    Loop loop = source_parts(state, name, name, count, factoring->loop->loc);
    loop.origin = origin ? origin : loop.id;
    return loop;
}

static Stmt *around(const Factoring *factoring, const Loop *loop, Stmt *body)
{
    Stmt *made = stmt_loop(factoring->arena, loop, body);
    made->loc = factoring->loop->loc;
    return made;
}

// Until the order is asked, the copy is a loop of its own over iterations of the same loop (source_plain).
static Stmt *around_copy(const Factoring *factoring, const Loop *loop, Stmt *body)
{
    Loop copy = *loop;
    copy.id = nest_loop_id(factoring->state->nest);
    return around(factoring, &copy, body);
}

// for part { for the places { parts[part][..] = identity; for k in the part { parts[part][..] op= e } } }
static Stmt *sum_parts(const Factoring *factoring, const Loop *part, Expr *first, int64_t size)
{
    Arena *arena = factoring->arena;
    const Type *type = factoring->loop->loop->iterator->type;
    Use use = {factoring, part->iterator};
    Expr *from = index_add(arena, first, index_mul(arena, expr_index(arena, size), expr_symbol(arena, part->iterator)));
    Expr *until = index_add(arena, from, expr_index(arena, size));
    Loop piece = *factoring->loop->loop;
    piece.lower = expr_cast(arena, type, index_max(arena, index_cast(arena, piece.lower), from));
    piece.upper = expr_cast(arena, type, index_min(arena, index_cast(arena, piece.upper), until));
    if (expr_equal(index_cast(arena, factoring->loop->loop->lower), first))
        piece.lower = expr_cast(arena, type, from);
    Stmt *body = reduction_wrapping(arena, factoring->reduction, (Stmt *)factoring->body);
    body = stmt_rewrite(arena, body, NULL, use_element, &use);
    Expr *identity = reduction_identity(arena, factoring->reduction);
    Stmt *begin = stmt_assign(arena, element(factoring, part->iterator), OP_NONE, identity, NULL);
    Stmt *items[] = {
        source_statement(factoring->state, begin, factoring->loop->loc),
        around_copy(factoring, &piece, body),
    };
    body = stmt_block(arena, items, 2);
    for (int i = factoring->count - 1; i >= 0; i--)
        body = around_copy(factoring, factoring->loops[i]->loop, body);
    return around(factoring, part, body);
}

// The loop's replacement in the source: for the places in it { for part { place op= parts[part][..] } }. The statement
// has the number of the update: there the update accesses its place.
static Stmt *add_parts(const Factoring *factoring, const Loop *part, Expr *updated)
{
    Arena *arena = factoring->arena;
    const Stmt *update = factoring->reduction->updates.items[0];
    const Stmt *first = reduction_find_update(factoring->body, factoring->reduction, 0);
    Expr *place = first ? first->place : update->place;
    Stmt *body = reduction_accumulate(arena, factoring->reduction, place, element(factoring, part->iterator));
    body->id = first ? first->id : update->id;
    body->loc = factoring->loop->loc;
    body = around(factoring, part, body);
    if (updated)
        body = stmt_if(arena, updated, body, NULL);
    for (int i = factoring->count - 1; i >= 0 && stmt_contains(factoring->loop->body, factoring->loops[i]); i--)
        body = around(factoring, factoring->loops[i]->loop, body);
    return body;
}

Stmt *rfactor(Candidate *state, Stmt *root, LoopId id, int64_t size)
{
    Arena *arena = state->arena;
    Factoring factoring = {.state = state, .arena = arena, .loop = stmt_find_loop(root, id)};
    Expr *first, *end, *updated;
    if (!find_reduction(&factoring) || !find_loops(&factoring, root) || !is_alone(&factoring))
        return NULL;
    if (!domain_range(state->facts, id, NULL, 0, &first, &end))
        return refuse(&factoring, "it has no limits that are known on the host");
    if (!find_condition(&factoring, &updated))
        return refuse(&factoring, "only its iterations know whether they update the place");
    Expr *count = index_ceil_div(arena, index_sub(arena, end, first), size);
    Expr *extents[MAX_DIMS] = {index_max(arena, count, expr_index(arena, 1))};
    for (int i = 0; i < factoring.count; i++)
        extents[i + 1] = factoring.extent[i];
    const Expr *place = factoring.reduction->place;
    const char *name = place_name(place);
    factoring.parts = nest_array(state->nest, intern_printf("%s_parts", name), factoring.reduction->type, SPACE_SCRATCH,
                                 extents, factoring.count + 1);
    Loop part = part_loop(&factoring, id, count), again = part_loop(&factoring, 0, count);
    Stmt *sums = sum_parts(&factoring, &part, first, size), *rest = add_parts(&factoring, &again, updated);
    Stmt *both[] = {sums, tree_replace(arena, (Stmt *)factoring.outermost, factoring.loop, rest)};
    state->reassociates = state->reassociates || factoring.reduction->reassociates;
    return tree_replace(arena, root, factoring.outermost, stmt_block(arena, both, 2));
}

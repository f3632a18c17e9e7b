// A sum divided into parts that are computed side by side and then added up.
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/reduce.h"
#include "transform/source/rfactor.h"
#include "transform/source/source.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"

typedef struct Divide {
    Restructuring *state;
    Arena *arena;
    const Stmt *loop; // that is divided
    const Reduction *reduction;
    const Stmt *outermost;       // of the parallel loops directly around one another, around and in it
    const Stmt *loops[MAX_DIMS]; // those but itself: each iteration of theirs has one place
    int count;
    Expr *lower[MAX_DIMS], *extent[MAX_DIMS];
    const Stmt *body; // what they all hold
    Array *parts;
} Divide;

static Stmt *refuse(Divide *divide, const char *reason)
{
    diag_refuse(divide->state->diag, divide->loop->loc, "rfactor %s refused: %s", divide->loop->loop->name, reason);
    return NULL;
}

static Expr *wide(Arena *arena, Expr *expr)
{
    return expr_cast(arena, type_scalar(TY_I64), expr);
}

// ---- what it requires

static bool find_reduction(Divide *divide)
{
    const Facts *facts = divide->state->facts;
    const LoopFact *fact = facts_loop(facts, divide->loop->loop->id);
    if (!fact || fact->verdict != LOOP_REDUCTION || fact->reductions.count != 1)
        return refuse(divide, "it does not carry one reduction and nothing else");
    const Reduction *reduction = divide->reduction = &facts->reductions.items[fact->reductions.items[0]];
    bool plain = reduction->form == FORM_OPERATOR && reduction->kind != REDUCTION_BY_KEY && !ordered_applies(reduction);
    if (!plain || !type_is_arithmetic(reduction->type))
        return refuse(divide, "its reduction has no parts that can be put together in another order");
    if (!may_reassociate(divide->state, reduction))
        return refuse(divide, "'exact' forbids another order of operations");
    return true;
}

static bool is_parallel(const Divide *divide, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(divide->state->facts, loop->loop->id);
    return fact && fact->verdict == LOOP_PARALLEL && expr_is_int(loop->loop->step, 1) && !loop->loop->factor &&
           !loop->loop->not_equal && !loop->loop->endless && !stmt_rotates(loop);
}

static bool add_loop(Divide *divide, const Stmt *loop)
{
    if (divide->count == MAX_DIMS - 1)
        return false;
    divide->loops[divide->count++] = loop;
    return true;
}

// The parallel loops around it, as far as nothing but loops stands around them, and those perfectly nested inside.
static bool find_loops(Divide *divide, const Stmt *root)
{
    Path path;
    if (!tree_path(root, divide->loop, &path))
        return refuse(divide, "it stands too deep");
    int first = path.count - 1;
    while (first > 0 && is_parallel(divide, path.loops[first - 1]))
        first--;
    divide->outermost = path.loops[first];
    for (int i = first; i + 1 < path.count; i++)
        if (!add_loop(divide, path.loops[i]))
            return refuse(divide, "it stands too deep");
    divide->body = divide->loop->body;
    for (const Stmt *inner = only_loop(divide->body); inner && is_parallel(divide, inner);
         inner = only_loop(divide->body)) {
        bool moves = expr_mentions(inner->loop->lower, divide->loop->loop->iterator) ||
                     expr_mentions(inner->loop->upper, divide->loop->loop->iterator);
        if (moves || !add_loop(divide, inner))
            break;
        divide->body = inner->body;
    }
    for (int i = 0; i < divide->count; i++) {
        Expr *upper;
        if (!domain_range(divide->state->facts, divide->loops[i]->loop->id, NULL, 0, &divide->lower[i], &upper))
            return refuse(divide, "the loops around it have no limits that are known on the host");
        divide->extent[i] =
            index_max(divide->arena, index_sub(divide->arena, upper, divide->lower[i]), expr_index(divide->arena, 1));
    }
    return true;
}

// Between the loops stand blocks alone: a branch would be lost.
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
    const Divide *divide;
    const char *obstacle;
} Effects;

static bool place_mentions(const Divide *divide, const Symbol *symbol)
{
    for (int i = 0; i < divide->reduction->updates.count; i++) {
        const Stmt *update = reduction_find_update(divide->body, divide->reduction, i);
        if (update && expr_mentions(update->place, symbol))
            return true;
    }
    return false;
}

static bool find_effect(void *context, const Stmt *stmt)
{
    Effects *effects = context;
    const Divide *divide = effects->divide;
    bool own =
        stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && tree_declares(divide->body, stmt->place->symbol);
    if (stmt->kind == ST_ASSIGN && !own && !reduction_is_update(divide->reduction, stmt))
        effects->obstacle = "something else is assigned in it";
    if (stmt->kind == ST_EVALUATE || stmt->kind == ST_WHILE || stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE ||
        stmt->kind == ST_ROTATE)
        effects->obstacle = "a call, a jump or a 'while' stands in it";
    if (stmt->kind == ST_DECLARE && stmt->array)
        effects->obstacle = "an array is declared in it";
    const Symbol *inside = stmt->kind == ST_LOOP      ? stmt->loop->iterator
                           : stmt->kind == ST_DECLARE ? stmt->symbol
                                                      : NULL;
    if (inside && place_mentions(divide, inside))
        effects->obstacle = "its place moves inside of it";
    return !effects->obstacle;
}

// Whether `expr` is a value that the loops around change, but for their iterators and the place itself.
static bool find_changed(void *context, const Expr *expr)
{
    Effects *effects = context;
    const Divide *divide = effects->divide;
    bool reads = expr->kind == EX_ACCESS || (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_ITERATOR &&
                                             !tree_declares(divide->body, expr->symbol));
    if (!reads || reduction_is_place(divide->reduction, expr))
        return true;
    bool changed = expr->kind == EX_ACCESS ? tree_writes_array(divide->outermost, expr->array)
                                           : tree_writes_symbol(divide->outermost, expr->symbol) ||
                                                 tree_declares(divide->outermost, expr->symbol);
    if (changed)
        effects->obstacle = intern_printf("'%s' changes around it", place_name(expr));
    return !effects->obstacle;
}

static bool is_alone(Divide *divide)
{
    const Loop *loop = divide->loop->loop;
    Effects effects = {.divide = divide};
    if (!expr_is_int(loop->step, 1) || loop->factor || loop->not_equal || loop->endless ||
        stmt_rotates(divide->outermost))
        return refuse(divide, "it does not count one by one");
    if (!stands_in_loops(divide->outermost, divide->loop))
        return refuse(divide, "a condition stands around it");
    stmt_walk(divide->body, find_effect, &effects);
    stmt_walk_expressions(divide->loop->body, find_changed, &effects);
    Expr *bounds[] = {loop->lower, loop->upper};
    for (int i = 0; i < 2 && !effects.obstacle; i++)
        expr_walk(bounds[i], find_changed, &effects);
    for (int i = 0; i < divide->count && !effects.obstacle; i++) {
        expr_walk(divide->loops[i]->loop->lower, find_changed, &effects);
        expr_walk(divide->loops[i]->loop->upper, find_changed, &effects);
    }
    FOR_EACH(i, &divide->reduction->updates)
    if (!stmt_contains(divide->body, divide->reduction->updates.items[i]))
        effects.obstacle = "its place is updated elsewhere, too";
    return !effects.obstacle || refuse(divide, effects.obstacle);
}

// ---- the two nests

static Expr *element(const Divide *divide, const Symbol *part)
{
    Expr *subscripts[MAX_DIMS] = {expr_symbol(divide->arena, part)};
    for (int i = 0; i < divide->count; i++)
        subscripts[i + 1] =
            index_sub(divide->arena, wide(divide->arena, expr_symbol(divide->arena, divide->loops[i]->loop->iterator)),
                      divide->lower[i]);
    return expr_access(divide->arena, divide->parts, subscripts);
}

typedef struct Use {
    const Divide *divide;
    const Symbol *part;
} Use;

static Expr *use_element(void *context, Expr *expr)
{
    const Use *use = context;
    bool is_place =
        (expr->kind == EX_ACCESS || expr->kind == EX_SYMBOL) && reduction_is_place(use->divide->reduction, expr);
    return is_place ? element(use->divide, use->part) : expr;
}

static Loop part_loop(const Divide *divide, Expr *count)
{
    Restructuring *state = divide->state;
    const char *name = intern_printf("%s.part", divide->loop->loop->name);
    Symbol *iterator = nest_symbol(state->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
    iterator->loc = divide->loop->loc;
    LoopId id = nest_loop_id(state->nest);
    return (Loop){.id = id,
                  .origin = id,
                  .name = name,
                  .iterator = iterator,
                  .lower = expr_index(divide->arena, 0),
                  .upper = count,
                  .step = expr_index(divide->arena, 1),
                  .step_sign = 1};
}

static Stmt *around(const Divide *divide, const Loop *loop, Stmt *body)
{
    Stmt *made = stmt_loop(divide->arena, loop, body);
    made->loc = divide->loop->loc;
    return made;
}

static Stmt *numbered(const Divide *divide, Stmt *stmt)
{
    stmt->id = ++divide->state->nest->next_stmt;
    stmt->loc = divide->loop->loc;
    return stmt;
}

// for part { for the places { parts[part][..] = identity; for k in the part { parts[part][..] op= e } } }
static Stmt *sum_parts(const Divide *divide, const Loop *part, Expr *first, int64_t size)
{
    Arena *arena = divide->arena;
    const Type *type = divide->loop->loop->iterator->type;
    Use use = {divide, part->iterator};
    Expr *from = index_add(arena, first, index_mul(arena, expr_index(arena, size), expr_symbol(arena, part->iterator)));
    Expr *until = index_add(arena, from, expr_index(arena, size));
    Loop piece = *divide->loop->loop;
    piece.lower = expr_cast(arena, type, index_max(arena, wide(arena, piece.lower), from));
    piece.upper = expr_cast(arena, type, index_min(arena, wide(arena, piece.upper), until));
    if (expr_equal(wide(arena, divide->loop->loop->lower), first))
        piece.lower = expr_cast(arena, type, from);
    Stmt *body = reduction_wrapping(arena, divide->reduction, (Stmt *)divide->body);
    body = stmt_rewrite(arena, body, NULL, use_element, &use);
    Expr *identity = reduction_identity(arena, divide->reduction);
    Stmt *items[] = {
        numbered(divide, stmt_assign(arena, element(divide, part->iterator), OP_NONE, identity, NULL)),
        around(divide, &piece, body),
    };
    body = stmt_block(arena, items, 2);
    for (int i = divide->count - 1; i >= 0; i--)
        body = around(divide, divide->loops[i]->loop, body);
    return source_copy(divide->state, around(divide, part, body));
}

// The loop's place in the source: for the places in it { for part { place op= parts[part][..] } }
static Stmt *add_parts(const Divide *divide, const Loop *part)
{
    Arena *arena = divide->arena;
    const Stmt *update = divide->reduction->updates.items[0];
    const Stmt *first = reduction_find_update(divide->body, divide->reduction, 0);
    Expr *place = first ? first->place : update->place;
    Stmt *body =
        numbered(divide, reduction_accumulate(arena, divide->reduction, place, element(divide, part->iterator)));
    body = around(divide, part, body);
    for (int i = divide->count - 1; i >= 0 && stmt_contains(divide->loop->body, divide->loops[i]); i--)
        body = around(divide, divide->loops[i]->loop, body);
    return body;
}

Stmt *rfactor(Restructuring *state, Stmt *root, LoopId id, int64_t size)
{
    Arena *arena = state->arena;
    Divide divide = {.state = state, .arena = arena, .loop = stmt_find_loop(root, id)};
    Expr *first, *end;
    if (!find_reduction(&divide) || !find_loops(&divide, root) || !is_alone(&divide))
        return NULL;
    if (!domain_range(state->facts, id, NULL, 0, &first, &end))
        return refuse(&divide, "it has no limits that are known on the host");
    Expr *count = index_ceil_div(arena, index_sub(arena, end, first), size);
    Expr *extents[MAX_DIMS] = {index_max(arena, count, expr_index(arena, 1))};
    for (int i = 0; i < divide.count; i++)
        extents[i + 1] = divide.extent[i];
    const Expr *place = divide.reduction->place;
    const char *name = place_name(place);
    divide.parts = nest_array(state->nest, intern_printf("%s_parts", name), divide.reduction->type, SPACE_SCRATCH,
                              extents, divide.count + 1);
    Loop part = part_loop(&divide, count), again = part_loop(&divide, count);
    Stmt *sums = sum_parts(&divide, &part, first, size), *rest = add_parts(&divide, &again);
    Stmt *both[] = {sums, tree_replace(arena, (Stmt *)divide.outermost, divide.loop, rest)};
    state->reassociates = state->reassociates || divide.reduction->reassociates;
    return tree_replace(arena, root, divide.outermost, stmt_block(arena, both, 2));
}

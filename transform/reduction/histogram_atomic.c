// Reductions by key whose copies are shared by threads: integers, by atomic operations, whose order does not matter.
//
//   copies[key[i]] += e                     ->  atomicAdd(&copies[key[i]], e)
//   if (e > copies[key[i]]) copies[..] = e  ->  atomicMax(&copies[key[i]], e)
#include "transform/reduction/histogram_atomic.h"
#include "transform/reduction/reduce.h"
#include "transform/tree/query.h"

// ---- which updates

static bool is_extremum(const Reduction *reduction)
{
    return (reduction->op == OP_MIN || reduction->op == OP_MAX) && reduction->form != FORM_CHOICE;
}

static bool is_counted(const Reduction *reduction)
{
    Operator op = reduction->op;
    bool fits = op == OP_ADD || op == OP_AND || op == OP_OR || op == OP_XOR || is_extremum(reduction);
    return fits && type_is_integer(reduction->type) && reduction->type->kind != TY_BOOL;
}

static Intrinsic atomic_of(Operator op)
{
    switch (op) {
    case OP_AND: return IN_ATOMIC_AND;
    case OP_OR: return IN_ATOMIC_OR;
    case OP_XOR: return IN_ATOMIC_XOR;
    case OP_MIN: return IN_ATOMIC_MIN;
    case OP_MAX: return IN_ATOMIC_MAX;
    default: return IN_ATOMIC_ADD;
    }
}

// ---- the value that an update combines with its place. NULL: it has another form

// Whether each value of one type is one of the other.
static bool holds_values(const Type *type, const Type *of)
{
    if (!type_is_integer(type) || !type_is_integer(of))
        return false;
    if (type_is_signed(type) == type_is_signed(of))
        return of->size <= type->size;
    return type_is_signed(type) && of->size < type->size;
}

// Without conversions that keep each value.
static const Expr *unconverted(const Expr *expr)
{
    while (expr->kind == EX_CAST && holds_values(expr->type, expr->operands[0]->type))
        expr = expr->operands[0];
    return expr;
}

// Also where a copy that is wider than the place is read as a value of the place's type.
static bool is_place(const Expr *expr, const Reduction *reduction, const Stmt *update)
{
    expr = unconverted(expr);
    if (expr->kind == EX_CAST && expr->type == reduction->type)
        expr = expr->operands[0];
    return expr_equal(expr, update->place);
}

// Bits above those of the place do not change them.
static bool has_bits_of_place(const Expr *expr, const Reduction *reduction, const Stmt *update)
{
    for (; expr->kind == EX_CAST; expr = expr->operands[0])
        if (!type_is_integer(expr->type) || expr->type->size < reduction->type->size)
            return false;
    return expr_equal(expr, update->place);
}

// `place op= e` or `place = place op e`
static Expr *combined_value(Arena *arena, const Reduction *reduction, const Stmt *update)
{
    Operator op = update->op;
    Expr *value = update->value;
    if (op == OP_NONE) {
        const Expr *sum = expr_strip_casts(value);
        if (sum->kind != EX_BINARY || !type_is_integer(sum->type) || sum->type->size < update->place->type->size)
            return NULL;
        bool left = has_bits_of_place(sum->operands[0], reduction, update);
        if (!left && (sum->op == OP_SUB || !has_bits_of_place(sum->operands[1], reduction, update)))
            return NULL;
        op = sum->op;
        value = sum->operands[left];
    } else if (!type_is_integer(update->compute) || update->compute->size < update->place->type->size) {
        return NULL;
    }
    if (!type_is_integer(value->type))
        return NULL;
    const Type *type = type_scalar(update->place->type->size == 8 ? TY_U64 : TY_U32);
    switch (op) {
    case OP_ADD:
    case OP_AND:
    case OP_OR:
    case OP_XOR: return expr_cast(arena, update->place->type, value);
    case OP_SUB: return expr_cast(arena, update->place->type, expr_unary(arena, OP_NEG, expr_cast(arena, type, value)));
    default: return NULL;
    }
}

// A comparison of the place with the value.
static bool compares(const Expr *condition, const Reduction *reduction, const Stmt *update, const Expr *value)
{
    condition = unconverted(condition);
    Operator op = condition->kind == EX_BINARY ? condition->op : OP_NONE;
    if (op != OP_LT && op != OP_LE && op != OP_GT && op != OP_GE)
        return false;
    for (int side = 0; side < 2; side++)
        if (is_place(condition->operands[side], reduction, update) &&
            expr_equal(unconverted(condition->operands[1 - side]), value))
            return true;
    return false;
}

// `place = e > place ? e : place`, or with a condition: if (e > place) place = e
static Expr *chosen_value(Arena *arena, const Reduction *reduction, const Stmt *update, const Expr *condition)
{
    const Expr *value = unconverted(update->value);
    if (update->op != OP_NONE)
        return NULL;
    if (!condition) {
        value = expr_strip_casts(value); // back to the place's type, of a value that it holds
        if (value->kind != EX_SELECT)
            return NULL;
        condition = value->operands[0];
        bool yes = is_place(value->operands[1], reduction, update);
        if (yes == is_place(value->operands[2], reduction, update))
            return NULL;
        value = unconverted(value->operands[yes ? 2 : 1]);
    }
    if (!compares(condition, reduction, update, value) || !holds_values(reduction->type, value->type))
        return NULL;
    return expr_cast(arena, update->place->type, (Expr *)value);
}

static const Stmt *only_statement(const Stmt *body)
{
    return body && body->kind == ST_BLOCK && body->nitems == 1 ? body->items[0] : body;
}

bool reduction_assigns(const Reduction *reduction, const Stmt *stmt)
{
    FOR_EACH(i, &reduction->updates) {
        const Stmt *update = reduction_find_update(reduction->updates.items[i], reduction, i);
        if (stmt->kind == ST_ASSIGN && stmt->id && update && update->id == stmt->id)
            return true;
    }
    return false;
}

// The assignment of an update, also in the `if` around it that is a part of it; NULL: the statement is none.
static const Stmt *assignment_of(const Reduction *reduction, const Stmt *stmt)
{
    bool branch = reduction->updates.items[0]->kind == ST_IF;
    if (branch)
        stmt = stmt->kind == ST_IF && !stmt->otherwise ? only_statement(stmt->body) : NULL;
    return stmt && reduction_assigns(reduction, stmt) ? stmt : NULL;
}

static Expr *value_of(Arena *arena, const Reduction *reduction, const Stmt *stmt)
{
    const Stmt *assignment = assignment_of(reduction, stmt);
    if (!is_extremum(reduction))
        return combined_value(arena, reduction, assignment);
    return chosen_value(arena, reduction, assignment, stmt == assignment ? NULL : stmt->condition);
}

typedef struct Updates {
    Arena *arena;
    const Reduction *reduction;
    int fitting, all;
} Updates;

static bool count_updates(void *context, const Stmt *stmt)
{
    Updates *updates = context;
    updates->all += reduction_assigns(updates->reduction, stmt);
    if (assignment_of(updates->reduction, stmt) && value_of(updates->arena, updates->reduction, stmt))
        updates->fitting++;
    return true;
}

bool reduction_can_be_atomic(Arena *arena, const Reduction *reduction, const Stmt *tree)
{
    Updates updates = {.arena = arena, .reduction = reduction};
    if (!is_counted(reduction))
        return false;
    stmt_walk(tree, count_updates, &updates);
    return updates.all && updates.fitting == updates.all;
}

const Type *atomic_type(const Type *type)
{
    return type->size >= 4 ? type : type_scalar(TY_I32); // as C computes with it
}

static Stmt *assign_copy(void *context, Stmt *stmt)
{
    Arena *arena = context;
    if (stmt->kind != ST_ASSIGN || stmt->place->kind != EX_CAST)
        return stmt;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->place = stmt->place->operands[0];
    made->value = stmt->op == OP_NONE ? expr_cast(arena, made->place->type, stmt->value) : stmt->value;
    return made;
}

Stmt *copies_assigned(Arena *arena, Stmt *tree)
{
    return stmt_rewrite(arena, tree, assign_copy, NULL, arena);
}

// ---- atomic operations

typedef struct Atomic {
    Arena *arena;
    const Reduction *reduction;
    Expr *places; // unsigned: only of elements whose first subscript is less than this; NULL: of all
} Atomic;

static Stmt *make_atomic(void *context, Stmt *stmt)
{
    const Atomic *atomic = context;
    Arena *arena = atomic->arena;
    const Stmt *assignment = assignment_of(atomic->reduction, stmt);
    if (!assignment)
        return stmt;
    Expr *place = assignment->place;
    Expr *operands[] = {expr_address(arena, place), value_of(arena, atomic->reduction, stmt)};
    Intrinsic intrinsic = atomic_of(atomic->reduction->op);
    Stmt *made = stmt_evaluate(arena, expr_intrinsic(arena, intrinsic, place->type, operands, 2));
    made->id = assignment->id;
    made->loc = assignment->loc;
    if (!atomic->places)
        return made;
    const Type *type = atomic->places->type; // the difference of an element of an earlier range is a large number in it
    Expr *subscript = expr_cast(arena, type, place->operands[0]);
    return stmt_if(arena, expr_binary(arena, OP_LT, subscript, atomic->places, type), made, NULL);
}

Stmt *atomic_updates(Arena *arena, const Reduction *reduction, Expr *places, Stmt *tree)
{
    Atomic atomic = {arena, reduction, places};
    return stmt_rewrite(arena, tree, make_atomic, NULL, &atomic);
}

// ---- other statements

typedef struct Effects {
    const Reduction *reduction;
    bool found;
} Effects;

static bool look_for_effects(void *context, const Stmt *stmt)
{
    Effects *effects = context;
    const Array *array = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS ? stmt->place->array : NULL;
    bool writes = array && array->space != SPACE_REGISTER && !reduction_assigns(effects->reduction, stmt);
    effects->found = effects->found || writes || stmt->kind == ST_EVALUATE;
    return !effects->found;
}

bool reduction_is_all(const Reduction *reduction, const Stmt *tree)
{
    Effects effects = {reduction, false};
    stmt_walk(tree, look_for_effects, &effects);
    return !effects.found;
}

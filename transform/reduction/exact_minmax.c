// Exact minima, maxima and logical operators.
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/reduce.h"
#include "transform/source/source.h"
#include "transform/tree/query.h"

enum Seen { SEEN_PLUS_ZERO = 1, SEEN_MINUS_ZERO = 2, SEEN_NAN = 4, SEEN_ANY = 8 };

// x = x && e makes 0 or 1 of any old value, but only after it has run.
static bool normalizes(const Reduction *reduction)
{
    bool logical = op_is_logical(reduction->op);
    return logical && reduction->type->kind != TY_BOOL;
}

bool ordered_has_ties(const Reduction *reduction)
{
    bool keeps = reduction->form == FORM_KEEP_OLD || reduction->form == FORM_KEEP_NEW;
    return keeps && type_is_float(reduction->type);
}

bool ordered_decides(const Reduction *reduction)
{
    return reduction->form == FORM_CHOICE || ordered_has_ties(reduction);
}

bool ordered_applies(const Reduction *reduction)
{
    return normalizes(reduction) || ordered_has_ties(reduction);
}

const Reduction *ordered_flags(void)
{
    static Reduction flags = {.op = OP_OR, .form = FORM_OPERATOR};
    flags.type = type_scalar(TY_I32);
    return &flags;
}

// ---- can the loop be run again?

static const Stmt *source_loop(const Candidate *state, LoopId from)
{
    return state->serial && from ? stmt_find_loop(state->serial, from) : NULL;
}

typedef struct Rerun {
    const Stmt *loop;
    const Reduction *reduction;
    bool reads_written;
} Rerun;

static bool look_for_written(void *context, const Expr *expr)
{
    Rerun *rerun = context;
    if (reduction_is_place(rerun->reduction, expr)) // it has its first value until the loop runs again
        return true;
    if (expr->kind == EX_ACCESS && expr->array->space == SPACE_GLOBAL && tree_writes_array(rerun->loop, expr->array))
        rerun->reads_written = true;
    return !rerun->reads_written;
}

// A place that is only written is not read: the loop that runs again does not write it.
static bool look_at_reads(void *context, const Stmt *stmt)
{
    bool only_written = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_ACCESS;
    if (!only_written) {
        stmt_expressions(stmt, look_for_written, context);
        return true;
    }
    for (int i = 0; i < stmt->place->noperands; i++)
        expr_walk(stmt->place->operands[i], look_for_written, context);
    expr_walk(stmt->value, look_for_written, context);
    return true;
}

typedef struct Moves {
    const Expr *subscript;
    bool found;
} Moves;

static bool look_at_iterator(void *context, const Stmt *stmt)
{
    Moves *moves = context;
    moves->found = moves->found || (stmt->kind == ST_LOOP && expr_mentions(moves->subscript, stmt->loop->iterator));
    return !moves->found;
}

// Whether the loop combines one and the same element of the user's memory.
static bool is_one_place(const Stmt *loop, const Expr *place)
{
    for (int i = 0; i < place->noperands; i++) {
        Moves moves = {place->operands[i], source_changes(loop, place->operands[i])};
        stmt_walk(loop, look_at_iterator, &moves);
        if (moves.found)
            return false;
    }
    return place->array->space == SPACE_GLOBAL;
}

const char *ordered_obstacle(const Candidate *state, const Reduction *reduction, LoopId from)
{
    const Stmt *loop = source_loop(state, from);
    if (!ordered_has_ties(reduction))
        return NULL;
    if (reduction->place->kind != EX_SYMBOL && (!loop || !is_one_place(loop, reduction->place)))
        return "zeros of both signs or a NaN would need the source's order";
    if (!loop || tree_has_kind(loop, ST_EVALUATE))
        return "its loop cannot be run again to settle a tie of zeros";
    Rerun rerun = {loop, reduction, false};
    stmt_walk(loop, look_at_reads, &rerun);
    return rerun.reads_written ? "the loop changes what it reads, so it cannot be run again to settle a tie of zeros"
                               : NULL;
}

// Without effects but on the place and on what is local.
static Stmt *drop_effects(void *context, Stmt *stmt)
{
    const Rerun *rerun = context;
    bool empty = stmt->kind == ST_IF && !stmt->otherwise && stmt->body->kind == ST_BLOCK && !stmt->body->nitems;
    if (empty)
        return NULL;
    if (stmt->kind != ST_ASSIGN || reduction_is_place(rerun->reduction, stmt->place))
        return stmt;
    if (stmt->place->kind == EX_ACCESS)
        return stmt->place->array->space == SPACE_REGISTER ? stmt : NULL;
    return tree_declares(rerun->loop, stmt->place->symbol) ? stmt : NULL;
}

// The order of the iterations decides there: no later step may change it.
static Stmt *keep_order(void *context, Stmt *stmt)
{
    if (stmt->kind != ST_LOOP)
        return stmt;
    Loop loop = *stmt->loop;
    loop.carries = true;
    return tree_loop_again(context, stmt, &loop, stmt->body);
}

static Stmt *run_again(Candidate *state, const Reduction *reduction, LoopId from)
{
    Rerun rerun = {source_loop(state, from), reduction, false};
    Stmt *loop = stmt_rewrite(state->arena, (Stmt *)rerun.loop, drop_effects, NULL, &rerun);
    return tree_renew_loops(state, stmt_rewrite(state->arena, loop, keep_order, NULL, state->arena));
}

// ---- watching

typedef struct Watch {
    Candidate *state;
    const Reduction *reduction;
    const Symbol *seen;
    int count; // of updates found
} Watch;

static bool is_update(const Watch *watch, const Stmt *stmt)
{
    FOR_EACH(i, &watch->reduction->updates) {
        const Stmt *update = reduction_find_update(watch->reduction->updates.items[i], watch->reduction, i);
        if (stmt->kind == ST_ASSIGN && stmt->id && update && update->id == stmt->id)
            return true;
    }
    return false;
}

static Expr *flag(Arena *arena, int value)
{
    return expr_int(arena, value, type_scalar(TY_I32));
}

static Stmt *see(const Watch *watch, Expr *what)
{
    Arena *arena = watch->state->arena;
    return stmt_assign(arena, expr_symbol(arena, watch->seen), OP_OR, what, type_scalar(TY_I32));
}

// seen |= value == 0 ? (signbit(value) ? minus : plus) : value != value ? nan : 0
static Stmt *note(const Watch *watch, Expr *value)
{
    Arena *arena = watch->state->arena;
    if (!ordered_has_ties(watch->reduction))
        return see(watch, flag(arena, SEEN_ANY));
    bool takes_nan = watch->reduction->form == FORM_KEEP_NEW;
    const Type *type = value->type;
    const Type *truth = type_scalar(TY_I32);
    Expr *zero = expr_float(arena, 0, type), *sign_bit = expr_call(arena, truth, "signbit", NULL, &value, 1);
    Expr *negative = expr_binary(arena, OP_NE, sign_bit, flag(arena, 0), truth);
    int any = takes_nan ? SEEN_ANY : 0;
    Expr *sign = expr_select(arena, negative, flag(arena, SEEN_MINUS_ZERO | any), flag(arena, SEEN_PLUS_ZERO | any));
    Expr *other = flag(arena, any);
    if (takes_nan)
        other = expr_select(arena, expr_binary(arena, OP_NE, value, value, type), flag(arena, SEEN_NAN | any), other);
    return see(watch, expr_select(arena, expr_binary(arena, OP_EQ, value, zero, type), sign, other));
}

static bool is_place(const Watch *watch, const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return reduction_is_place(watch->reduction, expr);
}

// The value in `place = value` of an `if`, or in `place = value > place ? value : place`.
static Expr *value_of(const Watch *watch, const Stmt *update)
{
    const Expr *value = update->value;
    while (value->kind == EX_CAST)
        value = value->operands[0];
    if (value->kind != EX_SELECT)
        return update->value;
    Expr *yes = value->operands[1], *no = value->operands[2];
    if (is_place(watch, yes))
        return no;
    return is_place(watch, no) ? yes : update->value;
}

static const Stmt *only_statement(const Stmt *body)
{
    return body && body->kind == ST_BLOCK && body->nitems == 1 ? body->items[0] : body;
}

static Stmt *watch_update(void *context, Stmt *stmt)
{
    Watch *watch = context;
    Arena *arena = watch->state->arena;
    const Stmt *inside = stmt->kind == ST_IF ? only_statement(stmt->body) : NULL;
    bool branch =
        inside && !stmt->otherwise && is_update(watch, inside) && watch->reduction->updates.items[0]->kind == ST_IF;
    bool plain = is_update(watch, stmt) && watch->reduction->updates.items[0]->kind == ST_ASSIGN;
    if (!branch && !plain)
        return stmt;
    watch->count++;
    return stmt_block(arena, (Stmt *[]){note(watch, value_of(watch, branch ? inside : stmt)), stmt}, 2);
}

Stmt *ordered_watch(Candidate *state, const Reduction *reduction, Stmt *body, const Symbol *seen)
{
    Watch watch = {state, reduction, seen, 0};
    Stmt *watched = stmt_rewrite(state->arena, body, watch_update, NULL, &watch);
    return watch.count == reduction->updates.count ? watched : NULL;
}

// ---- the end

Stmt *ordered_note(Candidate *state, Expr *seen)
{
    return stmt_assign(state->arena, seen, OP_OR, flag(state->arena, SEEN_ANY), type_scalar(TY_I32));
}

static Expr *has_seen(Arena *arena, const Symbol *seen, int what)
{
    const Type *type = type_scalar(TY_I32);
    Expr *masked = expr_binary(arena, OP_AND, expr_symbol(arena, seen), flag(arena, what), type);
    return expr_binary(arena, OP_EQ, masked, flag(arena, what), type);
}

Stmt *ordered_update(Candidate *state, const Reduction *reduction, Expr *place, Expr *value, const Symbol *seen,
                     LoopId from)
{
    Arena *arena = state->arena;
    const Type *type = type_scalar(TY_I32);
    if (!ordered_has_ties(reduction))
        return stmt_if(arena, has_seen(arena, seen, SEEN_ANY), reduction_update(arena, reduction, place, value), NULL);
    Expr *is_zero = expr_binary(arena, OP_EQ, value, expr_float(arena, 0, value->type), value->type);
    Expr *doubt =
        expr_binary(arena, OP_LOGICAL_AND, is_zero, has_seen(arena, seen, SEEN_PLUS_ZERO | SEEN_MINUS_ZERO), type);
    if (reduction->form == FORM_KEEP_NEW)
        doubt = expr_binary(arena, OP_LOGICAL_OR, doubt, has_seen(arena, seen, SEEN_NAN), type);
    Stmt *update = reduction_update(arena, reduction, place, value);
    Stmt *either = stmt_if(arena, doubt, run_again(state, reduction, from), update);
    return reduction->form == FORM_KEEP_NEW ? stmt_if(arena, has_seen(arena, seen, SEEN_ANY), either, NULL) : either;
}

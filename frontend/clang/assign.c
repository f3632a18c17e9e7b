// Assignments, as statements and inside of expressions.
#include "frontend/clang/assign.h"
#include "frontend/clang/bits.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/numbers/parts.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/clang/words.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/dataflow/row_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/numbers/half.h"

static bool may_precede(Reader *reader, CXCursor expr)
{
    if (reader->frame.before && !reader->frame.conditional)
        return true;
    refuse(reader, expr, "it assigns inside of an expression that is not always evaluated");
    return false;
}

const Symbol *moved_pointer_way(Reader *reader, const Reference *pointer, CXCursor at)
{
    const Symbol *way =
        pointer->variable ? pointer_induction_way(reader, pointer->variable) : row_induction_way(reader, pointer, at);
    if (!way && !reader->frame.refused)
        refuse(
            reader, at,
            "it changes a pointer other than by fixed amounts or an exchange; use a pointer that stays, and an index");
    return way;
}

static bool is_pointer(const Reference *reference)
{
    bool row = reference->array && reference->array->held == HOST_ROWS && reference->nsubscripts < 2;
    return reference->variable ? reference->variable->type.kind == CXType_Pointer
                               : row && reference->type.kind == CXType_Pointer;
}

// Of a pointer that walks: how far.
static Expr *load_place(Reader *reader, const Reference *reference, CXCursor target)
{
    bool pointer = is_pointer(reference);
    const Symbol *way = pointer ? moved_pointer_way(reader, reference, target) : NULL;
    if (pointer && !way)
        return NULL;
    return way ? located(reader, expr_symbol(reader->arena, way), target)
               : place_of_reference(reader, reference, target);
}

static bool may_assign(Reader *reader, CXCursor target, const Expr *place)
{
    if (place->kind != EX_SYMBOL)
        return true;
    if (place->symbol->role == SYM_ITERATOR) {
        refuse(reader, target, "the iterator '%s' is changed in the loop's body", place->symbol->name);
        return false;
    }
    mark_assigned(reader, place->symbol);
    return true;
}

static Expr *assigned_place(Reader *reader, CXCursor target, const Reference *reference)
{
    Expr *place = load_place(reader, reference, target);
    return place && may_assign(reader, target, place) ? place : NULL;
}

// x = x, the rest of x = x + 0: nothing to do, and no reason to keep iterations in order.
static bool keeps_value(const Expr *place, Operator op, const Expr *value)
{
    if (op != OP_NONE || place->kind != EX_SYMBOL || place->symbol->is_volatile || !type_is_integer(place->type))
        return false;
    while (value->kind == EX_CAST && type_is_integer(value->type) && value->type->size >= place->type->size)
        value = value->operands[0];
    return expr_equal(place, value);
}

static bool emit(Reader *reader, CXCursor at, Expr *place, Operator op, Expr *value, const Type *compute)
{
    if (keeps_value(place, op, value))
        return true;
    add_statement(reader, stmt_assign(reader->arena, place, op, value, compute), at);
    return true;
}

// C computes `place op= value` in the common type of both; a shift in the promoted type of the left operand alone.
static bool emit_compound(Reader *reader, CXCursor at, Expr *place, Operator op, Expr *value)
{
    bool shifts = op_is_shift(op);
    const Type *compute = shifts ? type_promoted(place->type) : type_common(place->type, value->type);
    value = expr_cast(reader->arena, shifts ? type_promoted(value->type) : compute, value);
    return emit(reader, at, place, op, value, compute);
}

static bool is_increment(CXCursor expr, Operator *op)
{
    if (clang_getCursorKind(expr) != CXCursor_UnaryOperator)
        return false;
    switch (clang_getCursorUnaryOperatorKind(expr)) {
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PostInc: *op = OP_ADD; return true;
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_PostDec: *op = OP_SUB; return true;
    default: return false;
    }
}

// `old op value` in the types of emit_compound.
static Expr *compound_value(Arena *arena, Expr *old, Operator op, Expr *value)
{
    bool shifts = op_is_shift(op);
    const Type *type = shifts ? type_promoted(old->type) : type_common(old->type, value->type);
    value = shifts ? expr_cast(arena, type_promoted(value->type), value) : value;
    return expr_binary(arena, op, old, value, type);
}

// The bits of a number are changed as those of another type: `*(int *)&x += 1` is x = float of (int of x + 1).
static bool emit_bits(Reader *reader, CXCursor at, const Reference *reference, Operator op, Expr *value, Expr **place)
{
    Expr *stored = *place, *old = half_load(reader, bits_load(reader, reference, stored));
    if (op != OP_NONE)
        value = compound_value(reader->arena, old, op, value);
    *place = old;
    value = half_store(reader, value, reference->view);
    return emit(reader, at, stored, OP_NONE, bits_store(reader, reference, stored, value), NULL);
}

// x = x + y, rounded once: no sum whose terms could be added in another order.
static bool emit_half(Reader *reader, CXCursor at, const Reference *reference, Operator op, Expr *value, Expr **place)
{
    Expr *stored = *place, *old = half_load(reader, stored);
    if (op != OP_NONE)
        value = expr_binary(reader->arena, op, old, value, type_common(old->type, value->type));
    *place = old;
    bool in_memory = type_is_half(stored->type);
    value = in_memory ? half_store(reader, value, stored->type) : half_rounded(reader, reference->type, value);
    return emit(reader, at, stored, OP_NONE, value, NULL);
}

// A number that consists of several elements of an array.
static bool assign_parts(Reader *reader, CXCursor at, CXCursor target, const Reference *reference, Operator op,
                         Expr *value, Expr **place)
{
    if (op != OP_NONE) {
        Expr *old = load_reference(reader, reference, target);
        if (!old)
            return false;
        value = compound_value(reader->arena, old, op, value);
    }
    if (!store_parts(reader, reference, value, at))
        return false;
    *place = load_reference(reader, reference, target);
    return *place;
}

// *place: its value afterwards.
static bool assign(Reader *reader, CXCursor at, CXCursor target, const Reference *reference, Operator op, Expr *value,
                   Expr **place);

// To what a pointer points to that the nest has chosen.
static bool assign_chosen(Reader *reader, CXCursor at, CXCursor target, const Reference *reference, Operator op,
                          Expr *value, Expr **place)
{
    const Choice *choice = reference->choice;
    StmtList arms[2] = {0}, *before = reader->frame.before;
    bool good = true;
    for (int side = 0; side < 2 && good; side++) {
        reader->frame.before = &arms[side];
        good = assign(reader, at, target, side ? &choice->no : &choice->yes, op, value, place);
    }
    reader->frame.before = before;
    if (!good)
        return false;
    Stmt *yes = stmt_block(reader->arena, arms[0].items, arms[0].count),
         *no = stmt_block(reader->arena, arms[1].items, arms[1].count);
    add_statement(reader, stmt_if(reader->arena, choice->condition, yes, no), at);
    *place = load_reference(reader, reference, target);
    return *place;
}

static bool assign(Reader *reader, CXCursor at, CXCursor target, const Reference *reference, Operator op, Expr *value,
                   Expr **place)
{
    if (reference->choice)
        return assign_chosen(reader, at, target, reference, op, value, place);
    bool parts = is_in_parts(reference);
    *place = parts ? whole_part(reader, reference, target) : assigned_place(reader, target, reference);
    if (parts && !*place && !reader->frame.refused)
        return assign_parts(reader, at, target, reference, op, value, place);
    if (!*place)
        return false;
    if (reference->view && !parts)
        return emit_bits(reader, at, reference, op, value, place);
    if (is_half(reference->type))
        return emit_half(reader, at, reference, op, value, place);
    if (op == OP_NONE)
        return emit(reader, at, *place, OP_NONE, expr_cast(reader->arena, (*place)->type, value), NULL);
    return emit_compound(reader, at, *place, op, value);
}

bool read_assignment(Reader *reader, CXCursor expr, Expr **place)
{
    Reference reference = {0};
    Operator op = OP_NONE;
    Children parts = expression_children(reader, expr);
    if (!may_precede(reader, expr))
        return false;
    if (parts.count == 1 && is_increment(expr, &op)) {
        Expr *one = expr_int(reader->arena, 1, type_scalar(TY_I32));
        return read_reference(reader, parts.items[0], &reference) &&
               assign(reader, expr, parts.items[0], &reference, op, one, place);
    }
    if (parts.count != 2) {
        refuse(reader, expr, "it uses %s", construct_name(reader, expr));
        return false;
    }
    // The value first: an assignment inside it precedes this one.
    Expr *value = read_value(reader, parts.items[1]);
    op = operator_of(clang_getCursorBinaryOperatorKind(expr));
    return value && read_reference(reader, parts.items[0], &reference) &&
           assign(reader, expr, parts.items[0], &reference, op, located(reader, value, parts.items[1]), place);
}

bool assign_value(Reader *reader, CXCursor target, Expr *value)
{
    Reference reference = {0};
    Expr *place;
    return may_precede(reader, target) && read_reference(reader, target, &reference) &&
           assign(reader, target, target, &reference, OP_NONE, value, &place);
}

bool assign_through(Reader *reader, CXCursor pointer, Expr *value)
{
    Reference reference = {0};
    Expr *place;
    return may_precede(reader, pointer) && read_pointer(reader, pointer, &reference) &&
           assign(reader, pointer, pointer, &reference, OP_NONE, value, &place);
}

Expr *read_post_increment(Reader *reader, CXCursor expr, CXCursor operand)
{
    if (!may_precede(reader, expr))
        return NULL;
    Reference reference;
    Operator op = OP_NONE;
    is_increment(expr, &op);
    if (!read_reference(reader, operand, &reference))
        return NULL;
    bool loads = reference.choice || is_in_parts(&reference);
    Expr *old = loads ? load_reference(reader, &reference, operand) : load_place(reader, &reference, operand);
    if (!old)
        return NULL;
    const char *name = reference.choice ? "chosen" : loads ? reference.array->name : place_name(old);
    old = loads ? old : half_load(reader, bits_load(reader, &reference, old));
    Symbol *symbol = new_symbol(reader, intern_printf("%s_old", name), old->type, SYM_LOCAL, cursor_loc(reader, expr));
    add_statement(reader, stmt_declare(reader->arena, symbol, old), expr);
    Expr *place;
    if (!read_assignment(reader, expr, &place))
        return NULL;
    return located(reader, expr_symbol(reader->arena, symbol), expr);
}

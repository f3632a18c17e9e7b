// Pointers that always overlap: the launcher would leave every call to the serial loop.
#include "analysis/sets/condition.h"
#include "analysis/sets/polynomial.h"

// Bytes from the base to the array's first touched element, or to the end of the last one.
static Expr *bytes_to(Arena *arena, const ArrayFact *fact, bool end)
{
    Expr *element = end ? index_add(arena, fact->last, expr_index(arena, 1)) : fact->first;
    return index_add(arena, fact->array->from_base,
                     index_mul(arena, element, expr_index(arena, fact->array->element->size)));
}

static Expr *lies_before(Arena *arena, const ArrayFact *a, const ArrayFact *b)
{
    return expr_binary(arena, OP_LE, bytes_to(arena, a, true), bytes_to(arena, b, false), type_scalar(TY_I64));
}

enum { SOME_ELEMENTS = 64 }; // elements that an ordinary call touches of an array, unless its range is always shorter

static Expr *touches_some(Arena *arena, const ArrayFact *fact)
{
    Expr *many = expr_binary(arena, OP_GE, index_sub(arena, fact->last, fact->first), expr_index(arena, SOME_ELEMENTS),
                             type_scalar(TY_I64));
    return expr_both(arena, many, fact->touched);
}

static Expr *bytes_to_window(Arena *arena, const ArrayFact *fact)
{
    return index_add(arena, fact->array->from_base,
                     index_mul(arena, fact->column, expr_index(arena, fact->array->element->size)));
}

// Whether the elements of one may lie between those of the other (crs_interleaved). True also if that is not known.
static bool may_interleave(Analysis *analysis, const ArrayFact *a, const ArrayFact *b)
{
    Arena *arena = analysis->arena;
    int64_t size = a->array->element->size;
    if (!a->width || !b->width || b->array->element->size != size || !expr_equal(a->row, b->row))
        return false;
    const Type *index = type_scalar(TY_I64);
    Expr *distance = index_sub(arena, bytes_to_window(arena, b), bytes_to_window(arena, a)),
         *row = index_mul(arena, a->row, expr_index(arena, size));
    Expr *between = expr_binary(arena, OP_NE, expr_binary(arena, OP_REM, distance, row, index), expr_index(arena, 0),
                                type_scalar(TY_I32));
    isl_set *possible = sizes_where(analysis, between);
    bool empty = isl_set_is_empty(possible) == isl_bool_true;
    isl_set_free(possible);
    return !empty;
}

// Whether the launcher accepts calls of ordinary sizes: the ranges have no byte in common, or the arrays are equal and
// may be, or they are interleaved. True also if that is not known.
static bool may_pass(Analysis *analysis, const Assumption *assumption)
{
    Arena *arena = analysis->arena;
    const Type *truth = type_scalar(TY_I32);
    const ArrayFact *a = assumption->a, *b = assumption->b;
    bool known = a->array->base && a->array->base == b->array->base && a->first && a->last && b->first && b->last &&
                 !a->measured && !b->measured;
    if (!known || may_interleave(analysis, a, b))
        return true;
    Expr *passes = expr_binary(arena, OP_LOGICAL_OR, lies_before(arena, a, b), lies_before(arena, b, a), truth);
    Expr *equal = expr_binary(arena, OP_EQ, a->array->from_base, b->array->from_base, type_scalar(TY_I64));
    passes = assumption->unless_equal ? expr_binary(arena, OP_LOGICAL_OR, passes, equal, truth) : passes;
    Expr *touched = expr_both(arena, a->touched, b->touched);
    isl_set *ordinary = sizes_where(analysis, expr_both(arena, touches_some(arena, a), touches_some(arena, b)));
    isl_set *possible = sizes_where(analysis, expr_both(arena, passes, touched));
    if (isl_set_is_empty(ordinary) == isl_bool_false)
        possible = isl_set_intersect(possible, isl_set_copy(ordinary));
    bool empty = isl_set_is_empty(possible) == isl_bool_true;
    isl_set_free(ordinary);
    isl_set_free(possible);
    return !empty;
}

bool facts_always_overlap(Diag *diag, const Facts *facts)
{
    FOR_EACH(i, &facts->assumptions) {
        const Assumption *assumption = &facts->assumptions.items[i];
        const ArrayFact *a = assumption->a, *b = assumption->b;
        if (!b || may_pass(facts->internal, assumption))
            continue;
        diag_refuse(diag, facts->nest->loc,
                    "the nest stays serial: '%s' and '%s' always overlap, and one of them is written", a->array->name,
                    b->array->name);
        for (int side = 0; side < 2; side++)
            diag_note(diag, (side ? b : a)->array->loc, "'%s' is declared here", (side ? b : a)->array->name);
        diag_note(diag, facts->nest->loc, "with one name for both, their dependences can be analysed");
        return true;
    }
    return false;
}

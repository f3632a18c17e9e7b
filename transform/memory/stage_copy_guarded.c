// Copies to shared memory element by element, each with a test whether the array has it (contract in stage.h).
#include "transform/memory/stage.h"

static Expr *int_binary(Arena *arena, Operator op, Expr *left, int64_t right)
{
    const Type *type = type_scalar(TY_I32);
    return expr_binary(arena, op, left, expr_int(arena, right, type), type);
}

Expr *stage_thread_number(Arena *arena, const int64_t *extents)
{
    const Type *type = type_scalar(TY_I32);
    Expr *number = NULL;
    int64_t scale = 1;
    for (int d = 0; d < 3; d++) {
        if (extents[d] == 1)
            continue;
        Expr *index = expr_intrinsic(arena, (Intrinsic)(IN_THREAD_X + (unsigned)d), type_scalar(TY_U32), NULL, 0);
        index = int_binary(arena, OP_MUL, expr_cast(arena, type, index), scale);
        number = number ? expr_binary(arena, OP_ADD, index, number, type) : index;
        scale *= extents[d];
    }
    return number ? number : expr_int(arena, 0, type);
}

// The position of element `copy` of the box: the last dimension varies fastest, as in global memory.
static void box_position(Arena *arena, const Box *box, Expr *copy, Expr **offsets)
{
    int64_t below = 1;
    for (int d = box->ndim - 1; d >= 0; d--) {
        Expr *at = int_binary(arena, OP_DIV, copy, below);
        bool outermost = true;
        for (int k = 0; k < d; k++)
            outermost = outermost && box->extent[k] == 1;
        at = outermost ? at : int_binary(arena, OP_REM, at, box->extent[d]);
        offsets[d] = box->extent[d] == 1 ? expr_index(arena, 0) : expr_cast(arena, type_scalar(TY_I64), at);
        below *= box->extent[d];
    }
}

Expr *stage_first_subscript(Arena *arena, const Varying *sources, Expr *subscript)
{
    Expr *largest = expr_largest(arena, sources, index_sub(arena, expr_index(arena, 0), subscript));
    return largest ? linear_simplify(arena, index_sub(arena, expr_index(arena, 0), largest)) : NULL;
}

static Expr *inside_array(const Staging *staging, const Expr *access, const Varying *sources, Expr *const *offsets)
{
    Arena *arena = staging->state->arena;
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS], *condition = NULL;
    int ndim = access_subscripts(staging->state, access, subscripts, extents);
    for (int d = 0; d < ndim; d++) {
        Expr *last = expr_largest(arena, sources, subscripts[d]);
        if (!last)
            return NULL;
        if (staging->box.extent[d] == 1 && !staging->box.shifted[d])
            continue;
        Expr *offset = index_mul(arena, expr_index(arena, staging->box.scale[d]), offsets[d]);
        Expr *at = index_add(arena, staging->box.base[d], offset);
        Expr *inside = linear_less(arena, at, index_add(arena, last, expr_index(arena, 1)));
        Expr *first = staging->box.shifted[d] ? stage_first_subscript(arena, sources, subscripts[d]) : NULL;
        if (staging->box.shifted[d] && !first)
            return NULL;
        if (first)
            inside = expr_binary(arena, OP_LOGICAL_AND,
                                 linear_less(arena, index_sub(arena, first, expr_index(arena, 1)), at), inside,
                                 type_scalar(TY_I32));
        condition = expr_both(arena, condition, inside);
    }
    return condition ? condition : expr_int(arena, 1, type_scalar(TY_I32));
}

Stmt *stage_copy_tested(const Staging *staging, const Array *tile, const StageUses *uses, const Varying *sources,
                        const int64_t *threads)
{
    Candidate *state = staging->state;
    Arena *arena = state->arena;
    const Type *type = type_scalar(TY_I32);
    int64_t total = 1, step = threads[0] * threads[1] * threads[2];
    for (int d = 0; d < staging->box.ndim; d++)
        total *= staging->box.extent[d];
    Symbol *copy = nest_symbol(state->nest, "copy", type, SYM_ITERATOR);
    Loop loop = {.id = nest_loop_id(state->nest),
                 .name = copy->name,
                 .iterator = copy,
                 .lower = stage_thread_number(arena, threads),
                 .upper = expr_int(arena, total, type),
                 .step = expr_int(arena, step, type),
                 .step_sign = 1};
    Expr *offsets[MAX_DIMS];
    box_position(arena, &staging->box, expr_symbol(arena, copy), offsets);
    Expr *condition = inside_array(staging, uses->first, sources, offsets);
    if (!condition)
        return stage_refused(staging, "the range of its subscripts is not known on the host");
    if (!uses->sure && uses->runs)
        condition =
            condition->kind == EX_INT && condition->integer ? uses->runs : expr_both(arena, uses->runs, condition);
    Expr *place = stage_tile_element(staging, tile, offsets);
    Stmt *load = stmt_assign(arena, place, OP_NONE, box_element(arena, &staging->box, offsets), NULL);
    Stmt *fill = type_is_arithmetic(tile->element)
                     ? stmt_assign(arena, place, OP_NONE, expr_zero(arena, tile->element), NULL)
                     : NULL;
    Stmt *body = condition->kind == EX_INT && condition->integer ? load : stmt_if(arena, condition, load, fill);
    return for_all_threads(arena, stmt_loop(arena, &loop, body));
}

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

typedef struct Choice {
    const Varying *sources;
    bool found;
} Choice;

static bool look_for_choice(void *context, const Expr *expr)
{
    Choice *choice = context;
    choice->found = choice->found || (expr->kind == EX_SELECT && varying_mentions(choice->sources, expr));
    return !choice->found;
}

// Whether a loop that moves the subscript begins or ends where a condition on other loops says: the larger one of its
// ends may be that of no iteration.
static bool moves_by_choice(const Varying *sources, const Expr *subscript)
{
    Choice choice = {.sources = sources};
    for (int i = 0; i < sources->count; i++) {
        const Loop *loop = sources->loops[i];
        Varying one = {.loops = {loop}, .count = 1};
        if (!varying_mentions(&one, subscript))
            continue;
        expr_walk(loop->lower, look_for_choice, &choice);
        expr_walk(loop->upper, look_for_choice, &choice);
    }
    return choice.found;
}

Expr *stage_last_subscript(const Staging *staging, const Varying *sources, Expr *subscript)
{
    Expr *last = moves_by_choice(sources, subscript) ? NULL : expr_largest(staging->state->arena, sources, subscript);
    return last && !varying_mentions(&staging->moving, last) ? last : NULL;
}

Expr *stage_first_subscript(const Staging *staging, const Varying *sources, Expr *subscript)
{
    Arena *arena = staging->state->arena;
    Expr *none = expr_index(arena, 0),
         *largest = stage_last_subscript(staging, sources, index_sub(arena, none, subscript));
    return largest ? linear_simplify(arena, index_sub(arena, none, largest)) : NULL;
}

// ---- which elements of the box the nest uses

// The elements that some of the accesses use in the whole nest. NULL: every element of the box along that dimension
// lies on this side of the end.
typedef struct Region {
    Expr *first[MAX_DIMS], *last[MAX_DIMS];
    bool full[MAX_DIMS]; // otherwise loops along which the subscript moves may have no iteration
} Region;

// A window of 3 x 3 has as many accesses, a cross of them two regions. One more loop around it could make 27 of them.
enum { MAX_REGIONS = 64 };

static bool region_of(const Staging *staging, const Expr *access, Region *region)
{
    Staging one = *staging;
    one.only = access;
    Varying sources = stage_source_loops(&one);
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS];
    int ndim = access_subscripts(staging->state, access, subscripts, extents);
    for (int d = 0; d < ndim; d++) {
        region->last[d] = stage_last_subscript(staging, &sources, subscripts[d]);
        region->first[d] = stage_first_subscript(staging, &sources, subscripts[d]);
        region->full[d] = stage_is_full(staging, subscripts[d]);
        if (!region->last[d] || !region->first[d])
            return false;
    }
    return true;
}

static bool constant_distance(Arena *arena, Expr *from, Expr *to, int64_t *distance)
{
    Linear difference = linear_of(arena, index_sub(arena, to, from));
    *distance = difference.constant;
    return !difference.overflow && linear_is_constant(&difference);
}

// Two regions that differ along one dimension alone are one: an element between two that exist exists. false: they are
// not.
static bool join_regions(Arena *arena, int ndim, Region *left, const Region *right)
{
    Region joined = *left;
    int different = 0;
    for (int d = 0; d < ndim; d++) {
        int64_t first, last;
        if (!constant_distance(arena, left->first[d], right->first[d], &first) ||
            !constant_distance(arena, left->last[d], right->last[d], &last))
            return false;
        joined.first[d] = first < 0 ? right->first[d] : left->first[d];
        joined.last[d] = last > 0 ? right->last[d] : left->last[d];
        joined.full[d] = left->full[d] && right->full[d];
        different += first || last;
    }
    if (different <= 1)
        *left = joined;
    return different <= 1;
}

static bool join_two(Arena *arena, int ndim, Region *regions, int *count)
{
    for (int i = 0; i < *count; i++)
        for (int k = i + 1; k < *count; k++)
            if (join_regions(arena, ndim, &regions[i], &regions[k])) {
                regions[k] = regions[--*count];
                return true;
            }
    return false;
}

// Whether every element of the box is on the same side of an end as the elements that are used.
static bool is_always_inside(const Staging *staging, Expr *excess)
{
    int64_t limit;
    return expr_constant_limit(&staging->around, excess, &limit) && limit <= 0;
}

static Expr *inside_region(const Staging *staging, const Region *region, Expr *const *offsets)
{
    Arena *arena = staging->state->arena;
    const Box *box = &staging->box;
    Expr *condition = NULL;
    for (int d = 0; d < box->ndim; d++) {
        if (box->extent[d] == 1 && region->full[d] && !box->shifted[d])
            continue;
        Expr *at = index_add(arena, box->base[d], index_mul(arena, expr_index(arena, box->scale[d]), offsets[d]));
        Expr *below = index_sub(arena, region->first[d], expr_index(arena, 1));
        if (box->shifted[d] || !is_always_inside(staging, index_minus(arena, region->first[d], box->base[d])))
            condition = expr_both(arena, condition, linear_less(arena, below, at));
        Expr *beyond = index_add(arena, region->last[d], expr_index(arena, 1));
        condition = expr_both(arena, condition, linear_less(arena, at, beyond));
    }
    return condition ? condition : expr_int(arena, 1, type_scalar(TY_I32));
}

static Expr *is_used(const Staging *staging, const StageUses *uses, Expr *const *offsets)
{
    Arena *arena = staging->state->arena;
    Region regions[MAX_REGIONS];
    Expr *condition = NULL;
    int count = uses->different.count;
    for (int i = 0; i < count; i++)
        if (i == MAX_REGIONS || !region_of(staging, uses->different.items[i], &regions[i]))
            return NULL;
    while (join_two(arena, staging->box.ndim, regions, &count))
        continue;
    for (int i = 0; i < count; i++) {
        Expr *inside = inside_region(staging, &regions[i], offsets);
        condition = condition ? expr_binary(arena, OP_LOGICAL_OR, condition, inside, type_scalar(TY_I32)) : inside;
    }
    return condition;
}

// An array of the launcher's has all the elements that its extents say.
static Expr *is_in_temporary(Arena *arena, const Array *array, const Expr *element)
{
    Expr *condition = NULL;
    for (int d = 0; d < array->ndim; d++) {
        Expr *at = expr_cast(arena, type_scalar(TY_I64), element->operands[d]);
        Expr *begun = linear_less(arena, expr_index(arena, -1), at);
        condition = expr_both(arena, condition, expr_both(arena, begun, linear_less(arena, at, array->extent[d])));
    }
    return condition;
}

// Elements between the first and the last one that the nest uses are in memory, if all are in one piece. NULL: they are
// not, or the ends are not known.
static Expr *is_between(const Staging *staging, Expr *const *offsets)
{
    Arena *arena = staging->state->arena;
    const Array *array = staging->original ? staging->original : staging->array;
    const ArrayFact *fact = facts_array(staging->state->facts, array);
    const Expr *element = box_element(arena, &staging->box, offsets);
    if (array_is_temporary(array) && element->array == array)
        return is_in_temporary(arena, array, element);
    if (!fact || !fact->first || !fact->last || array->held != HOST_POINTER || element->array != array)
        return NULL;
    Expr *flat = expr_cast(arena, type_scalar(TY_I64), element->operands[0]);
    for (int d = 1; d < element->noperands; d++) {
        if (!array->extent[d])
            return NULL;
        flat = index_add(arena, index_mul(arena, flat, array->extent[d]), element->operands[d]);
    }
    Expr *begun = linear_less(arena, index_sub(arena, fact->first, expr_index(arena, 1)), flat);
    return expr_both(arena, begun, linear_less(arena, flat, index_add(arena, fact->last, expr_index(arena, 1))));
}

Stmt *stage_copy_tested(const Staging *staging, const Array *tile, const StageUses *uses, const int64_t *threads)
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
    Expr *condition = uses->bounded ? is_between(staging, offsets) : is_used(staging, uses, offsets);
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

// The tile of a box in shared memory: its dimensions, the position of an element in it, and whether it fits (contracts
// in stage.h).
#include "transform/memory/stage.h"
#include "transform/tree/query.h"

// The row number at `at` is a multiple of n plus a remainder: *quotient and *remainder by n.
static void divide_by(const Staging *staging, Expr *at, int n, Expr **quotient, Expr **remainder)
{
    Arena *arena = staging->state->arena;
    const Type *type = type_scalar(TY_I64);
    Linear linear = linear_of(arena, at), whole = {0}, rest = {0};
    bool positive = true;
    rest.constant = (linear.constant % n + n) % n;
    whole.constant = (linear.constant - rest.constant) / n;
    FOR_EACH(i, &linear.terms) {
        LinearTerm term = linear.terms.items[i];
        positive = positive && (term.factor % n == 0 || term.factor > 0);
        bool divides = term.factor % n == 0;
        term.factor = divides ? term.factor / n : term.factor;
        if (divides)
            VECTOR_PUSH(arena, &whole.terms, term);
        else
            VECTOR_PUSH(arena, &rest.terms, term);
    }
    int64_t most;
    Expr *left = positive && !linear.overflow ? linear_expr(arena, &rest) : at;
    bool small = left != at && expr_constant_limit(&staging->moving, left, &most) && most < n;
    *remainder = small ? left : expr_binary(arena, OP_REM, left, expr_index(arena, n), type);
    *quotient = small ? expr_index(arena, 0) : expr_binary(arena, OP_DIV, left, expr_index(arena, n), type);
    if (left != at)
        *quotient = index_add(arena, linear_expr(arena, &whole), *quotient);
}

// The dimensions of the box with more than one element, in the order of the tile; returns their number.
static int order_subscripts(const Staging *staging, Expr *const *offsets, Expr **subscripts)
{
    const Box *box = &staging->box;
    int n = 0;
    for (int d = 0; d < box->ndim; d++)
        if (box->extent[d] > 1)
            subscripts[n++] = offsets[d];
    if (!n)
        subscripts[n++] = offsets[box->ndim - 1];
    if (staging->transpose && n >= 2) {
        Expr *last = subscripts[n - 1];
        subscripts[n - 1] = subscripts[n - 2];
        subscripts[n - 2] = last;
    }
    return n;
}

Expr *stage_tile_element(const Staging *staging, const Array *tile, Expr *const *offsets)
{
    Expr *subscripts[MAX_DIMS + 1];
    int n = order_subscripts(staging, offsets, subscripts);
    if (staging->pack)
        divide_by(staging, subscripts[n - 2], staging->pack, &subscripts[n - 2], &subscripts[n]);
    return expr_access(staging->state->arena, tile, subscripts);
}

// The extents of the tile, and their number.
static int tile_extents(const Staging *staging, Expr **extents)
{
    Arena *arena = staging->state->arena;
    Expr *whole[MAX_DIMS];
    for (int d = 0; d < staging->box.ndim; d++)
        whole[d] = expr_index(arena, staging->box.extent[d]);
    int n = order_subscripts(staging, whole, extents);
    if (staging->pack) {
        extents[n - 2] = expr_index(arena, extents[n - 2]->integer / staging->pack);
        extents[n - 1] = expr_index(arena, extents[n - 1]->integer + staging->pad);
        extents[n++] = expr_index(arena, staging->pack);
    }
    return n;
}

Array *stage_declare_tile(Staging *staging)
{
    Candidate *state = staging->state;
    Expr *extents[MAX_DIMS + 1];
    int count = tile_extents(staging, extents);
    const char *name = intern_printf("%s_tile", staging->array->name);
    Array *tile = nest_array(state->nest, name, staging->array->element, SPACE_SHARED, extents, count);
    tile->staged = staging->original ? staging->original : staging->array;
    tile->pad = staging->pack ? 0 : staging->pad; // rows of words are longer by themselves
    return tile;
}

bool stage_tile_fits(const Staging *staging, const Stmt *root)
{
    Expr *extents[MAX_DIMS + 1];
    int64_t bytes = tree_shared_bytes(root), size = staging->array->element->size;
    for (int d = 0, count = tile_extents(staging, extents); d < count; d++) {
        size *= extents[d]->integer + (d == count - 1 && !staging->pack ? staging->pad : 0);
        if (size > staging->state->device->shared_per_block_optin)
            return false;
    }
    return bytes + tree_shared_size(size) <= staging->state->device->shared_per_block_optin;
}

bool stage_is_packable(const Staging *staging)
{
    Expr *subscripts[MAX_DIMS], *whole[MAX_DIMS];
    for (int d = 0; d < staging->box.ndim; d++)
        whole[d] = expr_index(staging->state->arena, staging->box.extent[d]);
    int n = order_subscripts(staging, whole, subscripts);
    return n >= 2 && n < MAX_DIMS && subscripts[n - 2]->integer % staging->pack == 0;
}

// Strip-mining: tiles that begin where a sector of memory begins (contract in transform.h).
#include "transform/loop/align_tiles.h"

#include "transform/loop/part.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_find.h"

enum { SECTOR_BYTES = 32, LEAST_LENGTH = 8, LEAST_ITERATOR_BYTES = 4 };

typedef struct Row {
    Arena *arena;
    const Stmt *stmt;
    const Array *array;
    const Expr *access; // the first one that moves by one element from iteration to iteration
} Row;

typedef struct Own {
    const Expr *access;
    bool found;
} Own;

static bool look_for_own(void *context, const Stmt *stmt)
{
    Own *own = context;
    const Symbol *symbol = stmt->kind == ST_LOOP      ? stmt->loop->iterator
                           : stmt->kind == ST_DECLARE ? stmt->symbol
                                                      : NULL;
    const Symbol *defines = stmt->kind == ST_LOOP ? stmt->loop->defines : NULL;
    own->found = own->found || (symbol && expr_mentions(own->access, symbol)) ||
                 (defines && expr_mentions(own->access, defines));
    return !own->found;
}

// Whether everything in the access except the loop's iterator is known before the loop.
static bool is_known_before(const Expr *access, const Stmt *loop)
{
    Own own = {.access = access};
    stmt_walk(loop->body, look_for_own, &own);
    return !own.found;
}

static bool look_for_row(void *context, const Expr *expr)
{
    Row *row = context;
    if (!row->access && expr->kind == EX_ACCESS && expr->array == row->array &&
        vector_fits(row->arena, row->stmt, expr, 1) && is_known_before(expr, row->stmt))
        row->access = expr;
    return !row->access;
}

// Whether iterations of the loop and of those around it in its kernel may run in any order.
static bool is_independent(Candidate *state, const Stmt *root, const Stmt *stmt)
{
    Path path;
    if (!tree_path(root, stmt, &path))
        return false;
    for (int i = 0; i < path.count; i++) {
        const Loop *loop = path.loops[i]->loop;
        if (loop->binding != BIND_HOST && (!loop->origin || !loop_runs_in_any_order(state, root, loop->id)))
            return false;
    }
    return true;
}

static bool look_for_shift(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_INTRINSIC && expr->intrinsic == IN_TO_ALIGNED);
    return !*found;
}

bool loop_is_aligned(const Loop *loop)
{
    bool found = false;
    if (loop->defines)
        expr_walk(loop->definition, look_for_shift, &found);
    return found;
}

static Stmt *align_tiles_refused(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "align_tiles %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

// S if lower <= i < upper. For an unsigned iterator, values before the row are large: the number without overflow
// counts.
static Stmt *inside(Arena *arena, const Loop *loop, Expr *value, Stmt *body)
{
    const Type *type = type_scalar(TY_I32), *index = type_scalar(TY_I64);
    Expr *iterator = expr_symbol(arena, loop->iterator);
    bool is_signed = type_is_signed(iterator->type);
    Expr *place = is_signed ? iterator : iterator->type->size == 8 ? expr_cast(arena, index, iterator) : value;
    Expr *ends = linear_less(arena, place, loop->upper);
    Expr *begins = expr_binary(arena, OP_GE, place, expr_cast(arena, is_signed ? iterator->type : index, loop->lower),
                               is_signed ? iterator->type : index);
    return stmt_if(arena, expr_binary(arena, OP_LOGICAL_AND, begins, ends, type), body, NULL);
}

Stmt *align_tiles(Candidate *state, Stmt *root, LoopId id, int64_t size, const Array *array, const char *outer_name,
                  const char *inner_name)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    outer_name = outer_name ? outer_name : intern_printf("%s.tile", loop->name);
    inner_name = inner_name ? inner_name : intern_printf("%s.elem", loop->name);
    Row row = {.arena = arena, .stmt = stmt, .array = array};
    stmt_walk_expressions(stmt->body, look_for_row, &row);
    if (!part_may_split(state, root, stmt, "align_tiles", size, outer_name, inner_name))
        return NULL;
    if (!row.access)
        return align_tiles_refused(state, stmt, "no element of the array moves by one with each iteration");
    int64_t length =
        array->element->size * LEAST_LENGTH > SECTOR_BYTES ? LEAST_LENGTH : SECTOR_BYTES / array->element->size;
    if (size % length)
        return align_tiles_refused(state, stmt, "the size must be a multiple of 32 bytes and of 8 elements");
    if (!expr_is_int(loop->step, 1) || loop->step_sign != 1 || loop->defines || iterator_is_made(loop->iterator) ||
        loop->iterator->type->size < LEAST_ITERATOR_BYTES)
        return align_tiles_refused(state, stmt, "it is not a loop of the source that counts one by one");
    if (!is_independent(state, root, stmt))
        return align_tiles_refused(state, stmt, "iterations need one another");
    Expr *count = loop_raw_count(arena, loop), *most = expr_index(arena, length - 1);
    Expr *longer = index_min(arena, index_add(arena, count, most),
                             index_mul(arena, expr_index(arena, length), count)); // none of none
    Loop outer = part_of(state, loop, outer_name), inner = part_of(state, loop, inner_name);
    outer.upper = index_ceil_div(arena, longer, size);
    inner.upper = expr_index(arena, size);
    Expr *base = index_mul(arena, expr_index(arena, size), expr_symbol(arena, outer.iterator));
    // Of the second element: a row that begins aligned has parts that begin at multiples of `size`.
    Expr *second =
        expr_substitute(arena, (Expr *)row.access, loop->iterator, index_add(arena, loop->lower, expr_index(arena, 1)));
    Expr *operands[] = {expr_address(arena, second), expr_index(arena, length * array->element->size)};
    Expr *ahead = expr_intrinsic(arena, IN_TO_ALIGNED, type_scalar(TY_I64), operands, 2);
    Expr *value = part_value(arena, loop, index_add(arena, base, expr_symbol(arena, inner.iterator)));
    value = linear_simplify(arena, index_add(arena, index_sub(arena, value, most), ahead));
    Stmt *body = part_define(arena, loop, &inner, value, inside(arena, loop, value, stmt->body));
    return part_replace(state, root, stmt, part_nest(arena, &outer, &inner, body, stmt->loc), value);
}

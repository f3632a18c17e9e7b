// The products that tensor cores add up (step `tensor`): one call of all lanes of a warp for four terms of 16 x 8
// results (contract in kernel.h).
#include "transform/lower/kernel.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

enum { ROWS = 8, COLUMNS = 4, HALVES = 2 };

static bool look_for_sum(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_LOOP && stmt->loop->tensor == TENSOR_SUM);
    return !*found;
}

void kernel_check_products(const Kernel *kernel, const Stmt *body)
{
    bool found = false;
    stmt_walk(body, look_for_sum, &found);
    const Expr *across = kernel->block[0], *down = kernel->block[1];
    bool fits = across && down && across->integer == COLUMNS && down->integer % ROWS == 0;
    for (int i = 0; i < kernel->chain.count; i++)
        fits = fits && !kernel->chain.loops[i]->swizzled;
    if (found && !fits)
        unreachable_bug("a product of tensor cores in a kernel whose threads changed after `tensor`");
}

typedef struct Products {
    Kernel *kernel;
    const Symbol *rows, *columns; // the iterators of the results that a call computes
} Products;

static Expr *half(const Products *products, Expr *expr, const Symbol *iterator, int which)
{
    Arena *arena = products->kernel->arena;
    return expr_substitute(arena, expr, iterator, expr_int(arena, which, iterator->type));
}

static Stmt *call(const Products *products, const Stmt *update)
{
    Arena *arena = products->kernel->arena;
    Expr *operands[7], *row = update->value->operands[0], *column = update->value->operands[1];
    for (int r = 0; r < HALVES; r++) {
        for (int c = 0; c < HALVES; c++)
            operands[HALVES * r + c] = expr_address(
                arena, half(products, half(products, update->place, products->rows, r), products->columns, c));
        operands[4 + r] = half(products, row, products->rows, r);
    }
    operands[6] = column;
    return stmt_evaluate(arena, expr_intrinsic(arena, IN_ADD_PRODUCTS, type_scalar(TY_VOID), operands, 7));
}

static void find_halves(Products *products, const Stmt *stmt)
{
    for (; stmt; stmt = only_loop(stmt->body)) {
        products->rows = stmt->loop->tensor == TENSOR_ROWS ? stmt->loop->iterator : products->rows;
        products->columns = stmt->loop->tensor == TENSOR_COLUMNS ? stmt->loop->iterator : products->columns;
    }
}

static Stmt *repeated(const Products *products, const Stmt *stmt)
{
    Kernel *kernel = products->kernel;
    if (stmt->kind == ST_BLOCK)
        return repeated(products, stmt->items[0]);
    if (stmt->kind != ST_LOOP)
        return call(products, stmt);
    Stmt *body = repeated(products, stmt->body);
    if (stmt->loop->tensor)
        return body;
    Loop loop = *stmt->loop;
    loop.defines = NULL;
    loop.definition = NULL;
    loop.upper = expr_cast(kernel->arena, loop.iterator->type,
                           expr_index(kernel->arena, loop_constant_extent(kernel->arena, kernel->root, loop.id)));
    return stmt_loop_for(kernel->arena, stmt, &loop, body);
}

Stmt *kernel_add_products(Kernel *kernel, const Stmt *sum)
{
    Products products = {.kernel = kernel};
    find_halves(&products, sum);
    Stmt *made = repeated(&products, sum);
    return sum->all_threads ? for_all_threads(kernel->arena, made) : made;
}

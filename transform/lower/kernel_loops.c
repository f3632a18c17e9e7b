// The loops of a kernel that are not bound (contract in kernel.h).
#include "transform/lower/kernel.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/speculate.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector.h"

// The constant length that the innermost loop of the scope was entered with.
static bool limit_of_scope(const Kernel *kernel, int64_t *limit)
{
    const Expr *upper = kernel->scope.loops[kernel->scope.count - 1]->upper;
    *limit = upper->integer;
    return upper->kind == EX_INT;
}

// The condition without those of its terms that are known to hold; NULL: all are.
static Expr *not_known(Arena *arena, const Terms *known, Expr *condition)
{
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND) {
        Expr *left = not_known(arena, known, condition->operands[0]);
        return expr_both(arena, left, not_known(arena, known, condition->operands[1]));
    }
    FOR_EACH(i, known)
        if (expr_equal(known->items[i], condition))
            return NULL;
    return condition;
}

// The body of `if (terms)`.
static Stmt *where_known(Arena *arena, const Terms *terms, Stmt *body)
{
    if (body->kind != ST_IF || body->otherwise)
        return body;
    Expr *condition = not_known(arena, terms, body->condition);
    return condition ? stmt_if(arena, condition, body->body, NULL) : body->body;
}

// A partial tile that is unrolled runs its full length, guarded inside.
static Stmt *full_length(Kernel *kernel, Loop *loop, const Stmt *stmt, Stmt *body)
{
    Arena *arena = kernel->arena;
    int64_t limit;
    if (loop->binding != BIND_UNROLL || !loop_is_normal(loop) || expr_strip_casts(loop->upper)->kind == EX_INT)
        return body;
    if (tree_is_collective(stmt) || !limit_of_scope(kernel, &limit))
        return body;
    Terms terms = {0};
    kernel_below(kernel, expr_symbol(arena, loop->iterator), loop->upper, limit, &terms);
    loop->upper = expr_index(arena, limit);
    if (!terms.count || is_harmless(body, loop->iterator))
        return body;
    body = where_known(arena, &terms, without_continue(kernel->state, body));
    return stmt_if(arena, terms_conjunction(arena, terms.items, terms.count), body, NULL);
}

static int64_t unrolled_extent(const Kernel *kernel, const Loop *loop)
{
    int64_t limit;
    if (loop->binding != BIND_UNROLL || !loop_is_normal(loop) ||
        !expr_constant_limit(&kernel->scope, loop_raw_count(kernel->arena, loop), &limit))
        return -1;
    return limit > 0 ? limit : 0;
}

// Whether all threads of a block have the same value.
static bool is_uniform(const Kernel *kernel, Expr *const *terms, int count)
{
    Varying threads = {0};
    for (int i = 0; i < kernel->chain.count; i++)
        if (binding_is_thread(kernel->chain.loops[i]->binding))
            threads.loops[threads.count++] = kernel->chain.loops[i];
    for (int i = 0; i < count; i++)
        if (varying_mentions(&threads, expand_definitions(kernel->arena, &kernel->scope, terms[i])))
            return false;
    return true;
}

// Two versions of a loop over a tile that the whole block shares: one for whole tiles, unrolled without tests, and one
// for a partial tile. Returns the condition for whole tiles; NULL: there is only one version.
static Expr *whole_tile(const Kernel *kernel, const Loop *loop, const Stmt *stmt)
{
    int64_t limit = unrolled_extent(kernel, loop);
    if (kernel->in_versions || limit < 1 || loop->binding != BIND_UNROLL || !loop_is_normal(loop) ||
        expr_strip_casts(loop->upper)->kind == EX_INT)
        return NULL;
    if (tree_is_collective(stmt) || !tree_has_kind(stmt->body, ST_LOOP))
        return NULL;
    Terms terms = {0};
    kernel_below((Kernel *)kernel, expr_index(kernel->arena, limit - 1), loop->upper, limit, &terms);
    return terms.count && is_uniform(kernel, terms.items, terms.count)
               ? terms_conjunction(kernel->arena, terms.items, terms.count)
               : NULL;
}

// In odd iterations of the loop around, the last iteration comes first.
static Stmt *alternating(Kernel *kernel, Loop *loop, Stmt *body)
{
    Arena *arena = kernel->arena;
    const Type *type = type_scalar(TY_I64);
    if (!loop->serpentine || loop->upper->kind != EX_INT)
        return body;
    Symbol *iteration = nest_symbol(kernel->state->nest, "turn", type, SYM_ITERATOR);
    Expr *odd = expr_binary(arena, OP_REM, expr_symbol(arena, loop->serpentine), expr_index(arena, 2), type);
    Expr *back = index_sub(arena, expr_index(arena, loop->upper->integer - 1), expr_symbol(arena, iteration));
    Stmt *index =
        stmt_declare(arena, (Symbol *)loop->iterator, expr_select(arena, odd, back, expr_symbol(arena, iteration)));
    loop->iterator = iteration;
    return stmt_block(arena, (Stmt *[]){index, body}, 2);
}

static Stmt *lower_one_loop(Kernel *kernel, Stmt *stmt)
{
    int known = kernel->known.count, definitions = kernel->definitions.count;
    Definition *outer = arena_copy(kernel->arena, kernel->definitions.items, sizeof(Definition) * (size_t)definitions);
    Loop loop = *stmt->loop;
    loop.defines = NULL;
    loop.definition = NULL;
    loop.binding = loop.binding == BIND_HOST ? BIND_SERIAL : loop.binding;
    kernel_enter_loop(kernel, stmt->loop);
    kernel_enter_scope(kernel, stmt->loop, unrolled_extent(kernel, stmt->loop));
    kernel->inside.loops[kernel->inside.count++] = stmt->loop;
    StmtList items = {0};
    kernel_define(kernel, stmt->body, &items);
    VECTOR_PUSH(kernel->arena, &items, kernel_lower_body(kernel, stmt->body));
    Stmt *body = stmt_block(kernel->arena, items.items, items.count);
    body = alternating(kernel, &loop, full_length(kernel, &loop, stmt, body));
    kernel->scope.count--;
    kernel->inside.count--;
    kernel->known.count = known;
    kernel->definitions.count = definitions;
    for (int i = 0; i < definitions; i++)
        kernel->definitions.items[i] = outer[i];
    return tree_loop_again(kernel->arena, stmt, &loop, body);
}

static Stmt *lower_loop(Kernel *kernel, Stmt *stmt)
{
    Arena *arena = kernel->arena;
    if (stmt->loop->tensor == TENSOR_SUM)
        return kernel_add_products(kernel, stmt);
    Expr *whole = whole_tile(kernel, stmt->loop, stmt);
    if (!whole)
        return lower_one_loop(kernel, stmt);
    int64_t limit = unrolled_extent(kernel, stmt->loop);
    Loop full = *stmt->loop, rolled = *stmt->loop;
    full.upper = expr_index(arena, limit);
    rolled.id = nest_loop_id(kernel->state->nest);
    rolled.binding = BIND_SERIAL;
    kernel->in_versions = true;
    Stmt *unrolled = lower_one_loop(kernel, stmt_loop(arena, &full, stmt->body));
    Stmt *partial = lower_one_loop(kernel, stmt_loop(arena, &rolled, tree_renew_loops(kernel->state, stmt->body)));
    kernel->in_versions = false;
    return stmt_if(arena, whole, unrolled, partial);
}

Stmt *kernel_lower_body(Kernel *kernel, Stmt *stmt)
{
    LoopsAround around = {
        .bound = &kernel->chain, .inside = &kernel->inside, .ranges = &kernel->scope, .kernel = kernel->root};
    Stmt *expanded = vector_expand(kernel->state, &around, stmt);
    if (expanded)
        return kernel_lower_body(kernel, expanded);
    if (stmt->kind == ST_LOOP)
        return lower_loop(kernel, stmt);
    if (stmt->kind == ST_BLOCK) {
        StmtList items = {0};
        for (int i = 0; i < stmt->nitems; i++)
            VECTOR_PUSH(kernel->arena, &items, kernel_lower_body(kernel, stmt->items[i]));
        return stmt_block(kernel->arena, items.items, items.count);
    }
    if (!stmt->body)
        return stmt;
    Stmt *made = arena_copy(kernel->arena, stmt, sizeof *stmt);
    made->body = kernel_lower_body(kernel, stmt->body);
    made->otherwise = stmt->otherwise ? kernel_lower_body(kernel, stmt->otherwise) : NULL;
    return made;
}

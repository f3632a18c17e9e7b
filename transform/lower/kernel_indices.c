// Bound loops become indices of threads and blocks, and guards (contract in kernel.h).
#include "transform/lower/kernel.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum { MAX_GRID_YZ = 65535 };

static Stmt *refuse(Kernel *kernel, const Stmt *stmt, const char *reason)
{
    diag_refuse(kernel->state->diag, stmt->loc, "the iterations of loop '%s' cannot be blocks or threads: %s",
                stmt->loop->name, reason);
    return NULL;
}

// ---- guards

static bool is_taken_apart(const Expr *count)
{
    count = expr_strip_casts(count);
    return count->kind == EX_BINARY && (count->op == OP_MIN || count->op == OP_CEIL_DIV);
}

void kernel_below(Kernel *kernel, Expr *index, Expr *count, int64_t extent, Terms *terms)
{
    Expr *plain = (Expr *)expr_strip_casts(count);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN) {
        kernel_below(kernel, index, plain->operands[0], extent, terms);
        kernel_below(kernel, index, plain->operands[1], extent, terms);
        return;
    }
    if (plain->kind == EX_INT && extent >= 0 && plain->integer >= extent)
        return;
    if (plain->kind == EX_BINARY && plain->op == OP_CEIL_DIV) {
        kernel_below(kernel, index_mul(kernel->arena, plain->operands[1], index), plain->operands[0], -1, terms);
        return;
    }
    if (plain->kind == EX_BINARY && plain->op == OP_SUB && is_taken_apart(plain->operands[0])) {
        kernel_below(kernel, index_add(kernel->arena, index, plain->operands[1]), plain->operands[0], -1, terms);
        return;
    }
    int64_t excess;
    Expr *over = index_minus(kernel->arena, index, count);
    bool holds = expr_constant_limit(&kernel->scope, over, &excess) && excess < 0;
    if (holds && !kernel->hulls)
        return;
    Expr *guard = linear_less(kernel->arena, index, count);
    FOR_EACH(i, terms)
        if (expr_equal(terms->items[i], guard))
            return;
    VECTOR_PUSH(kernel->arena, terms, guard);
}

static void add_guard(Kernel *kernel, Expr *index, Expr *count, int64_t extent)
{
    Terms terms = {0};
    kernel_below(kernel, index, count, extent, &terms);
    FOR_EACH(i, &terms) {
        bool known = false;
        FOR_EACH(k, &kernel->guards)
            known = known || expr_equal(kernel->guards.items[k], terms.items[i]);
        if (!known)
            VECTOR_PUSH(kernel->arena, &kernel->guards, terms.items[i]);
    }
}

Expr *terms_conjunction(Arena *arena, Expr *const *terms, int count)
{
    Expr *all = NULL;
    for (int i = 0; i < count; i++)
        all = expr_both(arena, all, terms[i]);
    return all;
}

// ---- bound loops

static Expr *index_of(Arena *arena, Binding binding)
{
    Intrinsic first = binding_is_thread(binding) ? IN_THREAD_X : IN_BLOCK_X;
    Intrinsic intrinsic = (Intrinsic)(first + (unsigned)binding_dimension(binding));
    return expr_cast(arena, type_scalar(TY_I64), expr_intrinsic(arena, intrinsic, type_scalar(TY_U32), NULL, 0));
}

static Expr *unsigned_binary(Arena *arena, Operator op, Expr *left, int64_t right)
{
    const Type *type = type_scalar(TY_U32);
    return expr_binary(arena, op, left, expr_int(arena, right, type), type);
}

static Expr *swizzled_index(Arena *arena, Binding binding, int64_t extent)
{
    const Type *type = type_scalar(TY_U32);
    Expr *x = expr_intrinsic(arena, IN_THREAD_X, type, NULL, 0), *y = expr_intrinsic(arena, IN_THREAD_Y, type, NULL, 0);
    bool is_row = binding == BIND_THREAD_Y;
    Expr *halved = unsigned_binary(arena, OP_DIV, is_row ? y : x, 2),
         *odd = unsigned_binary(arena, OP_REM, is_row ? x : y, 2);
    Expr *index = is_row ? expr_binary(arena, OP_ADD, unsigned_binary(arena, OP_MUL, halved, 2), odd, type)
                         : expr_binary(arena, OP_ADD, halved, unsigned_binary(arena, OP_MUL, odd, extent / 2), type);
    return expr_cast(arena, type_scalar(TY_I64), index);
}

static void declare_index(Kernel *kernel, const Loop *loop, Expr *index)
{
    Arena *arena = kernel->arena;
    kernel_define_needed(kernel, loop->lower);
    Expr *value =
        index_add(arena, loop->lower, index_mul(arena, expr_cast(arena, type_scalar(TY_I64), loop->step), index));
    Symbol *symbol = (Symbol *)loop->iterator;
    VECTOR_PUSH(arena, &kernel->declarations, stmt_declare(arena, symbol, expr_cast(arena, symbol->type, value)));
}

static bool bind_thread(Kernel *kernel, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    Arena *arena = kernel->arena;
    int64_t extent = loop_constant_extent(arena, kernel->root, loop->id);
    if (extent < 0)
        unreachable_bug("a loop bound to threads without a constant limit");
    extent = extent > 0 ? extent : 1;
    kernel->block[binding_dimension(loop->binding)] = expr_index(arena, extent);
    kernel_enter_scope(kernel, loop, loop_is_normal(loop) ? extent : -1);
    Expr *index = loop->swizzled ? swizzled_index(arena, loop->binding, extent) : index_of(arena, loop->binding);
    declare_index(kernel, loop, index);
    Expr *position = loop_is_normal(loop) ? expr_symbol(arena, loop->iterator) : index;
    add_guard(kernel, position, loop_raw_count(arena, loop), extent);
    return true;
}

static const Loop *source_loop(const Kernel *kernel, LoopId origin)
{
    const LoopFact *fact = facts_loop(kernel->state->facts, origin);
    return fact ? fact->loop : NULL;
}

// Whether more blocks may be requested than the dimension of the grid has.
static bool may_exceed(const Kernel *kernel, const Loop *loop, Expr *count)
{
    int64_t limit, most = loop->binding == BIND_BLOCK_X ? INT32_MAX : MAX_GRID_YZ;
    if (expr_constant_limit(&kernel->chain, count, &limit))
        return limit > most;
    if (loop->binding != BIND_BLOCK_X)
        return true;
    const Loop *source = source_loop(kernel, loop->origin);
    if (!loop->origin) // over elements of an array: 2^31 blocks of them exceed any device's memory
        return false;
    if (!source || source->iterator->type->size > 4)
        return true;
    bool tiled = count->kind == EX_BINARY && count->op == OP_CEIL_DIV && count->operands[1]->kind == EX_INT &&
                 count->operands[1]->integer >= 4;
    const Expr *lower = expr_strip_casts(source->lower);
    bool from_zero = source->step_sign > 0 && lower->kind == EX_INT && lower->integer >= 0;
    return !tiled && !(from_zero && source->iterator->type->kind == TY_I32);
}

// So many blocks along the dimension, at most; in the emitted text a limit that can be reached has a name.
static Expr *most_blocks(Arena *arena, const Loop *loop, int64_t limit)
{
    Expr *most = expr_index(arena, limit);
    if (loop->binding != BIND_BLOCK_X && limit == MAX_GRID_YZ)
        most->text = "crs_most_blocks()";
    return most;
}

// for (i = blockIdx.y; i < count; i += gridDim.y): the same for all threads of a block. If an iterator may overflow, or
// does not count from 0, it is defined inside. Returns the index.
static Expr *walk_over_grid(Kernel *kernel, const Loop *loop, Expr *count)
{
    Arena *arena = kernel->arena;
    const Type *type = type_scalar(TY_I64);
    bool direct = loop_is_normal(loop) && loop->iterator->type == type;
    const char *name = intern_printf("%s_block", loop->iterator->name);
    Symbol *made = direct ? NULL : nest_symbol(kernel->state->nest, name, type, SYM_ITERATOR);
    Intrinsic across = (Intrinsic)(IN_GRID_DIM_X + (unsigned)binding_dimension(loop->binding));
    Loop walking = {
        .id = loop->id,
        .origin = loop->origin,
        .name = loop->name,
        .iterator = made ? made : loop->iterator,
        .lower = index_of(arena, loop->binding),
        .upper = count,
        .step_sign = 1,
        .step = expr_cast(arena, type, expr_intrinsic(arena, across, type_scalar(TY_U32), NULL, 0)),
    };
    VECTOR_PUSH(arena, &kernel->strides, arena_copy(arena, &walking, sizeof walking));
    Expr *index = expr_symbol(arena, walking.iterator);
    if (made)
        declare_index(kernel, loop, index);
    return index;
}

// Blocks that copy a tile once must not have a loop over the grid: nvcc keeps the values that two iterations of such a
// loop share in registers, and these are all addresses of the copies.
static bool repeats_barriers(const Stmt *body)
{
    if ((body->kind == ST_LOOP || body->kind == ST_WHILE) && tree_has_kind(body, ST_BARRIER))
        return true;
    for (int i = 0; i < body->nitems; i++)
        if (repeats_barriers(body->items[i]))
            return true;
    return (body->body && repeats_barriers(body->body)) || (body->otherwise && repeats_barriers(body->otherwise));
}

static bool look_for_grid(void *context, const Expr *expr)
{
    bool *found = context;
    *found =
        *found || (expr->kind == EX_INTRINSIC && (expr->intrinsic == IN_LAST_BLOCK || expr->intrinsic == IN_NEXT_TURN ||
                                                  (expr->intrinsic >= IN_BLOCK_X && expr->intrinsic <= IN_GRID_DIM_Z)));
    return !*found;
}

static bool look_for_copies(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_INTRINSIC && expr->intrinsic == IN_COPIES_WAIT);
    return !*found;
}

static bool look_for_slide(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_LOOP && stmt->loop->slides);
    return !*found;
}

bool kernel_slides(const Stmt *body)
{
    bool found = false;
    stmt_walk(body, look_for_slide, &found);
    return found;
}

// Nor must blocks that copy tiles ahead of a loop's iterations: nvcc then does not increment addresses from one
// iteration to the next. The registers of a window that slides along a loop are all that a thread has.
bool kernel_launches_parts(const Stmt *body, bool slides)
{
    bool knows_grid = false, copies_ahead = false;
    stmt_walk_expressions(body, look_for_grid, &knows_grid);
    stmt_walk_expressions(body, look_for_copies, &copies_ahead);
    return !knows_grid && (copies_ahead || slides || (tree_has_kind(body, ST_BARRIER) && !repeats_barriers(body)));
}

// for (first = 0; first < count; first += limit) on the host, around a launch of at most `limit` blocks. Returns the
// index.
static Expr *launch_parts(Kernel *kernel, const Loop *loop, Expr *count, int64_t limit)
{
    Arena *arena = kernel->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *first =
        nest_symbol(kernel->state->nest, intern_printf("%s_first", loop->iterator->name), type, SYM_ITERATOR);
    Loop parts = {
        .id = nest_loop_id(kernel->state->nest),
        .origin = loop->origin,
        .name = first->name,
        .iterator = first,
        .lower = expr_index(arena, 0),
        .upper = count,
        .step = most_blocks(arena, loop, limit),
        .step_sign = 1,
        .binding = BIND_HOST,
        .launches_parts = true,
    };
    VECTOR_PUSH(arena, &kernel->launches, arena_copy(arena, &parts, sizeof parts));
    kernel->grid[binding_dimension(loop->binding)] =
        index_min(arena, index_sub(arena, count, expr_symbol(arena, first)), most_blocks(arena, loop, limit));
    return index_add(arena, expr_symbol(arena, first), index_of(arena, loop->binding));
}

static bool look_for_parameters(void *context, const Expr *expr)
{
    bool *only = context;
    bool symbol = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM && expr->symbol->host;
    *only = *only && (symbol || expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_BINARY);
    return *only;
}

// In plain style the launcher tests that a grid can have so many blocks. false: it cannot know it at its beginning.
static bool limit_grid(Kernel *kernel, Expr *count, int64_t most)
{
    Arena *arena = kernel->arena;
    Text words = {.arena = arena};
    bool only = true;
    expr_walk(count, look_for_parameters, &only);
    if (!only)
        return false;
    const Expr *tiles = expr_strip_casts(count);
    bool tiled = tiles->kind == EX_BINARY && tiles->op == OP_CEIL_DIV && tiles->operands[1]->kind == EX_INT;
    if (tiled && !__builtin_mul_overflow(most, tiles->operands[1]->integer, &most))
        count = tiles->operands[0];
    if (!formula_print(&words, count))
        return false;
    text_printf(&words, " <= %lld", (long long)most);
    Expr *holds = expr_binary(arena, OP_LE, count, expr_index(arena, most), type_scalar(TY_I64));
    limit_add(kernel->lowering->program, arena, holds, intern(text_string(&words)));
    return true;
}

// Whether threads of a block have different values of it.
static bool is_of_thread(const Kernel *kernel, Expr *value)
{
    Varying threads = {0};
    for (int i = 0; i < kernel->chain.count; i++)
        if (binding_is_thread(kernel->chain.loops[i]->binding))
            threads.loops[threads.count++] = kernel->chain.loops[i];
    return varying_mentions(&threads, expand_definitions(kernel->arena, &kernel->chain, value));
}

static bool bind_block(Kernel *kernel, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    Arena *arena = kernel->arena;
    Expr *count = loop_raw_count(arena, loop), *hull = expr_largest(arena, &kernel->chain, count);
    if (!hull)
        return refuse(kernel, stmt, "nothing that the host knows limits how many there are");
    hull = brought_to_host(kernel->lowering, on_host(kernel->lowering, hull), intern_printf("%s_count", loop->name),
                           &kernel->before);
    if (!hull)
        return false;
    bool exact = !varying_mentions(&kernel->chain, count);
    int64_t most = loop->binding == BIND_BLOCK_X ? INT32_MAX : MAX_GRID_YZ;
    bool capped = may_exceed(kernel, loop, hull) && !(kernel->state->plain && limit_grid(kernel, hull, most));
    int64_t limit = loop->limit ? loop->limit : capped ? most : 0;
    int dimension = binding_dimension(loop->binding);
    kernel->grid[dimension] = limit ? index_min(arena, hull, most_blocks(arena, loop, limit)) : hull;
    bool walks = limit && (loop->limit || !kernel->brief);
    Expr *index = walks   ? walk_over_grid(kernel, loop, hull)
                  : limit ? launch_parts(kernel, loop, hull, most)
                          : index_of(arena, loop->binding);
    if (!walks)
        declare_index(kernel, loop, index);
    if (!walks && loop_is_normal(loop))
        index = expr_symbol(arena, loop->iterator);
    kernel_enter_scope(kernel, loop, -1);
    if (exact)
        return true;
    bool hulls = kernel->hulls;
    kernel->hulls = true;
    bool alike = !is_of_thread(kernel, count), leaves = kernel->leaves && alike;
    if (alike)
        kernel_below(kernel, index, count, -1, leaves ? &kernel->block_guards : &kernel->in_range);
    if (!leaves)
        add_guard(kernel, index, count, -1);
    kernel->hulls = hulls || !leaves;
    return true;
}

bool kernel_bind_chain(Kernel *kernel, const Stmt *const *chain, int count)
{
    for (int i = 0; i < count; i++) {
        Binding binding = chain[i]->loop->binding;
        if (!binding_is_thread(binding) && !binding_is_block(binding))
            return refuse(kernel, chain[i], intern_printf("%s loops are not lowered yet", binding_text(binding)));
        if (!(binding_is_thread(binding) ? bind_thread(kernel, chain[i]) : bind_block(kernel, chain[i])))
            return false;
        kernel_enter_loop(kernel, chain[i]->loop);
    }
    return true;
}

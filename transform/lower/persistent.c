// One kernel for a whole loop of the host around kernels (contract in lower.h).
//
//   for (t) { launch K1; launch K2; }
//   ->  launch { for (t) { for (block = blockIdx.x; block < blocks of K1; block += gridDim.x) { body of K1 }
//                          barrier;
//                          .. the same of K2 .. barrier; } }
//
// A thread of the kernel takes the places of threads of K1, and then of K2: `teams` of their blocks fit in one block of
// the kernel, if their threads share nothing. The bounds and conditions of the host are the same in all threads.
#include "transform/lower/lower.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum { FEW_THREADS = 256, MOST_NESTED = 4, WARP = 32 };

typedef struct Persistent {
    Lowering *lowering;
    Arena *arena;
    const Stmt *scheduled;  // the loop
    const char *obstacle;   // NULL: none so far
    int64_t threads;        // of a block
    int64_t shared_by;      // of a block of kernels whose threads share something; 0: there are none
    int64_t widest;         // of a block of any kernel
    int64_t busiest;        // threads of any kernel that work at once, where a number limits them
    const Stmt *shape;      // a kernel with blocks as the whole has, or NULL
    Expr *blocks;           // that have work at once, over values of the host before the loop; NULL: not known
    bool unknown;           // how many that are
    const Loop *around[16]; // loops of the host around the present kernel
    int naround;
    VECTOR(const Symbol *) own; // scalars that the loop declares
} Persistent;

static bool in_grid(const Persistent *all)
{
    return all->scheduled->loop->persists == PERSISTS_IN_GRID;
}

static void prevent(Persistent *all, const char *obstacle)
{
    all->obstacle = all->obstacle ? all->obstacle : obstacle;
}

// ---- what the kernels are

static int64_t extent_of_block(const Stmt *kernel, int dimension)
{
    return kernel->block[dimension] ? expr_strip_casts(kernel->block[dimension])->integer : 1;
}

static int64_t threads_of(const Stmt *kernel)
{
    return extent_of_block(kernel, 0) * extent_of_block(kernel, 1) * extent_of_block(kernel, 2);
}

static bool look_for_last_block(void *context, const Expr *expr)
{
    *(bool *)context |= expr->kind == EX_INTRINSIC && expr->intrinsic == IN_LAST_BLOCK;
    return true;
}

static bool look_for_shuffle(void *context, const Expr *expr)
{
    *(bool *)context |=
        expr->kind == EX_INTRINSIC && expr->intrinsic >= IN_SHUFFLE_XOR && expr->intrinsic <= IN_SHUFFLE_FIRST;
    return true;
}

// Its threads wait for each other, or have an array in common.
static bool block_shares(const Stmt *kernel)
{
    bool counts = false;
    stmt_walk_expressions(kernel->body, look_for_last_block, &counts);
    return counts || tree_is_collective(kernel->body) || tree_shared_bytes(kernel->body) > 0;
}

static bool warp_shares(const Stmt *kernel)
{
    bool shuffles = tree_has_kind(kernel->body, ST_BARRIER);
    stmt_walk_expressions(kernel->body, look_for_shuffle, &shuffles);
    return shuffles;
}

// A number that CUDA text names by a function of the host.
static Expr *plain_number(void *context, Expr *expr)
{
    Persistent *all = context;
    return expr->kind == EX_INT && expr->text ? expr_int(all->arena, expr->integer, expr->type) : expr;
}

static Expr *on_device(Persistent *all, Expr *expr)
{
    return expr_rewrite(all->arena, expr, plain_number, all);
}

static Expr *extent_of_grid(Persistent *all, const Stmt *kernel, int dimension)
{
    return kernel->grid[dimension] ? on_device(all, kernel->grid[dimension]) : expr_index(all->arena, 1);
}

static Expr *blocks_of(Persistent *all, const Stmt *kernel)
{
    Expr *product = extent_of_grid(all, kernel, 0);
    for (int d = 1; d < 3; d++)
        product = index_mul(all->arena, product, extent_of_grid(all, kernel, d));
    return product;
}

static int64_t teams_of(const Persistent *all, const Stmt *kernel)
{
    return block_shares(kernel) ? 1 : all->threads / threads_of(kernel);
}

// The larger one of the values at the loop's ends: a guess, as only speed depends on it.
static Expr *at_ends(Persistent *all, const Loop *loop, Expr *count)
{
    Arena *arena = all->arena;
    const Type *type = loop->iterator->type;
    if (!expr_mentions(count, loop->iterator))
        return count;
    Expr *last = expr_cast(arena, type, index_minus(arena, loop->upper, expr_index(arena, loop->step_sign)));
    return index_max(arena, expr_substitute(arena, count, loop->iterator, expr_cast(arena, type, loop->lower)),
                     expr_substitute(arena, count, loop->iterator, last));
}

static void need_blocks(Persistent *all, const Stmt *kernel)
{
    Expr *count = index_ceil_div(all->arena, blocks_of(all, kernel), teams_of(all, kernel));
    all->unknown |= all->naround > MOST_NESTED;
    for (int i = all->naround; i-- > 0 && !all->unknown;) {
        all->unknown |= all->around[i]->endless || expr_mentions_any(count, all->own.items, all->own.count);
        count = all->unknown ? count : at_ends(all, all->around[i], on_device(all, count));
    }
    all->unknown |= expr_mentions_any(count, all->own.items, all->own.count);
    if (!all->unknown)
        all->blocks = all->blocks ? index_max(all->arena, all->blocks, count) : count;
}

static bool look_for_turns(void *context, const Expr *expr)
{
    *(bool *)context |= expr->kind == EX_INTRINSIC && expr->intrinsic == IN_NEXT_TURN;
    return true;
}

static void meet(Persistent *all, const Stmt *kernel)
{
    bool turns = false;
    stmt_walk_expressions(kernel->body, look_for_turns, &turns);
    if (turns)
        prevent(all, "blocks of one of its kernels wait for values of others ('look_back')");
    int64_t threads = threads_of(kernel);
    bool shares = block_shares(kernel);
    if (shares && all->shared_by && all->shared_by != threads)
        prevent(all, "the threads of a block share data in two of its kernels, whose blocks differ in size");
    if (warp_shares(kernel) && threads % WARP)
        prevent(all, "a warp of one of its kernels has fewer than 32 threads, which share data");
    if (shares)
        all->shared_by = threads;
    all->widest = threads > all->widest ? threads : all->widest;
    int64_t most = all->lowering->state->device->max_threads_per_block,
            busy = persistent_threads(kernel, all->around, all->naround, most);
    all->busiest = busy > all->busiest ? busy : all->busiest;
}

static void find_shape(Persistent *all, const Stmt *kernel)
{
    if (threads_of(kernel) == all->threads && !all->shape)
        all->shape = kernel;
    need_blocks(all, kernel);
}

// Whether the kernel can do what the host does there.
static void meet_statement(Persistent *all, const Stmt *stmt)
{
    bool scalar = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL;
    bool own = false;
    FOR_EACH(i, &all->own)
        own = own || (scalar && all->own.items[i] == stmt->place->symbol);
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        VECTOR_PUSH(all->arena, &all->own, stmt->symbol);
    if (scalar && !own)
        prevent(all, intern_printf("the host sets '%s' in it", stmt->place->symbol->name));
}

typedef void Visit(Persistent *all, const Stmt *kernel);

static void walk(Persistent *all, const Stmt *stmt, Visit *visit)
{
    if (!stmt)
        return;
    if (stmt->kind == ST_KERNEL) {
        visit(all, stmt);
        return;
    }
    if (visit == meet)
        meet_statement(all, stmt);
    bool enters = stmt->kind == ST_LOOP && all->naround < 16;
    if (enters)
        all->around[all->naround++] = stmt->loop;
    for (int i = 0; i < stmt->nitems; i++)
        walk(all, stmt->items[i], visit);
    walk(all, stmt->body, visit);
    walk(all, stmt->otherwise, visit);
    all->naround -= enters;
}

static void choose_threads(Persistent *all)
{
    int64_t most = all->lowering->state->device->max_threads_per_block, wanted = all->scheduled->loop->limit;
    int64_t usual = in_grid(all) ? FEW_THREADS : (all->busiest + WARP - 1) / WARP * WARP; // barriers wait for all
    all->threads = wanted ? wanted : all->shared_by ? all->shared_by : usual;
    if (!wanted && all->threads < all->widest)
        all->threads = all->widest;
    if (all->shared_by && all->threads != all->shared_by)
        prevent(all, intern_printf("the threads of a block share data in one of its kernels, in blocks of %lld",
                                   (long long)all->shared_by));
    if (all->threads < all->widest)
        prevent(all, intern_printf("one of its kernels has blocks of %lld threads", (long long)all->widest));
    if (all->threads > most || all->threads % WARP)
        prevent(all, intern_printf("a block has whole warps, and at most %lld threads", (long long)most));
}

// ---- a kernel becomes a part of the whole

typedef struct Part {
    Persistent *all;
    const Stmt *kernel;
    Symbol *block; // the number of the kernel's block
    Symbol *at[6]; // threadIdx.x .. blockIdx.z, if they are not those of the whole; NULL: nothing asked yet
    Expr *blocks[3], *all_blocks; // of the kernel's grid, by their names
    bool same_shape;
} Part;

static const Type *index_type(void)
{
    return type_scalar(TY_U32);
}

static Expr *hardware(Persistent *all, Intrinsic intrinsic)
{
    return expr_intrinsic(all->arena, intrinsic, index_type(), NULL, 0);
}

static Expr *wide(Persistent *all, Intrinsic intrinsic)
{
    return expr_cast(all->arena, type_scalar(TY_I64), hardware(all, intrinsic));
}

static Expr *small_binary(Persistent *all, Operator op, Expr *left, int64_t right)
{
    return expr_binary(all->arena, op, left, expr_int(all->arena, right, index_type()), index_type());
}

// The number of the thread in its block.
static Expr *rank_of(Persistent *all)
{
    Expr *rank = NULL;
    for (int d = 2; d >= 0; d--) {
        int64_t extent = all->shape ? extent_of_block(all->shape, d) : d ? 1 : all->threads;
        if (extent == 1)
            continue;
        Expr *index = hardware(all, (Intrinsic)(IN_THREAD_X + d));
        rank = rank ? expr_binary(all->arena, OP_ADD, small_binary(all, OP_MUL, rank, extent), index, index_type())
                    : index;
    }
    return rank ? rank : expr_int(all->arena, 0, index_type());
}

static const char *const index_names[] = {"thread_x", "thread_y", "thread_z", "block_x", "block_y", "block_z"};

static Expr *replace_index(void *context, Expr *expr)
{
    Part *part = context;
    Persistent *all = part->all;
    if (expr->kind != EX_INTRINSIC || expr->intrinsic < IN_THREAD_X || expr->intrinsic > IN_GRID_DIM_Z)
        return expr;
    int at = (int)expr->intrinsic - (int)IN_THREAD_X;
    if (expr->intrinsic >= IN_GRID_DIM_X)
        return expr_cast(all->arena, expr->type, part->blocks[(int)expr->intrinsic - (int)IN_GRID_DIM_X]);
    if (expr->intrinsic >= IN_BLOCK_DIM_X)
        return expr_int(all->arena, extent_of_block(part->kernel, (int)expr->intrinsic - (int)IN_BLOCK_DIM_X),
                        expr->type);
    if (at < 3 && part->same_shape)
        return expr;
    if (!part->at[at])
        part->at[at] = nest_symbol(all->lowering->state->nest, index_names[at], index_type(), SYM_LOCAL);
    return expr_symbol(all->arena, part->at[at]);
}

// Of a thread of the kernel: its number in its block, divided by the extents of the dimensions before.
static Expr *thread_index(Part *part, int dimension)
{
    Persistent *all = part->all;
    int64_t size = threads_of(part->kernel), below = 1;
    Expr *rank = teams_of(all, part->kernel) > 1 ? small_binary(all, OP_REM, rank_of(all), size) : rank_of(all);
    for (int d = 0; d < dimension; d++)
        below *= extent_of_block(part->kernel, d);
    rank = below > 1 ? small_binary(all, OP_DIV, rank, below) : rank;
    int64_t extent = extent_of_block(part->kernel, dimension);
    return below * extent < size ? small_binary(all, OP_REM, rank, extent) : rank;
}

static Expr *block_index(Part *part, int dimension)
{
    Persistent *all = part->all;
    Arena *arena = all->arena;
    const Type *type = type_scalar(TY_I64);
    Expr *index = expr_symbol(arena, part->block);
    bool more = false;
    for (int d = 0; d < dimension; d++)
        if (part->kernel->grid[d])
            index = expr_binary(arena, OP_DIV, index, part->blocks[d], type);
    for (int d = dimension + 1; d < 3; d++)
        more = more || part->kernel->grid[d];
    if (!part->kernel->grid[dimension])
        return expr_int(arena, 0, index_type());
    if (more)
        index = expr_binary(arena, OP_REM, index, part->blocks[dimension], type);
    return expr_cast(arena, index_type(), index);
}

// A value that is computed once, by its name.
static Expr *named(Part *part, const char *name, Expr *value, StmtList *out)
{
    Arena *arena = part->all->arena;
    if (value->kind == EX_INT || value->kind == EX_SYMBOL)
        return value;
    Symbol *symbol = nest_symbol(part->all->lowering->state->nest, name, value->type, SYM_LOCAL);
    VECTOR_PUSH(arena, out, stmt_declare(arena, symbol, value));
    return expr_symbol(arena, symbol);
}

static void name_extents(Part *part, StmtList *out)
{
    static const char *const names[] = {"blocks_x", "blocks_y", "blocks_z"};
    for (int d = 0; d < 3; d++) {
        part->blocks[d] = named(part, names[d], extent_of_grid(part->all, part->kernel, d), out);
        part->all_blocks = d ? index_mul(part->all->arena, part->all_blocks, part->blocks[d]) : part->blocks[d];
    }
    part->all_blocks = named(part, "blocks", part->all_blocks, out);
}

static void declare_indices(Part *part, StmtList *out)
{
    for (int at = 0; at < 6; at++) {
        if (!part->at[at])
            continue;
        Expr *value = at < 3 ? thread_index(part, at) : block_index(part, at - 3);
        VECTOR_PUSH(part->all->arena, out, stmt_declare(part->all->arena, part->at[at], value));
    }
}

static Stmt *barrier(Persistent *all, bool grid)
{
    Stmt *made = stmt_simple(all->arena, ST_BARRIER);
    made->blocks = grid;
    return made;
}

// for (block = first; block < blocks; block += those at work at once) { body; barrier }
static Stmt *over_blocks(Part *part, Stmt *body)
{
    Persistent *all = part->all;
    Arena *arena = all->arena;
    const Type *type = type_scalar(TY_I64);
    int64_t teams = teams_of(all, part->kernel), size = threads_of(part->kernel);
    Expr *blocks = part->all_blocks, *step = expr_index(arena, teams), *first = expr_index(arena, 0);
    Expr *team = teams > 1 ? expr_cast(arena, type, small_binary(all, OP_DIV, rank_of(all), size)) : first;
    if (in_grid(all)) {
        first = index_mul(arena, wide(all, IN_BLOCK_X), step);
        step = index_mul(arena, wide(all, IN_GRID_DIM_X), step);
    }
    Loop loop = {
        .id = nest_loop_id(all->lowering->state->nest),
        .name = part->block->name,
        .iterator = part->block,
        .lower = index_add(arena, first, team),
        .upper = blocks,
        .step = step,
        .step_sign = 1,
    };
    StmtList items = {0};
    declare_indices(part, &items);
    VECTOR_PUSH(arena, &items, body);
    if (block_shares(part->kernel) && !expr_is_int(blocks, 1))
        VECTOR_PUSH(arena, &items, barrier(all, false));
    return stmt_loop(arena, &loop, stmt_block(arena, items.items, items.count));
}

static Stmt *part_of(Persistent *all, const Stmt *kernel)
{
    Arena *arena = all->arena;
    Part part = {.all = all, .kernel = kernel, .same_shape = all->shape != NULL};
    for (int d = 0; d < 3 && all->shape; d++)
        part.same_shape = part.same_shape && extent_of_block(all->shape, d) == extent_of_block(kernel, d);
    part.block = nest_symbol(all->lowering->state->nest, "block", type_scalar(TY_I64), SYM_ITERATOR);
    StmtList items = {0};
    name_extents(&part, &items);
    Stmt *body = stmt_rewrite(arena, kernel->body, NULL, replace_index, &part);
    Stmt *made = over_blocks(&part, body);
    int64_t busy = teams_of(all, kernel) * threads_of(kernel);
    if (busy < all->threads)
        made =
            stmt_if(arena, expr_binary(arena, OP_LT, rank_of(all), expr_int(arena, busy, index_type()), index_type()),
                    made, NULL);
    VECTOR_PUSH(arena, &items, made);
    return stmt_block(arena, items.items, items.count);
}

static bool reads_memory(void *context, const Expr *expr)
{
    *(bool *)context |= expr->kind == EX_ACCESS;
    return true;
}

// What the host does around kernels, done by all threads. After a part all wait; also after a value was read that a
// later part may write.
static Stmt *around(void *context, Stmt *stmt)
{
    Persistent *all = context;
    Arena *arena = all->arena;
    bool reads = false;
    if (stmt->kind == ST_LOOP && stmt->loop->binding == BIND_HOST) {
        Loop loop = *stmt->loop;
        loop.binding = BIND_SERIAL;
        loop.persists = PERSISTS_NOT;
        loop.limit = 0;
        loop.lower = on_device(all, loop.lower);
        loop.upper = on_device(all, loop.upper);
        loop.step = on_device(all, loop.step);
        return stmt_loop_for(arena, stmt, &loop, stmt->body);
    }
    if (stmt->kind == ST_DECLARE && stmt->value)
        expr_walk(stmt->value, reads_memory, &reads);
    if (stmt->kind != ST_KERNEL && !reads)
        return stmt;
    Stmt *items[] = {stmt->kind == ST_KERNEL ? part_of(all, stmt) : stmt, barrier(all, in_grid(all))};
    return stmt_block(arena, items, 2);
}

// Bodies of kernels are rewritten by part_of alone.
static Stmt *on_the_device(Persistent *all, Stmt *stmt)
{
    if (stmt->kind == ST_KERNEL || stmt->kind == ST_DECLARE)
        return around(all, stmt);
    StmtList items = {0};
    Stmt *copy = arena_copy(all->arena, stmt, sizeof *stmt);
    for (int i = 0; i < stmt->nitems; i++)
        VECTOR_PUSH(all->arena, &items, on_the_device(all, stmt->items[i]));
    if (stmt->kind == ST_BLOCK)
        return stmt_block(all->arena, items.items, items.count);
    if (stmt->kind == ST_IF)
        copy->condition = on_device(all, stmt->condition);
    copy->body = stmt->body ? on_the_device(all, stmt->body) : NULL;
    copy->otherwise = stmt->otherwise ? on_the_device(all, stmt->otherwise) : NULL;
    return around(all, copy);
}

// ---- the whole

int64_t persistent_threads(const Stmt *kernel, const Loop *const *around, int count, int64_t most)
{
    int64_t threads = threads_of(kernel), limit;
    Varying varying = {0};
    for (int i = 0; i < count; i++)
        varying.loops[varying.count++] = around[i];
    for (int d = 0; d < 3 && threads < most; d++)
        if (kernel->grid[d]) {
            bool known = expr_constant_limit(&varying, kernel->grid[d], &limit) && limit <= most;
            threads *= !known ? most : limit > 1 ? limit : 1;
        }
    return threads < most ? threads : most;
}

Stmt *persistent_kernel(Lowering *lowering, const Stmt *scheduled, Stmt *host)
{
    Candidate *state = lowering->state;
    Arena *arena = state->arena;
    Persistent all = {.lowering = lowering, .arena = arena, .scheduled = scheduled};
    walk(&all, host, meet);
    if (!all.widest) // of no iterations
        return host;
    choose_threads(&all);
    if (all.obstacle) {
        diag_refuse(state->diag, scheduled->loc.file ? scheduled->loc : state->nest->loc,
                    "the loop '%s' cannot run in one kernel: %s", scheduled->loop->name, all.obstacle);
        return NULL;
    }
    walk(&all, host, find_shape);
    Stmt *body = on_the_device(&all, host);
    Stmt *made = stmt_kernel(arena, intern_printf("%s_k%d", state->nest->kernel_name, ++lowering->kernels), body);
    made->persists = scheduled->loop->persists;
    made->note = intern_printf("The whole loop '%s': after each part of an iteration the threads of %s wait.",
                               scheduled->loop->name, in_grid(&all) ? "all blocks" : "its only block");
    if (in_grid(&all))
        made->grid[0] = all.unknown || !all.blocks ? expr_index(arena, INT32_MAX) : all.blocks;
    for (int d = 0; d < 3; d++)
        made->block[d] = all.shape ? all.shape->block[d] : d ? NULL : expr_index(arena, all.threads);
    return made;
}

// One kernel: bound loops become indices, guards and definitions (contract in lower.h).
#include "transform/lanes.h"
#include "transform/lower.h"

enum { MAX_GRID_YZ = 65535 };

typedef struct Definition {
    const Symbol *symbol;
    Expr *value;
    bool placed;
} Definition;

typedef VECTOR(Expr *) Terms;

typedef struct Kernel {
    Lowering *lowering;
    Restructuring *state;
    Arena *arena;
    Varying chain;   // the bound loops, outermost first
    Varying all;     // all loops of the kernel
    Varying scope;   // the loops around what is being lowered, with the ranges that indices really have
    bool in_versions; // inside of a loop that stands there twice
    bool brief;      // blocks are launched in parts rather than walk over the grid
    bool hulls;      // some block has no iterations: an iterator may leave its loop's range
    Expr *grid[3], *block[3];
    VECTOR(Stmt *) declarations; // of indices
    VECTOR(const Loop *) strides; // block loops that walk over the grid
    VECTOR(const Loop *) launches; // loops over parts of the grid, a launch for each
    VECTOR(Expr *) guards;
    Terms block_guards; // the same for all threads of a block, around everything
    bool leaves;     // blocks without iterations leave at once
    VECTOR(Definition) definitions; // whose parts may not be known yet
    VECTOR(const Symbol *) known;
    const Stmt *root;
} Kernel;

static Stmt *refuse(Kernel *kernel, const Stmt *stmt, const char *reason)
{
    diag_refuse(kernel->state->diag, stmt->loc, "the loop '%s' cannot become an index: %s", stmt->loop->name, reason);
    return NULL;
}

// ---- definitions of split iterators

static void now_known(Kernel *kernel, const Symbol *symbol)
{
    VECTOR_PUSH(kernel->arena, &kernel->known, symbol);
}

static bool is_known(const Kernel *kernel, const Symbol *symbol)
{
    FOR_EACH(i, &kernel->known)
        if (kernel->known.items[i] == symbol)
            return true;
    return false;
}

typedef struct Readiness {
    const Kernel *kernel;
    bool ready;
} Readiness;

static bool look_for_unknown(void *context, const Expr *expr)
{
    Readiness *readiness = context;
    if (expr->kind != EX_SYMBOL || is_known(readiness->kernel, expr->symbol))
        return true;
    for (int i = 0; i < readiness->kernel->all.count; i++) {
        const Loop *loop = readiness->kernel->all.loops[i];
        if (loop->iterator == expr->symbol || loop->defines == expr->symbol)
            readiness->ready = false;
    }
    return readiness->ready;
}

static bool is_ready(const Kernel *kernel, const Expr *value)
{
    Readiness readiness = {kernel, true};
    expr_walk(value, look_for_unknown, &readiness);
    return readiness.ready;
}

static void enter_loop(Kernel *kernel, const Loop *loop)
{
    now_known(kernel, loop->iterator);
    if (!loop->defines)
        return;
    Definition definition = {loop->defines, loop->definition, false};
    VECTOR_PUSH(kernel->arena, &kernel->definitions, definition);
}

typedef VECTOR(Stmt *) Stmts;

static bool other_definition_needs(const Kernel *kernel, const Symbol *symbol)
{
    FOR_EACH(i, &kernel->definitions)
        if (!kernel->definitions.items[i].placed && expr_mentions(kernel->definitions.items[i].value, symbol))
            return true;
    return false;
}

// Declares what can be defined now and `user` mentions.
static void place_definitions(Kernel *kernel, const Stmt *user, Stmts *out)
{
    for (bool placed = true; placed;) {
        placed = false;
        FOR_EACH(i, &kernel->definitions) {
            Definition *definition = &kernel->definitions.items[i];
            if (definition->placed || !is_ready(kernel, definition->value))
                continue;
            definition->placed = true;
            placed = true;
            now_known(kernel, definition->symbol);
            if (!tree_mentions(user, definition->symbol) && !other_definition_needs(kernel, definition->symbol))
                continue;
            Symbol *symbol = (Symbol *)definition->symbol; // declared, not changed
            VECTOR_PUSH(kernel->arena, out, stmt_declare(kernel->arena, symbol, definition->value));
        }
    }
}

// ---- guards

static bool is_taken_apart(const Expr *count)
{
    count = expr_strip_casts(count);
    return count->kind == EX_BINARY && (count->op == OP_MIN || count->op == OP_CEIL_DIV);
}

// index < count as terms that must all hold, as far as `extent` (-1: unknown) does not say it already: min() and
// rounded-up quotients are taken apart.
static void below(Kernel *kernel, Expr *index, Expr *count, int64_t extent, Terms *terms)
{
    Expr *plain = (Expr *)expr_strip_casts(count);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN) {
        below(kernel, index, plain->operands[0], extent, terms);
        below(kernel, index, plain->operands[1], extent, terms);
        return;
    }
    if (plain->kind == EX_INT && extent >= 0 && plain->integer >= extent)
        return;
    if (plain->kind == EX_BINARY && plain->op == OP_CEIL_DIV) {
        below(kernel, index_mul(kernel->arena, plain->operands[1], index), plain->operands[0], -1, terms);
        return;
    }
    if (plain->kind == EX_BINARY && plain->op == OP_SUB && is_taken_apart(plain->operands[0])) {
        below(kernel, index_add(kernel->arena, index, plain->operands[1]), plain->operands[0], -1, terms);
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
    below(kernel, index, count, extent, &terms);
    FOR_EACH(i, &terms) {
        bool known = false;
        FOR_EACH(k, &kernel->guards)
            known = known || expr_equal(kernel->guards.items[k], terms.items[i]);
        if (!known)
            VECTOR_PUSH(kernel->arena, &kernel->guards, terms.items[i]);
    }
}

static Expr *conjunction(Arena *arena, Expr *const *terms, int count)
{
    Expr *all = NULL;
    for (int i = 0; i < count; i++)
        all = all ? expr_binary(arena, OP_LOGICAL_AND, all, terms[i], type_scalar(TY_I32)) : terms[i];
    return all;
}

// ---- serial loops of the body

static Stmt *lower_body(Kernel *kernel, Stmt *stmt);

// The constant length that the innermost loop of the scope was entered with.
static bool limit_of_scope(const Kernel *kernel, int64_t *limit)
{
    const Expr *upper = kernel->scope.loops[kernel->scope.count - 1]->upper;
    *limit = upper->integer;
    return upper->kind == EX_INT;
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
    below(kernel, expr_symbol(arena, loop->iterator), loop->upper, limit, &terms);
    loop->upper = expr_index(arena, limit);
    if (!terms.count || is_harmless(body, loop->iterator))
        return body;
    return stmt_if(arena, conjunction(arena, terms.items, terms.count), without_continue(kernel->state, body), NULL);
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

// A partial tile that the whole block shares is a loop of its own, so that the others, unrolled, have no tests: when all
// iterations run. NULL: the loop does not stand there twice.
static Expr *whole_tile(const Kernel *kernel, const Loop *loop, const Stmt *stmt)
{
    int64_t limit = unrolled_extent(kernel, loop);
    if (kernel->in_versions || limit < 1 || loop->binding != BIND_UNROLL || !loop_is_normal(loop) || expr_strip_casts(loop->upper)->kind == EX_INT)
        return NULL;
    if (tree_is_collective(stmt) || !tree_has_kind(stmt->body, ST_LOOP))
        return NULL;
    Terms terms = {0};
    below((Kernel *)kernel, expr_index(kernel->arena, limit - 1), loop->upper, limit, &terms);
    return terms.count && is_uniform(kernel, terms.items, terms.count) ? conjunction(kernel->arena, terms.items, terms.count) : NULL;
}

// From here on the iterator lies between 0 and `extent`, or (-1) within the loop's own bounds; guards may say less.
static void enter_scope(Kernel *kernel, const Loop *loop, int64_t extent)
{
    Loop *made = arena_copy(kernel->arena, loop, sizeof *loop);
    if (extent >= 0)
        made->upper = expr_index(kernel->arena, extent);
    kernel->scope.loops[kernel->scope.count++] = made;
}

// In odd iterations of the loop around, the last iteration comes first.
static Stmt *alternating(Kernel *kernel, Loop *loop, Stmt *body)
{
    Arena *arena = kernel->arena;
    const Type *type = type_scalar(TY_I64);
    if (!loop->alternates || loop->upper->kind != EX_INT)
        return body;
    Symbol *turn = nest_symbol(kernel->state->nest, "turn", type, SYM_ITERATOR);
    Expr *odd = expr_binary(arena, OP_REM, expr_symbol(arena, loop->alternates), expr_index(arena, 2), type);
    Expr *back = index_sub(arena, expr_index(arena, loop->upper->integer - 1), expr_symbol(arena, turn));
    Stmt *index = stmt_declare(arena, (Symbol *)loop->iterator, expr_select(arena, odd, back, expr_symbol(arena, turn)));
    loop->iterator = turn;
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
    enter_loop(kernel, stmt->loop);
    enter_scope(kernel, stmt->loop, unrolled_extent(kernel, stmt->loop));
    Stmts items = {0};
    place_definitions(kernel, stmt->body, &items);
    VECTOR_PUSH(kernel->arena, &items, lower_body(kernel, stmt->body));
    Stmt *body = stmt_block(kernel->arena, items.items, items.count);
    body = alternating(kernel, &loop, full_length(kernel, &loop, stmt, body));
    kernel->scope.count--;
    kernel->known.count = known;
    kernel->definitions.count = definitions;
    for (int i = 0; i < definitions; i++)
        kernel->definitions.items[i] = outer[i];
    Stmt *made = stmt_loop(kernel->arena, &loop, body);
    made->loc = stmt->loc;
    made->all_threads = stmt->all_threads;
    return made;
}

static Stmt *lower_loop(Kernel *kernel, Stmt *stmt)
{
    Arena *arena = kernel->arena;
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

static Stmt *lower_body(Kernel *kernel, Stmt *stmt)
{
    Stmt *expanded = lanes_expand(kernel->state, &kernel->chain, &kernel->scope, stmt);
    if (expanded)
        return lower_body(kernel, expanded);
    if (stmt->kind == ST_LOOP)
        return lower_loop(kernel, stmt);
    if (stmt->kind == ST_BLOCK) {
        Stmts items = {0};
        for (int i = 0; i < stmt->nitems; i++)
            VECTOR_PUSH(kernel->arena, &items, lower_body(kernel, stmt->items[i]));
        return stmt_block(kernel->arena, items.items, items.count);
    }
    if (!stmt->body)
        return stmt;
    Stmt *made = arena_copy(kernel->arena, stmt, sizeof *stmt);
    made->body = lower_body(kernel, stmt->body);
    made->otherwise = stmt->otherwise ? lower_body(kernel, stmt->otherwise) : NULL;
    return made;
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

static Expr *woven_index(Arena *arena, Binding binding, int64_t extent)
{
    const Type *type = type_scalar(TY_U32);
    Expr *x = expr_intrinsic(arena, IN_THREAD_X, type, NULL, 0), *y = expr_intrinsic(arena, IN_THREAD_Y, type, NULL, 0);
    bool is_row = binding == BIND_THREAD_Y;
    Expr *halved = unsigned_binary(arena, OP_DIV, is_row ? y : x, 2), *odd = unsigned_binary(arena, OP_REM, is_row ? x : y, 2);
    Expr *index = is_row ? expr_binary(arena, OP_ADD, unsigned_binary(arena, OP_MUL, halved, 2), odd, type)
                         : expr_binary(arena, OP_ADD, halved, unsigned_binary(arena, OP_MUL, odd, extent / 2), type);
    return expr_cast(arena, type_scalar(TY_I64), index);
}

// A definition that an index needs stands before it.
static void place_needed(Kernel *kernel, const Expr *user)
{
    FOR_EACH(i, &kernel->definitions) {
        Definition *definition = &kernel->definitions.items[i];
        if (definition->placed || !is_ready(kernel, definition->value) || !expr_mentions(user, definition->symbol))
            continue;
        definition->placed = true;
        now_known(kernel, definition->symbol);
        Symbol *symbol = (Symbol *)definition->symbol;
        VECTOR_PUSH(kernel->arena, &kernel->declarations, stmt_declare(kernel->arena, symbol, definition->value));
    }
}

static void declare_index(Kernel *kernel, const Loop *loop, Expr *index)
{
    Arena *arena = kernel->arena;
    place_needed(kernel, loop->lower);
    Expr *value = index_add(arena, loop->lower, index_mul(arena, expr_cast(arena, type_scalar(TY_I64), loop->step), index));
    Symbol *symbol = (Symbol *)loop->iterator;
    VECTOR_PUSH(arena, &kernel->declarations, stmt_declare(arena, symbol, expr_cast(arena, symbol->type, value)));
}

static bool bind_thread(Kernel *kernel, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    Arena *arena = kernel->arena;
    int64_t extent = loop_constant_extent(arena, kernel->root, loop->id);
    if (extent < 0)
        return refuse(kernel, stmt, "its length has no constant limit");
    extent = extent > 0 ? extent : 1;
    kernel->block[binding_dimension(loop->binding)] = expr_index(arena, extent);
    enter_scope(kernel, loop, loop_is_normal(loop) ? extent : -1);
    Expr *index = loop->woven ? woven_index(arena, loop->binding, extent) : index_of(arena, loop->binding);
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

// Whether more blocks may be asked for than the dimension of the grid has.
static bool may_exceed(const Kernel *kernel, const Loop *loop, Expr *count)
{
    int64_t limit, most = loop->binding == BIND_BLOCK_X ? INT32_MAX : MAX_GRID_YZ;
    if (expr_constant_limit(&kernel->chain, count, &limit))
        return limit > most;
    if (loop->binding != BIND_BLOCK_X)
        return true;
    const Loop *source = source_loop(kernel, loop->origin);
    if (!loop->origin) // over elements of an array: 2^31 blocks of them fill more than any device's memory
        return false;
    if (!source || source->iterator->type->size > 4)
        return true;
    bool tiled = count->kind == EX_BINARY && count->op == OP_CEIL_DIV && count->operands[1]->kind == EX_INT &&
                 count->operands[1]->integer >= 4;
    const Expr *lower = expr_strip_casts(source->lower);
    bool from_zero = source->step_sign > 0 && lower->kind == EX_INT && lower->integer >= 0;
    return !tiled && !(from_zero && source->iterator->type->kind == TY_I32);
}

// for (i = blockIdx.y; i < count; i += gridDim.y): the same for all threads of a block. An iterator that may overflow
// on the way, or does not count from 0, is defined inside. Returns the index.
static Expr *walk_over_grid(Kernel *kernel, const Loop *loop, Expr *count)
{
    Arena *arena = kernel->arena;
    const Type *type = type_scalar(TY_I64);
    bool direct = loop_is_normal(loop) && loop->iterator->type == type;
    const char *name = intern_printf("%s_block", loop->iterator->name);
    Symbol *made = direct ? NULL : nest_symbol(kernel->state->nest, name, type, SYM_ITERATOR);
    Intrinsic across = (Intrinsic)(IN_GRID_DIM_X + (unsigned)binding_dimension(loop->binding));
    Loop walking = {
        .id = loop->id, .origin = loop->origin, .name = loop->name, .iterator = made ? made : loop->iterator,
        .lower = index_of(arena, loop->binding), .upper = count, .step_sign = 1,
        .step = expr_cast(arena, type, expr_intrinsic(arena, across, type_scalar(TY_U32), NULL, 0)),
    };
    VECTOR_PUSH(arena, &kernel->strides, arena_copy(arena, &walking, sizeof walking));
    Expr *index = expr_symbol(arena, walking.iterator);
    if (made)
        declare_index(kernel, loop, index);
    return index;
}

// Blocks that copy a tile once and are gone must not walk: nvcc keeps what another turn of such a loop has in common with the first in
// registers, which are all addresses of the copies.
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
    *found = *found || (expr->kind == EX_INTRINSIC && (expr->intrinsic == IN_LAST_BLOCK || (expr->intrinsic >= IN_BLOCK_X && expr->intrinsic <= IN_GRID_DIM_Z)));
    return !*found;
}

static bool look_for_copies(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_INTRINSIC && expr->intrinsic == IN_COPIES_WAIT);
    return !*found;
}

// Nor must those that copy tiles ahead of a loop's turns: nvcc then moves no address along from one turn to the next.
static bool launches_parts(const Stmt *body)
{
    bool knows_grid = false, copies_ahead = false;
    stmt_walk_expressions(body, look_for_grid, &knows_grid);
    stmt_walk_expressions(body, look_for_copies, &copies_ahead);
    return !knows_grid && (copies_ahead || (tree_has_kind(body, ST_BARRIER) && !repeats_barriers(body)));
}

// for (first = 0; first < count; first += most) on the host, around a launch of so many blocks at most. Returns the index.
static Expr *launch_parts(Kernel *kernel, const Loop *loop, Expr *count, int64_t most)
{
    Arena *arena = kernel->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *first = nest_symbol(kernel->state->nest, intern_printf("%s_first", loop->iterator->name), type, SYM_ITERATOR);
    Loop parts = {
        .id = nest_loop_id(kernel->state->nest), .origin = loop->origin, .name = first->name, .iterator = first,
        .lower = expr_index(arena, 0), .upper = count, .step = expr_index(arena, most), .step_sign = 1, .binding = BIND_HOST,
    };
    VECTOR_PUSH(arena, &kernel->launches, arena_copy(arena, &parts, sizeof parts));
    kernel->grid[binding_dimension(loop->binding)] = index_min(arena, index_sub(arena, count, expr_symbol(arena, first)), expr_index(arena, most));
    return index_add(arena, expr_symbol(arena, first), index_of(arena, loop->binding));
}

static bool bind_block(Kernel *kernel, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    Arena *arena = kernel->arena;
    Expr *count = loop_raw_count(arena, loop), *hull = expr_largest(arena, &kernel->chain, count);
    if (!hull)
        return refuse(kernel, stmt, "its length has no limit that the host knows");
    hull = on_host(kernel->lowering, hull);
    if (!is_host_value(kernel->lowering, hull))
        return refuse(kernel, stmt, "its length depends on values that are computed inside the nest");
    bool exact = !varying_mentions(&kernel->chain, count);
    bool capped = may_exceed(kernel, loop, hull);
    int64_t most = loop->binding == BIND_BLOCK_X ? INT32_MAX : MAX_GRID_YZ;
    int64_t limit = loop->limit ? loop->limit : capped ? most : 0;
    int dimension = binding_dimension(loop->binding);
    kernel->grid[dimension] = limit ? index_min(arena, hull, expr_index(arena, limit)) : hull;
    bool walks = limit && (loop->limit || !kernel->brief);
    Expr *index = walks ? walk_over_grid(kernel, loop, hull) : limit ? launch_parts(kernel, loop, hull, most) : index_of(arena, loop->binding);
    if (!walks)
        declare_index(kernel, loop, index);
    if (!walks && loop_is_normal(loop))
        index = expr_symbol(arena, loop->iterator);
    enter_scope(kernel, loop, -1);
    if (exact)
        return true;
    bool hulls = kernel->hulls;
    kernel->hulls = true;
    if (kernel->leaves)
        below(kernel, index, count, -1, &kernel->block_guards);
    else
        add_guard(kernel, index, count, -1);
    kernel->hulls = hulls || !kernel->leaves;
    return true;
}

static bool bind_chain(Kernel *kernel, const Stmt *const *chain, int count)
{
    for (int i = 0; i < count; i++) {
        Binding binding = chain[i]->loop->binding;
        if (!binding_is_thread(binding) && !binding_is_block(binding))
            return refuse(kernel, chain[i], intern_printf("%s loops are not lowered yet", binding_text(binding)));
        if (!(binding_is_thread(binding) ? bind_thread(kernel, chain[i]) : bind_block(kernel, chain[i])))
            return false;
        enter_loop(kernel, chain[i]->loop);
    }
    return true;
}

// ---- putting it together

// Definitions that guards mention stand before them, the others inside.
static Stmt *guarded(Kernel *kernel, Stmts *head, Stmts *definitions, Stmt *body)
{
    Arena *arena = kernel->arena;
    bool barriers = tree_is_collective(body);
    Expr *guard = conjunction(arena, kernel->guards.items, kernel->guards.count);
    Expr *leave = conjunction(arena, kernel->block_guards.items, kernel->block_guards.count);
    Stmts inside = {0}, block = {0}, *outer = head;
    head = leave ? &block : head;
    FOR_EACH(i, definitions) {
        Stmt *item = definitions->items[i];
        bool before = barriers || !guard || expr_mentions(guard, item->symbol);
        if (leave && expr_mentions(leave, item->symbol))
            VECTOR_PUSH(arena, outer, item);
        else if (before)
            VECTOR_PUSH(arena, head, item);
        else
            VECTOR_PUSH(arena, &inside, item);
    }
    if (!guard) {
        VECTOR_PUSH(arena, head, body);
    } else if (barriers) {
        Symbol *active = nest_symbol(kernel->state->nest, "active", type_scalar(TY_I32), SYM_LOCAL);
        VECTOR_PUSH(arena, head, stmt_declare(arena, active, guard));
        VECTOR_PUSH(arena, head, push_guard(kernel->state, body, expr_symbol(arena, active)));
    } else {
        VECTOR_PUSH(arena, &inside, body);
        VECTOR_PUSH(arena, head, stmt_if(arena, guard, stmt_block(arena, inside.items, inside.count), NULL));
    }
    if (leave)
        VECTOR_PUSH(arena, outer, stmt_if(arena, leave, stmt_block(arena, block.items, block.count), NULL));
    return stmt_block(arena, outer->items, outer->count);
}

typedef struct Hoist {
    Arena *arena;
    Stmts shared;
} Hoist;

static Stmt *take_shared(void *context, Stmt *stmt)
{
    Hoist *hoist = context;
    if (stmt->kind != ST_DECLARE || !stmt->array || stmt->array->space != SPACE_SHARED)
        return stmt;
    VECTOR_PUSH(hoist->arena, &hoist->shared, stmt);
    return NULL;
}

// At a kernel's end nobody waits for the others.
static Stmt *without_last_barrier(Arena *arena, Stmt *body)
{
    int count = body->kind == ST_BLOCK ? body->nitems : 0;
    while (count && body->items[count - 1]->kind == ST_BARRIER)
        count--;
    return count ? stmt_block(arena, body->items, count) : body;
}

static Stmt *assemble(Kernel *kernel, Stmt *body)
{
    Arena *arena = kernel->arena;
    Stmts head = {0}, definitions = {0};
    FOR_EACH(i, &kernel->declarations)
        VECTOR_PUSH(arena, &head, kernel->declarations.items[i]);
    Stmts user = {0};
    VECTOR_PUSH(arena, &user, body);
    FOR_EACH(i, &kernel->guards)
        VECTOR_PUSH(arena, &user, stmt_evaluate(arena, kernel->guards.items[i]));
    FOR_EACH(i, &kernel->block_guards)
        VECTOR_PUSH(arena, &user, stmt_evaluate(arena, kernel->block_guards.items[i]));
    place_definitions(kernel, stmt_block(arena, user.items, user.count), &definitions);
    Hoist hoist = {.arena = arena};
    body = lower_body(kernel, without_continue(kernel->state, body));
    body = guarded(kernel, &head, &definitions, body);
    for (int i = kernel->strides.count - 1; i >= 0; i--)
        body = stmt_loop(arena, kernel->strides.items[i], body);
    body = without_last_barrier(arena, body);
    body = stmt_rewrite(arena, body, take_shared, NULL, &hoist);
    VECTOR_PUSH(arena, &hoist.shared, body);
    return stmt_block(arena, hoist.shared.items, hoist.shared.count);
}

// No launch where a dimension of the grid is empty.
static Stmt *launched(Kernel *kernel, Stmt *made)
{
    Arena *arena = kernel->arena;
    Expr *terms[3];
    int count = 0;
    for (int d = 0; d < 3; d++) {
        kernel->grid[d] = kernel->grid[d] ? on_host(kernel->lowering, kernel->grid[d]) : NULL;
        made->grid[d] = kernel->grid[d];
        made->block[d] = kernel->block[d];
        if (kernel->grid[d] && kernel->grid[d]->kind != EX_INT)
            terms[count++] = expr_binary(arena, OP_GT, kernel->grid[d], expr_index(arena, 0), type_scalar(TY_I64));
        else if (kernel->grid[d] && kernel->grid[d]->integer <= 0)
            return stmt_block(arena, NULL, 0);
    }
    return count ? stmt_if(arena, conjunction(arena, terms, count), made, NULL) : made;
}

Stmt *lower_kernel(Lowering *lowering, Stmt *root)
{
    Restructuring *state = lowering->state;
    if (stmt_rotates(root)) {
        diag_refuse(state->diag, root->loc, "pointers change places inside of what runs on the device");
        return NULL;
    }
    const char *note = kernel_note(state, root);
    root = spread_threads(state, root);
    if (!root)
        return NULL;
    Kernel kernel = {.lowering = lowering, .state = state, .arena = state->arena, .all = varying_below(root), .root = root};
    Chain chain = chain_from(root);
    Stmt *body = chain.body;
    kernel.chain = chain_varying(&chain);
    kernel.leaves = blocks_may_leave(body);
    kernel.brief = launches_parts(body);
    for (int i = 0; i < lowering->host_loops.count; i++)
        enter_loop(&kernel, lowering->host_loops.loops[i]);
    if (!bind_chain(&kernel, chain.loops, chain.count))
        return NULL;
    Stmt *lowered = use_cells(lowering, assemble(&kernel, body), chain.count == 0);
    Stmt *made = stmt_kernel(state->arena, intern_printf("%s_k%d", state->nest->kernel_name, ++lowering->kernels), lowered);
    made->note = note;
    for (int i = 0; i < kernel.chain.count; i++)
        made->min_blocks = made->min_blocks > kernel.chain.loops[i]->min_blocks ? made->min_blocks : kernel.chain.loops[i]->min_blocks;
    made = launched(&kernel, made);
    FOR_EACH(i, &kernel.launches)
        made = stmt_loop(state->arena, kernel.launches.items[i], made);
    return made;
}

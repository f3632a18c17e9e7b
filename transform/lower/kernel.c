// One kernel: bound loops become indices, guards and definitions (contract in lower.h).
#include "transform/lower/kernel.h"

#include "transform/lower/approximate.h"
#include "transform/observe.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector.h"

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
    FOR_EACH(i, &readiness->kernel->definitions) {
        const Definition *definition = &readiness->kernel->definitions.items[i];
        if (definition->symbol == expr->symbol && !definition->placed) // of a loop on the host
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

void kernel_enter_loop(Kernel *kernel, const Loop *loop)
{
    now_known(kernel, loop->iterator);
    if (!loop->defines)
        return;
    Definition definition = {loop->defines, loop->definition, false};
    VECTOR_PUSH(kernel->arena, &kernel->definitions, definition);
}

// By `user`, or by a definition that it needs.
static bool is_needed_by(const Kernel *kernel, const Symbol *symbol, const Stmt *user)
{
    if (tree_mentions(user, symbol))
        return true;
    FOR_EACH(i, &kernel->definitions) {
        const Definition *other = &kernel->definitions.items[i];
        if (!other->placed && other->symbol != symbol && expr_mentions(other->value, symbol) &&
            is_needed_by(kernel, other->symbol, user))
            return true;
    }
    return false;
}

void kernel_define(Kernel *kernel, const Stmt *user, StmtList *out)
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
            if (!is_needed_by(kernel, definition->symbol, user))
                continue;
            Symbol *symbol = (Symbol *)definition->symbol; // declared, not changed
            VECTOR_PUSH(kernel->arena, out, stmt_declare(kernel->arena, symbol, definition->value));
        }
    }
}

void kernel_define_needed(Kernel *kernel, Expr *value)
{
    const Stmt *user = stmt_evaluate(kernel->arena, value);
    FOR_EACH(i, &kernel->definitions) { // those of outer loops come first
        Definition *definition = &kernel->definitions.items[i];
        if (definition->placed || !is_ready(kernel, definition->value) ||
            !is_needed_by(kernel, definition->symbol, user))
            continue;
        definition->placed = true;
        now_known(kernel, definition->symbol);
        Symbol *symbol = (Symbol *)definition->symbol;
        VECTOR_PUSH(kernel->arena, &kernel->declarations, stmt_declare(kernel->arena, symbol, definition->value));
    }
}

void kernel_enter_scope(Kernel *kernel, const Loop *loop, int64_t extent)
{
    Loop *made = arena_copy(kernel->arena, loop, sizeof *loop);
    if (extent >= 0)
        made->upper = expr_index(kernel->arena, extent);
    kernel->scope.loops[kernel->scope.count++] = made;
}

// ---- putting it together

// In plain style a loop that has no iterations where the guard does not hold needs no guard.
static Stmt *free_loops(Kernel *kernel, Stmt *body, const Expr *guard)
{
    if (!kernel->state->plain || body->kind != ST_BLOCK)
        return body;
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++) {
        Stmt *item = body->items[i];
        bool counts = item->kind == ST_LOOP && item->loop->step_sign > 0 && !tree_is_collective(item);
        if (counts && expr_equal(linear_less(kernel->arena, item->loop->lower, item->loop->upper), guard)) {
            item = arena_copy(kernel->arena, item, sizeof *item);
            item->all_threads = true;
        }
        VECTOR_PUSH(kernel->arena, &items, item);
    }
    return stmt_block(kernel->arena, items.items, items.count);
}

// Whether the condition, or a definition after this one that the condition needs, mentions its symbol.
static bool condition_needs(const StmtList *definitions, int index, const Expr *condition)
{
    const Symbol *symbol = definitions->items[index]->symbol;
    if (condition && expr_mentions(condition, symbol))
        return true;
    for (int i = index + 1; condition && i < definitions->count; i++)
        if (expr_mentions(definitions->items[i]->value, symbol) && condition_needs(definitions, i, condition))
            return true;
    return false;
}

// Definitions that guards need precede them; the others are inside.
static Stmt *guarded(Kernel *kernel, StmtList *head, StmtList *definitions, Stmt *body)
{
    Arena *arena = kernel->arena;
    bool barriers = tree_is_collective(body);
    Expr *guard = terms_conjunction(arena, kernel->guards.items, kernel->guards.count);
    Expr *leave = terms_conjunction(arena, kernel->block_guards.items, kernel->block_guards.count);
    StmtList inside = {0}, block = {0}, *outer = head;
    head = leave ? &block : head;
    FOR_EACH(i, definitions) {
        Stmt *item = definitions->items[i];
        bool before = barriers || !guard || kernel->state->plain || condition_needs(definitions, i, guard);
        if (condition_needs(definitions, i, leave))
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
        body = free_loops(kernel, body, guard);
        Guard guards = {.state = kernel->state,
                        .kernel = body,
                        .active = expr_symbol(arena, active),
                        .in_range = terms_conjunction(arena, kernel->in_range.items, kernel->in_range.count)};
        body = push_guard(&guards, body);
        if (tree_mentions(body, active))
            VECTOR_PUSH(arena, head, stmt_declare(arena, active, guard));
        VECTOR_PUSH(arena, head, body);
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
    StmtList shared;
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
    StmtList head = {0}, definitions = {0};
    FOR_EACH(i, &kernel->declarations)
        VECTOR_PUSH(arena, &head, kernel->declarations.items[i]);
    StmtList user = {0};
    VECTOR_PUSH(arena, &user, body);
    FOR_EACH(i, &kernel->guards)
        VECTOR_PUSH(arena, &user, stmt_evaluate(arena, kernel->guards.items[i]));
    FOR_EACH(i, &kernel->block_guards)
        VECTOR_PUSH(arena, &user, stmt_evaluate(arena, kernel->block_guards.items[i]));
    kernel_define(kernel, stmt_block(arena, user.items, user.count), &definitions);
    Hoist hoist = {.arena = arena};
    body = kernel_lower_body(kernel, without_continue(kernel->state, body));
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
    return count ? stmt_if(arena, terms_conjunction(arena, terms, count), made, NULL) : made;
}

static Stmt *simplified(Arena *arena, Stmt *body)
{
    return hide_iterators(arena, join_branches(arena, without_needless_barriers(arena, tidy_kernel(arena, body))));
}

// A row whose ends are vectors may have one more than threads have elements: all threads of its block take part.
static Stmt *cover_rows(Candidate *state, Stmt *root)
{
    Chain chain = chain_from(root);
    Varying bound = chain_varying(&chain), inside = {0};
    LoopsAround around = {.bound = &bound, .inside = &inside, .ranges = &bound, .kernel = root};
    const Stmt *body = stmt_count(chain.body) == 1 ? stmt_item(chain.body, 0) : chain.body;
    const Loop *threads = vector_covering(state, &around, body);
    if (!threads)
        return root;
    const Stmt *stmt = stmt_find_loop(root, threads->id);
    Loop loop = *threads;
    loop.upper = expr_index(state->arena, threads->limit);
    return tree_replace(state->arena, root, stmt, stmt_loop_for(state->arena, stmt, &loop, stmt->body));
}

Stmt *lower_kernel(Lowering *lowering, Stmt *root)
{
    Candidate *state = lowering->state;
    const char *note = state->unread ? NULL : kernel_note(state, root);
    root = threads_that_wait(state, root);
    root = root ? observe_pass(state, "warp_per_row", spread_threads(state, root)) : NULL;
    if (!root)
        return NULL;
    root = cover_rows(state, root);
    Kernel kernel = {
        .lowering = lowering, .state = state, .arena = state->arena, .all = varying_below(root), .root = root};
    Chain chain = chain_from(root);
    Stmt *body = chain.body;
    kernel.chain = chain_varying(&chain);
    kernel.leaves = blocks_may_leave(body);
    kernel.slides = kernel_slides(body);
    kernel.brief = kernel_launches_parts(body, kernel.slides);
    for (int i = 0; i < lowering->host_loops.count; i++)
        kernel_enter_loop(&kernel, lowering->host_loops.loops[i]);
    if (!kernel_bind_chain(&kernel, chain.loops, chain.count))
        return NULL;
    kernel_check_products(&kernel, body);
    Stmt *lowered = observe_pass(state, "guards", assemble(&kernel, body));
    lowered = observe_pass(state, "host_scalars", use_cells(lowering, lowered, chain.count == 0));
    if (state->fast)
        lowered = observe_pass(state, "approximate", approximate(state->arena, lowered));
    lowering->program->approximations |= approximations_in(lowered);
    if (state->plain || kernel.slides)
        lowered = narrow_indices(&kernel, lowered);
    lowered = observe_pass(state, "simplify", simplified(state->arena, lowered));
    if (state->plain)
        lowered = shorten_kernel(state->arena, lowered);
    Stmt *made =
        stmt_kernel(state->arena, intern_printf("%s_k%d", state->nest->kernel_name, ++lowering->kernels), lowered);
    made->note = note;
    for (int i = 0; i < kernel.chain.count; i++)
        made->min_blocks =
            made->min_blocks > kernel.chain.loops[i]->min_blocks ? made->min_blocks : kernel.chain.loops[i]->min_blocks;
    made = launched(&kernel, made);
    FOR_EACH(i, &kernel.launches)
        made = stmt_loop(state->arena, kernel.launches.items[i], made);
    return kernel.before.count ? after_those(lowering, &kernel.before, made) : made;
}

// Tiles in shared memory: all threads of the block copy the box of elements that they use together, and then use it.
#include "transform/memory/stage_shared.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

bool stage_means(const Staging *staging, const Expr *expr)
{
    return expr->kind == EX_ACCESS && expr->array == staging->array &&
           (!staging->only || expr_equal(staging->only, expr));
}

typedef struct Motion {
    const Staging *staging;
    const Varying *all, *loops;
    bool found;
} Motion;

static bool look_for_motion(void *context, const Expr *expr)
{
    Motion *motion = context;
    if (!stage_means(motion->staging, expr))
        return !motion->found;
    for (int i = 0; i < expr->noperands; i++) {
        Expr *expanded = expand_definitions(motion->staging->state->arena, motion->all, expr->operands[i]);
        motion->found = motion->found || varying_mentions(motion->loops, expanded);
    }
    return !motion->found;
}

bool stage_array_moves(const Staging *staging, const Varying *all, const Varying *loops)
{
    Motion motion = {staging, all, loops, false};
    stmt_walk_expressions(staging->uses, look_for_motion, &motion);
    return motion.found;
}

// ---- which threads come to the loop

bool stage_find_chain(const Staging *staging, Chain *chain)
{
    for (int i = 0; i < staging->path.count; i++) {
        if (!binding_is_concurrent(staging->path.loops[i]->loop->binding))
            continue;
        *chain = chain_from(staging->path.loops[i]);
        return !tree_has_concurrent(chain->body);
    }
    return false;
}

// The loops whose iterations are not the same in all threads of a block: those of threads, and those of blocks that
// begin at another iteration in each thread.
static Varying loops_by_thread(const Staging *staging, const Chain *chain)
{
    Varying found = {0};
    for (int i = 0; i < chain->count; i++)
        if (binding_is_thread(chain->loops[i]->loop->binding))
            found.loops[found.count++] = chain->loops[i]->loop;
    for (int i = 0; i < chain->count; i++) {
        Loop *loop = chain->loops[i]->loop;
        Expr *lower = expand_definitions(staging->state->arena, &staging->around, loop->lower);
        if (binding_is_block(loop->binding) && varying_mentions(&found, lower))
            found.loops[found.count++] = loop;
    }
    return found;
}

// Whether a loop bound to blocks ends elsewhere in each thread, as one over columns does whose rows are bound to
// threads. As many blocks run as the longest row needs, and more where the last tile of rows is not full: the source
// may not have such an iteration, and its elements need not exist.
static bool has_blocks_beyond(const Staging *staging, const Chain *chain)
{
    Varying threads = loops_by_thread(staging, chain);
    for (int i = 0; i < chain->count; i++) {
        const Loop *loop = chain->loops[i]->loop;
        Expr *upper = expand_definitions(staging->state->arena, &staging->around, loop->upper);
        if (binding_is_block(loop->binding) && varying_mentions(&threads, upper))
            return true;
    }
    return false;
}

static bool runs_uniformly(const Staging *staging, const Chain *chain)
{
    Varying threads = loops_by_thread(staging, chain);
    if (staging->stmt == chain->loops[chain->count - 1])
        return true;
    Path to;
    if (!tree_path(chain->body, staging->stmt, &to))
        return false;
    for (int i = 0; i < to.count; i++) {
        const Loop *loop = to.loops[i]->loop;
        Expr *bounds[] = {loop->lower, loop->upper, loop->step};
        for (int k = 0; k < 3; k++)
            if (varying_mentions(&threads, expand_definitions(staging->state->arena, &staging->around, bounds[k])))
                return false;
        if (tree_leaves(to.loops[i]->body, ST_BREAK) || tree_leaves(to.loops[i]->body, ST_CONTINUE))
            return false; // a thread would leave the iteration before the barrier at its end
    }
    return true;
}

static bool look_for_own(void *context, const Expr *expr)
{
    bool *own = context;
    bool known = expr->kind == EX_SYMBOL && (expr->symbol->role == SYM_PARAM || expr->symbol->role == SYM_ITERATOR);
    *own = *own || expr->kind == EX_INTRINSIC || expr->kind == EX_ACCESS || (expr->kind == EX_SYMBOL && !known);
    return !*own;
}

// Whether the threads of a block may answer the condition in different ways: it mentions one of their loops, or a value
// that a thread has computed.
static bool differs_by_thread(const Staging *staging, const Varying *threads, Expr *condition)
{
    bool own = false;
    expr_walk(condition, look_for_own, &own);
    return own || varying_mentions(threads, expand_definitions(staging->state->arena, &staging->around, condition));
}

// Whether an `if` of the source, or one that threads answer in different ways, or a `while` is between `from` and L.
static bool is_under_branch(const Staging *staging, const Varying *threads, const Stmt *from)
{
    const Stmt *target = staging->stmt;
    Path path;
    if (from == target || !tree_path(from, target, &path))
        return false;
    if (from->kind == ST_WHILE)
        return true;
    if (from->kind == ST_IF && (from->loc.line || differs_by_thread(staging, threads, from->condition)))
        return true;
    for (int i = 0; i < from->nitems; i++)
        if (is_under_branch(staging, threads, from->items[i]))
            return true;
    return (from->body && is_under_branch(staging, threads, from->body)) ||
           (from->otherwise && is_under_branch(staging, threads, from->otherwise));
}

// Whether L is in what another step has made for all threads of the block, such as a copy to shared memory. Threads may
// run such a loop different numbers of times, because its range mentions the number of the thread.
typedef struct Made {
    const Stmt *target;
    bool found;
} Made;

static bool look_for_made(void *context, const Stmt *stmt)
{
    Made *made = context;
    made->found = made->found || (stmt->all_threads && stmt_contains(stmt, made->target));
    return !made->found;
}

// ---- the box

static void find_moving(Staging *staging, const Chain *chain)
{
    Varying below = varying_below(staging->uses), all = staging->around;
    for (int i = 0; i < below.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = below.loops[i];
    Varying threads = loops_by_thread(staging, chain);
    for (int i = 0; i < threads.count; i++) {
        Varying one = {.loops = {threads.loops[i]}, .count = 1};
        if (stage_array_moves(staging, &all, &one))
            staging->moving.loops[staging->moving.count++] = threads.loops[i];
    }
    for (int i = 0; i < below.count; i++) {
        Varying one = {.loops = {below.loops[i]}, .count = 1};
        if (stage_array_moves(staging, &all, &one))
            staging->moving.loops[staging->moving.count++] = below.loops[i];
    }
}

static bool look_for_first(void *context, const Expr *expr)
{
    Staging *staging = context;
    if (!staging->only && stage_means(staging, expr))
        staging->only = expr;
    return !staging->only;
}

// The box is that of all threads of the block: a loop along which it extends must not begin elsewhere in each of them.
static bool begins_by_thread(const Staging *staging, const Chain *chain)
{
    Varying threads = loops_by_thread(staging, chain);
    bool found = false;
    for (int i = 0; i < staging->moving.count; i++)
        found = found || varying_mentions(&threads, expand_definitions(staging->state->arena, &staging->around,
                                                                       staging->moving.loops[i]->lower));
    return found;
}

// A loop along which the box extends begins elsewhere in each iteration of one along which it does not.
static bool begins_by_loop(const Staging *staging)
{
    Varying below = varying_below(staging->uses);
    bool found = false;
    for (int i = 0; i < staging->moving.count; i++)
        for (int k = 0; k < below.count; k++) {
            Varying one = {.loops = {below.loops[k]}, .count = 1};
            found = found || varying_mentions(&one, staging->moving.loops[i]->lower);
            for (int m = 0; m < staging->moving.count && found; m++)
                found = staging->moving.loops[m]->iterator != below.loops[k]->iterator;
            if (found)
                return true;
        }
    return false;
}

typedef struct OwnPlace {
    const Staging *staging;
    const Stmt *kernel;
    Varying threads;
    const Symbol *symbol; // a local variable that is being looked at
    const Expr *value;    // its only one
    int sets;
    bool found;
} OwnPlace;

static bool look_for_value(void *context, const Stmt *stmt)
{
    OwnPlace *own = context;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == own->symbol;
    own->sets +=
        declares || (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == own->symbol);
    own->value = declares ? stmt->value : own->value;
    return true;
}

static bool depends_on_thread(OwnPlace *own, Expr *value);

static bool look_for_own_value(void *context, const Expr *expr)
{
    OwnPlace *own = context;
    own->found = own->found || (expr->kind == EX_ACCESS && expr->array->space == SPACE_REGISTER);
    if (own->found || expr->kind != EX_SYMBOL || !tree_declares(own->kernel, expr->symbol))
        return !own->found;
    OwnPlace local = {.staging = own->staging, .kernel = own->kernel, .threads = own->threads, .symbol = expr->symbol};
    stmt_walk(own->kernel, look_for_value, &local);
    own->found = local.sets != 1 || !local.value || depends_on_thread(&local, (Expr *)local.value);
    return !own->found;
}

static bool depends_on_thread(OwnPlace *own, Expr *value)
{
    value = expand_definitions(own->staging->state->arena, &own->staging->around, value);
    expr_walk(value, look_for_own_value, own);
    return own->found || varying_mentions(&own->threads, value);
}

static bool look_for_own_place(void *context, const Expr *expr)
{
    OwnPlace *own = context;
    for (int d = 0; stage_means(own->staging, expr) && d < expr->noperands; d++)
        expr_walk(expr->operands[d], look_for_own_value, own);
    return !own->found;
}

// Whether a place mentions what each thread has of its own: registers, and a local variable whose value depends on the
// thread.
static bool places_are_own(const Staging *staging, const Chain *chain)
{
    OwnPlace own = {.staging = staging, .kernel = chain->loops[0], .threads = loops_by_thread(staging, chain)};
    stmt_walk_expressions(staging->uses, look_for_own_place, &own);
    return own.found;
}

static bool box_of_moving(Staging *staging, const Chain *chain)
{
    if (places_are_own(staging, chain)) {
        staging->box.reason = "its place is what each thread has of its own";
        return false;
    }
    staging->moving.count = 0;
    find_moving(staging, chain);
    if (begins_by_thread(staging, chain)) {
        staging->box.reason = "a loop along which it moves begins at another iteration in each thread";
        return false;
    }
    if (begins_by_loop(staging)) {
        staging->box.reason = "a loop inside begins elsewhere in each iteration of another one";
        return false;
    }
    return box_of(staging->state, staging->uses, staging->array, staging->only, &staging->around, &staging->moving,
                  &staging->box);
}

// Of accesses that move differently, as in A[i][k] * A[j][k], those that equal the first one: one more `stage` takes
// the next.
static bool find_box(Staging *staging, const Chain *chain)
{
    if (box_of_moving(staging, chain))
        return true;
    const char *reason = staging->box.reason;
    stmt_walk_expressions(staging->uses, look_for_first, staging);
    if (staging->only && box_of_moving(staging, chain))
        return true;
    staging->box.reason = reason;
    return false;
}

static int64_t elements(const Box *box)
{
    int64_t product = 1;
    for (int d = 0; d < box->ndim && product <= INT32_MAX; d++)
        product *= box->extent[d];
    return product;
}

// Accesses that are not equal share a tile if it is smaller than their own ones together, as those of a stencil.
static bool shares_tile(const Staging *staging, const StageUses *uses, const Chain *chain)
{
    int64_t alone = 0;
    FOR_EACH(i, &uses->different) {
        Staging one = *staging;
        one.only = uses->different.items[i];
        alone += box_of_moving(&one, chain) ? elements(&one.box) : 0;
    }
    return uses->different.count > 1 && elements(&staging->box) < alone && stage_is_window(staging, uses);
}

// ---- the tree

typedef struct Use {
    const Staging *staging;
    const Array *tile;
} Use;

static Expr *use_tile(void *context, Expr *expr)
{
    const Use *use = context;
    Expr *offsets[MAX_DIMS];
    if (!stage_means(use->staging, expr))
        return expr;
    box_subscripts(use->staging->state, &use->staging->box, expr, &use->staging->around, &use->staging->moving,
                   offsets);
    return stage_tile_element(use->staging, use->tile, offsets);
}

Stmt *stage_rewrite_uses(Arena *arena, Stmt *body, ExprRewriter *rewriter, void *context)
{
    if (body->kind != ST_BLOCK)
        return stmt_rewrite(arena, body, NULL, rewriter, context);
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(arena, &items,
                    body->items[i]->all_threads ? body->items[i]
                                                : stmt_rewrite(arena, body->items[i], NULL, rewriter, context));
    return stmt_block(arena, items.items, items.count);
}

// The barrier after which all threads have the elements of other arrays that the copy reads, which were copied at the
// same loop; -1: it reads none.
static int barrier_before(const Stmt *body, const Stmt *copy)
{
    int barrier = -1;
    bool reads = false;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++) {
        const Stmt *item = body->items[i];
        if (item->kind != ST_DECLARE && item->kind != ST_BARRIER && !item->all_threads)
            break;
        reads = reads || (item->kind == ST_DECLARE && item->array && tree_reads_array(copy, item->array));
        if (item->kind == ST_BARRIER && reads) {
            barrier = i;
            reads = false;
        }
    }
    return barrier;
}

typedef struct Scope {
    const Stmt *body;
    int first;            // items of it that are before the copy
    const Array *missing; // what the copy reads and is declared later
} Scope;

static bool look_for_later(void *context, const Expr *expr)
{
    Scope *scope = context;
    bool before = expr->kind != EX_ACCESS || !tree_declares_array(scope->body, expr->array);
    for (int i = 0; !before && i < scope->first; i++)
        before = scope->body->items[i]->kind == ST_DECLARE && scope->body->items[i]->array == expr->array;
    scope->missing = before ? scope->missing : expr->array;
    return true;
}

// An index that other steps have copied inside of the loop, where the copy does not come; NULL: there is none.
static const Array *declared_later(const Stmt *body, const Stmt *copy)
{
    Scope scope = {body, barrier_before(body, copy) + 1, NULL};
    stmt_walk_expressions(copy, look_for_later, &scope);
    return scope.missing;
}

Stmt *stage_with_copy(Arena *arena, Stmt *declaration, Stmt *copy, Stmt *body)
{
    int first = 0, after_copies = barrier_before(body, copy);
    bool staged = false;
    while (body->kind == ST_BLOCK && first < body->nitems &&
           (body->items[first]->kind == ST_DECLARE ||
            (body->items[first]->all_threads && body->items[first]->kind != ST_BARRIER)))
        staged = body->items[first++]->all_threads || staged;
    Stmt *barrier = stmt_simple(arena, ST_BARRIER);
    if (after_copies >= 0)
        first = after_copies + 1;
    else if (!staged || first == body->nitems || body->items[first]->kind != ST_BARRIER)
        return stmt_block(arena, (Stmt *[]){declaration, copy, barrier, body, barrier}, 5);
    Stmt *before = stmt_block(arena, body->items, first),
         *after = stmt_block(arena, body->items + first, body->nitems - first);
    if (after_copies >= 0)
        return stmt_block(arena, (Stmt *[]){before, declaration, copy, barrier, after}, 5);
    return stmt_block(arena, (Stmt *[]){before, declaration, copy, after}, 4);
}

Stmt *stage_shared(Staging *staging, Stmt *root)
{
    Candidate *state = staging->state;
    Arena *arena = state->arena;
    const Stmt *stmt = staging->stmt;
    Chain chain;
    if (!stage_find_chain(staging, &chain))
        return stage_refused(staging, "no loops bound to blocks and threads are directly nested around it");
    Made made = {.target = stmt};
    stmt_walk(root, look_for_made, &made);
    if (made.found)
        return stage_refused(staging, "another step has made the loop, for all threads of the block");
    Varying by_thread = loops_by_thread(staging, &chain);
    if (!runs_uniformly(staging, &chain) || is_under_branch(staging, &by_thread, chain.body))
        return stage_refused(staging, "threads of a block would run the loop different numbers of times");
    if (tree_writes_array(chain.loops[0], staging->array))
        return stage_refused(staging, "the kernel writes it");
    if (!find_box(staging, &chain))
        return stage_refused(staging, staging->box.reason);
    StageUses uses = stage_uses(staging);
    bool window = shares_tile(staging, &uses, &chain);
    if (uses.different.count > 1 && !window) { // A[i][k][0] and A[i][k][1]: the first one alone
        staging->only = uses.first;
        if (!box_of_moving(staging, &chain))
            return stage_refused(staging, staging->box.reason);
        uses = stage_uses(staging);
    }
    uses.bounded = uses.bounded || has_blocks_beyond(staging, &chain);
    Varying sources = stage_source_loops(staging);
    if (uses.conditional)
        return stage_refused(staging, "it may not be used at all in an iteration");
    if (staging->pack && !stage_is_packable(staging))
        return stage_refused(staging, "its rows are not a multiple of the packed length");
    bool varies = !uses.sure && uses.runs && varying_mentions(&sources, uses.runs);
    staging->has_gaps = varies || (!window && !uses.bounded && !stage_is_dense(staging, uses.first, &sources));
    if (staging->has_gaps)
        return stage_refused(staging, "elements between those that it uses may not exist");
    if (!stage_tile_fits(staging, chain.loops[0]))
        return stage_refused(staging, intern_printf("the tiles need more than the %d bytes of shared memory of a block",
                                                    state->device->shared_per_block_optin));
    int64_t threads[3] = {1, 1, 1};
    for (int i = 0; i < chain.count; i++)
        if (binding_is_thread(chain.loops[i]->loop->binding)) {
            int64_t extent = loop_constant_extent(arena, root, chain.loops[i]->loop->id);
            threads[binding_dimension(chain.loops[i]->loop->binding)] = extent > 1 ? extent : 1;
        }
    Array *tile = stage_declare_tile(staging);
    Stmt *copy =
        window || uses.bounded || !uses.sure ? NULL : stage_copy_whole(staging, tile, uses.first, &sources, threads);
    if (!copy && staging->wide)
        return stage_refused(staging, "copies of 16 bytes would not be whole for all threads");
    copy = copy ? copy : stage_copy_tested(staging, tile, &uses, threads);
    if (!copy)
        return NULL;
    const Array *later = declared_later(stmt->body, copy);
    if (later)
        return stage_refused(
            staging, intern_printf("its place is read from '%s', which is made inside of the loop", later->name));
    Stmt *body = stage_rewrite_uses(arena, stmt->body, use_tile, &(Use){staging, tile});
    Stmt *loop =
        stmt_loop_for(arena, stmt, stmt->loop, stage_with_copy(arena, stmt_declare_array(arena, tile), copy, body));
    return tree_replace(arena, root, stmt, loop);
}

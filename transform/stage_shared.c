// Tiles in shared memory: all threads of the block copy the box of elements that they use together, then use it.
#include "transform/stage.h"

// An access of the array that is meant.
static bool stage_has(const Staging *staging, const Expr *expr)
{
    return expr->kind == EX_ACCESS && expr->array == staging->array && (!staging->only || expr_equal(staging->only, expr));
}

typedef struct Motion {
    const Staging *staging;
    const Varying *all, *loops;
    bool found;
} Motion;

static bool look_for_motion(void *context, const Expr *expr)
{
    Motion *motion = context;
    if (!stage_has(motion->staging, expr))
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

// ---- what it needs

// The bound loops around L, outermost first.
static bool find_chain(const Staging *staging, Chain *chain)
{
    for (int i = 0; i < staging->path.count; i++) {
        if (!binding_is_concurrent(staging->path.loops[i]->loop->binding))
            continue;
        *chain = chain_from(staging->path.loops[i]);
        return !tree_has_concurrent(chain->body);
    }
    return false;
}

static bool runs_uniformly(const Staging *staging, const Chain *chain)
{
    Varying threads = {0};
    for (int i = 0; i < chain->count; i++)
        if (binding_is_thread(chain->loops[i]->loop->binding))
            threads.loops[threads.count++] = chain->loops[i]->loop;
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
    }
    return true;
}

// Whether an `if` or `while` stands between `from` and L.
static bool is_under_branch(const Stmt *from, const Stmt *target)
{
    Path path;
    if (from == target || !tree_path(from, target, &path))
        return false;
    if (from->kind == ST_WHILE)
        return true;
    if (from->kind == ST_IF && from->loc.line) // of the source; those of other transformations ask about bounds only
        return true;
    for (int i = 0; i < from->nitems; i++)
        if (is_under_branch(from->items[i], target))
            return true;
    return (from->body && is_under_branch(from->body, target)) || (from->otherwise && is_under_branch(from->otherwise, target));
}

static void find_moving(Staging *staging, const Chain *chain)
{
    Varying below = varying_below(staging->uses), all = staging->around;
    for (int i = 0; i < below.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = below.loops[i];
    for (int i = 0; i < chain->count; i++) {
        Varying one = {.loops = {chain->loops[i]->loop}, .count = 1};
        if (binding_is_thread(chain->loops[i]->loop->binding) && stage_array_moves(staging, &all, &one))
            staging->moving.loops[staging->moving.count++] = chain->loops[i]->loop;
    }
    for (int i = 0; i < below.count; i++) {
        Varying one = {.loops = {below.loops[i]}, .count = 1};
        if (stage_array_moves(staging, &all, &one))
            staging->moving.loops[staging->moving.count++] = below.loops[i];
    }
}

// Whether `left` and `right` are always equal.
static bool same_value(Arena *arena, Expr *left, Expr *right)
{
    return expr_is_int(linear_simplify(arena, index_sub(arena, left, right)), 0);
}

// `for p in 0..ceil((X - F)/n) for k in F + n*p..min(X, F + n*p + n)`: p and k together run over F..X, as if k were not divided.
// The loop with these bounds, or the loop itself.
static const Loop *undivided(Arena *arena, const Loop *loop, const Varying *loops)
{
    Expr *lower = (Expr *)expr_strip_casts(loop->lower), *upper = (Expr *)expr_strip_casts(loop->upper);
    if (upper->kind != EX_BINARY || upper->op != OP_MIN)
        return loop;
    for (int i = 0; i < loops->count; i++) {
        const Loop *part = loops->loops[i];
        const Expr *count = expr_strip_casts(part->upper);
        Linear first = linear_of(arena, lower);
        int64_t size = linear_factor(&first, part->iterator);
        if (size < 1 || !loop_is_normal(part) || count->kind != EX_BINARY || count->op != OP_CEIL_DIV || !expr_is_int(count->operands[1], size))
            continue;
        Expr *start = linear_simplify(arena, index_sub(arena, lower, index_mul(arena, expr_index(arena, size), expr_symbol(arena, part->iterator))));
        for (int end = 0; end < 2; end++) {
            Expr *last = upper->operands[end], *next = upper->operands[1 - end];
            bool fits = same_value(arena, next, index_add(arena, lower, expr_index(arena, size))) &&
                        same_value(arena, count->operands[0], index_sub(arena, last, start));
            if (!fits || varying_mentions(loops, start) || varying_mentions(loops, last))
                continue;
            Loop *made = arena_copy(arena, loop, sizeof *loop);
            made->lower = start;
            made->upper = last;
            return made;
        }
    }
    return loop;
}

// The loops of the source around the accesses, for what the whole nest touches.
static Varying source_loops(const Staging *staging)
{
    Varying loops = {0};
    FOR_EACH(i, &staging->state->facts->loops) {
        const LoopFact *fact = &staging->state->facts->loops.items[i];
        bool moves = false;
        for (int k = 0; k < staging->around.count; k++)
            moves = moves || (staging->around.loops[k]->origin == fact->id && staging->around.loops[k]->binding != BIND_HOST);
        Varying below = varying_below(staging->uses);
        for (int k = 0; k < below.count; k++)
            moves = moves || below.loops[k]->origin == fact->id;
        if (moves && loops.count < 2 * MAX_DEPTH)
            loops.loops[loops.count++] = fact->loop;
    }
    Varying whole = loops;
    for (int i = 0; i < loops.count; i++)
        whole.loops[i] = undivided(staging->state->arena, loops.loops[i], &loops);
    return whole;
}

static bool mentions(const Loop *loop, const Loop *other)
{
    Varying one = {.loops = {other}, .count = 1};
    return loop != other && (varying_mentions(&one, loop->lower) || varying_mentions(&one, loop->upper));
}

// Whether each of the used loops comes to all of its values with all of the others': the bounds of one may change along a loop that is
// not used, has bounds that do not change, and tells no other one's.
static bool is_rectangular(const Varying *sources, const Varying *used)
{
    for (int s = 0; s < sources->count; s++) {
        const Loop *source = sources->loops[s];
        int told = 0;
        bool is_used = false, changes = false;
        for (int i = 0; i < used->count; i++) {
            told += mentions(used->loops[i], source);
            is_used = is_used || used->loops[i] == source;
        }
        for (int i = 0; i < sources->count; i++)
            changes = changes || mentions(source, sources->loops[i]);
        if (told > 1 || (told && (is_used || changes)))
            return false;
    }
    return true;
}

typedef struct Accesses {
    const Staging *staging;
    const Expr *first;
    bool differ, conditional;
    bool in_branch;
    Varying inside; // the loops inside L around what is being looked at
    bool sure;      // some access is come to whenever L is
    Expr *runs;     // else: when one is, over what is the same for the whole block
} Accesses;

// Where the loops inside L that do not move the access may have no iteration, the elements may not exist.
static void note_loops(Accesses *accesses)
{
    const Staging *staging = accesses->staging;
    Arena *arena = staging->state->arena;
    Expr *runs = NULL;
    for (int i = 0; i < accesses->inside.count; i++) {
        const Loop *loop = accesses->inside.loops[i];
        const LoopFact *fact = loop->origin ? facts_loop(staging->state->facts, loop->origin) : NULL;
        bool moves = false;
        for (int k = 0; k < staging->moving.count; k++)
            moves = moves || staging->moving.loops[k]->origin == loop->origin;
        for (int k = 0; k < staging->around.count; k++)
            moves = moves || staging->around.loops[k]->origin == loop->origin; // a part of it has an iteration
        if (moves || !fact || fact->constant_trip > 0)
            continue;
        Expr *one = expr_binary(arena, OP_GT, loop_raw_count(arena, fact->loop), expr_index(arena, 0), type_scalar(TY_I64));
        runs = runs ? expr_binary(arena, OP_LOGICAL_AND, runs, one, type_scalar(TY_I32)) : one;
    }
    accesses->sure = accesses->sure || !runs;
    accesses->runs = accesses->runs && runs ? expr_binary(arena, OP_LOGICAL_OR, accesses->runs, runs, type_scalar(TY_I32)) : runs;
}

static bool look_at_access(void *context, const Expr *expr)
{
    Accesses *accesses = context;
    bool branches = expr->kind == EX_SELECT ||
                    (expr->kind == EX_BINARY && (expr->op == OP_LOGICAL_AND || expr->op == OP_LOGICAL_OR));
    if (branches) {
        bool before = accesses->in_branch;
        expr_walk(expr->operands[0], look_at_access, accesses);
        accesses->in_branch = before || !stage_asks_data(accesses->staging, expr->operands[0]);
        for (int i = 1; i < expr->noperands; i++)
            expr_walk(expr->operands[i], look_at_access, accesses);
        accesses->in_branch = before;
        return false;
    }
    if (!stage_has(accesses->staging, expr))
        return true;
    note_loops(accesses);
    accesses->conditional = (!accesses->first || accesses->conditional) && accesses->in_branch; // of equal ones, one is enough
    accesses->differ = accesses->differ || (accesses->first && !expr_equal(accesses->first, expr));
    accesses->first = accesses->first ? accesses->first : expr;
    return true;
}

static void look_at_statement(Accesses *accesses, const Stmt *stmt, bool branch)
{
    accesses->in_branch = branch;
    stmt_expressions(stmt, look_at_access, accesses);
    branch = branch || (stmt->kind == ST_IF && !stage_asks_data(accesses->staging, stmt->condition)) || stmt->kind == ST_WHILE || tree_has_kind(stmt, ST_CONTINUE);
    int count = accesses->inside.count;
    bool tested = stmt->kind == ST_LOOP && loop_is_aligned(stmt->loop) && stmt->body->kind == ST_IF; // only whether it is in the row
    if (stmt->kind == ST_LOOP && count < 2 * MAX_DEPTH)
        accesses->inside.loops[accesses->inside.count++] = stmt->loop;
    for (int i = 0; i < stmt->nitems; i++)
        look_at_statement(accesses, stmt->items[i], branch);
    if (stmt->body)
        look_at_statement(accesses, tested ? stmt->body->body : stmt->body, branch);
    if (stmt->otherwise)
        look_at_statement(accesses, stmt->otherwise, branch);
    accesses->inside.count = count;
}

// Elements of the box that no iteration uses may not exist: every element up to the whole nest's last is used, when
// each subscript walks along one loop in steps of one.
static bool is_dense(const Staging *staging, const Expr *access, const Varying *sources)
{
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS];
    int ndim = access_subscripts(staging->state, access, subscripts, extents);
    const Symbol *used[MAX_DIMS];
    Varying loops = {0};
    for (int d = 0; d < ndim; d++) {
        Linear linear = linear_of(staging->state->arena, subscripts[d]);
        used[d] = NULL;
        FOR_EACH(i, &linear.terms) {
            const Expr *atom = expr_strip_casts(linear.terms.items[i].atom);
            if (!varying_mentions(sources, atom))
                continue;
            if (atom->kind != EX_SYMBOL || used[d] || linear.terms.items[i].factor != 1)
                return false;
            used[d] = atom->symbol;
            for (int k = 0; k < d; k++)
                if (used[k] == used[d])
                    return false;
            for (int i = 0; i < sources->count; i++)
                if (sources->loops[i]->iterator == used[d])
                    loops.loops[loops.count++] = sources->loops[i];
        }
    }
    for (int i = 0; i < sources->count; i++)
        if (!expr_is_int(sources->loops[i]->step, 1))
            return false;
    return is_rectangular(sources, &loops);
}

// ---- the copy

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

// Where element `copy` of the box lies: the last dimension moves fastest, as in global memory.
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

Expr *stage_first_subscript(Arena *arena, const Varying *sources, Expr *subscript)
{
    Expr *largest = expr_largest(arena, sources, index_sub(arena, expr_index(arena, 0), subscript));
    return largest ? linear_simplify(arena, index_sub(arena, expr_index(arena, 0), largest)) : NULL;
}

static Expr *inside_array(const Staging *staging, const Expr *access, const Varying *sources, Expr *const *offsets)
{
    Arena *arena = staging->state->arena;
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS], *condition = NULL;
    int ndim = access_subscripts(staging->state, access, subscripts, extents);
    for (int d = 0; d < ndim; d++) {
        Expr *last = expr_largest(arena, sources, subscripts[d]);
        if (!last)
            return NULL;
        if (staging->box.extent[d] == 1 && !staging->box.shifted[d])
            continue;
        Expr *at = index_add(arena, staging->box.base[d], offsets[d]);
        Expr *inside = linear_less(arena, at, index_add(arena, last, expr_index(arena, 1)));
        Expr *first = staging->box.shifted[d] ? stage_first_subscript(arena, sources, subscripts[d]) : NULL;
        if (staging->box.shifted[d] && !first)
            return NULL;
        if (first)
            inside = expr_binary(arena, OP_LOGICAL_AND, linear_less(arena, index_sub(arena, first, expr_index(arena, 1)), at), inside, type_scalar(TY_I32));
        condition = condition ? expr_binary(arena, OP_LOGICAL_AND, condition, inside, type_scalar(TY_I32)) : inside;
    }
    return condition ? condition : expr_int(arena, 1, type_scalar(TY_I32));
}

static Expr *zero_of(Arena *arena, const Type *type)
{
    return type_is_float(type) ? expr_float(arena, 0, type) : expr_int(arena, 0, type);
}

static Stmt *copy_in(Staging *staging, const Array *tile, const Accesses *accesses, const Varying *sources, const int64_t *threads)
{
    Restructuring *state = staging->state;
    Arena *arena = state->arena;
    const Type *type = type_scalar(TY_I32);
    int64_t total = 1, step = threads[0] * threads[1] * threads[2];
    for (int d = 0; d < staging->box.ndim; d++)
        total *= staging->box.extent[d];
    Symbol *copy = nest_symbol(state->nest, "copy", type, SYM_ITERATOR);
    Loop loop = {.id = nest_loop_id(state->nest), .name = copy->name, .iterator = copy, .lower = stage_thread_number(arena, threads),
                 .upper = expr_int(arena, total, type), .step = expr_int(arena, step, type), .step_sign = 1};
    Expr *offsets[MAX_DIMS];
    box_position(arena, &staging->box, expr_symbol(arena, copy), offsets);
    Expr *condition = inside_array(staging, accesses->first, sources, offsets);
    if (!condition)
        return stage_refused(staging, "the range of its subscripts is not known on the host");
    if (!accesses->sure && accesses->runs)
        condition = condition->kind == EX_INT && condition->integer
                        ? accesses->runs
                        : expr_binary(arena, OP_LOGICAL_AND, accesses->runs, condition, type_scalar(TY_I32));
    Expr *place = stage_tile_element(staging, tile, offsets);
    Stmt *load = stmt_assign(arena, place, OP_NONE, box_element(arena, &staging->box, offsets), NULL);
    Stmt *fill = type_is_arithmetic(tile->element) ? stmt_assign(arena, place, OP_NONE, zero_of(arena, tile->element), NULL) : NULL;
    Stmt *body = condition->kind == EX_INT && condition->integer ? load : stmt_if(arena, condition, load, fill);
    return for_all_threads(arena, stmt_loop(arena, &loop, body));
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
    if (!stage_has(use->staging, expr))
        return expr;
    box_subscripts(use->staging->state, &use->staging->box, expr, &use->staging->around, &use->staging->moving, offsets);
    return stage_tile_element(use->staging, use->tile, offsets);
}

// Copies of the array to other tiles stay what they are.
static Stmt *with_tile(Use *use, Stmt *body)
{
    Arena *arena = use->staging->state->arena;
    if (body->kind != ST_BLOCK)
        return stmt_rewrite(arena, body, NULL, use_tile, use);
    VECTOR(Stmt *) items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(arena, &items, body->items[i]->all_threads ? body->items[i] : stmt_rewrite(arena, body->items[i], NULL, use_tile, use));
    return stmt_block(arena, items.items, items.count);
}

// Copies of several arrays at one loop share its barriers: the new one goes before the first.
static Stmt *with_copy(Arena *arena, Stmt *declaration, Stmt *copy, Stmt *body)
{
    int first = 0;
    bool staged = false;
    while (body->kind == ST_BLOCK && first < body->nitems &&
           (body->items[first]->kind == ST_DECLARE || (body->items[first]->all_threads && body->items[first]->kind != ST_BARRIER)))
        staged = body->items[first++]->all_threads || staged;
    Stmt *barrier = stmt_simple(arena, ST_BARRIER);
    if (!staged || first == body->nitems || body->items[first]->kind != ST_BARRIER)
        return stmt_block(arena, (Stmt *[]){declaration, copy, barrier, body, barrier}, 5);
    Stmt *before = stmt_block(arena, body->items, first), *behind = stmt_block(arena, body->items + first, body->nitems - first);
    return stmt_block(arena, (Stmt *[]){before, declaration, copy, behind}, 4);
}

static bool look_for_first(void *context, const Expr *expr)
{
    Staging *staging = context;
    if (!staging->only && stage_has(staging, expr))
        staging->only = expr;
    return !staging->only;
}

static bool box_of_moving(Staging *staging, const Chain *chain)
{
    staging->moving.count = 0;
    find_moving(staging, chain);
    return box_of(staging->state, staging->uses, staging->array, staging->only, &staging->around, &staging->moving, &staging->box);
}

// Of accesses that walk differently, as in A[i][k] * A[j][k], those that equal the first one: one more `stage` has the next.
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

Stmt *stage_shared(Staging *staging, Stmt *root)
{
    Restructuring *state = staging->state;
    Arena *arena = state->arena;
    const Stmt *stmt = staging->stmt;
    Chain chain;
    if (!find_chain(staging, &chain))
        return stage_refused(staging, "no loops bound to blocks and threads stand directly inside one another around it");
    if (!runs_uniformly(staging, &chain) || is_under_branch(chain.body, stmt))
        return stage_refused(staging, "threads of a block would run the loop different numbers of times");
    if (tree_writes_array(chain.loops[0], staging->array))
        return stage_refused(staging, "the kernel writes it");
    if (!find_box(staging, &chain))
        return stage_refused(staging, staging->box.reason);
    Varying sources = source_loops(staging);
    Accesses accesses = {.staging = staging};
    look_at_statement(&accesses, staging->uses, false);
    if (accesses.differ && !staging->only) { // A[i][k][0] beside A[i][k][1]: the first one alone
        staging->only = accesses.first;
        accesses = (Accesses){.staging = staging};
        if (!box_of_moving(staging, &chain))
            return stage_refused(staging, staging->box.reason);
        look_at_statement(&accesses, staging->uses, false);
    }
    if (accesses.differ || accesses.conditional)
        return stage_refused(staging, accesses.differ ? "its accesses differ" : "it may not be used at all in an iteration");
    if (staging->pack && !stage_is_packable(staging))
        return stage_refused(staging, "its rows are no multiple of what is packed");
    bool varies = !accesses.sure && accesses.runs && varying_mentions(&sources, accesses.runs);
    if (varies || !is_dense(staging, accesses.first, &sources))
        return stage_refused(staging, "elements between those that it uses may not exist");
    if (!stage_tile_fits(staging, chain.loops[0]))
        return stage_refused(staging, intern_printf("the tiles need more than the %d bytes of shared memory of a block",
                                                    state->device->shared_per_block));
    int64_t threads[3] = {1, 1, 1};
    for (int i = 0; i < chain.count; i++)
        if (binding_is_thread(chain.loops[i]->loop->binding)) {
            int64_t extent = loop_constant_extent(arena, root, chain.loops[i]->loop->id);
            threads[binding_dimension(chain.loops[i]->loop->binding)] = extent > 1 ? extent : 1;
        }
    Array *tile = stage_declare_tile(staging);
    Stmt *copy = stage_copy_whole(staging, tile, accesses.first, &sources, threads);
    if (!copy && staging->wide)
        return stage_refused(staging, "copies of 16 bytes would not be whole for all threads");
    copy = copy ? copy : copy_in(staging, tile, &accesses, &sources, threads);
    if (!copy)
        return NULL;
    Stmt *body = with_tile(&(Use){staging, tile}, stmt->body);
    Stmt *loop = stmt_loop(arena, stmt->loop, with_copy(arena, stmt_declare_array(arena, tile), copy, body));
    loop->loc = stmt->loc;
    return tree_replace(arena, root, stmt, loop);
}

// Software pipelining: copies to shared memory for later iterations of a loop run while an iteration uses its own tiles
// (contract in transform.h).
#include "transform/memory/invariant_quotients.h"
#include "transform/tree/loops.h"
#include "transform/tree/narrow.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum { MOST_STAGES = 8 };

typedef struct Pipeline {
    Candidate *state;
    const Stmt *whole; // the loop L in the tree
    const Stmt *stmt;  // the same, counting in an int where it can
    int64_t stages;
    int use; // of the items of its body: the first after the copies and their barrier
    VECTOR(const Array *) tiles;
    VECTOR(const Array *) buffers; // one more dimension: the stage
    const char *reason;
} Pipeline;

static Stmt *refused(const Pipeline *pipeline, const char *reason)
{
    diag_refuse(pipeline->state->diag, pipeline->stmt->loc, "pipeline %s refused: %s", pipeline->stmt->loop->name,
                reason);
    return NULL;
}

static int tile_index(const Pipeline *pipeline, const Array *array)
{
    FOR_EACH(i, &pipeline->tiles)
        if (pipeline->tiles.items[i] == array)
            return i;
    return -1;
}

// ---- what it needs

static bool may_copy_later(const Stmt *stmt)
{
    int64_t size = stmt->value->type->size;
    return stmt->value->kind == EX_ACCESS && stmt->value->type == stmt->place->type &&
           (size == 4 || size == 8 || size == 16);
}

// Statements before the first barrier: stores into the tiles, of values that do not come from shared memory.
static bool look_at_copy(void *context, const Stmt *stmt)
{
    Pipeline *pipeline = context;
    if (stmt->kind == ST_BLOCK || stmt->kind == ST_LOOP || stmt->kind == ST_IF ||
        (stmt->kind == ST_DECLARE && !stmt->array))
        return true;
    bool stores = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_ACCESS &&
                  tile_index(pipeline, stmt->place->array) >= 0;
    if (!stores || (stmt->value->kind == EX_ACCESS && !may_copy_later(stmt)))
        pipeline->reason = stores ? "elements of other sizes than 4, 8 and 16 bytes are not copied asynchronously"
                                  : "it does not begin with copies to shared memory";
    return true;
}

static bool find_copies(Pipeline *pipeline)
{
    const Stmt *body = pipeline->stmt->body;
    int at = 0;
    for (; body->kind == ST_BLOCK && at < body->nitems && body->items[at]->kind != ST_BARRIER; at++)
        if (body->items[at]->kind == ST_DECLARE && body->items[at]->array &&
            body->items[at]->array->space == SPACE_SHARED)
            VECTOR_PUSH(pipeline->state->arena, &pipeline->tiles, (const Array *)body->items[at]->array);
    pipeline->use = at + 1;
    int last = body->nitems - 1;
    bool shaped =
        pipeline->tiles.count && at < last - 1 && body->items[last]->kind == ST_BARRIER && !body->items[last]->warp;
    for (int i = 0; i < at && shaped; i++) {
        shaped = body->items[i]->kind == ST_DECLARE || body->items[i]->all_threads;
        if (body->items[i]->kind != ST_DECLARE && pipeline->stages > 1)
            stmt_walk(body->items[i], look_at_copy, pipeline);
    }
    for (int i = at + 1; i < last && shaped; i++)
        FOR_EACH(k, &pipeline->tiles)
            shaped = shaped && !tree_writes_array(body->items[i], pipeline->tiles.items[k]);
    if (!shaped)
        pipeline->reason = "it does not begin with copies to shared memory";
    return !pipeline->reason;
}

// The outermost bound loop around it: other kernels have shared memory of their own.
static const Stmt *kernel_around(const Pipeline *pipeline, const Stmt *root)
{
    Path path;
    if (!tree_path(root, pipeline->whole, &path))
        return root;
    for (int i = 0; i < path.count; i++)
        if (binding_is_concurrent(path.loops[i]->loop->binding))
            return path.loops[i];
    return root;
}

static bool fits(const Pipeline *pipeline, const Stmt *root)
{
    int64_t bytes = tree_shared_bytes(kernel_around(pipeline, root));
    FOR_EACH(i, &pipeline->tiles)
        bytes += tree_shared_size(array_bytes(pipeline->tiles.items[i])) * (pipeline->stages - 1);
    return bytes <= pipeline->state->device->shared_per_block_optin;
}

// ---- the buffers

static void make_buffers(Pipeline *pipeline)
{
    Arena *arena = pipeline->state->arena;
    FOR_EACH(i, &pipeline->tiles) {
        const Array *tile = pipeline->tiles.items[i];
        Expr *extents[MAX_DIMS];
        extents[0] = expr_index(arena, pipeline->stages);
        for (int d = 0; d < tile->ndim; d++)
            extents[d + 1] = tile->extent[d];
        const char *name = intern_printf("%ss", tile->name);
        Array *buffer = nest_array(pipeline->state->nest, name, tile->element, SPACE_SHARED, extents, tile->ndim + 1);
        buffer->staged = tile->staged;
        buffer->pad = tile->pad;
        VECTOR_PUSH(arena, &pipeline->buffers, (const Array *)buffer);
    }
}

typedef struct Renaming {
    const Pipeline *pipeline;
    Expr *stage;
} Renaming;

static Expr *use_buffer(void *context, Expr *expr)
{
    const Renaming *renaming = context;
    int index = expr->kind == EX_ACCESS ? tile_index(renaming->pipeline, expr->array) : -1;
    if (index < 0)
        return expr;
    Expr *subscripts[MAX_DIMS];
    subscripts[0] = renaming->stage;
    for (int d = 0; d < expr->array->ndim; d++)
        subscripts[d + 1] = expr->operands[d];
    return expr_access(renaming->pipeline->state->arena, renaming->pipeline->buffers.items[index], subscripts);
}

static Stmt *into_buffer(const Pipeline *pipeline, Stmt *stmt, Expr *stage)
{
    Renaming renaming = {pipeline, expr_cast(pipeline->state->arena, type_scalar(TY_I64), stage)};
    return stmt_rewrite(pipeline->state->arena, stmt, NULL, use_buffer, &renaming);
}

// ---- the tree

typedef struct Later {
    Arena *arena;
    Expr *condition; // or NULL
} Later;

static Stmt *asynchronous(void *context, Stmt *stmt)
{
    const Later *later = context;
    if (stmt->kind != ST_ASSIGN || !may_copy_later(stmt))
        return stmt;
    Stmt *made = arena_copy(later->arena, stmt, sizeof *stmt);
    made->asynchronous = true;
    made->condition = later->condition;
    return made;
}

// Whether each copy can be left out by itself: then no branch divides an iteration.
static bool look_for_branch(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || stmt->kind == ST_IF || (stmt->kind == ST_ASSIGN && !may_copy_later(stmt));
    return !*found;
}

static Stmt *effect(Arena *arena, Intrinsic intrinsic, int64_t operand)
{
    Expr *operands[] = {expr_int(arena, operand, type_scalar(TY_I32))};
    return stmt_evaluate(arena,
                         expr_intrinsic(arena, intrinsic, type_scalar(TY_VOID), operands, intrinsic == IN_COPIES_WAIT));
}

// The copies of that iteration into the buffers of `stage`, each if the condition (NULL: always) holds.
static Stmt *copies_of_iteration(const Pipeline *pipeline, Expr *iteration, Expr *stage, Expr *condition)
{
    Candidate *state = pipeline->state;
    Arena *arena = state->arena;
    const Loop *loop = pipeline->stmt->loop;
    Later later = {arena, condition};
    StmtList items = {0};
    for (int i = 0; i < pipeline->use - 1; i++) {
        Stmt *item = pipeline->stmt->body->items[i];
        if (item->kind == ST_DECLARE && item->array)
            continue;
        item = into_buffer(pipeline, stmt_rewrite(arena, item, asynchronous, NULL, &later), stage);
        if (loop->defines) // the definition holds inside of the loop
            item = stmt_substitute(arena, item, loop->defines, loop->definition);
        VECTOR_PUSH(arena, &items, stmt_substitute(arena, item, loop->iterator, iteration));
    }
    return for_all_threads(arena, tree_renew_loops(state, stmt_block(arena, items.items, items.count)));
}

static Expr *iteration_exists(const Pipeline *pipeline, Expr *iteration)
{
    return linear_less(pipeline->state->arena, iteration, pipeline->stmt->loop->upper);
}

// The condition that there is an iteration so many later.
static Expr *later_exists(const Pipeline *pipeline, int64_t distance)
{
    Arena *arena = pipeline->state->arena;
    const Loop *loop = pipeline->stmt->loop;
    const Type *type = loop->iterator->type;
    Expr *later = expr_binary(arena, OP_ADD, expr_symbol(arena, loop->iterator), expr_int(arena, distance, type), type);
    return type->kind == TY_I32 ? expr_binary(arena, OP_LT, later, loop->upper, type)
                                : iteration_exists(pipeline, later);
}

static Stmt *first_copies(const Pipeline *pipeline)
{
    Candidate *state = pipeline->state;
    Arena *arena = state->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *ahead = nest_symbol(state->nest, "ahead", type, SYM_ITERATOR);
    Loop loop = {.id = nest_loop_id(state->nest),
                 .name = ahead->name,
                 .iterator = ahead,
                 .lower = expr_index(arena, 0),
                 .upper = expr_index(arena, pipeline->stages - 1),
                 .step = expr_index(arena, 1),
                 .step_sign = 1,
                 .binding = BIND_UNROLL};
    Expr *iteration = expr_symbol(arena, ahead);
    Stmt *copies = stmt_if(arena, iteration_exists(pipeline, iteration),
                           copies_of_iteration(pipeline, iteration, iteration, NULL), NULL);
    Stmt *body = stmt_block(arena, (Stmt *[]){copies, effect(arena, IN_COPIES_CLOSE, 0)}, 2);
    return for_all_threads(arena, stmt_loop(arena, &loop, body));
}

// The iterations use the buffers in turn, and `stage` is the number of the buffer.
static Expr *next_stage(const Pipeline *pipeline, const Symbol *stage, int64_t last, int64_t first, int64_t step)
{
    Arena *arena = pipeline->state->arena;
    const Type *type = type_scalar(TY_I32);
    Expr *now = expr_symbol(arena, stage);
    Expr *moved =
        expr_binary(arena, step < 0 ? OP_SUB : OP_ADD, now, expr_int(arena, step < 0 ? -step : step, type), type);
    return expr_select(arena, expr_binary(arena, OP_EQ, now, expr_int(arena, last, type), type),
                       expr_int(arena, first, type), moved);
}

// The parts of an iteration of L apart from its work.
typedef struct Overlap {
    Symbol *stage;        // of the iteration's tiles
    Stmt *wait;           // until its tiles are there
    StmtList before;      // before L: definitions that are the same in every iteration
    StmtList definitions; // of what the copies mention
    StmtList copies;      // of a later iteration
    Stmt *close;          // they are a group
    Stmt *advance;        // to the next iteration's stage
} Overlap;

static bool look_for_name(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_SYMBOL || expr->kind == EX_ACCESS || expr->kind == EX_CALL;
    return !*found;
}

// The same in every iteration, as the number of a thread is.
static bool is_fixed(const Expr *value)
{
    bool found = !value;
    if (value)
        expr_walk(value, look_for_name, &found);
    return !found;
}

static Overlap find_overlap(const Pipeline *pipeline, Symbol *stage)
{
    Candidate *state = pipeline->state;
    Arena *arena = state->arena;
    const Stmt *stmt = pipeline->stmt;
    int64_t last = pipeline->stages - 1;
    bool branches = false;
    for (int i = 0; i < pipeline->use - 1; i++)
        stmt_walk(stmt->body->items[i], look_for_branch, &branches);
    Symbol *more = nest_symbol(state->nest, "more", type_scalar(TY_I32), SYM_LOCAL);
    Symbol *free = nest_symbol(state->nest, "free_stage", type_scalar(TY_I32), SYM_LOCAL);
    Expr *later = index_add(arena, expr_symbol(arena, stmt->loop->iterator), expr_index(arena, last));
    Expr *condition = expr_symbol(arena, more);
    Stmt *copies = copies_of_iteration(pipeline, later, expr_symbol(arena, free), branches ? NULL : condition);
    Stmt *advance =
        stmt_assign(arena, expr_symbol(arena, stage), OP_NONE, next_stage(pipeline, stage, last, 0, 1), NULL);
    Overlap overlap = {
        .stage = stage,
        .wait = for_all_threads(arena, effect(arena, IN_COPIES_WAIT, pipeline->stages - 2)),
        .close = for_all_threads(arena, effect(arena, IN_COPIES_CLOSE, 0)),
        .advance = for_all_threads(arena, advance),
    };
    Stmt *stage_of_copies = stmt_declare(arena, free, next_stage(pipeline, stage, 0, last, -1));
    VECTOR_PUSH(arena, &overlap.definitions, for_all_threads(arena, stage_of_copies));
    VECTOR_PUSH(arena, &overlap.definitions,
                for_all_threads(arena, stmt_declare(arena, more, later_exists(pipeline, last))));
    if (branches) {
        VECTOR_PUSH(arena, &overlap.copies, for_all_threads(arena, stmt_if(arena, condition, copies, NULL)));
        return overlap;
    }
    for (int i = 0; i < stmt_count(copies); i++) {
        Stmt *item = stmt_item(copies, i);
        if (item->kind == ST_DECLARE)
            VECTOR_PUSH(arena, is_fixed(item->value) ? &overlap.before : &overlap.definitions, item);
        else
            VECTOR_PUSH(arena, &overlap.copies, item);
    }
    return overlap;
}

static Stmt *overlapped(const Pipeline *pipeline, const Overlap *overlap)
{
    Arena *arena = pipeline->state->arena;
    const Stmt *stmt = pipeline->stmt, *body = stmt->body;
    Stmt *use = stmt_block(arena, body->items + pipeline->use, body->nitems - 1 - pipeline->use);
    Stmt *items[] = {
        overlap->wait,
        stmt_simple(arena, ST_BARRIER),
        stmt_block(arena, overlap->definitions.items, overlap->definitions.count),
        stmt_block(arena, overlap->copies.items, overlap->copies.count),
        overlap->close,
        into_buffer(pipeline, use, expr_symbol(arena, overlap->stage)),
        overlap->advance,
    };
    Stmt *made = stmt_loop(arena, stmt->loop, stmt_block(arena, items, 7));
    made->loc = stmt->loc;
    return made;
}

// ---- where iterations of an inner loop begin with what `load_fragments` loads: for its next iteration instead, across
// the ends of L's iterations

typedef struct Ahead {
    const Stmt *loop; // the inner loop, which does all the work of L with the tiles; NULL: there is none
    int64_t iterations;
    int work; // of the items of its body: the first after the fragment loads
    VECTOR(const Array *) fetched;
    VECTOR(const Array *) doubled; // one more dimension: for this iteration and the next one
} Ahead;

static bool is_fetched(const Pipeline *pipeline, const Stmt *declaration)
{
    return declaration->kind == ST_DECLARE && declaration->array && declaration->array->space == SPACE_REGISTER &&
           tile_index(pipeline, declaration->array->staged) >= 0 && declaration->array->ndim < MAX_DIMS;
}

static void find_fetched(const Pipeline *pipeline, Ahead *ahead)
{
    const Stmt *body = pipeline->stmt->body, *loop = body->items[pipeline->use];
    *ahead = (Ahead){0};
    if (body->nitems != pipeline->use + 2 || loop->kind != ST_LOOP || loop->body->kind != ST_BLOCK)
        return;
    const Loop *inner = loop->loop;
    if (inner->binding != BIND_UNROLL || !loop_is_normal(inner) || inner->serpentine || inner->upper->kind != EX_INT ||
        inner->upper->integer < 2 || inner->upper->integer % 2)
        return;
    Stmt **items = loop->body->items;
    int at = 0, count = loop->body->nitems;
    for (; at + 1 < count && is_fetched(pipeline, items[at]); at += 2) {
        if (!tree_mentions_array(items[at + 1], items[at]->array) ||
            (inner->defines && tree_mentions(items[at + 1], inner->defines)))
            return;
        VECTOR_PUSH(pipeline->state->arena, &ahead->fetched, (const Array *)items[at]->array);
    }
    for (int i = at; i < count; i++)
        FOR_EACH(k, &pipeline->tiles)
            if (tree_mentions_array(items[i], pipeline->tiles.items[k]))
                return;
    ahead->iterations = inner->upper->integer;
    ahead->work = at;
    ahead->loop = at ? loop : NULL;
}

static void double_fetched(const Pipeline *pipeline, Ahead *ahead)
{
    Arena *arena = pipeline->state->arena;
    FOR_EACH(i, &ahead->fetched) {
        const Array *one = ahead->fetched.items[i];
        Expr *extents[MAX_DIMS] = {expr_index(arena, 2)};
        for (int d = 0; d < one->ndim; d++)
            extents[d + 1] = one->extent[d];
        Array *two = nest_array(pipeline->state->nest, one->name, one->element, SPACE_REGISTER, extents, one->ndim + 1);
        two->staged = one->staged;
        VECTOR_PUSH(arena, &ahead->doubled, (const Array *)two);
    }
}

typedef struct Choice {
    const Pipeline *pipeline;
    const Ahead *ahead;
    Expr *which;
} Choice;

static Expr *use_doubled(void *context, Expr *expr)
{
    const Choice *choice = context;
    FOR_EACH(i, &choice->ahead->fetched) {
        if (expr->kind != EX_ACCESS || expr->array != choice->ahead->fetched.items[i])
            continue;
        Expr *subscripts[MAX_DIMS] = {choice->which};
        for (int d = 0; d < expr->array->ndim; d++)
            subscripts[d + 1] = expr->operands[d];
        return expr_access(choice->pipeline->state->arena, choice->ahead->doubled.items[i], subscripts);
    }
    return expr;
}

// The fragments that the given iteration of the inner loop loads.
static Stmt *fetched_for(const Pipeline *pipeline, const Ahead *ahead, Expr *iteration, Expr *which,
                         const Symbol *stage)
{
    Candidate *state = pipeline->state;
    Arena *arena = state->arena;
    Choice choice = {pipeline, ahead, which};
    StmtList items = {0};
    for (int i = 1; i < ahead->work; i += 2) {
        Stmt *item = stmt_substitute(arena, ahead->loop->body->items[i], ahead->loop->loop->iterator, iteration);
        item = into_buffer(pipeline, stmt_rewrite(arena, item, NULL, use_doubled, &choice), expr_symbol(arena, stage));
        VECTOR_PUSH(arena, &items, item);
    }
    return tree_renew_loops(state, stmt_block(arena, items.items, items.count));
}

static Expr *modulo(Arena *arena, Expr *index, int64_t divisor)
{
    return expr_binary(arena, OP_REM, index, expr_index(arena, divisor), type_scalar(TY_I64));
}

static Stmt *when_iteration(const Pipeline *pipeline, const Ahead *ahead, Operator op, int64_t iteration, Stmt *body)
{
    Arena *arena = pipeline->state->arena;
    Expr *now = expr_symbol(arena, ahead->loop->loop->iterator);
    return for_all_threads(
        arena,
        stmt_if(arena, expr_binary(arena, op, now, expr_index(arena, iteration), type_scalar(TY_I64)), body, NULL));
}

// Distributes the iterations of a loop of copies over those of the inner loop, except its last one.
static Stmt *dealt_out(const Pipeline *pipeline, const Ahead *ahead, Stmt *copies)
{
    Arena *arena = pipeline->state->arena;
    const Loop *loop = copies->loop;
    if (copies->kind != ST_LOOP || !loop_is_normal(loop) || loop->upper->kind != EX_INT)
        return when_iteration(pipeline, ahead, OP_EQ, 0, copies);
    int64_t parts = loop->upper->integer < ahead->iterations ? loop->upper->integer : ahead->iterations - 1;
    while (loop->upper->integer % parts)
        parts--;
    int64_t each = loop->upper->integer / parts;
    Expr *first = index_mul(arena, expr_index(arena, each), expr_symbol(arena, ahead->loop->loop->iterator));
    Expr *index = index_add(arena, first, each == 1 ? expr_index(arena, 0) : expr_symbol(arena, loop->iterator));
    Loop part = *loop;
    part.upper = expr_index(arena, each);
    Stmt *body = stmt_substitute(arena, copies->body, loop->iterator, index);
    return when_iteration(pipeline, ahead, OP_LT, parts, each == 1 ? body : stmt_loop(arena, &part, body));
}

static Stmt *with_fetches_ahead(const Pipeline *pipeline, const Overlap *overlap, Ahead *ahead)
{
    Candidate *state = pipeline->state;
    Arena *arena = state->arena;
    const Stmt *stmt = pipeline->stmt;
    Expr *iteration = expr_symbol(arena, ahead->loop->loop->iterator), *none = expr_index(arena, 0);
    Expr *next = index_add(arena, iteration, expr_index(arena, 1));
    Choice choice = {pipeline, ahead, modulo(arena, iteration, 2)};
    Stmt *barrier = stmt_simple(arena, ST_BARRIER);
    StmtList items = {0}, inner = {0};
    double_fetched(pipeline, ahead);
    FOR_EACH(i, &ahead->doubled)
        VECTOR_PUSH(arena, &items, stmt_declare_array(arena, (Array *)ahead->doubled.items[i]));
    Stmt *first[] = {overlap->wait, barrier, fetched_for(pipeline, ahead, none, none, overlap->stage)};
    VECTOR_PUSH(
        arena, &items,
        for_all_threads(arena, stmt_if(arena, iteration_exists(pipeline, none), stmt_block(arena, first, 3), NULL)));
    Stmt *change = stmt_block(arena, (Stmt *[]){overlap->wait, barrier, overlap->advance}, 3);
    VECTOR_PUSH(arena, &inner, when_iteration(pipeline, ahead, OP_EQ, ahead->iterations - 1, change));
    VECTOR_PUSH(
        arena, &inner,
        fetched_for(pipeline, ahead, modulo(arena, next, ahead->iterations), modulo(arena, next, 2), overlap->stage));
    FOR_EACH(i, &overlap->copies)
        VECTOR_PUSH(arena, &inner, dealt_out(pipeline, ahead, overlap->copies.items[i]));
    VECTOR_PUSH(arena, &inner, when_iteration(pipeline, ahead, OP_EQ, ahead->iterations - 2, overlap->close));
    for (int i = ahead->work; i < ahead->loop->body->nitems; i++)
        VECTOR_PUSH(arena, &inner, stmt_rewrite(arena, ahead->loop->body->items[i], NULL, use_doubled, &choice));
    Stmt *iterations = stmt_loop(arena, ahead->loop->loop, stmt_block(arena, inner.items, inner.count));
    iterations->loc = ahead->loop->loc;
    Stmt *definitions = stmt_block(arena, overlap->definitions.items, overlap->definitions.count);
    Stmt *made = stmt_loop(arena, stmt->loop, stmt_block(arena, (Stmt *[]){definitions, iterations}, 2));
    made->loc = stmt->loc;
    VECTOR_PUSH(arena, &items, made);
    return stmt_block(arena, items.items, items.count);
}

// ---- copies that are made in one of two ways, always the same in a call

typedef struct Ways {
    const Pipeline *pipeline;
    Expr *when; // the first way is taken; NULL: there is one only
    bool first; // which is looked for
} Ways;

static bool look_for_lanes(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_ASSIGN && stmt->neighbours) ||
             (stmt->kind == ST_EVALUATE && stmt->value->intrinsic == IN_LOAD_LANES);
    return !*found;
}

static bool is_choice(const Pipeline *pipeline, const Stmt *stmt)
{
    bool wide = false;
    if (stmt->kind != ST_IF || !stmt->otherwise || expr_mentions(stmt->condition, pipeline->stmt->loop->iterator))
        return false;
    stmt_walk(stmt->body, look_for_lanes, &wide);
    return wide;
}

static Stmt *find_ways(void *context, Stmt *stmt)
{
    Ways *ways = context;
    Arena *arena = ways->pipeline->state->arena;
    if (!is_choice(ways->pipeline, stmt))
        return stmt;
    if (!ways->when || !expr_equal(ways->when, stmt->condition))
        ways->when = expr_both(arena, ways->when, stmt->condition);
    return ways->first ? stmt->body : stmt->otherwise;
}

// The loop with one of the two forms of copies; *when: the condition for the first form.
static const Stmt *in_one_way(const Pipeline *pipeline, bool first, Expr **when)
{
    Arena *arena = pipeline->state->arena;
    const Stmt *stmt = pipeline->stmt;
    Ways ways = {pipeline, NULL, first};
    StmtList items = {0};
    for (int i = 0; i < stmt->body->nitems; i++) {
        Stmt *item = stmt->body->items[i];
        bool copies = i < pipeline->use - 1 && item->kind != ST_DECLARE;
        VECTOR_PUSH(arena, &items,
                    copies ? for_all_threads(arena, stmt_rewrite(arena, item, find_ways, NULL, &ways)) : item);
    }
    Stmt *body = arena_copy(arena, stmt->body, sizeof *stmt->body); // as many items as before
    body->items = items.items;
    Stmt *made = stmt_loop(arena, stmt->loop, body);
    made->loc = stmt->loc;
    *when = ways.when;
    return made;
}

static Stmt *pipelined(Pipeline *pipeline)
{
    Arena *arena = pipeline->state->arena;
    StmtList items = {0};
    pipeline->stmt = name_invariant_quotients(pipeline->state, pipeline->stmt, pipeline->use - 1, &items);
    Symbol *stage = nest_symbol(pipeline->state->nest, "stage", type_scalar(TY_I32), SYM_LOCAL);
    Overlap overlap = find_overlap(pipeline, stage);
    Ahead ahead;
    find_fetched(pipeline, &ahead);
    VECTOR_PUSH(arena, &items, first_copies(pipeline));
    VECTOR_PUSH(arena, &items, for_all_threads(arena, stmt_declare(arena, stage, expr_int(arena, 0, stage->type))));
    FOR_EACH(i, &overlap.before)
        VECTOR_PUSH(arena, &items, overlap.before.items[i]);
    VECTOR_PUSH(arena, &items,
                ahead.loop ? with_fetches_ahead(pipeline, &overlap, &ahead) : overlapped(pipeline, &overlap));
    return stmt_block(arena, items.items, items.count);
}

static Stmt *without_tiles(void *context, Stmt *stmt)
{
    const Pipeline *pipeline = context;
    bool declares = stmt->kind == ST_DECLARE && stmt->array && tile_index(pipeline, stmt->array) >= 0;
    return declares ? stmt_block(pipeline->state->arena, NULL, 0) : stmt;
}

// No copies ahead: the same loop, once for each form of copies.
static Stmt *in_place(Pipeline *pipeline, Stmt *root)
{
    Arena *arena = pipeline->state->arena;
    Expr *when;
    StmtList items = {0};
    Stmt *ways[2];
    FOR_EACH(i, &pipeline->tiles)
        VECTOR_PUSH(arena, &items, stmt_declare_array(arena, (Array *)pipeline->tiles.items[i]));
    for (int i = 0; i < 2; i++)
        ways[i] = stmt_rewrite(arena, (Stmt *)in_one_way(pipeline, i == 0, &when), without_tiles, NULL, pipeline);
    if (!when)
        return refused(pipeline, "with one stage, and one way to copy, nothing would change");
    VECTOR_PUSH(arena, &items, stmt_if(arena, when, ways[0], tree_renew_loops(pipeline->state, ways[1])));
    return tree_replace(arena, root, pipeline->whole, stmt_block(arena, items.items, items.count));
}

Stmt *pipeline(Candidate *state, Stmt *root, LoopId id, int64_t stages)
{
    Arena *arena = state->arena;
    Pipeline pipeline = {.state = state, .stmt = stmt_find_loop(root, id), .stages = stages};
    if (stages < 1 || stages > MOST_STAGES)
        return refused(&pipeline, "it needs between 1 and 8 stages");
    if (pipeline.stmt->loop->binding != BIND_SERIAL || !loop_is_normal(pipeline.stmt->loop))
        return refused(&pipeline, "the loop is bound, or does not count 0, 1, 2, ..");
    if (tree_leaves(pipeline.stmt->body, ST_BREAK) || tree_leaves(pipeline.stmt->body, ST_CONTINUE))
        return refused(&pipeline, "a jump leaves an iteration of the loop");
    pipeline.whole = pipeline.stmt;
    pipeline.stmt = loop_narrow(state, pipeline.whole, MOST_STAGES);
    if (!find_copies(&pipeline))
        return refused(&pipeline, pipeline.reason);
    if (stages == 1)
        return in_place(&pipeline, root);
    FOR_EACH(i, &pipeline.tiles)
        if (pipeline.tiles.items[i]->ndim == MAX_DIMS)
            return refused(&pipeline, "a tile has too many dimensions");
    if (!fits(&pipeline, root))
        return refused(&pipeline, intern_printf("the buffers need more than the %d bytes of shared memory of a block",
                                                state->device->shared_per_block_optin));
    make_buffers(&pipeline);
    StmtList items = {0};
    FOR_EACH(i, &pipeline.buffers)
        VECTOR_PUSH(arena, &items, stmt_declare_array(arena, (Array *)pipeline.buffers.items[i]));
    Pipeline ways[] = {pipeline, pipeline};
    Expr *when, *unused;
    ways[0].stmt = in_one_way(&pipeline, true, &when);
    ways[1].stmt = in_one_way(&pipeline, false, &unused);
    if (!when)
        VECTOR_PUSH(arena, &items, pipelined(&pipeline));
    else
        VECTOR_PUSH(arena, &items,
                    stmt_if(arena, when, pipelined(&ways[0]), tree_renew_loops(state, pipelined(&ways[1]))));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    return tree_replace(arena, root, pipeline.whole, stmt_block(arena, items.items, items.count));
}

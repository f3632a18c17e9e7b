// Copies to shared memory for later turns of a loop, while this turn uses its own (contract in transform.h).
#include "transform/tree.h"

enum { MOST_STAGES = 8 };

typedef VECTOR(Stmt *) Stmts;

typedef struct Pipeline {
    Restructuring *state;
    const Stmt *stmt;  // the loop L
    int64_t stages;
    int use;           // of the items of its body: the first behind the copies and their barrier
    VECTOR(const Array *) tiles;
    VECTOR(const Array *) buffers; // one more dimension: the stage
    const char *reason;
} Pipeline;

static Stmt *refused(const Pipeline *pipeline, const char *reason)
{
    diag_refuse(pipeline->state->diag, pipeline->stmt->loc, "pipeline %s refused: %s", pipeline->stmt->loop->name, reason);
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
    return stmt->value->kind == EX_ACCESS && stmt->value->type == stmt->place->type && (size == 4 || size == 8 || size == 16);
}

// What stands before the first barrier: stores into the tiles, of values that do not come from shared memory.
static bool look_at_copy(void *context, const Stmt *stmt)
{
    Pipeline *pipeline = context;
    if (stmt->kind == ST_BLOCK || stmt->kind == ST_LOOP || stmt->kind == ST_IF || (stmt->kind == ST_DECLARE && !stmt->array))
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
        if (body->items[at]->kind == ST_DECLARE && body->items[at]->array && body->items[at]->array->space == SPACE_SHARED)
            VECTOR_PUSH(pipeline->state->arena, &pipeline->tiles, (const Array *)body->items[at]->array);
    pipeline->use = at + 1;
    int last = body->nitems - 1;
    bool shaped = pipeline->tiles.count && at < last - 1 && body->items[last]->kind == ST_BARRIER && !body->items[last]->warp;
    for (int i = 0; i < at && shaped; i++) {
        shaped = body->items[i]->kind == ST_DECLARE || body->items[i]->all_threads;
        if (body->items[i]->kind != ST_DECLARE)
            stmt_walk(body->items[i], look_at_copy, pipeline);
    }
    for (int i = at + 1; i < last && shaped; i++)
        FOR_EACH(k, &pipeline->tiles)
            shaped = shaped && !tree_writes_array(body->items[i], pipeline->tiles.items[k]);
    if (!shaped)
        pipeline->reason = "it does not begin with copies to shared memory";
    return !pipeline->reason;
}

static int64_t bytes_of(const Array *array)
{
    int64_t size = array->element->size;
    for (int d = 0; d < array->ndim; d++)
        size *= array->extent[d]->integer + (d == array->ndim - 1 ? array->pad : 0);
    return size;
}

static bool add_shared(void *context, const Stmt *stmt)
{
    int64_t *bytes = context;
    if (stmt->kind == ST_DECLARE && stmt->array && stmt->array->space == SPACE_SHARED)
        *bytes += bytes_of(stmt->array);
    return true;
}

static bool fits(const Pipeline *pipeline, const Stmt *root)
{
    int64_t bytes = 0;
    stmt_walk(root, add_shared, &bytes);
    FOR_EACH(i, &pipeline->tiles)
        bytes += bytes_of(pipeline->tiles.items[i]) * (pipeline->stages - 1);
    return bytes <= pipeline->state->device->shared_per_block;
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

// The buffer of a turn: the turns take them one after the other. 32 bits are enough to count where they were for the source.
static Expr *stage_of_turn(const Pipeline *pipeline, Expr *turn)
{
    const LoopFact *fact = facts_loop(pipeline->state->facts, pipeline->stmt->loop->origin);
    bool narrow = fact && fact->loop->iterator->type->kind == TY_I32;
    const Type *type = type_scalar(narrow ? TY_I32 : TY_I64);
    Arena *arena = pipeline->state->arena;
    Expr *stage = expr_binary(arena, OP_REM, expr_cast(arena, type, turn), expr_int(arena, pipeline->stages, type), type);
    return expr_cast(arena, type_scalar(TY_I64), stage);
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

static Stmt *into_buffer(const Pipeline *pipeline, Stmt *stmt, Expr *turn)
{
    Renaming renaming = {pipeline, stage_of_turn(pipeline, turn)};
    return stmt_rewrite(pipeline->state->arena, stmt, NULL, use_buffer, &renaming);
}

// ---- the tree

static Stmt *asynchronous(void *context, Stmt *stmt)
{
    Arena *arena = context;
    if (stmt->kind != ST_ASSIGN || !may_copy_later(stmt))
        return stmt;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->asynchronous = true;
    return made;
}

static Stmt *effect(Arena *arena, Intrinsic intrinsic, int64_t operand)
{
    Expr *operands[] = {expr_int(arena, operand, type_scalar(TY_I32))};
    return stmt_evaluate(arena, expr_intrinsic(arena, intrinsic, type_scalar(TY_VOID), operands, intrinsic == IN_COPIES_WAIT));
}

// The copies of that turn, where there is one; counted as one group in any case.
static Stmt *copies_of_turn(const Pipeline *pipeline, Expr *turn)
{
    Restructuring *state = pipeline->state;
    Arena *arena = state->arena;
    const Loop *loop = pipeline->stmt->loop;
    Stmts items = {0};
    for (int i = 0; i < pipeline->use - 1; i++) {
        Stmt *item = pipeline->stmt->body->items[i];
        if (item->kind == ST_DECLARE && item->array)
            continue;
        item = stmt_rewrite(arena, item, asynchronous, NULL, arena);
        item = into_buffer(pipeline, item, expr_symbol(arena, loop->iterator));
        VECTOR_PUSH(arena, &items, stmt_substitute(arena, item, loop->iterator, turn));
    }
    Stmt *copies = tree_renew_loops(state, stmt_block(arena, items.items, items.count));
    Stmt *guarded = stmt_if(arena, linear_less(arena, turn, loop->upper), copies, NULL);
    return stmt_block(arena, (Stmt *[]){guarded, effect(arena, IN_COPIES_CLOSE, 0)}, 2);
}

static Stmt *first_copies(const Pipeline *pipeline)
{
    Restructuring *state = pipeline->state;
    Arena *arena = state->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *ahead = nest_symbol(state->nest, "ahead", type, SYM_ITERATOR);
    Loop loop = {.id = nest_loop_id(state->nest), .name = ahead->name, .iterator = ahead, .lower = expr_index(arena, 0),
                 .upper = expr_index(arena, pipeline->stages - 1), .step = expr_index(arena, 1), .step_sign = 1, .binding = BIND_UNROLL};
    return for_all_threads(arena, stmt_loop(arena, &loop, copies_of_turn(pipeline, expr_symbol(arena, ahead))));
}

static Stmt *overlapped(const Pipeline *pipeline)
{
    Arena *arena = pipeline->state->arena;
    const Stmt *stmt = pipeline->stmt, *body = stmt->body;
    Expr *turn = expr_symbol(arena, stmt->loop->iterator);
    Expr *later = index_add(arena, turn, expr_index(arena, pipeline->stages - 1));
    Stmt *use = stmt_block(arena, body->items + pipeline->use, body->nitems - 1 - pipeline->use);
    Stmt *items[] = {
        for_all_threads(arena, effect(arena, IN_COPIES_WAIT, pipeline->stages - 2)),
        stmt_simple(arena, ST_BARRIER),
        for_all_threads(arena, copies_of_turn(pipeline, later)),
        into_buffer(pipeline, use, turn),
    };
    Stmt *made = stmt_loop(arena, stmt->loop, stmt_block(arena, items, 4));
    made->loc = stmt->loc;
    return made;
}

Stmt *pipeline(Restructuring *state, Stmt *root, LoopId id, int64_t stages)
{
    Arena *arena = state->arena;
    Pipeline pipeline = {.state = state, .stmt = stmt_find_loop(root, id), .stages = stages};
    if (stages < 2 || stages > MOST_STAGES)
        return refused(&pipeline, "it needs between 2 and 8 stages");
    if (pipeline.stmt->loop->binding != BIND_SERIAL || !loop_is_normal(pipeline.stmt->loop))
        return refused(&pipeline, "the loop is bound, or does not count 0, 1, 2, ..");
    if (tree_leaves(pipeline.stmt->body, ST_BREAK) || tree_leaves(pipeline.stmt->body, ST_CONTINUE))
        return refused(&pipeline, "a jump leaves a turn of the loop");
    if (!find_copies(&pipeline))
        return refused(&pipeline, pipeline.reason);
    FOR_EACH(i, &pipeline.tiles)
        if (pipeline.tiles.items[i]->ndim == MAX_DIMS)
            return refused(&pipeline, "a tile has too many dimensions");
    if (!fits(&pipeline, root))
        return refused(&pipeline, intern_printf("the buffers need more than the %d bytes of shared memory of a block",
                                                state->device->shared_per_block));
    make_buffers(&pipeline);
    Stmts items = {0};
    FOR_EACH(i, &pipeline.buffers)
        VECTOR_PUSH(arena, &items, stmt_declare_array(arena, (Array *)pipeline.buffers.items[i]));
    VECTOR_PUSH(arena, &items, first_copies(&pipeline));
    VECTOR_PUSH(arena, &items, overlapped(&pipeline));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    return tree_replace(arena, root, pipeline.stmt, stmt_block(arena, items.items, items.count));
}

// Combines partial results across the threads of a block: by warp shuffles or by a tree in shared memory.
#include "transform/reduction/combine.h"
#include "transform/tree/tree.h"

Stmt *reduce_conditionally(Arena *arena, Expr *condition, Stmt *stmt)
{
    return condition ? stmt_if(arena, condition, stmt, NULL) : stmt;
}

// ---- shuffles: lanes of a warp add parts of the lanes after them, then one thread those of the warps

static bool may_shuffle(const Team *team, const Parts *parts)
{
    bool shuffles = true;
    for (int i = 0; i < parts->count; i++)
        shuffles = shuffles && parts->symbols[i]->type->size >= 4 && type_is_arithmetic(parts->symbols[i]->type);
    return shuffles && team_is_made_of_lanes(team);
}

static bool is_named_twice(const Parts *parts)
{
    Operator op = parts->reduction->op;
    return parts->count > 1 || op == OP_MIN || op == OP_MAX || op_is_logical(op);
}

// A shuffle must run in all lanes, so a value that a selection uses twice is held in a variable.
static void shuffle_step(Candidate *state, const Parts *parts, Symbol *const *others, Expr *offset, StmtList *out)
{
    Arena *arena = state->arena;
    Expr *mine[MAX_PARTS], *theirs[MAX_PARTS];
    parts_values(arena, parts, mine);
    for (int i = 0; i < parts->count; i++) {
        Expr *operands[] = {mine[i], offset};
        Expr *shuffled = expr_intrinsic(arena, IN_SHUFFLE_DOWN, parts->symbols[i]->type, operands, 2);
        if (others[i])
            VECTOR_PUSH(arena, out, part_set(arena, others[i], shuffled));
        theirs[i] = others[i] ? expr_symbol(arena, others[i]) : shuffled;
    }
    VECTOR_PUSH(arena, out, parts_accumulate(arena, parts, mine, theirs));
}

// Unrolled if a step is one statement or two; otherwise in a loop.
static void shuffle_lanes(Candidate *state, const Parts *parts, int64_t lanes, StmtList *out)
{
    Arena *arena = state->arena;
    Symbol *others[MAX_PARTS] = {NULL};
    for (int i = 0; i < parts->count && is_named_twice(parts); i++) {
        const char *name = parts->count == 1 ? "other" : intern_printf("other_%s", parts->symbols[i]->name);
        others[i] = nest_symbol(state->nest, name, parts->symbols[i]->type, SYM_LOCAL);
        VECTOR_PUSH(arena, out, stmt_declare(arena, others[i], NULL));
    }
    if (parts->count == 1) {
        for (int64_t offset = lanes / 2; offset > 0; offset /= 2)
            shuffle_step(state, parts, others, unsigned_constant(arena, offset), out);
        return;
    }
    Symbol *offset = nest_symbol(state->nest, "offset", type_scalar(TY_U32), SYM_LOCAL);
    Expr *distance = expr_symbol(arena, offset);
    StmtList step = {0};
    shuffle_step(state, parts, others, distance, &step);
    VECTOR_PUSH(arena, &step, stmt_assign(arena, distance, OP_DIV, unsigned_constant(arena, 2), type_scalar(TY_U32)));
    VECTOR_PUSH(arena, out, stmt_declare(arena, offset, unsigned_constant(arena, lanes / 2)));
    VECTOR_PUSH(arena, out,
                stmt_while(arena, unsigned_binary(arena, OP_GT, distance, unsigned_constant(arena, 0)),
                           stmt_block(arena, step.items, step.count), false));
}

static void gather_warps(Candidate *state, const Team *team, const Parts *parts, StmtList *out)
{
    Arena *arena = state->arena;
    int64_t warps = team_size(team) / WARP;
    TeamParts shared = team_parts(state, team, parts, warps, out);
    Symbol *warp = nest_symbol(state->nest, "warp", type_scalar(TY_I64), SYM_ITERATOR);
    Expr *rank = team_rank(arena, team), *width = unsigned_constant(arena, WARP);
    Expr *is_leader =
        unsigned_binary(arena, OP_EQ, unsigned_binary(arena, OP_REM, rank, width), unsigned_constant(arena, 0));
    Loop loop = {.id = nest_loop_id(state->nest),
                 .name = warp->name,
                 .iterator = warp,
                 .lower = expr_index(arena, 1),
                 .upper = expr_index(arena, warps),
                 .step = expr_index(arena, 1),
                 .step_sign = 1};
    Expr *mine[MAX_PARTS], *next[MAX_PARTS];
    parts_values(arena, parts, mine);
    team_elements(arena, team, parts, &shared, expr_symbol(arena, warp), next);
    Stmt *store = team_store(arena, team, parts, &shared, unsigned_binary(arena, OP_DIV, rank, width));
    Stmt *gather = stmt_loop(arena, &loop, parts_accumulate(arena, parts, mine, next));
    VECTOR_PUSH(arena, out, stmt_if(arena, is_leader, store, NULL));
    VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER));
    VECTOR_PUSH(arena, out, reduce_conditionally(arena, team_is_first(arena, team), gather));
    VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER));
}

static Stmt *combine_by_shuffles(Candidate *state, const Team *team, const Parts *parts)
{
    StmtList items = {0};
    int64_t size = team_size(team);
    shuffle_lanes(state, parts, size < WARP ? size : WARP, &items);
    if (size > WARP)
        gather_warps(state, team, parts, &items);
    return stmt_block(state->arena, items.items, items.count);
}

// ---- several parts of each thread: all go to shared memory at once, and each is combined by one thread

int64_t lanes_total(const Lanes *lanes)
{
    int64_t total = 1;
    for (int i = 0; i < lanes->count; i++)
        total *= lanes->extents[i];
    return total;
}

Expr *lanes_index(Arena *arena, const Lanes *lanes)
{
    Expr *index = expr_symbol(arena, lanes->loops[0]->iterator);
    for (int i = 1; i < lanes->count; i++)
        index = index_add(arena, index_mul(arena, index_cast(arena, index), expr_index(arena, lanes->extents[i])),
                          index_cast(arena, expr_symbol(arena, lanes->loops[i]->iterator)));
    return index;
}

static Loop whole_lane(const Lanes *lanes, int at, Arena *arena)
{
    Loop loop = *lanes->loops[at];
    loop.binding = BIND_SERIAL;
    loop.limit = 0;
    loop.copies = 0;
    loop.ahead = false;
    loop.upper = expr_index(arena, lanes->extents[at]);
    return loop;
}

Stmt *lanes_unrolled(Candidate *state, const Lanes *lanes, Stmt *body)
{
    for (int i = lanes->count - 1; i >= 0; i--) {
        Loop loop = whole_lane(lanes, i, state->arena);
        loop.id = nest_loop_id(state->nest);
        loop.binding = BIND_UNROLL;
        body = stmt_loop(state->arena, &loop, body);
    }
    return body;
}

Stmt *lanes_in(Arena *arena, const Lanes *lanes, Stmt *stmt, Expr *number)
{
    int64_t below = 1;
    for (int i = lanes->count - 1; i >= 0; i--) {
        const Loop *loop = lanes->loops[i];
        if (loop->defines)
            stmt = stmt_substitute(arena, stmt, loop->defines, expr_cast(arena, loop->defines->type, loop->definition));
        Expr *value = below > 1 ? expr_binary(arena, OP_DIV, number, expr_index(arena, below), number->type) : number;
        if (i > 0)
            value = expr_binary(arena, OP_REM, value, expr_index(arena, lanes->extents[i]), number->type);
        stmt = stmt_substitute(arena, stmt, loop->iterator, expr_cast(arena, loop->iterator->type, value));
        below *= lanes->extents[i];
    }
    return stmt;
}

// Lanes of warps add up what these have, if a team has several warps.
static bool by_warps(const Team *team, const Type *type)
{
    return team_size(team) > WARP && type->size >= 4 && type_is_arithmetic(type) && team_is_made_of_lanes(team);
}

int64_t team_lane_parts(const Team *team, const Type *type)
{
    return by_warps(team, type) ? team_size(team) / WARP : team_size(team);
}

static Expr *lane_part(const Team *team, Arena *arena, const Array *shared, Expr *lane, Expr *rank)
{
    Expr *own = team_position(arena, team, false),
         *subscripts[] = {lane, rank, own ? own : unsigned_constant(arena, 0)};
    return expr_access(arena, shared, subscripts);
}

static Expr *held_part(Arena *arena, const Array *held, const Lanes *lanes)
{
    Expr *subscripts[] = {lanes_index(arena, lanes)};
    return expr_access(arena, held, subscripts);
}

// part = shared[lane][0]; for rank in 1..ranks { part op= shared[lane][rank] }
static Stmt *gather_ranks(Candidate *state, const Team *team, const Parts *parts, const Array *shared, Expr *lane,
                          int64_t ranks)
{
    Arena *arena = state->arena;
    Expr *mine[] = {expr_symbol(arena, parts->symbols[0])};
    Symbol *rank = nest_symbol(state->nest, "rank", type_scalar(TY_I64), SYM_ITERATOR);
    Loop loop = {.id = nest_loop_id(state->nest),
                 .name = rank->name,
                 .iterator = rank,
                 .lower = expr_index(arena, 1),
                 .upper = expr_index(arena, ranks),
                 .step = expr_index(arena, 1),
                 .step_sign = 1};
    Expr *next[] = {lane_part(team, arena, shared, lane, expr_symbol(arena, rank))};
    Stmt *items[] = {
        stmt_declare(arena, parts->symbols[0], lane_part(team, arena, shared, lane, expr_index(arena, 0))),
        stmt_loop(arena, &loop, parts_accumulate(arena, parts, mine, next)),
    };
    return stmt_block(arena, items, 2);
}

// shared[lane][rank] = held[lane], or the sum of the warp's by its first thread: shared[lane][rank / 32]
static Stmt *store_lane(Candidate *state, const Team *team, const Parts *parts, const Array *held, const Array *shared,
                        const Lanes *lanes)
{
    Arena *arena = state->arena;
    Expr *rank = team_rank(arena, team), *width = unsigned_constant(arena, WARP);
    Expr *index = lanes_index(arena, lanes), *part = held_part(arena, held, lanes);
    if (!by_warps(team, parts->symbols[0]->type))
        return stmt_assign(arena, lane_part(team, arena, shared, index, index_cast(arena, rank)), OP_NONE, part, NULL);
    StmtList items = {0};
    Parts sum = parts_again(state, parts);
    VECTOR_PUSH(arena, &items, stmt_declare(arena, sum.symbols[0], part));
    shuffle_lanes(state, &sum, WARP, &items);
    Expr *is_leader =
        unsigned_binary(arena, OP_EQ, unsigned_binary(arena, OP_REM, rank, width), unsigned_constant(arena, 0));
    Expr *warp = index_cast(arena, unsigned_binary(arena, OP_DIV, rank, width));
    Stmt *store = stmt_assign(arena, lane_part(team, arena, shared, index, warp), OP_NONE,
                              expr_symbol(arena, sum.symbols[0]), NULL);
    VECTOR_PUSH(arena, &items, stmt_if(arena, is_leader, store, NULL));
    return stmt_block(arena, items.items, items.count);
}

Stmt *team_combine_lanes(Candidate *state, const Team *team, const Parts *parts, const Array *held, const Lanes *lanes,
                         Stmt *use)
{
    Arena *arena = state->arena;
    int64_t ranks = team_lane_parts(team, parts->symbols[0]->type);
    Expr *count = expr_index(arena, lanes_total(lanes)),
         *extents[] = {count, expr_index(arena, ranks), expr_index(arena, team_count(team))};
    Expr *rank = index_cast(arena, team_rank(arena, team));
    Array *shared = nest_array(state->nest, intern_printf("%s_parts", parts->symbols[0]->name), parts->symbols[0]->type,
                               SPACE_SHARED, extents, 3);
    Symbol *lane = nest_symbol(state->nest, "lane", type_scalar(TY_I64),
                               SYM_ITERATOR); // the source's may be too narrow for the step
    bool single = lanes->count == 1;
    Loop own = whole_lane(lanes, 0, arena);
    own.id = nest_loop_id(state->nest);
    own.name = lane->name;
    own.iterator = lane;
    own.lower = rank;
    own.upper = count;
    own.step = expr_index(arena, team_size(team));
    Expr *number = expr_symbol(arena, lane), *at = single ? expr_symbol(arena, lanes->loops[0]->iterator) : number;
    if (!single) { // lanes_in puts the definitions of the loops in their places
        own.defines = NULL;
        own.definition = NULL;
    }
    Stmt *each[] = {gather_ranks(state, team, parts, shared, at, ranks),
                    single ? use : lanes_in(arena, lanes, use, number)};
    Stmt *combined = stmt_loop(arena, &own, stmt_block(arena, each, 2));
    Stmt *items[] = {
        stmt_declare_array(arena, shared),
        lanes_unrolled(state, lanes, store_lane(state, team, parts, held, shared, lanes)),
        stmt_simple(arena, ST_BARRIER),
        single ? stmt_substitute(arena, combined, lanes->loops[0]->iterator,
                                 expr_cast(arena, lanes->loops[0]->iterator->type, number))
               : combined,
        stmt_simple(arena, ST_BARRIER),
    };
    return for_all_threads(arena, stmt_block(arena, items, 5));
}

Stmt *team_combine(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style)
{
    if (team_size(team) == 1)
        return stmt_block(state->arena, NULL, 0);
    bool lanes = style == REDUCE_SHUFFLE && may_shuffle(team, parts);
    Stmt *made = lanes ? combine_by_shuffles(state, team, parts) : team_combine_by_tree(state, team, parts, style);
    return for_all_threads(state->arena, made);
}

// In lanes of one warp.
static Stmt *broadcast_by_shuffles(Arena *arena, const Team *team, const Parts *parts)
{
    StmtList items = {0};
    for (int i = 0; i < parts->count; i++) {
        Expr *operands[] = {expr_symbol(arena, parts->symbols[i]), unsigned_constant(arena, team_size(team))};
        VECTOR_PUSH(arena, &items,
                    part_set(arena, parts->symbols[i],
                             expr_intrinsic(arena, IN_SHUFFLE_FIRST, parts->symbols[i]->type, operands, 2)));
    }
    return for_all_threads(arena, stmt_block(arena, items.items, items.count));
}

Stmt *team_broadcast(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style)
{
    Arena *arena = state->arena;
    StmtList items = {0};
    if (style == REDUCE_SHUFFLE && may_shuffle(team, parts) && team_size(team) <= WARP)
        return broadcast_by_shuffles(arena, team, parts);
    Expr *zero = unsigned_constant(arena, 0);
    TeamParts shared = team_parts(state, team, parts, 1, &items);
    VECTOR_PUSH(arena, &items,
                reduce_conditionally(arena, team_is_first(arena, team), team_store(arena, team, parts, &shared, zero)));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    VECTOR_PUSH(arena, &items, team_load(arena, team, parts, &shared, zero));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    return for_all_threads(arena, stmt_block(arena, items.items, items.count));
}

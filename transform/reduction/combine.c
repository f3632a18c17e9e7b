// Combines partial results across the threads of a block: by warp shuffles or by a tree in shared memory.
#include "transform/reduction/combine.h"
#include "transform/tree/tree.h"

enum { WARP = 32 };

static Expr *thread_index(Arena *arena, int dimension)
{
    return expr_intrinsic(arena, (Intrinsic)(IN_THREAD_X + (unsigned)dimension), type_scalar(TY_U32), NULL, 0);
}

static Expr *unsigned_constant(Arena *arena, int64_t value)
{
    return expr_int(arena, value, type_scalar(TY_U32));
}

static Expr *unsigned_binary(Arena *arena, Operator op, Expr *left, Expr *right)
{
    return expr_binary(arena, op, left, right, type_scalar(TY_U32));
}

int64_t team_size(const Team *team)
{
    int64_t size = 1;
    for (int d = 0; d < 3; d++)
        size *= team->member[d] ? team->extent[d] : 1;
    return size;
}

static int64_t team_count(const Team *team)
{
    int64_t count = 1;
    for (int d = 0; d < 3; d++)
        count *= team->member[d] ? 1 : team->extent[d];
    return count;
}

// The thread's position along the dimensions that are (not) members; x moves fastest. NULL: there are none.
static Expr *position(Arena *arena, const Team *team, bool member)
{
    Expr *sum = NULL;
    int64_t scale = 1;
    for (int d = 0; d < 3; d++) {
        if (team->member[d] != member || team->extent[d] == 1)
            continue;
        Expr *part = unsigned_binary(arena, OP_MUL, thread_index(arena, d), unsigned_constant(arena, scale));
        sum = sum ? unsigned_binary(arena, OP_ADD, sum, part) : part;
        scale *= team->extent[d];
    }
    return sum;
}

Expr *team_rank(Arena *arena, const Team *team)
{
    Expr *rank = position(arena, team, true);
    return rank ? rank : unsigned_constant(arena, 0);
}

Expr *team_is_first(Arena *arena, const Team *team)
{
    if (team_size(team) == 1)
        return NULL;
    return unsigned_binary(arena, OP_EQ, team_rank(arena, team), unsigned_constant(arena, 0));
}

Stmt *reduce_conditionally(Arena *arena, Expr *condition, Stmt *stmt)
{
    return condition ? stmt_if(arena, condition, stmt, NULL) : stmt;
}

// ---- shared memory for `length` parts of each team

typedef struct Shared {
    Array *arrays[MAX_PARTS]; // one for each part
} Shared;

// Values of neighbouring threads are neighbours, so that they are in different banks: the parts of a team, or those of
// several teams.
static bool lies_by_rank(const Team *team)
{
    return team_count(team) > 1 && !team->member[0] && team->extent[0] > 1;
}

static Array *team_array(Candidate *state, const Team *team, const Symbol *part, int64_t length)
{
    Arena *arena = state->arena;
    Expr *teams = expr_index(arena, team_count(team)), *parts = expr_index(arena, length);
    Expr *extents[2] = {lies_by_rank(team) ? parts : teams, lies_by_rank(team) ? teams : parts};
    bool one_team = team_count(team) == 1;
    return nest_array(state->nest, intern_printf("%s_parts", part->name), part->type, SPACE_SHARED,
                      one_team ? extents + 1 : extents, one_team ? 1 : 2);
}

static Expr *team_element(Arena *arena, const Team *team, const Array *array, Expr *at)
{
    Expr *own = position(arena, team, false);
    Expr *subscripts[2] = {lies_by_rank(team) ? at : own, lies_by_rank(team) ? own : at};
    return expr_access(arena, array, array->ndim == 1 ? subscripts + 1 : subscripts);
}

static Stmt *set_part(Arena *arena, const Symbol *part, Expr *value)
{
    return stmt_assign(arena, expr_symbol(arena, part), OP_NONE, value, NULL);
}

static Shared share(Candidate *state, const Team *team, const Parts *parts, int64_t length, StmtList *out)
{
    Shared shared;
    for (int i = 0; i < parts->count; i++) {
        shared.arrays[i] = team_array(state, team, parts->symbols[i], length);
        VECTOR_PUSH(state->arena, out, stmt_declare_array(state->arena, shared.arrays[i]));
    }
    return shared;
}

static void shared_elements(Arena *arena, const Team *team, const Parts *parts, const Shared *shared, Expr *at,
                            Expr **out)
{
    for (int i = 0; i < parts->count; i++)
        out[i] = team_element(arena, team, shared->arrays[i], at);
}

static Stmt *store_parts(Arena *arena, const Team *team, const Parts *parts, const Shared *shared, Expr *at)
{
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < parts->count; i++)
        items[i] = stmt_assign(arena, team_element(arena, team, shared->arrays[i], at), OP_NONE,
                               expr_symbol(arena, parts->symbols[i]), NULL);
    return stmt_block(arena, items, parts->count);
}

static Stmt *load_parts(Arena *arena, const Team *team, const Parts *parts, const Shared *shared, Expr *at)
{
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < parts->count; i++)
        items[i] = set_part(arena, parts->symbols[i], team_element(arena, team, shared->arrays[i], at));
    return stmt_block(arena, items, parts->count);
}

// ---- tree: half of the threads that are left add the other half's parts

static int64_t half_above(int64_t size)
{
    int64_t half = 1;
    while (half * 2 < size)
        half *= 2;
    return half;
}

static Stmt *tree_step(Arena *arena, const Team *team, const Parts *parts, const Shared *shared, const Symbol *half)
{
    Expr *rank = team_rank(arena, team), *other = unsigned_binary(arena, OP_ADD, rank, expr_symbol(arena, half));
    Expr *inside = expr_binary(arena, OP_LOGICAL_AND, unsigned_binary(arena, OP_LT, rank, expr_symbol(arena, half)),
                               unsigned_binary(arena, OP_LT, other, unsigned_constant(arena, team_size(team))),
                               type_scalar(TY_I32));
    Expr *mine[MAX_PARTS], *others[MAX_PARTS];
    shared_elements(arena, team, parts, shared, rank, mine);
    shared_elements(arena, team, parts, shared, other, others);
    return stmt_if(arena, inside, parts_accumulate(arena, parts, mine, others), NULL);
}

static Stmt *combine_by_tree(Candidate *state, const Team *team, const Parts *parts)
{
    Arena *arena = state->arena;
    StmtList items = {0};
    Shared shared = share(state, team, parts, team_size(team), &items);
    Symbol *half = nest_symbol(state->nest, "half", type_scalar(TY_U32), SYM_LOCAL);
    Expr *rank = team_rank(arena, team), *zero = unsigned_constant(arena, 0);
    Stmt *halve =
        stmt_assign(arena, expr_symbol(arena, half), OP_DIV, unsigned_constant(arena, 2), type_scalar(TY_U32));
    Stmt *steps[] = {tree_step(arena, team, parts, &shared, half), stmt_simple(arena, ST_BARRIER), halve};
    VECTOR_PUSH(arena, &items, store_parts(arena, team, parts, &shared, rank));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    VECTOR_PUSH(arena, &items, stmt_declare(arena, half, unsigned_constant(arena, half_above(team_size(team)))));
    VECTOR_PUSH(arena, &items,
                stmt_while(arena, unsigned_binary(arena, OP_GT, expr_symbol(arena, half), zero),
                           stmt_block(arena, steps, 3), false));
    VECTOR_PUSH(arena, &items,
                reduce_conditionally(arena, team_is_first(arena, team), load_parts(arena, team, parts, &shared, zero)));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    return stmt_block(arena, items.items, items.count);
}

// ---- shuffles: lanes of a warp add parts of the lanes after them, then one thread those of the warps

static bool is_power_of_two(int64_t value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

// Whether the team's ranks are lanes of whole warps: consecutive threads, all 32 of each warp present.
static bool is_made_of_lanes(const Team *team, const Parts *parts)
{
    int64_t size = 1;
    bool leading = true;
    for (int d = 0; d < 3; d++) {
        if (team->extent[d] == 1)
            continue;
        if (team->member[d] && !leading)
            return false;
        leading = leading && team->member[d];
        size *= team->extent[d];
    }
    bool shuffles = true;
    for (int i = 0; i < parts->count; i++)
        shuffles = shuffles && parts->symbols[i]->type->size >= 4 && type_is_arithmetic(parts->symbols[i]->type);
    int64_t members = team_size(team);
    return shuffles && size % WARP == 0 && (members % WARP == 0 || (members < WARP && is_power_of_two(members)));
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
            VECTOR_PUSH(arena, out, set_part(arena, others[i], shuffled));
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
    Shared shared = share(state, team, parts, warps, out);
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
    shared_elements(arena, team, parts, &shared, expr_symbol(arena, warp), next);
    Stmt *store = store_parts(arena, team, parts, &shared, unsigned_binary(arena, OP_DIV, rank, width));
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

static Expr *lane_part(const Team *team, Arena *arena, const Array *shared, Expr *lane, Expr *rank)
{
    Expr *own = position(arena, team, false), *subscripts[] = {lane, rank, own ? own : unsigned_constant(arena, 0)};
    return expr_access(arena, shared, subscripts);
}

static Expr *held_part(Arena *arena, const Array *held, const Loop *lanes)
{
    Expr *subscripts[] = {expr_symbol(arena, lanes->iterator)};
    return expr_access(arena, held, subscripts);
}

// part = shared[lane][0]; for rank in 1..size { part op= shared[lane][rank] }
static Stmt *gather_ranks(Candidate *state, const Team *team, const Parts *parts, const Array *shared,
                          const Loop *lanes)
{
    Arena *arena = state->arena;
    Expr *lane = expr_symbol(arena, lanes->iterator), *mine[] = {expr_symbol(arena, parts->symbols[0])};
    Symbol *rank = nest_symbol(state->nest, "rank", type_scalar(TY_I64), SYM_ITERATOR);
    Loop loop = {.id = nest_loop_id(state->nest),
                 .name = rank->name,
                 .iterator = rank,
                 .lower = expr_index(arena, 1),
                 .upper = expr_index(arena, team_size(team)),
                 .step = expr_index(arena, 1),
                 .step_sign = 1};
    Expr *next[] = {lane_part(team, arena, shared, lane, expr_symbol(arena, rank))};
    Stmt *items[] = {
        stmt_declare(arena, parts->symbols[0], lane_part(team, arena, shared, lane, expr_index(arena, 0))),
        stmt_loop(arena, &loop, parts_accumulate(arena, parts, mine, next)),
    };
    return stmt_block(arena, items, 2);
}

Stmt *team_combine_lanes(Candidate *state, const Team *team, const Parts *parts, const Array *held, const Loop *lanes,
                         Stmt *use)
{
    Arena *arena = state->arena;
    Expr *count = lanes->upper,
         *extents[] = {count, expr_index(arena, team_size(team)), expr_index(arena, team_count(team))};
    Expr *rank = expr_cast(arena, type_scalar(TY_I64), team_rank(arena, team));
    Array *shared = nest_array(state->nest, intern_printf("%s_parts", parts->symbols[0]->name), parts->symbols[0]->type,
                               SPACE_SHARED, extents, 3);
    Symbol *lane = nest_symbol(state->nest, "lane", type_scalar(TY_I64),
                               SYM_ITERATOR); // the source's may be too narrow for the step
    Loop all = *lanes, own = *lanes;
    all.id = nest_loop_id(state->nest);
    own.id = nest_loop_id(state->nest);
    all.binding = BIND_UNROLL;
    own.name = lane->name;
    own.iterator = lane;
    own.lower = rank;
    own.step = expr_index(arena, team_size(team));
    Expr *of_lane = expr_cast(arena, lanes->iterator->type, expr_symbol(arena, lane));
    Stmt *store = stmt_assign(arena, lane_part(team, arena, shared, expr_symbol(arena, lanes->iterator), rank), OP_NONE,
                              held_part(arena, held, lanes), NULL);
    Stmt *each[] = {gather_ranks(state, team, parts, shared, lanes), use};
    Stmt *items[] = {
        stmt_declare_array(arena, shared),
        stmt_loop(arena, &all, store),
        stmt_simple(arena, ST_BARRIER),
        stmt_substitute(arena, stmt_loop(arena, &own, stmt_block(arena, each, 2)), lanes->iterator, of_lane),
        stmt_simple(arena, ST_BARRIER),
    };
    return for_all_threads(arena, stmt_block(arena, items, 5));
}

Stmt *team_combine(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style)
{
    if (team_size(team) == 1)
        return stmt_block(state->arena, NULL, 0);
    bool lanes = style == REDUCE_SHUFFLE && is_made_of_lanes(team, parts);
    Stmt *made = lanes ? combine_by_shuffles(state, team, parts) : combine_by_tree(state, team, parts);
    return for_all_threads(state->arena, made);
}

// In lanes of one warp.
static Stmt *broadcast_by_shuffles(Arena *arena, const Team *team, const Parts *parts)
{
    StmtList items = {0};
    for (int i = 0; i < parts->count; i++) {
        Expr *operands[] = {expr_symbol(arena, parts->symbols[i]), unsigned_constant(arena, team_size(team))};
        VECTOR_PUSH(arena, &items,
                    set_part(arena, parts->symbols[i],
                             expr_intrinsic(arena, IN_SHUFFLE_FIRST, parts->symbols[i]->type, operands, 2)));
    }
    return for_all_threads(arena, stmt_block(arena, items.items, items.count));
}

Stmt *team_broadcast(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style)
{
    Arena *arena = state->arena;
    StmtList items = {0};
    if (style == REDUCE_SHUFFLE && is_made_of_lanes(team, parts) && team_size(team) <= WARP)
        return broadcast_by_shuffles(arena, team, parts);
    Expr *zero = unsigned_constant(arena, 0);
    Shared shared = share(state, team, parts, 1, &items);
    VECTOR_PUSH(
        arena, &items,
        reduce_conditionally(arena, team_is_first(arena, team), store_parts(arena, team, parts, &shared, zero)));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    VECTOR_PUSH(arena, &items, load_parts(arena, team, parts, &shared, zero));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    return for_all_threads(arena, stmt_block(arena, items.items, items.count));
}

// Combining parts across the threads of a block: by warp shuffles or by a tree in shared memory (contract in reduction.h).
#include "transform/reduction.h"

enum { WARP = 32 };

typedef VECTOR(Stmt *) Stmts;

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

// ---- shared memory for `length` parts of each team

static Array *team_array(Restructuring *state, const Team *team, const Symbol *part, int64_t length)
{
    Arena *arena = state->arena;
    Expr *extents[2] = {expr_index(arena, team_count(team)), expr_index(arena, length)};
    bool one_team = team_count(team) == 1;
    return nest_array(state->nest, intern_printf("%s_parts", part->name), part->type, SPACE_SHARED,
                      one_team ? extents + 1 : extents, one_team ? 1 : 2);
}

static Expr *team_element(Arena *arena, const Team *team, const Array *array, Expr *at)
{
    Expr *subscripts[2] = {position(arena, team, false), at};
    return expr_access(arena, array, array->ndim == 1 ? subscripts + 1 : subscripts);
}

static Stmt *set_part(Arena *arena, const Symbol *part, Expr *value)
{
    return stmt_assign(arena, expr_symbol(arena, part), OP_NONE, value, NULL);
}

// ---- tree: half of the threads that are left add the other half's parts

static int64_t half_above(int64_t size)
{
    int64_t half = 1;
    while (half * 2 < size)
        half *= 2;
    return half;
}

static Stmt *tree_step(Arena *arena, const Team *team, const Reduction *reduction, const Array *parts, const Symbol *half)
{
    Expr *rank = team_rank(arena, team), *other = unsigned_binary(arena, OP_ADD, rank, expr_symbol(arena, half));
    Expr *inside = expr_binary(arena, OP_LOGICAL_AND, unsigned_binary(arena, OP_LT, rank, expr_symbol(arena, half)),
                               unsigned_binary(arena, OP_LT, other, unsigned_constant(arena, team_size(team))), type_scalar(TY_I32));
    Expr *mine = team_element(arena, team, parts, rank);
    return stmt_if(arena, inside, reduction_accumulate(arena, reduction, mine, team_element(arena, team, parts, other)), NULL);
}

static Stmt *combine_by_tree(Restructuring *state, const Team *team, const Reduction *reduction, Symbol *part)
{
    Arena *arena = state->arena;
    Array *parts = team_array(state, team, part, team_size(team));
    Symbol *half = nest_symbol(state->nest, "half", type_scalar(TY_U32), SYM_LOCAL);
    Expr *rank = team_rank(arena, team), *zero = unsigned_constant(arena, 0);
    Stmt *halve = stmt_assign(arena, expr_symbol(arena, half), OP_DIV, unsigned_constant(arena, 2), type_scalar(TY_U32));
    Stmt *steps[] = {tree_step(arena, team, reduction, parts, half), stmt_simple(arena, ST_BARRIER), halve};
    Stmt *items[] = {
        stmt_declare_array(arena, parts),
        stmt_assign(arena, team_element(arena, team, parts, rank), OP_NONE, expr_symbol(arena, part), NULL),
        stmt_simple(arena, ST_BARRIER),
        stmt_declare(arena, half, unsigned_constant(arena, half_above(team_size(team)))),
        stmt_while(arena, unsigned_binary(arena, OP_GT, expr_symbol(arena, half), zero), stmt_block(arena, steps, 3), false),
        stmt_if(arena, team_is_first(arena, team), set_part(arena, part, team_element(arena, team, parts, zero)), NULL),
        stmt_simple(arena, ST_BARRIER),
    };
    return stmt_block(arena, items, 7);
}

// ---- shuffles: lanes of a warp add parts of the lanes behind them, then one thread those of the warps

static bool is_power_of_two(int64_t value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

// Whether the team's ranks are lanes of whole warps: consecutive threads, all 32 of each warp present.
static bool is_made_of_lanes(const Team *team, const Type *type)
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
    bool shuffles = type->size >= 4 && type_is_arithmetic(type);
    int64_t members = team_size(team);
    return shuffles && size % WARP == 0 && (members % WARP == 0 || (members < WARP && is_power_of_two(members)));
}

// A shuffle must run in all lanes, so what a selection names twice is held in a variable.
static void shuffle_lanes(Restructuring *state, const Reduction *reduction, Symbol *part, int64_t lanes, Stmts *out)
{
    Arena *arena = state->arena;
    bool selects = reduction->op == OP_MIN || reduction->op == OP_MAX || reduction->op == OP_LOGICAL_AND ||
                   reduction->op == OP_LOGICAL_OR;
    Symbol *other = selects ? nest_symbol(state->nest, "other", part->type, SYM_LOCAL) : NULL;
    if (other)
        VECTOR_PUSH(arena, out, stmt_declare(arena, other, NULL));
    for (int64_t offset = lanes / 2; offset > 0; offset /= 2) {
        Expr *operands[] = {expr_symbol(arena, part), unsigned_constant(arena, offset)};
        Expr *shuffled = expr_intrinsic(arena, IN_SHUFFLE_DOWN, part->type, operands, 2);
        if (other)
            VECTOR_PUSH(arena, out, set_part(arena, other, shuffled));
        Expr *right = other ? expr_symbol(arena, other) : shuffled;
        Stmt *step = reduction_accumulate(arena, reduction, operands[0], right);
        VECTOR_PUSH(arena, out, step);
    }
}

static void gather_warps(Restructuring *state, const Team *team, const Reduction *reduction, Symbol *part, Stmts *out)
{
    Arena *arena = state->arena;
    int64_t warps = team_size(team) / WARP;
    Array *parts = team_array(state, team, part, warps);
    Symbol *warp = nest_symbol(state->nest, "warp", type_scalar(TY_I64), SYM_ITERATOR);
    Expr *rank = team_rank(arena, team), *width = unsigned_constant(arena, WARP);
    Expr *is_leader = unsigned_binary(arena, OP_EQ, unsigned_binary(arena, OP_REM, rank, width), unsigned_constant(arena, 0));
    Expr *slot = team_element(arena, team, parts, unsigned_binary(arena, OP_DIV, rank, width));
    Loop loop = {.id = nest_loop_id(state->nest), .name = warp->name, .iterator = warp, .lower = expr_index(arena, 1),
                 .upper = expr_index(arena, warps), .step = expr_index(arena, 1), .step_sign = 1};
    Expr *next = team_element(arena, team, parts, expr_symbol(arena, warp));
    Stmt *add = reduction_accumulate(arena, reduction, expr_symbol(arena, part), next);
    VECTOR_PUSH(arena, out, stmt_declare_array(arena, parts));
    VECTOR_PUSH(arena, out, stmt_if(arena, is_leader, stmt_assign(arena, slot, OP_NONE, expr_symbol(arena, part), NULL), NULL));
    VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER));
    VECTOR_PUSH(arena, out, stmt_if(arena, team_is_first(arena, team), stmt_loop(arena, &loop, add), NULL));
    VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER));
}

static Stmt *combine_by_shuffles(Restructuring *state, const Team *team, const Reduction *reduction, Symbol *part)
{
    Stmts items = {0};
    int64_t size = team_size(team);
    shuffle_lanes(state, reduction, part, size < WARP ? size : WARP, &items);
    if (size > WARP)
        gather_warps(state, team, reduction, part, &items);
    return stmt_block(state->arena, items.items, items.count);
}

Stmt *team_combine(Restructuring *state, const Team *team, const Reduction *reduction, Symbol *part, ReduceStyle style)
{
    if (team_size(team) == 1)
        return stmt_block(state->arena, NULL, 0);
    bool lanes = style == REDUCE_SHUFFLE && is_made_of_lanes(team, part->type);
    Stmt *made = lanes ? combine_by_shuffles(state, team, reduction, part) : combine_by_tree(state, team, reduction, part);
    return for_all_threads(state->arena, made);
}

Stmt *team_broadcast(Restructuring *state, const Team *team, Symbol *part)
{
    Arena *arena = state->arena;
    Array *all = team_array(state, team, part, 1);
    Expr *slot = team_element(arena, team, all, unsigned_constant(arena, 0));
    Stmt *items[] = {
        stmt_declare_array(arena, all),
        stmt_if(arena, team_is_first(arena, team), stmt_assign(arena, slot, OP_NONE, expr_symbol(arena, part), NULL), NULL),
        stmt_simple(arena, ST_BARRIER),
        set_part(arena, part, slot),
        stmt_simple(arena, ST_BARRIER),
    };
    return for_all_threads(arena, stmt_block(arena, items, 5));
}

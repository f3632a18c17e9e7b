// Teams of threads (contract in team.h).
#include "transform/reduction/team.h"
#include "ir/fold.h"
#include "transform/tree/tree.h"

static Expr *thread_index(Arena *arena, int dimension)
{
    return expr_intrinsic(arena, (Intrinsic)(IN_THREAD_X + (unsigned)dimension), type_scalar(TY_U32), NULL, 0);
}

Expr *unsigned_constant(Arena *arena, int64_t value)
{
    return expr_int(arena, value, type_scalar(TY_U32));
}

Expr *unsigned_binary(Arena *arena, Operator op, Expr *left, Expr *right)
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

int64_t team_count(const Team *team)
{
    int64_t count = 1;
    for (int d = 0; d < 3; d++)
        count *= team->member[d] ? 1 : team->extent[d];
    return count;
}

Expr *team_position(Arena *arena, const Team *team, bool member)
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
    Expr *rank = team_position(arena, team, true);
    return rank ? rank : unsigned_constant(arena, 0);
}

Expr *team_is_first(Arena *arena, const Team *team)
{
    if (team_size(team) == 1)
        return NULL;
    return unsigned_binary(arena, OP_EQ, team_rank(arena, team), unsigned_constant(arena, 0));
}

bool team_is_made_of_lanes(const Team *team)
{
    int64_t size = 1, members = team_size(team);
    bool leading = true;
    for (int d = 0; d < 3; d++) {
        if (team->extent[d] == 1)
            continue;
        if (team->member[d] && !leading)
            return false;
        leading = leading && team->member[d];
        size *= team->extent[d];
    }
    return size % WARP == 0 && (members % WARP == 0 || (members < WARP && is_power_of_two(members)));
}

// ---- shared memory for `length` parts of each team

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
    Expr *own = team_position(arena, team, false);
    Expr *subscripts[2] = {lies_by_rank(team) ? at : own, lies_by_rank(team) ? own : at};
    return expr_access(arena, array, array->ndim == 1 ? subscripts + 1 : subscripts);
}

Stmt *part_set(Arena *arena, const Symbol *part, Expr *value)
{
    return stmt_assign(arena, expr_symbol(arena, part), OP_NONE, value, NULL);
}

TeamParts team_parts(Candidate *state, const Team *team, const Parts *parts, int64_t length, StmtList *out)
{
    TeamParts shared;
    for (int i = 0; i < parts->count; i++) {
        shared.arrays[i] = team_array(state, team, parts->symbols[i], length);
        VECTOR_PUSH(state->arena, out, stmt_declare_array(state->arena, shared.arrays[i]));
    }
    return shared;
}

void team_elements(Arena *arena, const Team *team, const Parts *parts, const TeamParts *shared, Expr *at, Expr **out)
{
    for (int i = 0; i < parts->count; i++)
        out[i] = team_element(arena, team, shared->arrays[i], at);
}

Stmt *team_store(Arena *arena, const Team *team, const Parts *parts, const TeamParts *shared, Expr *at)
{
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < parts->count; i++)
        items[i] = stmt_assign(arena, team_element(arena, team, shared->arrays[i], at), OP_NONE,
                               expr_symbol(arena, parts->symbols[i]), NULL);
    return stmt_block(arena, items, parts->count);
}

Stmt *team_load(Arena *arena, const Team *team, const Parts *parts, const TeamParts *shared, Expr *at)
{
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < parts->count; i++)
        items[i] = part_set(arena, parts->symbols[i], team_element(arena, team, shared->arrays[i], at));
    return stmt_block(arena, items, parts->count);
}

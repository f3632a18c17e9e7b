// Combines partial results by a tree in shared memory, in the ways that courses on reductions compare. Each is right;
// they differ in which threads work, and in the order in which these go through memory.
//
//   interleaved   thread 0, 2, 4, ..; then 0, 4, 8, ..: the threads of a warp diverge
//   strided       the first threads, at places 2, 4, 8, .. apart: threads of a warp meet in the same banks
//   tree          the first half of the threads that are left, with the second half: neither
//   last_warp     the same, but once one warp is left it waits for its own lanes only
//   unrolled      the same without a loop
//
// The order of the ladder, and the last two, are those of M. Harris, "Optimizing Parallel Reduction in CUDA".
#include "transform/reduction/combine.h"
#include "transform/tree/tree.h"

typedef struct Tree {
    Candidate *state;
    Arena *arena;
    const Team *team;
    const Parts *parts;
    TeamParts shared;
    int64_t size; // threads in the team
    Expr *rank;
} Tree;

static Expr *constant(const Tree *tree, int64_t value)
{
    return unsigned_constant(tree->arena, value);
}

static Expr *binary(const Tree *tree, Operator op, Expr *left, Expr *right)
{
    return unsigned_binary(tree->arena, op, left, right);
}

// part[place] = part[place] op part[place + distance], in threads for which `works` holds and which have such a part.
static Stmt *step(const Tree *tree, Expr *works, Expr *place, Expr *distance, bool always_inside)
{
    Expr *mine[MAX_PARTS], *others[MAX_PARTS], *other = binary(tree, OP_ADD, place, distance);
    Expr *inside = always_inside ? NULL : binary(tree, OP_LT, other, constant(tree, tree->size));
    team_elements(tree->arena, tree->team, tree->parts, &tree->shared, place, mine);
    team_elements(tree->arena, tree->team, tree->parts, &tree->shared, other, others);
    return reduce_conditionally(tree->arena, expr_both(tree->arena, works, inside),
                                parts_accumulate(tree->arena, tree->parts, mine, others));
}

static int64_t half_above(int64_t size)
{
    int64_t half = 1;
    while (half * 2 < size)
        half *= 2;
    return half;
}

// Whether each half of the threads has another half: the team is a power of two.
static bool has_halves(const Tree *tree)
{
    return 2 * half_above(tree->size) == tree->size;
}

static Stmt *halving_step(const Tree *tree, Expr *half)
{
    return step(tree, binary(tree, OP_LT, tree->rank, half), tree->rank, half, has_halves(tree));
}

// for (step = from; step > until; step /= 2), or for (step = from; step < until; step *= 2) if it is the larger one.
static Stmt *geometric_loop(const Tree *tree, const char *name, Symbol *counter, int64_t from, int64_t until,
                            StmtList *body)
{
    Loop loop = {.id = nest_loop_id(tree->state->nest),
                 .name = name,
                 .iterator = counter,
                 .lower = constant(tree, from),
                 .upper = constant(tree, until),
                 .step = expr_index(tree->arena, from > until ? -1 : 1),
                 .step_sign = from > until ? -1 : 1,
                 .factor = 2};
    VECTOR_PUSH(tree->arena, body, stmt_simple(tree->arena, ST_BARRIER));
    return stmt_loop(tree->arena, &loop, stmt_block(tree->arena, body->items, body->count));
}

static Symbol *counter(const Tree *tree, const char *name)
{
    return nest_symbol(tree->state->nest, name, type_scalar(TY_U32), SYM_ITERATOR);
}

static void halve(const Tree *tree, int64_t last, StmtList *out)
{
    Symbol *half = counter(tree, "half");
    StmtList body = {0};
    VECTOR_PUSH(tree->arena, &body, halving_step(tree, expr_symbol(tree->arena, half)));
    VECTOR_PUSH(tree->arena, out, geometric_loop(tree, half->name, half, half_above(tree->size), last, &body));
}

static void double_distance(const Tree *tree, ReduceStyle style, StmtList *out)
{
    Arena *arena = tree->arena;
    Symbol *distance = counter(tree, "distance");
    Expr *now = expr_symbol(arena, distance), *twice = binary(tree, OP_MUL, constant(tree, 2), now), *works = NULL,
         *place = tree->rank;
    StmtList body = {0};
    if (style == REDUCE_STRIDED) {
        Symbol *index = nest_symbol(tree->state->nest, "index", type_scalar(TY_U32), SYM_LOCAL);
        VECTOR_PUSH(arena, &body, stmt_declare(arena, index, binary(tree, OP_MUL, twice, tree->rank)));
        place = expr_symbol(arena, index);
    } else {
        works = binary(tree, OP_EQ, binary(tree, OP_REM, tree->rank, twice), constant(tree, 0));
    }
    VECTOR_PUSH(arena, &body, step(tree, works, place, now, works && has_halves(tree)));
    VECTOR_PUSH(arena, out, geometric_loop(tree, distance->name, distance, 1, tree->size, &body));
}

// if (rank < 32) { a step; __syncwarp(); .. }: what one warp has left. A thread reads what lanes of its own warp wrote.
static void last_warp(const Tree *tree, StmtList *out)
{
    Arena *arena = tree->arena;
    StmtList steps = {0};
    for (int64_t half = half_above(tree->size) < WARP ? half_above(tree->size) : WARP; half > 0; half /= 2) {
        Stmt *barrier = stmt_simple(arena, ST_BARRIER);
        barrier->warp = true;
        Expr *distance = constant(tree, half), *works = binary(tree, OP_LT, tree->rank, distance);
        VECTOR_PUSH(arena, &steps, step(tree, half < WARP ? works : NULL, tree->rank, distance, has_halves(tree)));
        VECTOR_PUSH(arena, &steps, barrier);
    }
    Stmt *all = stmt_block(arena, steps.items, steps.count);
    Expr *first = tree->size > WARP ? binary(tree, OP_LT, tree->rank, constant(tree, WARP)) : NULL;
    VECTOR_PUSH(arena, out, first ? stmt_if(arena, first, all, NULL) : all);
}

static void unrolled_halves(const Tree *tree, StmtList *out)
{
    for (int64_t half = half_above(tree->size); half > WARP; half /= 2) {
        VECTOR_PUSH(tree->arena, out, halving_step(tree, constant(tree, half)));
        VECTOR_PUSH(tree->arena, out, stmt_simple(tree->arena, ST_BARRIER));
    }
}

Stmt *team_combine_by_tree(Candidate *state, const Team *team, const Parts *parts, ReduceStyle style)
{
    Arena *arena = state->arena;
    StmtList items = {0};
    Tree tree = {.state = state, .arena = arena, .team = team, .parts = parts, .size = team_size(team)};
    tree.shared = team_parts(state, team, parts, tree.size, &items);
    tree.rank = team_rank(arena, team);
    bool one_warp_is_last = (style == REDUCE_LAST_WARP || style == REDUCE_UNROLLED) && team_is_made_of_lanes(team);
    VECTOR_PUSH(arena, &items, team_store(arena, team, parts, &tree.shared, tree.rank));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    if (style == REDUCE_INTERLEAVED || style == REDUCE_STRIDED)
        double_distance(&tree, style, &items);
    else if (!one_warp_is_last)
        halve(&tree, 0, &items);
    else if (style == REDUCE_UNROLLED)
        unrolled_halves(&tree, &items);
    else if (tree.size > 2 * (int64_t)WARP)
        halve(&tree, WARP, &items);
    if (one_warp_is_last)
        last_warp(&tree, &items);
    Stmt *result = team_load(arena, team, parts, &tree.shared, constant(&tree, 0));
    VECTOR_PUSH(arena, &items, reduce_conditionally(arena, team_is_first(arena, team), result));
    VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
    return stmt_block(arena, items.items, items.count);
}

// Which pieces of a loop share a loop after loop distribution (contract in groups.h).
#include "transform/plan/groups.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static void find_circles(Groups *groups)
{
    const Pieces *pieces = groups->pieces;
    uint64_t reach[MAX_PIECES];
    for (int p = 0; p < pieces->count; p++)
        reach[p] = bit(p) | ((pieces->dependents[p] | pieces->with[p]) & ~pieces->copied);
    for (int via = 0; via < pieces->count; via++)
        for (int p = 0; p < pieces->count; p++)
            reach[p] |= reach[p] >> via & 1 ? reach[via] : 0;
    for (int p = 0; p < pieces->count; p++)
        for (int q = 0; q < pieces->count; q++)
            if ((reach[p] >> q & 1) && (reach[q] >> p & 1))
                groups->circle[p] |= bit(q);
}

static bool carries(const Pieces *pieces, uint64_t sources, uint64_t sinks)
{
    for (int p = 0; p < pieces->count; p++)
        if ((sources >> p & 1) && (pieces->carried[p] & sinks))
            return true;
    return false;
}

static bool depends(const Pieces *pieces, uint64_t sources, uint64_t sinks)
{
    for (int p = 0; p < pieces->count; p++)
        if ((sources >> p & 1) && (pieces->dependents[p] & sinks))
            return true;
    return false;
}

static const Stmt *innermost_loop(const Stmt *loop, const Stmt *piece)
{
    Path path;
    if (!tree_path(loop, piece, &path))
        return loop;
    bool itself = path.count > 1 && path.loops[path.count - 1] == piece;
    return path.loops[path.count - 1 - itself];
}

// Whether one of the loops around the two contains the other: side by side they are better in loops of their own.
static bool stand_together(const Groups *groups, uint64_t left, uint64_t right)
{
    const Pieces *pieces = groups->pieces;
    for (int p = 0; p < pieces->count; p++)
        for (int q = 0; q < pieces->count; q++) {
            if (!(left >> p & 1) || !(right >> q & 1))
                continue;
            const Stmt *one = innermost_loop(pieces->loop, pieces->items[p]),
                       *other = innermost_loop(pieces->loop, pieces->items[q]);
            if (groups->apart ? one != other : !stmt_contains(one, other) && !stmt_contains(other, one))
                return false;
        }
    return true;
}

// Whether the cycle has to have another loop than the group.
static bool must_part(const Groups *groups, int group, uint64_t circle, bool parallel)
{
    const Pieces *pieces = groups->pieces;
    uint64_t items = groups->items[group];
    return groups->parallel[group] != parallel || ((items | circle) & groups->alone) ||
           (parallel && (carries(pieces, items, circle) || carries(pieces, circle, items)));
}

// The group for the cycle: after everything that it depends on, and as parallel as it is itself.
static int group_for(const Groups *groups, uint64_t circle, bool parallel)
{
    const Pieces *pieces = groups->pieces;
    int first = 0;
    for (int g = 0; g < groups->count; g++)
        if (depends(pieces, groups->items[g], circle))
            first = must_part(groups, g, circle, parallel) ? g + 1 : g;
    for (int g = first; g < groups->count; g++)
        if (!must_part(groups, g, circle, parallel) && stand_together(groups, groups->items[g], circle))
            return g;
    return groups->count;
}

static bool is_ready(const Groups *groups, uint64_t circle, uint64_t placed)
{
    const Pieces *pieces = groups->pieces;
    for (int p = 0; p < pieces->count; p++)
        if (!((placed | circle | pieces->copied) >> p & 1) && (pieces->dependents[p] & circle))
            return false;
    return true;
}

static void place_circles(Groups *groups)
{
    const Pieces *pieces = groups->pieces;
    uint64_t placed = 0;
    for (int p = 0; p < pieces->count; p++) {
        uint64_t circle = groups->circle[p];
        if (((placed | pieces->copied) >> p & 1) || !is_ready(groups, circle, placed))
            continue;
        bool parallel = !carries(pieces, circle, circle);
        int group = group_for(groups, circle, parallel);
        groups->count += group == groups->count;
        groups->items[group] |= circle;
        groups->parallel[group] = parallel;
        placed |= circle;
        p = -1; // what waited for it may be first in the text
    }
}

void groups_find(Groups *groups)
{
    find_circles(groups);
    place_circles(groups);
}

void groups_place_copied(Groups *groups)
{
    const Pieces *pieces = groups->pieces;
    for (int p = pieces->count - 1; p >= 0; p--) {
        int group = 0;
        for (int g = groups->count - 1; (pieces->copied >> p & 1) && g >= 0; g--)
            for (int user = 0; user < pieces->count; user++)
                if ((groups->items[g] >> user & 1) &&
                    tree_mentions(pieces->items[user], source_defined_by(pieces->items[p])))
                    group = g;
        if (pieces->copied >> p & 1)
            groups->items[group] |= bit(p);
    }
}

static int depth_of(const Pieces *pieces, uint64_t items)
{
    int deepest = 0;
    for (int p = 0; p < pieces->count; p++) {
        Path path;
        if ((items >> p & 1) && tree_path(pieces->loop, pieces->items[p], &path) && path.count > deepest)
            deepest = path.count;
    }
    return deepest;
}

static bool find_work(void *context, const Expr *expr)
{
    bool *works = context;
    *works =
        *works || (expr->kind != EX_SYMBOL && expr->kind != EX_CAST && expr->kind != EX_INT && expr->kind != EX_FLOAT);
    return !*works;
}

// Storing a value that other statements have computed does not count as work.
static bool works(const Pieces *pieces, uint64_t items)
{
    bool found = false;
    for (int p = 0; p < pieces->count && !found; p++) {
        const Stmt *piece = pieces->items[p];
        if (!(items >> p & 1))
            continue;
        found = (piece->kind != ST_ASSIGN && piece->kind != ST_DECLARE) || piece->op != OP_NONE;
        expr_walk(piece->value, find_work, &found);
    }
    return found;
}

bool groups_gain(const Groups *groups, bool deep)
{
    const Pieces *pieces = groups->pieces;
    for (int g = 0; g < groups->count && groups->count > 1; g++)
        if (groups->parallel[g] && works(pieces, groups->items[g]) &&
            (!deep || depth_of(pieces, groups->items[g]) == depth_of(pieces, UINT64_MAX)))
            return true;
    return false;
}

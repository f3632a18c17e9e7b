#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

enum { MAX_UNROLLED = 64, LEAST_ROTATED = 3 };

static Stmt *replaced(Candidate *state, Stmt *root, const Stmt *stmt, const Loop *loop)
{
    Stmt *made = tree_loop_again(state->arena, stmt, loop, stmt->body);
    return tree_replace(state->arena, root, stmt, made);
}

static Stmt *unroll_partly(Candidate *state, Stmt *root, const Stmt *stmt, int64_t copies)
{
    Loop loop = *stmt->loop;
    const char *obstacle = loop_obstacle(&loop);
    if (obstacle || copies > MAX_UNROLLED) {
        diag_refuse(state->diag, stmt->loc, "unroll %s refused: %s", loop.name,
                    copies > MAX_UNROLLED ? "more than 64 iterations side by side" : obstacle);
        return NULL;
    }
    loop.copies = (int)copies;
    return replaced(state, root, stmt, &loop);
}

Stmt *unroll(Candidate *state, Stmt *root, LoopId id, int64_t copies)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    if (copies)
        return unroll_partly(state, root, stmt, copies);
    int64_t limit = stmt->loop->factor ? -1 : loop_constant_extent(state->arena, root, id);
    bool fits = limit >= 0 && limit <= MAX_UNROLLED;
    const char *obstacle = loop_obstacle(stmt->loop);
    if (obstacle || !fits) {
        diag_refuse(state->diag, stmt->loc, "unroll %s refused: %s", stmt->loop->name,
                    fits ? obstacle : "it has no constant limit of at most 64 iterations");
        return NULL;
    }
    Loop loop = *stmt->loop;
    loop.binding = BIND_UNROLL;
    return replaced(state, root, stmt, &loop);
}

Stmt *rotate_windows(Candidate *state, Stmt *root, LoopId id, int64_t ahead)
{
    const Stmt *stmt = stmt_find_loop(root, id);
    int64_t limit = stmt->loop->factor ? -1 : loop_constant_extent(state->arena, root, id);
    const char *obstacle = ahead > 1 ? "windows are loaded one iteration ahead at most" : loop_obstacle(stmt->loop);
    if (!obstacle && (limit < LEAST_ROTATED || limit > MAX_UNROLLED))
        obstacle = "it has no constant limit of 3 to 64 iterations";
    if (obstacle) {
        diag_refuse(state->diag, stmt->loc, "rotate %s refused: %s", stmt->loop->name, obstacle);
        return NULL;
    }
    Loop loop = *stmt->loop;
    loop.binding = BIND_UNROLL;
    loop.slides = ahead ? 2 : 1;
    return replaced(state, root, stmt, &loop);
}

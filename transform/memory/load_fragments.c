// Loads the part of a tile in shared memory, or of an array in global memory (stage_register.c), that an iteration of a
// loop uses to registers at its beginning (contract in transform.h).
#include "transform/memory/stage_register.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

static Stmt *refuse(Candidate *state, const Array *array, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "load_fragments %s at %s refused: %s", array->name, stmt->loop->name, reason);
    return NULL;
}

typedef struct Tile {
    const Array *staged, *found;
    const Stmt *body;
} Tile;

static bool look_for_held(void *context, const Expr *expr)
{
    Tile *tile = context;
    if (expr->kind == EX_ACCESS && expr->array->space == SPACE_REGISTER && expr->array->staged == tile->staged)
        tile->found = expr->array;
    return !tile->found;
}

// A tile of the array whose fragments are not in registers yet: there may be several.
static bool look_for_tile(void *context, const Expr *expr)
{
    Tile *tile = context;
    Tile held = {.staged = expr->array};
    if (expr->kind != EX_ACCESS || expr->array->space != SPACE_SHARED || expr->array->staged != tile->staged ||
        tile->found)
        return !tile->found;
    stmt_walk_expressions(tile->body, look_for_held, &held);
    tile->found = held.found ? NULL : expr->array;
    return true;
}

Stmt *load_fragments(Candidate *state, Stmt *root, const Array *array, LoopId at)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, at);
    Tile tile = {array, NULL, stmt->body};
    stmt_walk_expressions(stmt->body, look_for_tile, &tile);
    if (!tile.found)
        return stage_iteration(state, root, array, at);
    Staging staging = {.state = state, .array = tile.found, .space = SPACE_REGISTER, .stmt = stmt, .uses = stmt->body};
    tree_path(root, stmt, &staging.path);
    staging.around = path_varying(&staging.path, 0);
    if (binding_is_concurrent(stmt->loop->binding))
        return refuse(state, array, stmt, "the loop does not run inside a thread");
    if (tree_is_collective(stmt->body) || tree_writes_array(stmt->body, tile.found))
        return refuse(state, array, stmt, "the tile changes inside of it");
    if (!held_find_moving(&staging, false))
        return NULL;
    if (!box_of(state, stmt->body, tile.found, NULL, &staging.around, &staging.moving, &staging.box))
        return refuse(state, array, stmt, staging.box.reason);
    HeldAccess access = held_access(stmt->body, &staging);
    Held held = {.staging = &staging};
    if (access.differ)
        return refuse(state, array, stmt, "its accesses differ");
    if (!held_lay_out(&held, access.found))
        return refuse(state, array, stmt, "it would need more than 255 registers a thread");
    Stmt *items[] = {held_declare(&held), held_transfer(&held, access.found, true),
                     stmt_rewrite(arena, stmt->body, NULL, held_use, &held)};
    Stmt *made = stmt_loop_for(arena, stmt, stmt->loop, stmt_block(arena, items, 3));
    return tree_replace(arena, root, stmt, made);
}

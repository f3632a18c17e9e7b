// Rows of which a thread keeps some elements in registers and the others in shared memory (contract in
// stage_register.h): the outermost loop that moves is divided, and each part has an array of its own.
#include "transform/memory/stage_register.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

typedef struct Part {
    const RowParts *parts;
    bool awaits;
    const Staging *whole; // of the loop that is bound to threads, as it was
    Staging staging;
    Held held;
    Varying threads;
    Loop loops[2 * MAX_DEPTH]; // that move
} Part;

Varying row_parts_threads(const Staging *staging)
{
    Varying threads = {0};
    for (int i = 0; i < staging->path.count; i++)
        if (binding_is_thread(staging->path.loops[i]->loop->binding))
            threads.loops[threads.count++] = staging->path.loops[i]->loop;
    return threads;
}

// for t in 0..N  ->  for t in 0..min(first, N), or for t.kept in 0..min(kept, N - first) with first + t.kept for t
static void begin_part(Part *part, const RowParts *parts, const Staging *whole, bool kept)
{
    Candidate *state = whole->state;
    Arena *arena = state->arena;
    Loop *outermost = &part->loops[0];
    *part = (Part){.parts = parts, .whole = whole, .staging = *whole, .held = kept ? parts->shared : parts->registers};
    part->held.staging = &part->staging;
    part->threads = row_parts_threads(whole);
    part->held.threads = kept ? &part->threads : NULL;
    for (int i = 0; i < whole->moving.count; i++) {
        part->loops[i] = *whole->moving.loops[i];
        part->loops[i].id = kept ? nest_loop_id(state->nest) : part->loops[i].id;
        part->loops[i].name = kept ? intern_printf("%s.kept", part->loops[i].name) : part->loops[i].name;
        part->staging.moving.loops[i] = &part->loops[i];
    }
    Expr *upper = index_cast(arena, outermost->upper), *first = expr_index(arena, parts->registers.extent[0]);
    outermost->upper =
        kept ? index_min(arena, expr_index(arena, parts->shared.extent[0]), index_sub(arena, upper, first))
             : index_min(arena, first, upper);
    if (kept)
        outermost->iterator = nest_symbol(state->nest, outermost->name, outermost->iterator->type, SYM_ITERATOR);
}

// In terms of the part's own outermost loop.
static Stmt *end_part(const Part *part, Stmt *stmt)
{
    Arena *arena = part->whole->state->arena;
    const Symbol *whole = part->whole->moving.loops[0]->iterator, *own = part->loops[0].iterator;
    if (own == whole)
        return stmt;
    Expr *value = index_add(arena, expr_symbol(arena, own), expr_index(arena, part->parts->registers.extent[0]));
    return stmt_substitute(arena, stmt, whole, expr_cast(arena, whole->type, value));
}

static Stmt *loop_of_part(void *context, Stmt *stmt)
{
    const Part *part = context;
    Candidate *state = part->whole->state;
    if (stmt->kind != ST_LOOP)
        return stmt;
    for (int i = 0; i < part->whole->moving.count; i++)
        if (stmt->loop->iterator == part->whole->moving.loops[i]->iterator)
            return tree_loop_again(state->arena, stmt, &part->loops[i], stmt->body);
    if (!part->held.threads)
        return stmt;
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(state->nest);
    loop.name = intern_printf("%s.kept", loop.name);
    return tree_loop_again(state->arena, stmt, &loop, stmt->body);
}

static Stmt *effect(Arena *arena, Intrinsic intrinsic, Expr *const *operands, int count)
{
    return stmt_evaluate(arena, expr_intrinsic(arena, intrinsic, type_scalar(TY_VOID), operands, count));
}

// The loop, and what it uses in registers and in shared memory.
static Stmt *divide(void *context, Stmt *stmt)
{
    const Part *whole = context;
    Arena *arena = whole->whole->state->arena;
    Stmt *made[2];
    if (stmt->kind != ST_LOOP || stmt->loop->iterator != whole->whole->moving.loops[0]->iterator)
        return stmt;
    for (int kept = 0; kept < 2; kept++) {
        Part part;
        begin_part(&part, whole->parts, whole->whole, kept);
        made[kept] = stmt_rewrite(arena, stmt, NULL, held_use, &part.held);
        made[kept] = end_part(&part, stmt_rewrite(arena, made[kept], loop_of_part, NULL, &part));
    }
    Expr *none = expr_int(arena, 0, type_scalar(TY_I32));
    Stmt *items[] = {made[0], whole->awaits ? effect(arena, IN_COPIES_WAIT, &none, 1) : NULL, made[1]};
    return stmt_block(arena, items, 3);
}

Stmt *row_parts_use(const RowParts *parts, const Staging *staging, bool awaits, Stmt *stmt)
{
    Part whole = {.parts = parts, .whole = staging, .awaits = awaits};
    return stmt_rewrite(staging->state->arena, stmt, divide, NULL, &whole);
}

Stmt *row_parts_transfer(const RowParts *parts, const Staging *staging, const Expr *access, bool load)
{
    Stmt *made[2];
    for (int kept = 0; kept < 2; kept++) {
        Part part;
        begin_part(&part, parts, staging, kept);
        made[kept] = end_part(&part, held_transfer(&part.held, access, load));
    }
    // What is copied asynchronously goes on while registers are loaded.
    Arena *arena = staging->state->arena;
    Stmt *items[] = {made[1], load ? effect(arena, IN_COPIES_CLOSE, NULL, 0) : NULL, made[0]};
    return stmt_block(arena, items, 3);
}

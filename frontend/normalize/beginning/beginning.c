// The first iterations of a loop as the user wrote it, before the others in another form.
#include "frontend/normalize/beginning/beginning.h"
#include "frontend/directives/directive.h"
#include "frontend/normalize/loop_copy.h"

typedef struct Repeats {
    const Stmt *loop;
    bool fine;
} Repeats;

static bool find_obstacle(void *context, const Stmt *stmt)
{
    Repeats *repeats = context;
    bool inner = stmt->kind == ST_LOOP && stmt != repeats->loop;
    bool leaves = stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || stmt->kind == ST_RETURN;
    repeats->fine = repeats->fine && !leaves && stmt->kind != ST_WHILE && stmt->kind != ST_ROTATE &&
                    !(inner && stmt->loop->iterator->live_after) && !(inner && stmt->directive);
    return repeats->fine;
}

bool can_have_beginning(const Nest *nest, const Stmt *stmt)
{
    bool plain = !nest->is_region && (!nest->directive || !nest->directive->clauses.count);
    const Loop *loop = stmt->kind == ST_LOOP ? stmt->loop : NULL;
    if (!plain || !loop || !loop_ends_as_written(loop) || !expr_is_int(loop->step, 1) || loop->iterator->is_volatile ||
        (loop->iterator->type->kind != TY_I32 && loop->iterator->type->kind != TY_I64))
        return false;
    Repeats repeats = {stmt, true};
    stmt_walk(stmt, find_obstacle, &repeats);
    return repeats.fine;
}

static Stmt *numbered(Nest *nest, Stmt *made, Loc loc)
{
    made->id = ++nest->next_stmt;
    made->loc = loc;
    return made;
}

// for i' { if (low <= high) break; first = i' + 1; .. } with the loop as the user wrote it
static Stmt *beginning(Nest *nest, const Stmt *all, const Stmt *loop, Expr *until, const Symbol *first)
{
    Arena *arena = nest->unit->arena;
    Stmt *made = loop_copy(nest, all, loop);
    if (!made)
        return NULL;
    Expr *next = expr_binary(arena, OP_ADD, expr_symbol(arena, made->loop->iterator), expr_int(arena, 1, first->type),
                             first->type);
    Stmt *leave = numbered(nest, stmt_simple(arena, ST_BREAK), loop->loc);
    Stmt *items[] = {stmt_if(arena, until, leave, NULL),
                     numbered(nest, stmt_assign(arena, expr_symbol(arena, first), OP_NONE, next, NULL), loop->loc),
                     made->body};
    return stmt_loop_for(arena, loop, made->loop, stmt_block(arena, items, 3));
}

// for i { if (i >= first) { .. } }
static Stmt *rest_of(Arena *arena, Stmt *loop, const Symbol *first)
{
    Expr *later =
        expr_binary(arena, OP_GE, expr_symbol(arena, loop->loop->iterator), expr_symbol(arena, first), first->type);
    Stmt *made = stmt_loop_for(arena, loop, loop->loop, stmt_if(arena, later, loop->body, NULL));
    made->directive = loop->directive;
    return made;
}

bool add_beginning(Nest *nest, const Stmt *all, const Stmt *written, Stmt *loop, Expr *until, StmtList *out)
{
    Arena *arena = nest->unit->arena;
    const Symbol *iterator = written->loop->iterator;
    Symbol *first = nest_symbol(nest, intern_printf("%s_first", iterator->name), iterator->type, SYM_LOCAL);
    Expr *lower = expr_cast(arena, iterator->type, written->loop->lower);
    Stmt *before = beginning(nest, all, written, until, first);
    if (!before)
        return false;
    VECTOR_PUSH(arena, out, numbered(nest, stmt_declare(arena, first, lower), written->loc));
    VECTOR_PUSH(arena, out, before);
    VECTOR_PUSH(arena, out, rest_of(arena, loop, first));
    nest->is_region = true; // for the declaration
    return true;
}

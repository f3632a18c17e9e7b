// Replaces `continue` by if and else, so that a loop's body always runs to its end.
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/continue.h"
#include "frontend/control/stmt.h"

enum { MAX_COPIES = 32 };

typedef struct Search {
    StmtKind kind;
    bool found;
} Search;

static bool find_jump(void *context, const Stmt *stmt)
{
    Search *search = context;
    search->found |= stmt->kind == search->kind;
    return stmt->kind != ST_WHILE && stmt->kind != ST_LOOP;
}

bool contains_jump(const Stmt *body, StmtKind kind)
{
    Search search = {.kind = kind};
    if (body->kind == ST_WHILE || body->kind == ST_LOOP)
        return false;
    stmt_walk(body, find_jump, &search);
    return search.found;
}

typedef struct Rest {
    Stmt *const *items;
    int count;
    struct Rest *outer;
    bool placed; // in one branch: the other branch gets a copy
} Rest;

static bool find_loop(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found |= stmt->kind == ST_LOOP;
    return !*found;
}

static bool holds_loop(Stmt *const *items, int count)
{
    bool found = false;
    for (int i = 0; i < count; i++)
        stmt_walk(items[i], find_loop, &found);
    return found;
}

static Stmt *renumber(void *context, Stmt *stmt)
{
    Reader *reader = context;
    Stmt *made = arena_copy(reader->arena, stmt, sizeof *stmt);
    made->id = stmt->id ? next_stmt_id(reader) : 0;
    return made;
}

// Statements of their own: which of two copies runs before which other statement is asked by their numbers.
static Rest *copy_of(Reader *reader, const Rest *rest)
{
    StmtList copies = {0};
    for (int i = 0; i < rest->count; i++)
        VECTOR_PUSH(reader->arena, &copies, stmt_rewrite(reader->arena, rest->items[i], renumber, NULL, reader));
    Rest *made = ARENA_NEW(reader->arena, Rest);
    *made = (Rest){copies.items, copies.count, rest->outer, false};
    return made;
}

// The items without continue: what follows an `if` that may continue moves into its branches.
static Stmt *rebuild(Reader *reader, Stmt *const *items, int count, Rest *after, int *copies);

static Stmt *rebuild_branch(Reader *reader, Stmt *branch, Rest *after, int *copies)
{
    if (!branch)
        return rebuild(reader, NULL, 0, after, copies);
    if (branch->kind == ST_BLOCK)
        return rebuild(reader, branch->items, branch->nitems, after, copies);
    return rebuild(reader, &branch, 1, after, copies);
}

static Stmt *rebuild_if(Reader *reader, const Stmt *stmt, Rest *after, int *copies)
{
    if (++*copies > MAX_COPIES)
        return NULL;
    Stmt *body = rebuild_branch(reader, stmt->body, after, copies);
    Stmt *otherwise = body ? rebuild_branch(reader, stmt->otherwise, after, copies) : NULL;
    if (!otherwise)
        return NULL;
    Expr *condition = stmt->condition;
    if (body->kind == ST_BLOCK && body->nitems == 0) { // if (c) continue; rest
        condition = expr_unary(reader->arena, OP_NOT, condition);
        condition->loc = stmt->condition->loc;
        body = otherwise;
        otherwise = NULL;
    } else if (otherwise->kind == ST_BLOCK && otherwise->nitems == 0) {
        otherwise = NULL;
    }
    if (!otherwise && body->kind == ST_BLOCK && body->nitems == 0)
        return body;
    Stmt *made = stmt_if(reader->arena, condition, body, otherwise);
    made->loc = stmt->loc;
    return made;
}

static Stmt *rebuild(Reader *reader, Stmt *const *items, int count, Rest *after, int *copies)
{
    StmtList made = {0};
    for (int i = 0; i < count; i++) {
        if (items[i]->kind == ST_CONTINUE)
            return stmt_block(reader->arena, made.items, made.count);
        if (items[i]->kind != ST_IF || !contains_jump(items[i], ST_CONTINUE)) {
            VECTOR_PUSH(reader->arena, &made, items[i]);
            continue;
        }
        Rest rest = {items + i + 1, count - i - 1, after, false};
        Stmt *branch = rebuild_if(reader, items[i], &rest, copies);
        if (!branch)
            return NULL;
        VECTOR_PUSH(reader->arena, &made, branch);
        return stmt_block(reader->arena, made.items, made.count);
    }
    if (after) {
        if (after->placed && holds_loop(after->items, after->count)) // there is only one of each loop
            return NULL;
        const Rest *own = after->placed ? copy_of(reader, after) : after;
        after->placed = true;
        Stmt *rest = rebuild(reader, own->items, own->count, own->outer, copies);
        if (!rest)
            return NULL;
        VECTOR_PUSH(reader->arena, &made, rest);
    }
    return stmt_block(reader->arena, made.items, made.count);
}

// ---- where the rest would stand in too many branches: a variable says whether it is left out

static Stmt *set_flag(Reader *reader, Symbol *flag, int value, Loc loc)
{
    Arena *arena = reader->arena;
    Expr *number = expr_int(arena, value, flag->type);
    Stmt *made =
        value ? stmt_assign(arena, expr_symbol(arena, flag), OP_NONE, number, NULL) : stmt_declare(arena, flag, number);
    made->id = next_stmt_id(reader);
    made->loc = loc;
    return made;
}

static Stmt *flagged(Reader *reader, Stmt *const *items, int count, Symbol *flag);

static Stmt *flagged_branch(Reader *reader, Stmt *branch, Symbol *flag)
{
    return branch->kind == ST_BLOCK ? flagged(reader, branch->items, branch->nitems, flag)
                                    : flagged(reader, &branch, 1, flag);
}

static Stmt *flagged(Reader *reader, Stmt *const *items, int count, Symbol *flag)
{
    Arena *arena = reader->arena;
    StmtList made = {0};
    for (int i = 0; i < count; i++) {
        Stmt *item = items[i];
        if (item->kind == ST_CONTINUE) {
            VECTOR_PUSH(arena, &made, set_flag(reader, flag, 1, item->loc));
            break;
        }
        if (item->kind != ST_IF || !contains_jump(item, ST_CONTINUE)) {
            VECTOR_PUSH(arena, &made, item);
            continue;
        }
        Stmt *otherwise = item->otherwise ? flagged_branch(reader, item->otherwise, flag) : NULL;
        Stmt *branch = stmt_if(arena, item->condition, flagged_branch(reader, item->body, flag), otherwise);
        branch->loc = item->loc;
        VECTOR_PUSH(arena, &made, branch);
        if (i + 1 < count) {
            Expr *goes_on = expr_unary(arena, OP_NOT, expr_symbol(arena, flag));
            Stmt *rest = stmt_if(arena, goes_on, flagged(reader, items + i + 1, count - i - 1, flag), NULL);
            rest->loc = items[i + 1]->loc;
            VECTOR_PUSH(arena, &made, rest);
        }
        break;
    }
    return stmt_block(arena, made.items, made.count);
}

static Stmt *with_flag(Reader *reader, Stmt *body, CXCursor at)
{
    Loc loc = cursor_loc(reader, at);
    Symbol *flag = new_symbol(reader, "skips", type_scalar(TY_I32), SYM_LOCAL, loc);
    mark_assigned(reader, flag);
    Stmt *parts[2] = {set_flag(reader, flag, 0, loc), flagged_branch(reader, body, flag)};
    return stmt_block(reader->arena, parts, 2);
}

Stmt *continue_remove(Reader *reader, Stmt *body, CXCursor at)
{
    if (!contains_jump(body, ST_CONTINUE))
        return body;
    int copies = 0;
    Stmt *made = rebuild_branch(reader, body, NULL, &copies);
    if (!made)
        made = with_flag(reader, body, at);
    if (!made->loc.file)
        made->loc = body->loc;
    return made;
}

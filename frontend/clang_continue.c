// `continue` made into if and else, so that a loop's body always runs to its end.
#include "frontend/clang_internal.h"

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
    const struct Rest *outer;
} Rest;

// The items without continue: what follows an `if` that may continue moves into its branches.
static Stmt *rebuild(Reader *reader, Stmt *const *items, int count, const Rest *after, int *copies);

static Stmt *rebuild_branch(Reader *reader, Stmt *branch, const Rest *after, int *copies)
{
    if (!branch)
        return rebuild(reader, NULL, 0, after, copies);
    if (branch->kind == ST_BLOCK)
        return rebuild(reader, branch->items, branch->nitems, after, copies);
    return rebuild(reader, &branch, 1, after, copies);
}

static Stmt *rebuild_if(Reader *reader, const Stmt *stmt, const Rest *after, int *copies)
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

static Stmt *rebuild(Reader *reader, Stmt *const *items, int count, const Rest *after, int *copies)
{
    StmtList made = {0};
    for (int i = 0; i < count; i++) {
        if (items[i]->kind == ST_CONTINUE)
            return stmt_block(reader->arena, made.items, made.count);
        if (items[i]->kind != ST_IF || !contains_jump(items[i], ST_CONTINUE)) {
            VECTOR_PUSH(reader->arena, &made, items[i]);
            continue;
        }
        Rest rest = {items + i + 1, count - i - 1, after};
        Stmt *branch = rebuild_if(reader, items[i], &rest, copies);
        if (!branch)
            return NULL;
        VECTOR_PUSH(reader->arena, &made, branch);
        return stmt_block(reader->arena, made.items, made.count);
    }
    if (after) {
        Stmt *rest = rebuild(reader, after->items, after->count, after->outer, copies);
        if (!rest)
            return NULL;
        VECTOR_PUSH(reader->arena, &made, rest);
    }
    return stmt_block(reader->arena, made.items, made.count);
}

Stmt *remove_continue(Reader *reader, Stmt *body, CXCursor at)
{
    if (!contains_jump(body, ST_CONTINUE))
        return body;
    int copies = 0;
    Stmt *made = rebuild_branch(reader, body, NULL, &copies);
    if (!made)
        refuse(reader, at, "it contains too many continue statements");
    else if (!made->loc.file)
        made->loc = body->loc;
    return made;
}

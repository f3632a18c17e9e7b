#include "transform/source/sink.h"
#include "transform/source/source.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *loop, const char *reason)
{
    diag_refuse(state->diag, loop->loc, "sink %s refused: %s", loop->loop->name, reason);
    return NULL;
}

// ---- the branch around a loop

typedef struct Search {
    const Stmt *loop, *branch;
} Search;

static bool holds_directly(const Stmt *branch, const Stmt *loop)
{
    if (!branch || branch == loop)
        return branch != NULL;
    for (int i = 0; branch->kind == ST_BLOCK && i < branch->nitems; i++)
        if (branch->items[i] == loop)
            return true;
    return false;
}

static bool find_branch(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->kind == ST_IF &&
        (holds_directly(stmt->body, search->loop) || holds_directly(stmt->otherwise, search->loop)))
        search->branch = stmt;
    return !search->branch;
}

// ---- headers that run although the condition does not hold

static bool is_harmless(void *context, const Expr *expr)
{
    bool *harmless = context;
    bool divides =
        expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && expr->operands[1]->kind != EX_INT;
    if (divides || expr->kind == EX_ACCESS || expr->kind == EX_CALL)
        *harmless = false;
    return *harmless;
}

static bool test_header(void *context, const Stmt *stmt)
{
    bool *harmless = context;
    if (stmt->kind == ST_LOOP) {
        expr_walk(stmt->loop->lower, is_harmless, harmless);
        expr_walk(stmt->loop->upper, is_harmless, harmless);
        expr_walk(stmt->loop->step, is_harmless, harmless);
    }
    return *harmless;
}

// What is declared directly in a branch would leave its scope.
static bool declares_beside_loops(const Stmt *branch)
{
    for (int i = 0; branch && branch->kind == ST_BLOCK && i < branch->nitems; i++)
        if (branch->items[i]->kind == ST_DECLARE)
            return true;
    return branch && branch->kind == ST_DECLARE;
}

static bool has_jumps(const Stmt *branch)
{
    return branch && (tree_leaves(branch, ST_BREAK) || tree_leaves(branch, ST_CONTINUE));
}

// ---- moving it in

static Stmt *guarded(Arena *arena, Stmt *stmt, Expr *condition)
{
    if (stmt->kind == ST_LOOP) {
        Stmt *made = stmt_loop_for(arena, stmt, stmt->loop, guarded(arena, stmt->body, condition));
        made->directive = stmt->directive;
        return made;
    }
    if (stmt->kind == ST_BLOCK && stmt->nitems == 1)
        return guarded(arena, stmt->items[0], condition);
    Stmt *made = stmt_if(arena, condition, stmt, NULL);
    made->loc = stmt->loc;
    return made;
}

static void add_branch(Arena *arena, Stmt *branch, Expr *condition, Stmt **items, int *count)
{
    int n = stmt_count(branch);
    for (int i = 0; i < n; i++)
        items[(*count)++] = guarded(arena, stmt_item(branch, i), condition);
}

Stmt *sink(Candidate *state, Stmt *root, LoopId id)
{
    Arena *arena = state->arena;
    const Stmt *loop = stmt_find_loop(root, id);
    Search search = {loop, NULL};
    stmt_walk(root, find_branch, &search);
    const Stmt *branch = search.branch;
    Stmt *sunk = branch ? NULL : sink_definitions(state, root, loop);
    if (!branch)
        return sunk ? sunk
                    : refuse(state, loop,
                             "no condition is directly around it, and no definition for it alone precedes it");
    bool harmless = true;
    stmt_walk(branch, test_header, &harmless);
    if (!harmless)
        return refuse(state, loop, "the bounds of a loop under the condition may not be valid without it");
    if (declares_beside_loops(branch->body) || declares_beside_loops(branch->otherwise))
        return refuse(state, loop, "a declaration is next to it under the condition");
    if (has_jumps(branch->body) || has_jumps(branch->otherwise))
        return refuse(state, loop, "the condition contains a 'break' or 'continue'");
    Stmt **items = ARENA_ARRAY(arena, Stmt *, stmt_count(branch->body) + stmt_count(branch->otherwise) + 1);
    int count = 0;
    Expr *condition = branch->condition;
    if (source_changes(branch, condition)) { // decided once, as in the source
        const Type *type = type_scalar(TY_I32);
        Symbol *holds = nest_symbol(state->nest, "holds", type, SYM_LOCAL);
        holds->loc = branch->loc;
        Expr *zero = expr_cast(arena, condition->type, expr_int(arena, 0, type));
        Stmt *decided = stmt_declare(arena, holds, expr_binary(arena, OP_NE, condition, zero, condition->type));
        decided->loc = branch->loc;
        decided->id = ++state->nest->next_stmt;
        items[count++] = decided;
        condition = expr_symbol(arena, holds);
    }
    add_branch(arena, branch->body, condition, items, &count);
    add_branch(arena, branch->otherwise, expr_unary(arena, OP_NOT, condition), items, &count);
    return tree_replace(arena, root, branch, stmt_block(arena, items, count));
}

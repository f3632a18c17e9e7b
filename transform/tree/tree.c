#include "transform/tree/tree.h"

#include <string.h>

// ---- paths

static bool descend(const Stmt *at, const Stmt *target, Path *path)
{
    if (!at)
        return false;
    bool is_loop = at->kind == ST_LOOP;
    if (is_loop) {
        if (path->count == 2 * MAX_DEPTH)
            return false;
        path->loops[path->count++] = at;
    }
    if (at == target)
        return true;
    for (int i = 0; i < at->nitems; i++)
        if (descend(at->items[i], target, path))
            return true;
    if (descend(at->body, target, path) || descend(at->otherwise, target, path))
        return true;
    path->count -= is_loop;
    return false;
}

bool tree_path(const Stmt *root, const Stmt *target, Path *path)
{
    path->count = 0;
    path->last = target;
    return descend(root, target, path);
}

Varying path_varying(const Path *path, int from)
{
    Varying varying = {0};
    for (int i = from; i < path->count; i++)
        varying.loops[varying.count++] = path->loops[i]->loop;
    return varying;
}

static bool gather_loop(void *context, const Stmt *stmt)
{
    Varying *varying = context;
    if (stmt->kind == ST_LOOP && varying->count < 2 * MAX_DEPTH)
        varying->loops[varying->count++] = stmt->loop;
    return true;
}

Varying varying_below(const Stmt *root)
{
    Varying varying = {0};
    stmt_walk(root, gather_loop, &varying);
    return varying;
}

// ---- replacing

typedef struct Replacement {
    const Stmt *old;
    Stmt *with;
} Replacement;

static Stmt *replace(void *context, Stmt *stmt)
{
    const Replacement *replacement = context;
    return stmt == replacement->old ? replacement->with : stmt;
}

Stmt *tree_replace(Arena *arena, Stmt *root, const Stmt *old, Stmt *replacement)
{
    Replacement context = {old, replacement};
    return stmt_rewrite(arena, root, replace, NULL, &context);
}

static Stmt *renew_loop(void *context, Stmt *stmt)
{
    Restructuring *state = context;
    if (stmt->kind != ST_LOOP)
        return stmt;
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(state->nest);
    Stmt *made = stmt_loop_for(state->arena, stmt, &loop, stmt->body);
    made->all_threads = stmt->all_threads;
    return made;
}

Stmt *tree_renew_loops(Restructuring *state, Stmt *root)
{
    return stmt_rewrite(state->arena, root, renew_loop, NULL, state);
}

Stmt *for_all_threads(Arena *arena, Stmt *made)
{
    Stmt *marked = arena_copy(arena, made, sizeof *made);
    marked->all_threads = made->kind != ST_BLOCK;
    if (made->kind == ST_BLOCK) {
        marked->items = ARENA_ARRAY(arena, Stmt *, made->nitems);
        for (int i = 0; i < made->nitems; i++)
            marked->items[i] = for_all_threads(arena, made->items[i]);
    }
    return marked;
}

Stmt *where_touched(Restructuring *state, const Array *array, Stmt *stmt)
{
    const ArrayFact *fact = array ? facts_array(state->facts, array) : NULL;
    return fact && fact->touched ? stmt_if(state->arena, fact->touched, stmt, NULL) : stmt;
}

typedef struct Resolve {
    Arena *arena;
    Expr *expr;
} Resolve;

static bool resolve(void *context, const Stmt *stmt)
{
    Resolve *to = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol && stmt->value && expr_mentions(to->expr, stmt->symbol))
        to->expr = expr_substitute(to->arena, to->expr, stmt->symbol, stmt->value);
    return true;
}

Expr *tree_over_parameters(Arena *arena, const Stmt *root, Expr *expr)
{
    Resolve to = {arena, expr};
    stmt_walk(root, resolve, &to);
    return to.expr;
}

// ---- questions

typedef struct Question {
    StmtKind kind;
    const Symbol *symbol;
    const Array *array;
    bool answer;
} Question;

static bool ask_kind(void *context, const Stmt *stmt)
{
    Question *question = context;
    question->answer = question->answer || stmt->kind == question->kind;
    return !question->answer;
}

bool tree_has_kind(const Stmt *root, StmtKind kind)
{
    Question question = {.kind = kind};
    stmt_walk(root, ask_kind, &question);
    return question.answer;
}

static bool add_shared(void *context, const Stmt *stmt)
{
    int64_t *bytes = context;
    if (stmt->kind == ST_DECLARE && stmt->array && stmt->array->space == SPACE_SHARED)
        *bytes += tree_shared_size(array_bytes(stmt->array));
    return true;
}

int64_t tree_shared_size(int64_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

int64_t tree_shared_bytes(const Stmt *root)
{
    int64_t bytes = 0;
    stmt_walk(root, add_shared, &bytes);
    return bytes;
}

static bool ask_collective(void *context, const Stmt *stmt)
{
    Question *question = context;
    question->answer = question->answer || stmt->all_threads || (stmt->kind == ST_BARRIER && !stmt->warp);
    return !question->answer;
}

bool tree_is_collective(const Stmt *root)
{
    Question question = {0};
    stmt_walk(root, ask_collective, &question);
    return question.answer;
}

static bool ask_mention(void *context, const Expr *expr)
{
    Question *question = context;
    if (expr->kind == EX_SYMBOL && question->symbol && expr->symbol == question->symbol)
        question->answer = true;
    if (expr->kind == EX_ACCESS && question->array && expr->array == question->array)
        question->answer = true;
    return !question->answer;
}

bool tree_mentions(const Stmt *root, const Symbol *symbol)
{
    Question question = {.symbol = symbol};
    stmt_walk_expressions(root, ask_mention, &question);
    return question.answer;
}

bool tree_mentions_array(const Stmt *root, const Array *array)
{
    Question question = {.array = array};
    stmt_walk_expressions(root, ask_mention, &question);
    return question.answer;
}

static bool ask_write(void *context, const Stmt *stmt)
{
    Question *question = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && question->symbol == stmt->place->symbol)
        question->answer = true;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS && question->array == stmt->place->array)
        question->answer = true;
    if (stmt->kind == ST_EVALUATE && question->array && tree_mentions_array(stmt, question->array))
        question->answer = true; // an atomic, or a helper that gets an address
    return !question->answer;
}

typedef struct Declares {
    const Symbol *symbol;
    bool found;
} Declares;

static bool look_for_declaration(void *context, const Stmt *stmt)
{
    Declares *declares = context;
    declares->found = declares->found || (stmt->kind == ST_DECLARE && stmt->symbol == declares->symbol);
    return !declares->found;
}

bool tree_declares(const Stmt *root, const Symbol *symbol)
{
    Declares declares = {symbol, false};
    stmt_walk(root, look_for_declaration, &declares);
    return declares.found;
}

bool tree_writes_symbol(const Stmt *root, const Symbol *symbol)
{
    Question question = {.symbol = symbol};
    stmt_walk(root, ask_write, &question);
    return question.answer;
}

bool tree_writes_array(const Stmt *root, const Array *array)
{
    Question question = {.array = array};
    stmt_walk(root, ask_write, &question);
    return question.answer;
}

bool expr_is_constant(const Expr *expr)
{
    if (expr->kind == EX_CAST || (expr->kind == EX_UNARY && expr->op == OP_NEG))
        return expr_is_constant(expr->operands[0]);
    return expr->kind == EX_INT || expr->kind == EX_FLOAT;
}

bool tree_leaves(const Stmt *body, StmtKind kind)
{
    if (!body || body->kind == ST_LOOP || body->kind == ST_WHILE)
        return false;
    if (body->kind == kind)
        return true;
    for (int i = 0; i < body->nitems; i++)
        if (tree_leaves(body->items[i], kind))
            return true;
    return tree_leaves(body->body, kind) || tree_leaves(body->otherwise, kind);
}

// ---- loops

bool binding_is_thread(Binding binding)
{
    return binding >= BIND_THREAD_X && binding <= BIND_THREAD_Z;
}

bool binding_is_block(Binding binding)
{
    return binding >= BIND_BLOCK_X && binding <= BIND_BLOCK_Z;
}

bool binding_is_concurrent(Binding binding)
{
    return binding_is_thread(binding) || binding_is_block(binding) || binding == BIND_LANE;
}

int binding_dimension(Binding binding)
{
    return binding_is_thread(binding) ? (int)binding - BIND_THREAD_X : (int)binding - BIND_BLOCK_X;
}

static bool ask_concurrent(void *context, const Stmt *stmt)
{
    Question *question = context;
    question->answer = question->answer || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding));
    return !question->answer;
}

bool tree_has_concurrent(const Stmt *root)
{
    Question question = {0};
    stmt_walk(root, ask_concurrent, &question);
    return question.answer;
}

const Stmt *only_loop(const Stmt *body)
{
    while (body && body->kind == ST_BLOCK && body->nitems == 1)
        body = body->items[0];
    return body && body->kind == ST_LOOP ? body : NULL;
}

bool iterator_is_made(const Symbol *symbol)
{
    return symbol->loc.line == 0 && !symbol->host;
}

int64_t loop_constant_extent(Arena *arena, const Stmt *root, LoopId id)
{
    Path path;
    int64_t limit;
    const Stmt *stmt = stmt_find_loop(root, id);
    if (!stmt || !tree_path(root, stmt, &path))
        return -1;
    if (binding_is_thread(stmt->loop->binding) && stmt->loop->limit)
        return stmt->loop->limit;
    Varying around = path_varying(&path, 0);
    if (!expr_constant_limit(&around, loop_raw_count(arena, stmt->loop), &limit))
        return -1;
    return limit > 0 ? limit : 0;
}

const Stmt *tree_loop(const Stmt *root, const char *name)
{
    return stmt_find_loop_named(root, name);
}

Chain chain_from(const Stmt *root)
{
    Chain chain = {.body = (Stmt *)root};
    for (const Stmt *loop = only_loop(root); loop && binding_is_concurrent(loop->loop->binding);
         loop = only_loop(loop->body)) {
        if (chain.count == 2 * MAX_DEPTH)
            break;
        chain.loops[chain.count++] = loop;
        chain.body = loop->body;
    }
    return chain;
}

Varying chain_varying(const Chain *chain)
{
    Varying varying = {.count = chain->count};
    for (int i = 0; i < chain->count; i++)
        varying.loops[i] = chain->loops[i]->loop;
    return varying;
}

Expr *expand_definitions(Arena *arena, const Varying *loops, Expr *expr)
{
    for (int i = loops->count - 1; i >= 0; i--)
        if (loops->loops[i]->defines)
            expr = expr_substitute(arena, expr, loops->loops[i]->defines, loops->loops[i]->definition);
    return expr;
}

bool loop_is_normal(const Loop *loop)
{
    return loop->step_sign > 0 && expr_is_int(loop->lower, 0) && expr_is_int(loop->step, 1);
}

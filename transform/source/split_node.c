// Node splitting: copies values before the statements that use them.
#include "transform/source/split_node.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *loop, const char *reason)
{
    diag_refuse(state->diag, loop->loc, "split_node %s refused: %s", loop->loop->name, reason);
    return NULL;
}

// ---- the reads

// Whether `part` is evaluated each time that `expr` is.
static bool is_always_read(const Expr *expr, const Expr *part)
{
    if (expr == part)
        return true;
    bool chooses = expr_branches(expr);
    int count = chooses ? 1 : expr->noperands;
    for (int i = 0; i < count; i++)
        if (is_always_read(expr->operands[i], part))
            return true;
    return false;
}

static int loops_inside(const Stmt *loop, const Stmt *stmt)
{
    Path path;
    return tree_path(loop, stmt, &path) ? path.count : MAX_DIMS + 1;
}

bool split_node_takes(const Stmt *loop, const Dependence *dependence)
{
    const Access *read = dependence->source;
    const Stmt *stmt = read->stmt;
    if (dependence->kind != DEPEND_ANTI || !read->array || !read->affine || read->array->is_volatile ||
        !type_is_arithmetic(read->expr->type))
        return false;
    if ((stmt->kind != ST_ASSIGN && stmt->kind != ST_DECLARE) || !stmt->value ||
        !is_always_read(stmt->value, read->expr))
        return false;
    return loops_inside(loop, stmt) <= read->ndim; // otherwise there would be more copies than elements
}

static bool is_carried(const Dependence *dependence, LoopId loop)
{
    for (int l = 0; l < dependence->nloops; l++)
        if (dependence->loops[l] == loop)
            return dependence->direction[l] != DIRECTION_EQ;
        else if (!(dependence->direction[l] & DIRECTION_EQ))
            return false;
    return false;
}

// ---- taking them

typedef struct NodeSplit {
    Candidate *state;
    const Stmt *loop;
    const Stmt *stmt; // whose reads are taken
    StmtList taken;   // declarations of theirs
    bool any;
} NodeSplit;

static bool is_taken(const NodeSplit *split, const Expr *expr)
{
    FOR_EACH(i, &split->state->facts->dependences) {
        const Dependence *dependence = &split->state->facts->dependences.items[i];
        if (dependence->source->stmt == split->stmt && expr_equal(dependence->source->expr, expr) &&
            !dependence->privatized && is_carried(dependence, split->loop->loop->id) &&
            split_node_takes(split->loop, dependence))
            return true;
    }
    return false;
}

static Expr *take_read(void *context, Expr *expr)
{
    NodeSplit *split = context;
    Arena *arena = split->state->arena;
    if (expr->kind != EX_ACCESS || !is_taken(split, expr))
        return expr;
    FOR_EACH(i, &split->taken)
        if (expr_equal(split->taken.items[i]->value, expr))
            return expr_symbol(arena, split->taken.items[i]->symbol);
    Symbol *symbol =
        nest_symbol(split->state->nest, intern_printf("%s_ahead", expr->array->name), expr->type, SYM_LOCAL);
    symbol->loc = expr->loc;
    Stmt *taken = stmt_declare(arena, symbol, expr);
    taken->loc = split->stmt->loc;
    taken->id = ++split->state->nest->next_stmt;
    VECTOR_PUSH(arena, &split->taken, taken);
    return expr_symbol(arena, symbol);
}

static Stmt *take_reads(void *context, Stmt *stmt)
{
    NodeSplit *split = context;
    Arena *arena = split->state->arena;
    if ((stmt->kind != ST_ASSIGN && stmt->kind != ST_DECLARE) || !stmt->value)
        return stmt;
    split->stmt = stmt;
    split->taken.count = 0;
    Expr *value = expr_rewrite(arena, stmt->value, take_read, split);
    if (!split->taken.count)
        return stmt;
    split->any = true;
    Stmt *changed = arena_copy(arena, stmt, sizeof *stmt);
    changed->value = value;
    VECTOR_PUSH(arena, &split->taken, changed);
    return stmt_block(arena, split->taken.items, split->taken.count);
}

Stmt *split_node(Candidate *state, Stmt *root, LoopId id)
{
    Arena *arena = state->arena;
    const Stmt *loop = stmt_find_loop(root, id);
    NodeSplit split = {.state = state, .loop = loop};
    Stmt *body = stmt_rewrite(arena, loop->body, take_reads, NULL, &split);
    if (!split.any)
        return refuse(state, loop, "it reads nothing that a later iteration overwrites");
    Stmt *made = arena_copy(arena, loop, sizeof *loop);
    made->body = body;
    return tree_replace(arena, root, loop, made);
}

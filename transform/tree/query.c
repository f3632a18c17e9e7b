// Questions about a part of a loop tree: what it holds, mentions, declares and writes.
#include "transform/tree/query.h"

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

static bool ask_copy(void *context, const Stmt *stmt)
{
    *(bool *)context |= stmt->kind == ST_ASSIGN && stmt->asynchronous;
    return true;
}

bool tree_copies_later(const Stmt *root)
{
    bool found = false;
    stmt_walk(root, ask_copy, &found);
    return found;
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
    if (expr->kind == EX_ACCESS && question->array && expr->array == question->array)
        question->answer = true;
    return !question->answer;
}

bool tree_mentions(const Stmt *root, const Symbol *symbol)
{
    return symbol && stmt_mentions(root, symbol);
}

bool tree_mentions_array(const Stmt *root, const Array *array)
{
    Question question = {.array = array};
    stmt_walk_expressions(root, ask_mention, &question);
    return question.answer;
}

typedef struct Count {
    const Array *array;
    int accesses;
} Count;

static bool count_access(void *context, const Expr *expr)
{
    Count *count = context;
    count->accesses += expr->kind == EX_ACCESS && (!count->array || expr->array == count->array);
    return true;
}

int tree_count_accesses(const Stmt *root, const Array *array)
{
    Count count = {.array = array};
    stmt_walk_expressions(root, count_access, &count);
    return count.accesses;
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

static bool ask_declaration(void *context, const Stmt *stmt)
{
    Question *question = context;
    question->answer = question->answer || (stmt->kind == ST_DECLARE && stmt->symbol == question->symbol);
    return !question->answer;
}

bool tree_declares(const Stmt *root, const Symbol *symbol)
{
    Question question = {.symbol = symbol};
    stmt_walk(root, ask_declaration, &question);
    return question.answer;
}

static bool ask_array_declaration(void *context, const Stmt *stmt)
{
    Question *question = context;
    question->answer = question->answer || (stmt->kind == ST_DECLARE && stmt->array == question->array);
    return !question->answer;
}

bool tree_declares_array(const Stmt *root, const Array *array)
{
    Question question = {.array = array};
    stmt_walk(root, ask_array_declaration, &question);
    return question.answer;
}

static bool ask_address(void *context, const Expr *expr)
{
    Question *question = context;
    question->answer = question->answer || (expr->kind == EX_ADDRESS && expr->operands[0]->array == question->array);
    return !question->answer;
}

bool tree_takes_address(const Stmt *root, const Array *array)
{
    Question question = {.array = array};
    stmt_walk_expressions(root, ask_address, &question);
    return question.answer;
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

static bool ask_read(void *context, const Stmt *stmt)
{
    Question *question = context;
    Stmt read = *stmt;
    Stmt single = {.kind = ST_EVALUATE, .value = stmt->place};
    bool sets = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_ACCESS &&
                stmt->place->array == question->array;
    read.nitems = 0;
    read.body = read.otherwise = NULL;
    read.place = NULL;
    question->answer = question->answer || tree_mentions_array(&read, question->array) ||
                       (stmt->place && !sets && tree_mentions_array(&single, question->array));
    return !question->answer;
}

bool tree_reads_array(const Stmt *root, const Array *array)
{
    Question question = {.array = array};
    stmt_walk(root, ask_read, &question);
    return question.answer;
}

static bool ask_iterator(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_ITERATOR);
    return !*found;
}

bool expr_mentions_iterator(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, ask_iterator, &found);
    return found;
}

bool expr_mentions_any(const Expr *expr, const Symbol *const *symbols, int count)
{
    for (int i = 0; i < count; i++)
        if (expr_mentions(expr, symbols[i]))
            return true;
    return false;
}

bool expr_is_quotient(const Expr *expr)
{
    return expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && expr->operands[1]->kind == EX_INT &&
           expr->operands[1]->integer > 1;
}

int64_t expr_divisor_of(const Expr *quotient, const Symbol *symbol)
{
    const Expr *left = expr_is_quotient(quotient) ? expr_strip_casts(quotient->operands[0]) : NULL;
    return left && left->kind == EX_SYMBOL && left->symbol == symbol ? quotient->operands[1]->integer : 0;
}

bool expr_is_constant(const Expr *expr)
{
    if (expr->kind == EX_CAST || (expr->kind == EX_UNARY && expr->op == OP_NEG))
        return expr_is_constant(expr->operands[0]);
    return expr->kind == EX_INT || expr->kind == EX_FLOAT;
}

bool tree_is_empty(const Stmt *stmt)
{
    return !stmt || (stmt->kind == ST_BLOCK && stmt->nitems == 0);
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

bool tree_declares_here(const Stmt *list)
{
    for (int i = 0; i < list->nitems; i++)
        if (list->items[i]->kind == ST_DECLARE)
            return true;
    return list->kind == ST_DECLARE;
}

bool tree_keeps_operand(const Stmt *root, const Expr *operand)
{
    if (operand->kind == EX_INTRINSIC)
        return operand->intrinsic <= IN_GRID_DIM_Z;
    return operand->kind == EX_SYMBOL && !operand->symbol->is_volatile && !tree_writes_symbol(root, operand->symbol);
}

typedef struct Quotients {
    bool found, others;
} Quotients;

static bool look_for_quotient(void *context, const Expr *expr)
{
    Quotients *quotients = context;
    bool arithmetic =
        expr->kind == EX_BINARY || expr->kind == EX_CAST || expr->kind == EX_SYMBOL || expr->kind == EX_INT;
    quotients->found = quotients->found || (expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM));
    quotients->others = quotients->others || !arithmetic;
    return !quotients->others;
}

bool access_has_quotients(const Expr *access)
{
    Quotients quotients = {0};
    for (int d = 0; d < access->noperands; d++)
        expr_walk(access->operands[d], look_for_quotient, &quotients);
    return quotients.found && !quotients.others;
}

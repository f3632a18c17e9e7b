#include "frontend/normalize/beginning/first_flag.h"
#include "frontend/normalize/beginning/beginning.h"
#include "frontend/normalize/induction_parts.h"

typedef struct Flag {
    const Symbol *symbol;
    int64_t before, after;
    Loc loc; // where it is asked
} Flag;

// Of a condition over the flag and numbers alone; false: it is another one.
static bool truth(const Expr *condition, const Symbol *flag, int64_t value, bool *result)
{
    const Expr *plain = expr_strip_casts(condition);
    if (plain->kind == EX_SYMBOL && plain->symbol == flag) {
        *result = value != 0;
        return true;
    }
    if (plain->kind == EX_UNARY && plain->op == OP_NOT) {
        bool inner = false, known = truth(plain->operands[0], flag, value, &inner);
        *result = !inner;
        return known;
    }
    bool compares = plain->kind == EX_BINARY && (plain->op == OP_EQ || plain->op == OP_NE);
    const Expr *left = compares ? expr_strip_casts(plain->operands[0]) : NULL,
               *right = compares ? expr_strip_casts(plain->operands[1]) : NULL;
    if (!compares || left->kind != EX_SYMBOL || left->symbol != flag || right->kind != EX_INT)
        return false;
    *result = (value == right->integer) == (plain->op == OP_EQ);
    return true;
}

// ---- the flag

static bool sets(const Stmt *stmt, const Symbol *flag)
{
    return stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && induction_assigns(stmt, flag) &&
           stmt->value->kind == EX_INT;
}

// The only assignment to the flag that is directly in the block.
static const Stmt *set_in(const Stmt *block, const Symbol *flag)
{
    for (int i = 0; block && i < stmt_count(block); i++)
        if (sets(stmt_item(block, i), flag))
            return stmt_item(block, i);
    return NULL;
}

typedef struct Asked {
    Flag *flag;
    bool found;
} Asked;

static bool look_for_question(void *context, const Stmt *stmt)
{
    Asked *asked = context;
    Flag *flag = asked->flag;
    bool first, later;
    if (stmt->kind != ST_IF || !stmt->body || !stmt->otherwise ||
        !truth(stmt->condition, flag->symbol, flag->before, &first))
        return true;
    const Stmt *set = set_in(first ? stmt->body : stmt->otherwise, flag->symbol);
    const Stmt *other = first ? stmt->otherwise : stmt->body;
    if (!set || stmt_count(other) == 0)
        return true;
    flag->after = set->value->integer;
    flag->loc = stmt->condition->loc;
    asked->found = truth(stmt->condition, flag->symbol, flag->after, &later) && first != later;
    return !asked->found;
}

static bool find_flag(const Nest *nest, const Stmt *body, const Stmt *loop, Flag *flag)
{
    FOR_EACH(i, &nest->entries) {
        const FinalValue *entry = &nest->entries.items[i];
        const Symbol *symbol = entry->symbol;
        if (!induction_candidate(symbol) || entry->value->kind != EX_INT || induction_writes(body, symbol) != 1 ||
            induction_writes(loop, symbol) != 1)
            continue;
        *flag = (Flag){.symbol = symbol, .before = entry->value->integer};
        Asked asked = {flag, false};
        stmt_walk(loop->body, look_for_question, &asked);
        if (asked.found)
            return true;
    }
    return false;
}

// ---- the others

typedef struct Later {
    Arena *arena;
    const Flag *flag;
} Later;

static Stmt *later_of(void *context, Stmt *stmt)
{
    const Later *later = context;
    bool holds;
    if (sets(stmt, later->flag->symbol))
        return NULL;
    if (stmt->kind != ST_IF || !truth(stmt->condition, later->flag->symbol, later->flag->after, &holds))
        return stmt;
    Stmt *taken = holds ? stmt->body : stmt->otherwise;
    return taken ? taken : stmt_block(later->arena, NULL, 0);
}

static Stmt *later_loop(Arena *arena, const Stmt *loop, const Flag *flag)
{
    Later later = {arena, flag};
    Stmt *body = stmt_rewrite(arena, loop->body, later_of, NULL, &later);
    body = body ? body : stmt_block(arena, NULL, 0);
    body = stmt_substitute(arena, body, flag->symbol, expr_int(arena, flag->after, flag->symbol->type));
    return stmt_loop_for(arena, loop, loop->loop, body);
}

Stmt *first_flag(Nest *nest, Stmt *body)
{
    Arena *arena = nest->unit->arena;
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++) {
        Stmt *loop = body->items[i];
        Flag flag;
        if (!can_have_beginning(nest, loop) || !find_flag(nest, body, loop, &flag)) {
            VECTOR_PUSH(arena, &items, loop);
            continue;
        }
        Expr *now = expr_symbol(arena, flag.symbol);
        now->loc = flag.loc;
        Expr *until = expr_binary(arena, OP_EQ, now, expr_int(arena, flag.after, flag.symbol->type), flag.symbol->type);
        if (!add_beginning(nest, body, loop, later_loop(arena, loop, &flag), until, &items))
            VECTOR_PUSH(arena, &items, loop);
    }
    return normal_block(arena, items.items, items.count);
}

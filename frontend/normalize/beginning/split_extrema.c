#include "frontend/normalize/beginning/beginning.h"
#include "frontend/normalize/induction_parts.h"
#include "frontend/normalize/beginning/split_extrema.h"

// if (value < symbol) symbol = value;
typedef struct Extremum {
    const Symbol *symbol;
    const Expr *value;
    bool is_least, is_strict;
} Extremum;

static bool note_effect(void *context, const Expr *expr)
{
    bool calls = expr->kind == EX_CALL && expr->function && !expr->function->pure;
    *(bool *)context |= calls || expr->kind == EX_ADDRESS || expr->kind == EX_INTRINSIC;
    return true;
}

static bool has_effect(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, note_effect, &found);
    return found;
}

static bool read_extremum(const Stmt *stmt, Extremum *extremum)
{
    const Expr *condition = stmt && stmt->kind == ST_IF ? stmt->condition : NULL;
    const Stmt *set = condition && stmt_count(stmt->body) == 1 ? stmt_item(stmt->body, 0) : NULL;
    if (!set || set->kind != ST_ASSIGN || set->op != OP_NONE || set->place->kind != EX_SYMBOL ||
        condition->kind != EX_BINARY || !op_is_comparison(condition->op) || condition->op == OP_EQ ||
        condition->op == OP_NE)
        return false;
    const Symbol *symbol = set->place->symbol;
    int at = condition->operands[0]->kind == EX_SYMBOL && condition->operands[0]->symbol == symbol ? 0 : 1;
    const Expr *own = condition->operands[at], *value = condition->operands[1 - at];
    Operator op = at == 0 ? op_mirrored(condition->op) : condition->op; // value op symbol
    if (own->kind != EX_SYMBOL || own->symbol != symbol || symbol->is_volatile || value->type != symbol->type ||
        !expr_equal(value, set->value) || expr_mentions(value, symbol) || has_effect(value))
        return false;
    *extremum = (Extremum){symbol, value, op == OP_LT || op == OP_LE, op == OP_LT || op == OP_GT};
    return true;
}

static bool is_pair(const Extremum *first, const Extremum *second)
{
    bool whole = type_is_integer(first->symbol->type); // two zeros of different signs are equal
    return first->symbol != second->symbol && first->symbol->type == second->symbol->type &&
           expr_equal(first->value, second->value) && first->is_least != second->is_least &&
           !expr_mentions(first->value, second->symbol) && (first->is_strict || second->is_strict || whole);
}

typedef struct Pair {
    const Symbol *low, *high;
} Pair;

typedef struct Splitting {
    Nest *nest;
    const Stmt *body;
    bool repeats;        // the loop can be preceded by one that goes on until the pairs are in order
    VECTOR(Pair) begins; // pairs that are not in order before the nest
} Splitting;

// ---- low <= high

typedef struct Changes {
    const Symbol *symbol;
    int count;
} Changes;

typedef struct Beginning {
    const Symbol *first, *second;
    const Stmt *before; // the if
    bool equal;
} Beginning;

static const Expr *begins_with(const Stmt *stmt, const Symbol *symbol)
{
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == symbol;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && induction_assigns(stmt, symbol);
    return declares || assigns ? stmt->value : NULL;
}

static bool is_in_items(const Stmt *block, int from, const Stmt *stmt)
{
    for (int i = from; i < block->nitems; i++)
        if (stmt_contains(block->items[i], stmt))
            return true;
    return false;
}

// a = v; b = v;   or   a = v; b = a;   and the if in one of the next statements of the same block
static bool find_beginning(void *context, const Stmt *stmt)
{
    Beginning *beginning = context;
    for (int i = 0; stmt->kind == ST_BLOCK && is_in_items(stmt, i + 2, beginning->before); i++) {
        const Expr *value = begins_with(stmt->items[i], beginning->first);
        const Expr *other = begins_with(stmt->items[i + 1], beginning->second);
        bool same = value && other && !has_effect(value) && !expr_mentions(value, beginning->first) &&
                    (expr_equal(value, other) || (other->kind == EX_SYMBOL && other->symbol == beginning->first));
        beginning->equal |= same;
    }
    return true;
}

static bool begin_equal(const Stmt *body, const Symbol *first, const Symbol *second, const Stmt *before)
{
    Beginning forth = {first, second, before, false}, back = {second, first, before, false};
    stmt_walk(body, find_beginning, &forth);
    stmt_walk(body, find_beginning, &back);
    return forth.equal || back.equal;
}

static bool count_empty(void *context, const Stmt *stmt)
{
    Changes *changes = context;
    changes->count -= stmt->kind == ST_DECLARE && stmt->symbol == changes->symbol && !stmt->value;
    return true;
}

// How many statements give the symbol a value.
static int changes_of(const Stmt *body, const Symbol *symbol)
{
    Changes changes = {symbol, induction_writes(body, symbol)};
    stmt_walk(body, count_empty, &changes);
    return changes.count;
}

static void demand_order(Nest *nest, const Symbol *low, const Symbol *high, Loc loc)
{
    Symbol *ordered = nest_symbol(nest, "ordered", type_scalar(TY_I32), SYM_PARAM);
    ordered->host = intern_printf("(%s <= %s)", low->host_before ? low->host_before : low->host,
                                  high->host_before ? high->host_before : high->host);
    ordered->loc = loc;
    Assertion assertion = {expr_symbol(nest->unit->arena, ordered), loc, true, false};
    VECTOR_PUSH(nest->unit->arena, &nest->assertions, assertion);
}

static bool number_of(const Expr *expr, double *number)
{
    if (!expr)
        return false;
    switch (expr->kind) {
    case EX_INT: *number = (double)expr->integer; return true;
    case EX_FLOAT: *number = expr->real; return true;
    case EX_CAST: return type_is_arithmetic(expr->type) && number_of(expr->operands[0], number);
    case EX_UNARY:
        if (expr->op != OP_NEG || !number_of(expr->operands[0], number))
            return false;
        *number = -*number;
        return true;
    default: return false;
    }
}

static const Expr *entry_of(const Nest *nest, const Symbol *symbol)
{
    FOR_EACH(i, &nest->entries)
        if (nest->entries.items[i].symbol == symbol)
            return nest->entries.items[i].value;
    return NULL;
}

// As with low = INFINITY, high = -INFINITY.
static bool begin_crossed(const Nest *nest, const Symbol *low, const Symbol *high)
{
    double least, largest;
    return number_of(entry_of(nest, low), &least) && number_of(entry_of(nest, high), &largest) && least > largest;
}

// Whether low <= high before the if runs for the first time, perhaps by a test, or since other iterations precede it.
static bool are_ordered(Splitting *splitting, const Symbol *low, const Symbol *high, const Stmt *stmt)
{
    Nest *nest = splitting->nest;
    int changes = changes_of(splitting->body, low);
    bool outside = low->role == SYM_LIVE && high->role == SYM_LIVE && low->host && high->host;
    if (changes != changes_of(splitting->body, high))
        return false;
    if (changes != 1 || !outside)
        return changes == 2 && begin_equal(splitting->body, low, high, stmt);
    if (splitting->repeats && begin_crossed(nest, low, high))
        VECTOR_PUSH(nest->unit->arena, &splitting->begins, ((Pair){low, high}));
    else
        demand_order(nest, low, high, stmt->loc);
    return true;
}

static Expr *all_ordered(const Splitting *splitting)
{
    Arena *arena = splitting->nest->unit->arena;
    Expr *all = NULL;
    FOR_EACH(i, &splitting->begins) {
        const Pair *pair = &splitting->begins.items[i];
        Expr *ordered =
            expr_binary(arena, OP_LE, expr_symbol(arena, pair->low), expr_symbol(arena, pair->high), pair->low->type);
        all = expr_both(arena, all, ordered);
    }
    return all;
}

// ---- all

static Stmt *split(void *context, Stmt *stmt)
{
    Splitting *splitting = context;
    Arena *arena = splitting->nest->unit->arena;
    Extremum first, second;
    if (stmt->kind != ST_IF || !read_extremum(stmt, &first) || stmt_count(stmt->otherwise) != 1 ||
        !read_extremum(stmt_item(stmt->otherwise, 0), &second) || stmt_item(stmt->otherwise, 0)->otherwise ||
        !is_pair(&first, &second) ||
        !are_ordered(splitting, (first.is_least ? first : second).symbol, (first.is_least ? second : first).symbol,
                     stmt))
        return stmt;
    Stmt *alone = arena_copy(arena, stmt, sizeof *stmt), *both[2] = {alone, stmt_item(stmt->otherwise, 0)};
    alone->otherwise = NULL;
    return stmt_block(arena, both, 2);
}

Stmt *split_extrema(Nest *nest, Stmt *body)
{
    Splitting splitting = {.nest = nest, .body = body};
    Arena *arena = nest->unit->arena;
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++) {
        splitting.repeats = can_have_beginning(nest, body->items[i]);
        splitting.begins.count = 0;
        Stmt *made = stmt_rewrite(arena, body->items[i], split, NULL, &splitting);
        bool begins = splitting.begins.count > 0;
        if (!begins || !add_beginning(nest, body, body->items[i], made, all_ordered(&splitting), &items))
            VECTOR_PUSH(arena, &items, begins ? body->items[i] : made);
    }
    return normal_block(arena, items.items, items.count);
}

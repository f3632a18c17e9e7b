// Computes an expression of elements that threads hold once for several loops in a row (contract in transform.h).
#include "transform/memory/stage_register.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum { MOST_ELEMENTS = 64, COST_OF_CALL = 16, COST_OF_DIVISION = 8 };

// An expression of held elements in the loop that computes it first.
typedef struct Value {
    const Expr *expr, *element; // one of the held elements that it mentions
    int item;                   // of the body of L
    int cost;
} Value;

typedef struct Reuse {
    Candidate *state;
    const Array *array; // A
    const Stmt *stmt;   // L
    const Stmt *loop;   // the item that is looked at
    int item;
    const Expr *element; // that each iteration of it uses
    Value best;          // that a later loop computes again; without an expression: none so far
} Reuse;

static Stmt *refuse(const Reuse *reuse, const char *reason)
{
    diag_refuse(reuse->state->diag, reuse->stmt->loc, "reuse %s at %s refused: %s", reuse->array->name,
                reuse->stmt->loop->name, reason);
    return NULL;
}

static bool is_row_loop(const Stmt *item)
{
    return item->kind == ST_LOOP && binding_is_thread(item->loop->binding) && !tree_has_concurrent(item->body);
}

// ---- elements that are held

// stage_row.c declares them in the body of L; each subscript is the iterator of a loop.
static bool is_held(const Reuse *reuse, const Expr *expr)
{
    bool held = false;
    if (expr->kind != EX_ACCESS || expr->array->space != SPACE_REGISTER || !expr->array->staged)
        return false;
    for (int i = 0; i < stmt_count(reuse->stmt->body); i++) {
        const Stmt *item = stmt_item(reuse->stmt->body, i);
        held = held || (item->kind == ST_DECLARE && item->array == expr->array);
    }
    for (int d = 0; d < expr->noperands && held; d++)
        held = expr->operands[d]->kind == EX_SYMBOL;
    return held;
}

static int64_t elements_held(const Reuse *reuse)
{
    int64_t elements = 0;
    for (int i = 0; i < stmt_count(reuse->stmt->body); i++) {
        const Stmt *item = stmt_item(reuse->stmt->body, i);
        if (item->kind == ST_DECLARE && item->array && item->array->space == SPACE_REGISTER && item->array->staged)
            elements += array_bytes(item->array) / item->array->element->size;
    }
    return elements;
}

typedef struct Uses {
    const Reuse *reuse;
    const Array *array; // NULL: any that is held
    const Expr *found;
} Uses;

static bool look_for_held(void *context, const Expr *expr)
{
    Uses *uses = context;
    if (!uses->found && is_held(uses->reuse, expr) && (!uses->array || expr->array == uses->array))
        uses->found = expr;
    return !uses->found;
}

static const Expr *held_in(const Reuse *reuse, const Stmt *stmt, const Array *array)
{
    Uses uses = {reuse, array, NULL};
    stmt_walk_expressions(stmt, look_for_held, &uses);
    return uses.found;
}

// ---- expressions

typedef struct Terms {
    const Reuse *reuse;
    const Expr *element; // of A
    bool pure;
    int cost;
} Terms;

static bool has_subscripts_of(const Expr *element, const Expr *other)
{
    bool same = element->noperands == other->noperands;
    for (int d = 0; d < element->noperands && same; d++)
        same = expr_equal(element->operands[d], other->operands[d]);
    return same;
}

static bool look_at_term(void *context, const Expr *expr)
{
    Terms *terms = context;
    if (expr->kind == EX_ACCESS) {
        terms->pure = terms->pure && is_held(terms->reuse, expr) && !expr->npath &&
                      has_subscripts_of(terms->reuse->element, expr);
        if (expr->array->staged == terms->reuse->array)
            terms->element = expr;
        return false;
    }
    bool leaf = expr->kind == EX_INT || expr->kind == EX_FLOAT || expr->kind == EX_SYMBOL;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM);
    terms->cost += leaf ? 0 : expr->kind == EX_CALL ? COST_OF_CALL : divides ? COST_OF_DIVISION : 1;
    terms->pure = terms->pure && expr->kind != EX_INTRINSIC && expr->kind != EX_ADDRESS &&
                  !(expr->kind == EX_CALL && expr->function && !expr->function->pure);
    return terms->pure;
}

static Terms terms_of(const Reuse *reuse, const Expr *expr)
{
    Terms terms = {.reuse = reuse, .pure = true};
    expr_walk(expr, look_at_term, &terms);
    terms.pure = terms.pure && terms.element;
    return terms;
}

typedef struct Changes {
    const Stmt *stmt;
    bool found;
} Changes;

// The iterators that choose the element stay out of it.
static bool look_for_change(void *context, const Expr *expr)
{
    Changes *changes = context;
    bool changed = expr->kind == EX_SYMBOL
                       ? tree_writes_symbol(changes->stmt, expr->symbol) || tree_declares(changes->stmt, expr->symbol)
                       : expr->kind == EX_ACCESS && tree_writes_array(changes->stmt, expr->array);
    Varying loops = varying_below(changes->stmt);
    changes->found = changes->found || changed || (expr->kind == EX_SYMBOL && varying_mentions(&loops, expr));
    return expr->kind != EX_ACCESS && !changes->found;
}

static bool keeps_operands(const Stmt *stmt, const Expr *expr)
{
    Changes changes = {.stmt = stmt};
    expr_walk(expr, look_for_change, &changes);
    return !changes.found;
}

// In terms of another loop.
static Expr *for_element(Arena *arena, const Value *value, const Expr *element)
{
    Expr *expr = (Expr *)value->expr;
    for (int d = 0; d < element->noperands; d++)
        expr = expr_substitute(arena, expr, value->element->operands[d]->symbol, element->operands[d]);
    return expr;
}

// What a statement does with an array: computes an expression of its elements, and uses them otherwise.
typedef struct Search {
    const Expr *expr;
    const Array *array;
    bool found, others;
} Search;

static bool look_for_equal(void *context, const Expr *expr)
{
    Search *search = context;
    bool equal = expr_equal(expr, search->expr);
    search->found = search->found || equal;
    search->others = search->others || (!equal && expr->kind == EX_ACCESS && expr->array == search->array);
    return !equal;
}

static Search search_in(const Reuse *reuse, const Value *value, const Stmt *item, const Expr **element)
{
    const Array *array = value->element->array;
    *element = is_row_loop(item) ? held_in(reuse, item, array) : NULL;
    Search search = {.array = array};
    search.expr = *element ? for_element(reuse->state->arena, value, *element) : value->expr;
    stmt_walk_expressions(item, look_for_equal, &search);
    return search;
}

// Whether the item, which follows the loop of the value, computes it again. *element: the element that it uses.
static bool computes_again(const Reuse *reuse, const Value *value, const Stmt *item, const Expr **element)
{
    return search_in(reuse, value, item, element).found && *element;
}

// One more than the last item of the body of L before which no operand has changed.
static int end_of(const Reuse *reuse, const Value *value)
{
    int end = value->item;
    while (end < stmt_count(reuse->stmt->body) && keeps_operands(stmt_item(reuse->stmt->body, end), value->expr))
        end++;
    return end;
}

// ---- the expression that is worth most

static void look_at_value(Reuse *reuse, const Expr *expr)
{
    Terms terms = terms_of(reuse, expr);
    Value value = {expr, terms.element, reuse->item, terms.cost};
    const Expr *element;
    if (!terms.pure || value.cost <= reuse->best.cost)
        return;
    int end = end_of(reuse, &value);
    for (int i = reuse->item + 1; i < end; i++)
        if (computes_again(reuse, &value, stmt_item(reuse->stmt->body, i), &element)) {
            reuse->best = value;
            return;
        }
}

// Expressions that each iteration computes: not the operands after a condition.
static bool look_at_expression(void *context, const Expr *expr)
{
    Reuse *reuse = context;
    look_at_value(reuse, expr);
    if (!expr_branches(expr))
        return true;
    expr_walk(expr->operands[0], look_at_expression, reuse);
    return false;
}

// The body in which the loop uses each of its elements once; NULL: there are other loops.
static const Stmt *element_body(const Stmt *loop, const Expr *element)
{
    const Stmt *stmt = loop;
    int moving = 0;
    for (; only_loop(stmt->body); moving++) {
        stmt = only_loop(stmt->body);
        bool moves = false;
        for (int d = 0; d < element->noperands; d++)
            moves = moves || element->operands[d]->symbol == stmt->loop->iterator;
        if (!moves)
            return NULL;
    }
    return moving == element->noperands && !tree_has_kind(stmt->body, ST_LOOP) ? stmt->body : NULL;
}

static void look_at_loop(Reuse *reuse)
{
    reuse->element = held_in(reuse, reuse->loop, NULL);
    const Stmt *body = reuse->element ? element_body(reuse->loop, reuse->element) : NULL;
    if (!body || tree_has_kind(body, ST_BREAK) || tree_has_kind(body, ST_WHILE))
        return;
    for (int i = 0; i < stmt_count(body); i++)
        stmt_expressions(stmt_item(body, i), look_at_expression, reuse);
}

// ---- the tree

static Expr *in_register(Arena *arena, const Array *values, const Expr *element)
{
    return expr_access(arena, values, element->operands);
}

// for i S  ->  for i { values[i] = e; S with values[i] }
static Stmt *computing(const Reuse *reuse, const Array *values, Stmt *item)
{
    Arena *arena = reuse->state->arena;
    const Value *value = &reuse->best;
    const Stmt *body = element_body(item, value->element);
    Expr *place = in_register(arena, values, value->element);
    Stmt *items[] = {stmt_assign(arena, place, OP_NONE, (Expr *)value->expr, NULL),
                     stmt_replace_equal(arena, (Stmt *)body, value->expr, place)};
    return tree_replace(arena, item, body, stmt_block(arena, items, 2));
}

static StmtList with_values(const Reuse *reuse, const Array *values)
{
    Arena *arena = reuse->state->arena;
    StmtList items = {0};
    int end = end_of(reuse, &reuse->best);
    for (int i = 0; i < stmt_count(reuse->stmt->body); i++) {
        Stmt *item = stmt_item(reuse->stmt->body, i);
        const Expr *element;
        if (i == reuse->best.item) {
            item = computing(reuse, values, item);
        } else if (i > reuse->best.item && i < end && computes_again(reuse, &reuse->best, item, &element)) {
            item = stmt_replace_equal(arena, item, for_element(arena, &reuse->best, element),
                                      in_register(arena, values, element));
        }
        VECTOR_PUSH(arena, &items, item);
    }
    return items;
}

// Whether something needs the elements, not the values, from the loop that computes these on.
static bool needs_elements(const Reuse *reuse)
{
    const Expr *element;
    int end = end_of(reuse, &reuse->best);
    for (int i = reuse->best.item; i < stmt_count(reuse->stmt->body); i++) {
        Search search = search_in(reuse, &reuse->best, stmt_item(reuse->stmt->body, i), &element);
        if (search.others || (search.found && (i >= end || !element)))
            return true;
    }
    return false;
}

// The registers of the elements, or others beside them. NULL: there are too many.
static const Array *registers(Reuse *reuse, Stmt **declaration)
{
    const Expr *element = reuse->best.element, *expr = reuse->best.expr;
    const Array *held = element->array;
    if (!needs_elements(reuse) && expr->type == held->element)
        return held;
    if (elements_held(reuse) + array_bytes(held) / held->element->size > MOST_ELEMENTS)
        return NULL;
    const char *name = intern_printf("%s_value", reuse->array->name);
    Array *made = nest_array(reuse->state->nest, name, expr->type, SPACE_REGISTER, held->extent, held->ndim);
    made->staged = reuse->array;
    *declaration = stmt_declare_array(reuse->state->arena, made);
    return made;
}

Stmt *reuse_values(Candidate *state, Stmt *root, const Array *array, LoopId at)
{
    Reuse reuse = {.state = state, .array = array, .stmt = stmt_find_loop(root, at)};
    for (reuse.item = 0; reuse.item < stmt_count(reuse.stmt->body); reuse.item++) {
        reuse.loop = stmt_item(reuse.stmt->body, reuse.item);
        if (is_row_loop(reuse.loop))
            look_at_loop(&reuse);
    }
    if (!reuse.best.expr)
        return refuse(&reuse, "no loop in it computes again what an earlier one has computed of elements in registers");
    Stmt *declaration = NULL;
    const Array *values = registers(&reuse, &declaration);
    if (!values)
        return refuse(&reuse, "it would need more than 64 elements in registers");
    StmtList items = with_values(&reuse, values);
    Stmt *parts[] = {declaration, stmt_block(state->arena, items.items, items.count)};
    Stmt *made = stmt_loop_for(state->arena, reuse.stmt, reuse.stmt->loop, stmt_block(state->arena, parts, 2));
    return tree_replace(state->arena, root, reuse.stmt, made);
}

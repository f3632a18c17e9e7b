// if ((i ^ x) > i) { exchange a[i] and a[i ^ x] }, as sorting networks and butterflies have it.
//
// If iterations p and q touch one element and differ, q = p ^ x, and then p = q ^ x. That p and q are both less than
// their partners would mean p < q and q < p.
#include "analysis/depend/exchange.h"
#include "analysis/depend/depend.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/symbols.h"

typedef struct Exchange {
    const Analysis *analysis;
    const Loop *loop;
    const Array *array;
    const Expr *mask;      // x, once one was seen
    const Type *compared;  // as numbers of this type, likewise
    int order;             // 1: only where i ^ x > i, -1: only where it is less, 0: not known yet
    bool fails, is_masked; // (is_masked) some access is to a[i ^ x]
} Exchange;

// The value without names and without casts that keep it.
static const Expr *value_of(const Exchange *exchange, const Expr *expr)
{
    for (;;) {
        const Expr *value = expr->kind == EX_SYMBOL ? symbol_definition(exchange->analysis, expr->symbol) : NULL;
        bool keeps = expr->kind == EX_CAST && type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type) &&
                     type_widens(expr->operands[0]->type, expr->type);
        if (!keeps && (!value || value == expr))
            return expr;
        expr = keeps ? expr->operands[0] : value;
    }
}

static bool is_iterator(const Exchange *exchange, const Expr *expr)
{
    expr = value_of(exchange, expr);
    return expr->kind == EX_SYMBOL && expr->symbol == exchange->loop->iterator;
}

static bool look_for_change(void *context, const Expr *expr)
{
    Exchange *exchange = context;
    bool stays = expr->kind != EX_ACCESS && expr->kind != EX_CALL;
    if (expr->kind == EX_SYMBOL)
        stays = expr->symbol->role == SYM_PARAM;
    exchange->fails = exchange->fails || !stays;
    return stays;
}

// i ^ x, with the x of all others. An x that data or loops within choose is none.
static bool is_partner(Exchange *exchange, const Expr *expr)
{
    expr = value_of(exchange, expr);
    if (expr->kind != EX_BINARY || expr->op != OP_XOR)
        return false;
    int own = is_iterator(exchange, expr->operands[0]) ? 0 : 1;
    if (!is_iterator(exchange, expr->operands[own]))
        return false;
    const Expr *mask = value_of(exchange, expr->operands[1 - own]);
    Exchange search = *exchange;
    search.fails = false;
    bool outer = false; // the iterator of a loop around
    const LoopNode *node = find_loop(exchange->analysis, exchange->loop->id);
    for (node = node ? node->parent : NULL; node && mask->kind == EX_SYMBOL; node = node->parent)
        outer = outer || node->loop->iterator == mask->symbol;
    if (!outer)
        expr_walk(mask, look_for_change, &search);
    if (search.fails || (exchange->mask && !expr_equal(exchange->mask, mask)))
        return false;
    exchange->mask = mask;
    return true;
}

// ---- conditions

// Whether the comparison, or its opposite, says that the iterator precedes its partner, or in all places that it
// follows it. If they are equal, the iteration touches one element alone.
static bool compares(Exchange *exchange, const Expr *expr, bool holds)
{
    bool less = expr->op == OP_LT || expr->op == OP_LE, more = expr->op == OP_GT || expr->op == OP_GE;
    const Expr *left = expr->operands[0], *right = expr->operands[1];
    bool swapped = (less || more) && is_iterator(exchange, right);
    if ((!less && !more) || !is_iterator(exchange, swapped ? right : left) ||
        !is_partner(exchange, swapped ? left : right) || !type_is_integer(left->type))
        return false;
    const Type *type = type_common(left->type, right->type);
    int order = (less == holds) != swapped ? 1 : -1;
    if ((exchange->compared && exchange->compared != type) || (exchange->order && exchange->order != order))
        return false;
    exchange->compared = type;
    exchange->order = order;
    return true;
}

static bool says(Exchange *exchange, const Expr *expr, bool holds)
{
    expr = value_of(exchange, expr);
    if (expr->kind == EX_UNARY && expr->op == OP_NOT)
        return says(exchange, expr->operands[0], !holds);
    if (expr->kind != EX_BINARY)
        return false;
    if (expr->op == (holds ? OP_LOGICAL_AND : OP_LOGICAL_OR))
        return says(exchange, expr->operands[0], holds) || says(exchange, expr->operands[1], holds);
    return compares(exchange, expr, holds);
}

// ---- accesses

static void look_at_access(Exchange *exchange, const Expr *access, bool guarded)
{
    const Expr *subscript = access->operands[0];
    bool partner = access->noperands == 1 && is_partner(exchange, subscript);
    exchange->is_masked = exchange->is_masked || partner;
    exchange->fails =
        exchange->fails || !guarded || (!partner && !is_iterator(exchange, subscript)) || access->noperands != 1;
}

static void look_at_expr(Exchange *exchange, const Expr *expr, bool guarded)
{
    if (!expr || exchange->fails)
        return;
    bool branches = expr->kind == EX_SELECT ||
                    (expr->kind == EX_BINARY && (expr->op == OP_LOGICAL_AND || expr->op == OP_LOGICAL_OR));
    for (int i = 0; i < expr->noperands; i++) {
        bool holds = expr->kind == EX_SELECT ? i == 1 : expr->op == OP_LOGICAL_AND;
        look_at_expr(exchange, expr->operands[i],
                     guarded || (branches && i > 0 && says(exchange, expr->operands[0], holds)));
    }
    if (expr->kind == EX_ACCESS && expr->array == exchange->array)
        look_at_access(exchange, expr, guarded);
}

static void look_at(Exchange *exchange, const Stmt *stmt, bool guarded)
{
    if (!stmt || exchange->fails)
        return;
    if (stmt->kind == ST_LOOP) {
        look_at_expr(exchange, stmt->loop->lower, guarded);
        look_at_expr(exchange, stmt->loop->upper, guarded);
        look_at_expr(exchange, stmt->loop->step, guarded);
    }
    look_at_expr(exchange, stmt->condition, guarded);
    look_at_expr(exchange, stmt->place, guarded);
    look_at_expr(exchange, stmt->value, guarded);
    bool chooses = stmt->kind == ST_IF;
    look_at(exchange, stmt->body, guarded || (chooses && says(exchange, stmt->condition, true)));
    look_at(exchange, stmt->otherwise, guarded || (chooses && says(exchange, stmt->condition, false)));
    for (int i = 0; i < stmt->nitems; i++)
        look_at(exchange, stmt->items[i], guarded);
}

static bool is_exchanged(const Analysis *analysis, const LoopNode *node, const Array *array)
{
    Exchange exchange = {.analysis = analysis, .loop = node->loop, .array = array};
    const Stmt *loop = stmt_find_loop(analysis->nest->body, node->loop->id);
    if (!loop || array->ndim != 1 || array->held != HOST_POINTER)
        return false;
    look_at(&exchange, loop->body, false);
    return !exchange.fails && exchange.is_masked;
}

static bool is_carried(const Dependence *dependence, const LoopNode *loop)
{
    return dependence->source->array && dependence->source->array == dependence->sink->array &&
           depend_carries(dependence, loop->loop->id);
}

static void drop_carried(Analysis *analysis, const LoopNode *loop)
{
    Facts *facts = analysis->facts;
    int kept = 0;
    const Array *asked = NULL;
    bool exchanged = false;
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        bool carried = dependence->may && is_carried(dependence, loop);
        if (carried && dependence->source->array != asked) {
            asked = dependence->source->array;
            exchanged = is_exchanged(analysis, loop, asked);
        }
        if (!carried || !exchanged)
            facts->dependences.items[kept++] = facts->dependences.items[i];
    }
    facts->dependences.count = kept;
}

void exchange_find(Analysis *analysis)
{
    FOR_EACH(i, &analysis->loops)
        drop_carried(analysis, analysis->loops.items[i]);
}

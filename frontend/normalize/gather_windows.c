#include "frontend/normalize/gather_windows.h"
#include "frontend/directives/directive.h"
#include "frontend/normalize/induction_parts.h"
#include "frontend/normalize/linear_subscript.h"

enum { MAX_PAIRS = 4, MAX_WIDTH = 64 };

// Two loops of the nest, by index, and the step of the windows.
typedef struct Pair {
    int x, y;
    Product step;
} Pair;

typedef struct Windows {
    Nest *nest;
    Arena *arena;
    const Stmt *loops[MAX_DEPTH]; // one inside the other, outermost first
    int nloops;
    StmtList declared;    // the variables that are declared between them
    Stmt *body;           // of the innermost, with these
    const Expr *place;    // the first that is updated
    const Symbol *failed; // (while accesses are looked at) not NULL: one has another form
    Pair pairs[MAX_PAIRS];
    int npairs;
    bool fits;
} Windows;

// ---- the loops

static bool is_fixed_value(const Expr *expr)
{
    expr = expr_strip_casts(expr);
    if (expr->kind == EX_INT || (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM))
        return type_is_integer(expr->type);
    bool sum = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL);
    return sum && is_fixed_value(expr->operands[0]) && is_fixed_value(expr->operands[1]);
}

static bool is_plain_loop(const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    return expr_is_int(loop->step, 1) && !loop->factor && !loop->may_wrap && !loop->tested && !loop->endless &&
           !loop->from_zero && !loop->not_equal && !loop->distinct[0] && !loop->iterator->host &&
           type_is_signed(loop->iterator->type) && is_fixed_value(loop->lower) && is_fixed_value(loop->upper);
}

static bool look_for_assignment(void *context, const Stmt *stmt)
{
    const Symbol **symbol = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == *symbol)
        *symbol = NULL;
    return *symbol;
}

static bool is_assigned(const Stmt *root, const Symbol *symbol)
{
    stmt_walk(root, look_for_assignment, &symbol);
    return !symbol;
}

// Loops that contain nothing else but variables with a value in front of the next one.
static void find_loops(Windows *windows, Stmt *stmt)
{
    while (stmt && stmt->kind == ST_LOOP && windows->nloops < MAX_DEPTH && is_plain_loop(stmt)) {
        windows->loops[windows->nloops++] = stmt;
        Stmt *body = stmt->body;
        stmt = stmt_count(body) ? stmt_item(body, stmt_count(body) - 1) : NULL;
        bool plain = stmt && stmt->kind == ST_LOOP && is_plain_loop(stmt);
        for (int i = 0; plain && i < stmt_count(body) - 1; i++) {
            const Stmt *item = stmt_item(body, i);
            plain = item->kind == ST_DECLARE && item->symbol && item->value && !is_assigned(stmt, item->symbol);
        }
        if (!plain) {
            windows->body = body;
            return;
        }
        for (int i = 0; i < stmt_count(body) - 1; i++)
            VECTOR_PUSH(windows->arena, &windows->declared, stmt_item(body, i));
    }
    windows->body = NULL;
}

static int loop_of(const Windows *windows, const Symbol *iterator)
{
    for (int l = 0; l < windows->nloops; l++)
        if (windows->loops[l]->loop->iterator == iterator)
            return l;
    return -1;
}

// ---- what the body may hold: updates that may run in another order, of elements that nothing else reads

static bool is_update(const Stmt *stmt)
{
    return stmt->kind == ST_ASSIGN && (stmt->op == OP_ADD || stmt->op == OP_SUB) && stmt->place->kind == EX_ACCESS &&
           stmt->place->array->space == SPACE_GLOBAL && !stmt->place->array->is_volatile && !stmt->place->npath;
}

static bool reads_updated(const Windows *windows, const Expr *expr);

static bool look_at_statement(void *context, const Stmt *stmt)
{
    Windows *windows = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS) {
        windows->place = windows->place ? windows->place : stmt->place;
        windows->fits = windows->fits && is_update(stmt);
    } else {
        bool own = stmt->kind == ST_DECLARE && stmt->symbol;
        own = own || (stmt->kind == ST_ASSIGN && stmt->place->symbol->role == SYM_LOCAL);
        windows->fits =
            windows->fits && (own || stmt->kind == ST_BLOCK || stmt->kind == ST_IF || stmt->kind == ST_LOOP);
    }
    return windows->fits;
}

static bool look_for_read(void *context, const Expr *expr)
{
    Windows *windows = context;
    windows->fits = windows->fits && !reads_updated(windows, expr) && expr->kind != EX_ADDRESS &&
                    !(expr->kind == EX_CALL && expr->function && !expr->function->pure);
    return windows->fits;
}

static bool reads_updated(const Windows *windows, const Expr *expr)
{
    return expr->kind == EX_ACCESS && induction_stores_to(windows->body, expr->array);
}

static bool look_at_values(void *context, const Stmt *stmt)
{
    Windows *windows = context;
    const Expr *values[] = {stmt->value, stmt->condition, stmt->loop ? stmt->loop->lower : NULL,
                            stmt->loop ? stmt->loop->upper : NULL};
    for (int i = 0; i < 4; i++)
        if (values[i])
            expr_walk(values[i], look_for_read, windows);
    for (int d = 0; stmt->kind == ST_ASSIGN && d < stmt->place->noperands; d++)
        expr_walk(stmt->place->operands[d], look_for_read, windows);
    return windows->fits;
}

static bool only_updates(Windows *windows)
{
    windows->fits = true;
    stmt_walk(windows->body, look_at_statement, windows);
    if (windows->fits && windows->place)
        stmt_walk(windows->body, look_at_values, windows);
    return windows->fits && windows->place;
}

// ---- which loops are a pair

// The number of iterations, where it is a product.
static bool trips_of(const Windows *windows, int l, Product *trips)
{
    const Loop *loop = windows->loops[l]->loop;
    LinearSubscript lower = {0}, upper = {0};
    if (!linear_subscript_of(windows->body, loop->lower, &lower) || lower.count ||
        !linear_subscript_of(windows->body, loop->upper, &upper) || upper.count != 1 || upper.terms[0].iterator)
        return false;
    *trips = upper.terms[0].product;
    return true;
}

// The only term with the iterator; NULL: there is none, or there are several.
static const LinearTerm *term_of(const LinearSubscript *sum, const Symbol *iterator)
{
    const LinearTerm *found = NULL;
    for (int i = 0; i < sum->count; i++)
        if (sum->terms[i].iterator == iterator) {
            if (found)
                return NULL;
            found = &sum->terms[i];
        }
    return found;
}

// Whether one row of such a length follows another one, so that the subscript may be that of a matrix: each coefficient
// divides the next larger one.
static bool is_nested(const LinearSubscript *sum)
{
    for (int i = 0; i < sum->count; i++)
        for (int k = 0; k < sum->count; k++) {
            Product quotient;
            if (sum->terms[i].iterator && sum->terms[k].iterator &&
                !product_divides(&sum->terms[i].product, &sum->terms[k].product, &quotient) &&
                !product_divides(&sum->terms[k].product, &sum->terms[i].product, &quotient))
                return false;
        }
    return true;
}

typedef struct Evidence {
    const Windows *windows;
    int x, y;
    bool found;
} Evidence;

// in[width*x + y]: the windows themselves lie one after another.
static bool look_for_rows(void *context, const Expr *expr)
{
    Evidence *evidence = context;
    const Windows *windows = evidence->windows;
    Product trips;
    if (expr->kind != EX_ACCESS || !trips_of(windows, evidence->y, &trips))
        return !evidence->found;
    for (int d = 0; d < expr->noperands; d++) {
        LinearSubscript sum = {0};
        const LinearTerm *x, *y;
        Product quotient;
        if (linear_subscript_of(windows->body, expr->operands[d], &sum) &&
            (x = term_of(&sum, windows->loops[evidence->x]->loop->iterator)) &&
            (y = term_of(&sum, windows->loops[evidence->y]->loop->iterator)) &&
            product_divides(&y->product, &x->product, &quotient) && product_equal(&quotient, &trips))
            evidence->found = true;
    }
    return !evidence->found;
}

// The array is as long as the windows reach, not whole rows: out[(n - 1)*step + width].
static bool is_as_long(const Windows *windows, const Expr *extent, const Pair *pair)
{
    LinearSubscript declared = {0};
    Product trips[2];
    if (!extent || !linear_value_of(extent, &declared) || !trips_of(windows, pair->x, &trips[0]) ||
        !trips_of(windows, pair->y, &trips[1]))
        return false;
    Expr *reach = index_add(
        windows->arena,
        index_mul(windows->arena, product_value(windows->arena, &pair->step),
                  index_sub(windows->arena, product_value(windows->arena, &trips[0]), expr_index(windows->arena, 1))),
        product_value(windows->arena, &trips[1]));
    LinearSubscript difference = {0};
    Expr *rest = index_sub(windows->arena, index_cast(windows->arena, (Expr *)extent), reach);
    if (!linear_value_of(rest, &difference))
        return false;
    for (int i = 0; i < difference.count; i++)
        if (difference.terms[i].iterator ||
            (difference.terms[i].product.count && difference.terms[i].product.factor != 0))
            return false;
    return true;
}

// Whether windows of this width and step overlap, as far as the text shows.
static bool overlaps(const Windows *windows, const LinearSubscript *sum, const Pair *pair, int d)
{
    Product width;
    if (!trips_of(windows, pair->y, &width))
        return false;
    if (pair->step.count == 0 && width.count == 0)
        return width.factor > pair->step.factor;
    if (pair->step.factor < 1 || product_equal(&width, &pair->step))
        return false;
    const Array *array = windows->place->array;
    if (array->ndim > 1 || !is_nested(sum) || is_as_long(windows, array->extent[d], pair))
        return true;
    Evidence evidence = {windows, pair->x, pair->y, false};
    bool offset = false;
    for (int i = 0; i < sum->count; i++)
        offset = offset || !sum->terms[i].iterator;
    if (sum->count == 2 && !offset)
        stmt_walk_expressions(windows->body, look_for_rows, &evidence);
    return evidence.found;
}

static bool is_paired(const Windows *windows, int loop)
{
    for (int p = 0; p < windows->npairs; p++)
        if (windows->pairs[p].x == loop || windows->pairs[p].y == loop)
            return true;
    return false;
}

static bool moves_by_one(const Pair *pair)
{
    return pair->step.count == 0 && pair->step.factor == 1;
}

// Windows that move by one element at a time are of a constant width, shorter than their number as far as is known: y
// is the loop along one.
static bool is_short_window(const Windows *windows, const Pair *pair)
{
    Product width, number;
    return trips_of(windows, pair->y, &width) && width.count == 0 && width.factor <= MAX_WIDTH &&
           (!trips_of(windows, pair->x, &number) || number.count > 0 || number.factor > width.factor);
}

static void find_pair(Windows *windows, const LinearSubscript *sum, int first, int second, int d)
{
    const LinearTerm *terms[] = {&sum->terms[first], &sum->terms[second]};
    for (int turn = 0; turn < 2; turn++) {
        const LinearTerm *large = terms[turn], *small = terms[1 - turn];
        Pair pair = {loop_of(windows, large->iterator), loop_of(windows, small->iterator), {0}};
        if (pair.x < 0 || pair.y < 0 || pair.x == pair.y || windows->npairs == MAX_PAIRS ||
            is_paired(windows, pair.x) || is_paired(windows, pair.y) || !term_of(sum, large->iterator) ||
            !term_of(sum, small->iterator) || !product_divides(&small->product, &large->product, &pair.step) ||
            (pair.step.count == 0 && pair.step.factor < 1) ||
            (moves_by_one(&pair) && !is_short_window(windows, &pair)) || !overlaps(windows, sum, &pair, d))
            continue;
        windows->pairs[windows->npairs++] = pair;
        return;
    }
}

// The next term with an iterator; the number of terms: there is none.
static int next_term(const LinearSubscript *sum, int after)
{
    int next = after + 1;
    while (next < sum->count && !sum->terms[next].iterator)
        next++;
    return next;
}

// Pairs of neighbouring terms, the last ones first: these are usually the columns.
static bool find_pairs(Windows *windows)
{
    const Expr *place = windows->place;
    for (int d = place->noperands - 1; d >= 0; d--) {
        LinearSubscript sum = {0};
        if (!linear_subscript_of(windows->body, place->operands[d], &sum))
            return false;
        for (int first = sum.count - 2; first >= 0; first--) {
            int second = next_term(&sum, first);
            if (sum.terms[first].iterator && second < sum.count)
                find_pair(windows, &sum, first, second, d);
        }
    }
    return windows->npairs > 0;
}

// Whether the place moves with each pair as a whole.
static bool has_pairs(const Windows *windows, const Expr *place)
{
    for (int p = 0; p < windows->npairs; p++) {
        const Pair *pair = &windows->pairs[p];
        int found = 0;
        for (int d = 0; d < place->noperands; d++) {
            LinearSubscript sum = {0};
            Product step;
            if (!linear_subscript_of(windows->body, place->operands[d], &sum))
                return false;
            const LinearTerm *x = term_of(&sum, windows->loops[pair->x]->loop->iterator),
                             *y = term_of(&sum, windows->loops[pair->y]->loop->iterator);
            bool together =
                x && y && product_divides(&y->product, &x->product, &step) && product_equal(&step, &pair->step);
            found += together;
            for (int i = 0; i < sum.count && !together; i++)
                if (sum.terms[i].iterator == windows->loops[pair->x]->loop->iterator ||
                    sum.terms[i].iterator == windows->loops[pair->y]->loop->iterator)
                    return false;
        }
        if (found != 1)
            return false;
    }
    return true;
}

static bool look_at_place(void *context, const Stmt *stmt)
{
    Windows *windows = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS)
        windows->fits = windows->fits && has_pairs(windows, stmt->place);
    return windows->fits;
}

// ---- the new loops

static Expr *floor_div(Arena *arena, Expr *value, const Product *step)
{
    return expr_binary(arena, OP_FLOOR_DIV, value, product_value(arena, step), type_scalar(TY_I64));
}

static Stmt *loop_from(const Windows *windows, int l, Expr *lower, Expr *upper, int sign, Stmt *body)
{
    Arena *arena = windows->arena;
    Loop loop = *windows->loops[l]->loop;
    const Type *type = loop.iterator->type;
    loop.lower = expr_cast(arena, type, lower);
    loop.upper = expr_cast(arena, type, upper);
    loop.step = expr_int(arena, sign, type);
    loop.step_sign = sign;
    return stmt_loop_for(arena, windows->loops[l], &loop, body);
}

typedef struct Shifted {
    const Symbol *x, *y;
    Expr *x_value, *y_value;
} Shifted;

static Expr *shift(void *context, Expr *expr)
{
    const Shifted *shifted = context;
    if (expr->kind != EX_SYMBOL)
        return expr;
    return expr->symbol == shifted->x ? shifted->x_value : expr->symbol == shifted->y ? shifted->y_value : expr;
}

// Windows that move by one: for y { if (lower <= t - y && t - y < upper) body }, a window of the elements around t. It
// is as wide everywhere as the planner's windows have to be. The source comes to the last y first if x is outside.
static Stmt *loop_of_window(const Windows *windows, const Pair *pair, const Symbol *element, Stmt *body)
{
    Arena *arena = windows->arena;
    const Loop *x = windows->loops[pair->x]->loop, *y = windows->loops[pair->y]->loop;
    Expr *own = index_cast(arena, expr_symbol(arena, y->iterator)), *one = expr_index(arena, 1);
    Expr *ends = index_add(arena, index_cast(arena, y->lower), index_cast(arena, y->upper));
    Expr *in_order = pair->x < pair->y ? index_sub(arena, index_sub(arena, ends, one), own) : own;
    Expr *at = index_sub(arena, index_cast(arena, expr_symbol(arena, element)), in_order);
    const Type *wide = type_scalar(TY_I64);
    Expr *inside = expr_both(arena, expr_binary(arena, OP_GE, at, index_cast(arena, x->lower), wide),
                             expr_binary(arena, OP_LT, at, index_cast(arena, x->upper), wide));
    Shifted shifted = {x->iterator, y->iterator, expr_cast(arena, x->iterator->type, at),
                       expr_cast(arena, y->iterator->type, in_order)};
    body = stmt_rewrite(arena, body, NULL, shift, &shifted);
    return stmt_loop_for(arena, windows->loops[pair->y], y, stmt_if(arena, inside, body, NULL));
}

// The loops x and y of a pair, in the order in which the source comes to an element.
static Stmt *loops_of_pair(const Windows *windows, const Pair *pair, const Symbol *element, Stmt *body)
{
    Arena *arena = windows->arena;
    const Loop *x = windows->loops[pair->x]->loop, *y = windows->loops[pair->y]->loop;
    Expr *t = index_cast(arena, expr_symbol(arena, element)), *one = expr_index(arena, 1);
    if (moves_by_one(pair))
        return loop_of_window(windows, pair, element, body);
    Expr *own = index_sub(
        arena, t,
        index_mul(arena, product_value(arena, &pair->step), index_cast(arena, expr_symbol(arena, x->iterator))));
    body = loop_from(windows, pair->y, index_max(arena, index_cast(arena, y->lower), own),
                     index_min(arena, index_cast(arena, y->upper), index_add(arena, own, one)), 1, body);
    Expr *before = floor_div(arena, index_sub(arena, t, index_cast(arena, y->upper)), &pair->step);
    Expr *last = floor_div(arena, index_sub(arena, t, index_cast(arena, y->lower)), &pair->step);
    Expr *lower = index_cast(arena, x->lower), *upper = index_cast(arena, x->upper);
    if (pair->x < pair->y)
        return loop_from(windows, pair->x, index_max(arena, lower, index_add(arena, before, one)),
                         index_min(arena, upper, index_add(arena, last, one)), 1, body);
    return loop_from(windows, pair->x, index_min(arena, index_sub(arena, upper, one), last),
                     index_max(arena, index_sub(arena, lower, one), before), -1, body);
}

// In which the source computes step * x + y.
static const Type *element_type(const Windows *windows, const Pair *pair)
{
    const Type *types[] = {windows->loops[pair->x]->loop->iterator->type,
                           windows->loops[pair->y]->loop->iterator->type};
    bool wide = types[0]->size == 8 || types[1]->size == 8;
    for (int i = 0; i < pair->step.count; i++)
        wide = wide || pair->step.factors[i]->type->size == 8;
    return type_scalar(wide ? TY_I64 : TY_I32);
}

static Stmt *loop_over_elements(const Windows *windows, const Pair *pair, Symbol *element, Stmt *body)
{
    Arena *arena = windows->arena;
    const Loop *x = windows->loops[pair->x]->loop, *y = windows->loops[pair->y]->loop;
    Expr *step = product_value(arena, &pair->step), *one = expr_index(arena, 1);
    LoopId id = nest_loop_id(windows->nest);
    Loop loop = {.id = id,
                 .origin = id,
                 .name = element->name,
                 .iterator = element,
                 .lower =
                     index_add(arena, index_mul(arena, step, index_cast(arena, x->lower)), index_cast(arena, y->lower)),
                 .upper = index_add(arena, index_mul(arena, step, index_sub(arena, index_cast(arena, x->upper), one)),
                                    index_cast(arena, y->upper)),
                 .step = one,
                 .step_sign = 1};
    return stmt_loop_for(arena, windows->loops[pair->x], &loop, body);
}

static bool is_in_place(const Windows *windows, int l)
{
    bool found = false;
    for (int d = 0; d < windows->place->noperands; d++) {
        LinearSubscript sum = {0};
        linear_subscript_of(windows->body, windows->place->operands[d], &sum);
        for (int i = 0; i < sum.count; i++)
            found = found || sum.terms[i].iterator == windows->loops[l]->loop->iterator;
    }
    return found && !is_paired(windows, l);
}

// Of the pair whose outer loop this is; -1: it is of none.
static int pair_from(const Windows *windows, int l)
{
    for (int p = 0; p < windows->npairs; p++)
        if ((windows->pairs[p].x < windows->pairs[p].y ? windows->pairs[p].x : windows->pairs[p].y) == l)
            return p;
    return -1;
}

// ---- sums in terms of the elements: (p*h + i*step + u)*w + .. is (p*h + at)*w + ..

enum { MAX_SUMMANDS = 16 };

typedef struct Summands {
    int count;
    Expr *items[MAX_SUMMANDS];
    bool minus[MAX_SUMMANDS];
} Summands;

static bool add_summands(Expr *expr, bool minus, Summands *summands)
{
    if (expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB))
        return add_summands(expr->operands[0], minus, summands) &&
               add_summands(expr->operands[1], minus != (expr->op == OP_SUB), summands);
    if (summands->count == MAX_SUMMANDS)
        return false;
    summands->minus[summands->count] = minus;
    summands->items[summands->count++] = expr;
    return true;
}

// The summand that is the iterator times a product.
static int summand_of(const Windows *windows, const Summands *summands, const Symbol *iterator, Product *times)
{
    for (int i = 0; i < summands->count; i++) {
        LinearSubscript sum = {0};
        if (linear_subscript_of(windows->body, summands->items[i], &sum) && sum.count == 1 &&
            sum.terms[0].iterator == iterator) {
            *times = sum.terms[0].product;
            return i;
        }
    }
    return -1;
}

static bool take_element(const Windows *windows, const Pair *pair, const Symbol *element, const Type *type,
                         Summands *summands)
{
    Product times[2], step;
    int x = summand_of(windows, summands, windows->loops[pair->x]->loop->iterator, &times[0]),
        y = summand_of(windows, summands, windows->loops[pair->y]->loop->iterator, &times[1]);
    if (x < 0 || y < 0 || summands->minus[x] != summands->minus[y] || !product_divides(&times[1], &times[0], &step) ||
        !product_equal(&step, &pair->step))
        return false;
    Arena *arena = windows->arena;
    Expr *at = expr_cast(arena, type, expr_symbol(arena, element));
    summands->items[x] = expr_binary(arena, OP_MUL, expr_cast(arena, type, product_value(arena, &times[1])), at, type);
    for (int i = y; i + 1 < summands->count; i++) {
        summands->items[i] = summands->items[i + 1];
        summands->minus[i] = summands->minus[i + 1];
    }
    summands->count--;
    return true;
}

typedef struct Elements {
    const Windows *windows;
    Symbol *symbols[MAX_PAIRS];
} Elements;

static Expr *in_elements(void *context, Expr *expr)
{
    const Elements *elements = context;
    const Windows *windows = elements->windows;
    Summands summands = {0};
    bool found = false;
    if (expr->kind != EX_BINARY || (expr->op != OP_ADD && expr->op != OP_SUB) || !type_is_signed(expr->type) ||
        !type_is_integer(expr->type) || !add_summands(expr, false, &summands))
        return expr;
    for (int p = 0; p < windows->npairs; p++)
        found = take_element(windows, &windows->pairs[p], elements->symbols[p], expr->type, &summands) || found;
    if (!found)
        return expr;
    Expr *sum = NULL;
    for (int i = 0; i < summands.count; i++) {
        Expr *item = summands.items[i];
        if (sum)
            sum = expr_binary(windows->arena, summands.minus[i] ? OP_SUB : OP_ADD, sum, item, expr->type);
        else
            sum = summands.minus[i] ? expr_unary(windows->arena, OP_NEG, item) : item;
    }
    return sum;
}

// The launcher tests that windows move forward.
static void demand_step(Windows *windows, const Product *step)
{
    Arena *arena = windows->arena;
    if (!step->count)
        return;
    Assertion forward = {.loc = windows->loops[0]->loc, .is_tested = true};
    forward.condition =
        expr_binary(arena, OP_GE, product_value(arena, step), expr_index(arena, 1), type_scalar(TY_I64));
    VECTOR_PUSH(arena, &windows->nest->assertions, forward);
}

static Stmt *gathered(Windows *windows)
{
    Arena *arena = windows->arena;
    windows->nest->reordered = true;
    Elements all = {.windows = windows};
    Symbol **elements = all.symbols;
    for (int p = 0; p < windows->npairs; p++)
        elements[p] = nest_symbol(windows->nest, "at", element_type(windows, &windows->pairs[p]), SYM_ITERATOR);
    Stmt *body = stmt_rewrite(arena, windows->body, NULL, in_elements, &all);
    for (int l = windows->nloops - 1; l >= 0; l--) {
        int p = pair_from(windows, l);
        const Loop *loop = windows->loops[l]->loop;
        if (p >= 0)
            body = loops_of_pair(windows, &windows->pairs[p], elements[p], body);
        else if (!is_paired(windows, l) && !is_in_place(windows, l))
            body = stmt_loop_for(arena, windows->loops[l], loop, body);
    }
    for (int p = 0; p < windows->npairs; p++) {
        body = loop_over_elements(windows, &windows->pairs[p], elements[p], body);
        demand_step(windows, &windows->pairs[p].step);
    }
    for (int l = windows->nloops - 1; l >= 0; l--)
        if (is_in_place(windows, l))
            body = stmt_loop_for(arena, windows->loops[l], windows->loops[l]->loop, body);
    return body;
}

// ---- the pass

// Clauses that speak of the user's loops.
static bool has_clauses_of_loops(const Directive *directive)
{
    for (int c = 0; directive && c < directive->clauses.count; c++) {
        ClauseKind kind = directive->clauses.items[c].kind;
        bool data = kind >= CLAUSE_COPYIN && kind <= CLAUSE_PRESENT;
        if (!data && kind != CLAUSE_NAME && kind != CLAUSE_ASYNC && kind != CLAUSE_DEVICE)
            return true;
    }
    return false;
}

static Stmt *gather_nest(Nest *nest, Stmt *stmt)
{
    Windows windows = {.nest = nest, .arena = nest->unit->arena};
    if (stmt->kind != ST_LOOP || stmt->directive)
        return stmt;
    find_loops(&windows, stmt);
    if (!windows.body || windows.nloops < 2)
        return stmt;
    VECTOR_PUSH(windows.arena, &windows.declared, windows.body);
    windows.body = stmt_block(windows.arena, windows.declared.items, windows.declared.count);
    if (!only_updates(&windows) || !find_pairs(&windows))
        return stmt;
    stmt_walk(windows.body, look_at_place, &windows);
    return windows.fits ? gathered(&windows) : stmt;
}

Stmt *gather_windows(Nest *nest, Stmt *body)
{
    if (has_clauses_of_loops(nest->directive))
        return body;
    Stmt *made = arena_copy(nest->unit->arena, body, sizeof *body);
    made->items = ARENA_ARRAY(nest->unit->arena, Stmt *, body->nitems + 1);
    for (int i = 0; i < body->nitems; i++)
        made->items[i] = gather_nest(nest, body->items[i]);
    return made;
}

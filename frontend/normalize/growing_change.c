#include "frontend/normalize/growing_change.h"
#include "frontend/normalize/expand_elements.h"
#include "frontend/normalize/host_elements.h"
#include "frontend/normalize/induction_parts.h"

// Products of two iterators stay within I64: no loop runs 2^31 times from such a number and goes far beyond it.
enum { MOST_TERMS = 8, FURTHEST_LOWER = 1 << 20, LARGEST_FACTOR = 1 << 20 };

typedef struct Term {
    const Symbol *symbol;
    int64_t factor;
} Term;

typedef struct Form { // a sum of symbols with factors and a constant, as of unlimited integers
    int64_t constant;
    int count;
    Term terms[MOST_TERMS];
} Form;

typedef struct Reading {
    const Stmt *loop;
    Form upper; // the loop's upper bound
    bool has_upper;
} Reading;

static bool add_symbol(Form *form, const Symbol *symbol, int64_t factor)
{
    int at = 0;
    while (at < form->count && form->terms[at].symbol != symbol)
        at++;
    if (at == MOST_TERMS)
        return false;
    if (at == form->count)
        form->terms[form->count++] = (Term){symbol, 0};
    form->terms[at].factor += factor;
    if (form->terms[at].factor == 0)
        form->terms[at] = form->terms[--form->count];
    return factor <= LARGEST_FACTOR && factor >= -LARGEST_FACTOR;
}

static bool add_form(Form *form, const Form *more, int64_t times)
{
    bool fine = times <= LARGEST_FACTOR && times >= -LARGEST_FACTOR;
    for (int i = 0; i < more->count && fine; i++)
        fine = add_symbol(form, more->terms[i].symbol, more->terms[i].factor * times);
    form->constant += more->constant * times;
    return fine && form->constant <= INT32_MAX && form->constant >= INT32_MIN;
}

static bool read_form(const Reading *reading, const Expr *expr, Form *form);

static bool read_binary(const Reading *reading, const Expr *expr, Form *form)
{
    Form left, right;
    if (!read_form(reading, expr->operands[0], &left) || !read_form(reading, expr->operands[1], &right))
        return false;
    *form = (Form){0};
    switch (expr->op) {
    case OP_ADD: return add_form(form, &left, 1) && add_form(form, &right, 1);
    case OP_SUB: return add_form(form, &left, 1) && add_form(form, &right, -1);
    case OP_MUL:
        return (left.count == 0 && add_form(form, &right, left.constant)) ||
               (left.count > 0 && right.count == 0 && add_form(form, &left, right.constant));
    default: return false;
    }
}

// A form that is a number, and not a negative one.
static bool is_natural(const Form *form)
{
    return form->count == 0 && form->constant >= 0;
}

static int64_t slope_of(const Form *form, const Symbol *iterator)
{
    for (int i = 0; i < form->count; i++)
        if (form->terms[i].symbol == iterator)
            return form->terms[i].factor;
    return 0;
}

// In the iterations from the lower bound to the upper bound - 1.
static bool is_never_negative(const Reading *reading, const Form *form)
{
    const Loop *loop = reading->loop->loop;
    int64_t slope = slope_of(form, loop->iterator);
    Form least = *form;
    if (!add_symbol(&least, loop->iterator, -slope))
        return false;
    if (slope >= 0) {
        least.constant += slope * loop->lower->integer;
        return is_natural(&least);
    }
    least.constant -= slope;
    return reading->has_upper && add_form(&least, &reading->upper, slope) && is_natural(&least);
}

// Sums in a signed type do not overflow in C. Of an unsigned type a symbol's value is used, and nothing computed of it.
static bool is_exact(const Type *type)
{
    return type_is_integer(type) && type_is_signed(type) && type->size >= 4;
}

// i + 1 in an unsigned type: below the loop's bound, which that type holds, it does not wrap.
static bool is_next(const Reading *reading, const Expr *expr)
{
    const Loop *loop = reading->loop->loop;
    const Expr *left = expr->operands[0];
    return expr->op == OP_ADD && left->kind == EX_SYMBOL && left->symbol == loop->iterator &&
           left->type == expr->type && expr_is_int(expr->operands[1], 1) && !loop->may_wrap;
}

static bool read_form(const Reading *reading, const Expr *expr, Form *form)
{
    *form = (Form){0};
    switch (expr->kind) {
    case EX_INT: form->constant = expr->integer; return form->constant <= INT32_MAX && form->constant >= INT32_MIN;
    case EX_SYMBOL:
        return type_is_integer(expr->type) && expr->type->kind != TY_BOOL && !expr->symbol->is_volatile &&
               add_symbol(form, expr->symbol, 1);
    case EX_CAST: { // a wider type has the value, if it is not unsigned and the value negative
        const Type *from = expr->operands[0]->type;
        bool keeps = type_is_integer(from) && is_exact(expr->type) && expr->type->size >= from->size &&
                     (expr->type->size > from->size || expr->type->size == 8);
        return keeps && read_form(reading, expr->operands[0], form);
    }
    case EX_BINARY:
        if (expr->op == OP_MAX && expr_is_int(expr->operands[1], 0))
            return read_form(reading, expr->operands[0], form) && is_never_negative(reading, form);
        return (is_exact(expr->type) || is_next(reading, expr)) && read_binary(reading, expr, form);
    default: return false;
    }
}

static Expr *form_value(Arena *arena, const Form *form)
{
    Expr *value = expr_index(arena, form->constant);
    for (int i = 0; i < form->count; i++) {
        Expr *symbol = index_cast(arena, expr_symbol(arena, form->terms[i].symbol));
        value = index_add(arena, index_mul(arena, expr_index(arena, form->terms[i].factor), symbol), value);
    }
    return value;
}

static bool counts_by_one(const Loop *loop)
{
    return loop->lower->kind == EX_INT && loop->lower->integer >= 0 && loop->lower->integer <= FURTHEST_LOWER &&
           expr_is_int(loop->step, 1) && loop->step_sign > 0 && !loop->factor && !loop->endless && !loop->tested;
}

bool growing_change_of(Arena *arena, const Stmt *loop, const Expr *by, GrowingChange *change)
{
    const Symbol *iterator = loop->loop->iterator;
    Reading reading = {.loop = loop};
    Form form;
    if (!counts_by_one(loop->loop) || !iterator)
        return false;
    reading.has_upper = read_form(&reading, loop->loop->upper, &reading.upper);
    if (!read_form(&reading, by, &form))
        return false;
    change->slope = slope_of(&form, iterator);
    if (change->slope == 0 || !add_symbol(&form, iterator, -change->slope))
        return false;
    change->rest = form_value(arena, &form);
    return induction_fixed(change->rest, loop, true);
}

bool grows_by_one(Arena *arena, const Stmt *loop, const Expr *expr)
{
    Reading reading = {.loop = loop};
    Form form;
    const Symbol *iterator = loop->loop->iterator;
    return read_form(&reading, expr, &form) && slope_of(&form, iterator) == 1 && add_symbol(&form, iterator, -1) &&
           induction_fixed(form_value(arena, &form), loop, true);
}

bool is_next_number(const Stmt *loop, const Expr *later, const Expr *earlier)
{
    Reading reading = {.loop = loop};
    Form form, less;
    return read_form(&reading, later, &form) && read_form(&reading, earlier, &less) && add_form(&form, &less, -1) &&
           form.count == 0 && form.constant == 1;
}

static Expr *half_product(Arena *arena, Expr *left, Expr *right)
{
    return expr_binary(arena, OP_DIV, index_mul(arena, left, right), expr_index(arena, 2), type_scalar(TY_I64));
}

Expr *growing_sum(Arena *arena, const Loop *loop, int64_t slope, Expr *rest, Expr *end)
{
    int64_t lower = loop->lower->integer;
    Expr *count = index_sub(arena, end, loop->lower);
    if (rest->kind == EX_INT) { // i * (i + 1) / 2, as a program has it, whose factors are not negative
        int64_t parts = slope % 2 ? 1 : 2, more = (slope * (lower - 1) + 2 * rest->integer) / parts;
        Expr *factor = index_mul(arena, expr_index(arena, slope / parts), end);
        factor = index_add(arena, factor, expr_index(arena, more));
        return parts == 2 ? index_mul(arena, count, factor) : half_product(arena, count, factor);
    }
    Expr *square = half_product(arena, end, index_sub(arena, end, expr_index(arena, 1)));
    square = index_sub(arena, square, expr_index(arena, lower * (lower - 1) / 2));
    return index_add(arena, index_mul(arena, rest, count), index_mul(arena, expr_index(arena, slope), square));
}

// ---- lengths of rows

// Values of its type are those of I64, or differences of them are.
static bool is_wide(const Type *type)
{
    return type_is_integer(type) && type->kind != TY_BOOL &&
           (type->size == 8 || (type->size == 4 && type_is_signed(type)));
}

static bool keeps_values(const Type *from, const Type *to)
{
    bool integers = type_is_integer(from) && from->kind != TY_BOOL && is_wide(to);
    return integers && (to->size > from->size || (to->size == from->size && is_wide(from)));
}

// Skips conversions that keep each value, or each value modulo 2^64.
static const Expr *strip_widening(const Expr *expr)
{
    while (expr->kind == EX_CAST && keeps_values(expr->operands[0]->type, expr->type))
        expr = expr->operands[0];
    return expr;
}

// An element of an array that keeps its values for the whole nest.
static bool is_offset(const Nest *nest, const Expr *expr)
{
    const Array *array = expr->kind == EX_ACCESS ? expr->array : NULL;
    if (!array || expr->npath || array->ndim != 1 || array->space != SPACE_GLOBAL || array->held != HOST_POINTER ||
        array->rotates || array->is_volatile || !type_is_integer(expr->type) || expr->type->kind == TY_BOOL)
        return false;
    Arena *scratch = arena_new();
    ChangedArrays changed = {0};
    find_changed_arrays(scratch, nest->body, &changed);
    bool keeps = !is_changed_array(&changed, array);
    arena_release(scratch);
    return keeps;
}

static bool read_length(const Nest *nest, const Expr *value, const Expr **later, const Expr **earlier)
{
    value = strip_widening(value);
    if (value->kind != EX_BINARY || value->op != OP_SUB || !is_wide(value->type))
        return false;
    *later = strip_widening(value->operands[0]);
    *earlier = strip_widening(value->operands[1]);
    return is_offset(nest, *later) && is_offset(nest, *earlier) && (*later)->array == (*earlier)->array;
}

static bool is_length(const Nest *nest, const Expr *value)
{
    const Expr *later, *earlier;
    return read_length(nest, value, &later, &earlier);
}

bool row_change_keeps_bound(const Nest *nest, const Stmt *loop, const Expr *bound)
{
    if (induction_fixed(bound, loop, false))
        return true;
    bound = strip_widening(bound);
    return is_offset(nest, bound) && induction_fixed(bound->operands[0], loop, false);
}

// ---- changes

typedef struct RowReading {
    Nest *nest;
    const Stmt *loop;
    RowChange *change;
} RowReading;

static bool add_rest(const RowReading *reading, const Expr *by, Expr *times, bool less)
{
    Arena *arena = reading->nest->unit->arena;
    Expr *added = index_mul(arena, index_cast(arena, (Expr *)by), times), *rest = reading->change->rest;
    reading->change->rest = less ? index_sub(arena, rest, added) : index_add(arena, rest, added);
    return true;
}

static bool add_length(const RowReading *reading, const Expr *by, Expr *times, bool less)
{
    Arena *arena = reading->nest->unit->arena;
    RowChange *change = reading->change;
    bool counts = by->kind == EX_BINARY && by->op == OP_MAX && expr_is_int(by->operands[1], 0);
    const Expr *later, *earlier;
    if (change->earlier || !read_length(reading->nest, counts ? by->operands[0] : by, &later, &earlier))
        return false;
    *change = (RowChange){.earlier = (Expr *)earlier, .factor = times, .rest = change->rest, .counts = counts};
    if (less)
        change->factor = index_sub(arena, expr_index(arena, 0), times);
    return grows_by_one(arena, reading->loop, earlier->operands[0]) &&
           is_next_number(reading->loop, later->operands[0], earlier->operands[0]);
}

// Adds times * by.
static bool read_change(const RowReading *reading, const Expr *by, Expr *times, bool less)
{
    Arena *arena = reading->nest->unit->arena;
    if (induction_fixed(by, reading->loop, true))
        return add_rest(reading, by, times, less);
    if (add_length(reading, by, times, less))
        return true;
    const Expr *sum = strip_widening(by);
    if (sum->kind != EX_BINARY || !is_wide(sum->type) || !type_is_signed(sum->type) || reading->change->factor)
        return false;
    Expr *left = sum->operands[0], *right = sum->operands[1];
    switch (sum->op) {
    case OP_ADD:
    case OP_SUB:
        return read_change(reading, left, times, less) &&
               (!reading->change->factor || induction_fixed(right, reading->loop, true)) &&
               read_change(reading, right, times, less != (sum->op == OP_SUB));
    case OP_MUL:
        if (induction_fixed(left, reading->loop, true))
            return read_change(reading, right, index_mul(arena, times, index_cast(arena, left)), less);
        return induction_fixed(right, reading->loop, true) &&
               read_change(reading, left, index_mul(arena, times, index_cast(arena, right)), less);
    default: return false;
    }
}

bool row_change_of(Nest *nest, const Stmt *loop, const Expr *by, RowChange *change)
{
    Arena *arena = nest->unit->arena;
    *change = (RowChange){.rest = expr_index(arena, 0)};
    RowReading reading = {nest, loop, change};
    bool by_one = expr_is_int(loop->loop->step, 1) && loop->loop->step_sign > 0 && loop_ends_as_written(loop->loop);
    return by_one && read_change(&reading, by, expr_index(arena, 1), false) && change->earlier;
}

bool row_change_add(Arena *arena, RowChange *all, const RowChange *change)
{
    bool same = all->earlier && change->earlier && expr_equal(all->earlier, change->earlier);
    if (all->earlier && change->earlier && !same)
        return false;
    bool counts = all->counts || change->counts;
    Expr *factor = same ? index_add(arena, all->factor, change->factor) : NULL;
    *all = change->earlier ? *change : *all;
    all->counts = counts;
    all->factor = factor ? factor : all->factor;
    return true;
}

// ---- sums

static Expr *at_iteration(Arena *arena, const Loop *loop, Expr *expr, Expr *iteration)
{
    return expr_substitute(arena, expr, loop->iterator, expr_cast(arena, loop->iterator->type, iteration));
}

Expr *row_change_sum(Arena *arena, const Loop *loop, const RowChange *change, Expr *end)
{
    Expr *all = index_sub(arena, index_cast(arena, at_iteration(arena, loop, change->earlier, end)),
                          index_cast(arena, at_iteration(arena, loop, change->earlier, loop->lower)));
    return index_mul(arena, change->factor, all);
}

// ---- what the host knows before the nest

enum { MAX_BRANCHES = 8 };

typedef struct Known {
    const Nest *nest;
    const Loop *loop;
    const Stmt *blocks[MAX_BRANCHES]; // that hold it: the nest's body, and branches
    int items[MAX_BRANCHES];          // which of their items does
    int depth;
    Expr *when; // the loop is reached, over parameters; NULL: always
    bool known;
} Known;

// What the symbol holds where the loop begins; NULL: that is not known. Declarations give a number.
static const Expr *value_before(const Known *known, const Symbol *symbol)
{
    for (int d = known->depth; d-- > 0;) {
        for (int i = known->items[d]; i-- > 0;) {
            const Stmt *item = stmt_item(known->blocks[d], i);
            if (induction_writes(item, symbol))
                return item->kind == ST_DECLARE && item->value && item->value->kind == EX_INT ? item->value : NULL;
        }
    }
    FOR_EACH(i, &known->nest->entries)
        if (known->nest->entries.items[i].symbol == symbol)
            return known->nest->entries.items[i].value;
    return NULL;
}

static Expr *put_value_before(void *context, Expr *expr)
{
    Known *known = context;
    if (expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM)
        return expr;
    const Expr *value = value_before(known, expr->symbol);
    known->known = known->known && value;
    return value ? expr_cast(known->nest->unit->arena, expr->type, (Expr *)value) : expr;
}

static bool test_parameter(void *context, const Expr *expr)
{
    bool *fine = context;
    *fine = *fine && (expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM);
    return *fine;
}

static bool find_in(Known *known, const Stmt *block, Expr *when);

static bool find_in_branch(Known *known, const Stmt *branch, Expr *when, Expr *condition)
{
    bool fixed = induction_fixed(condition, NULL, true);
    expr_walk(condition, test_parameter, &fixed);
    return branch && fixed && find_in(known, branch, expr_both(known->nest->unit->arena, when, condition));
}

static bool find_in(Known *known, const Stmt *block, Expr *when)
{
    int depth = known->depth;
    if (depth == MAX_BRANCHES)
        return false;
    known->blocks[depth] = block;
    for (int i = 0; i < stmt_count(block); i++) {
        const Stmt *item = stmt_item(block, i);
        known->depth = depth + 1;
        known->items[depth] = i;
        known->when = when;
        if (item->kind == ST_LOOP && item->loop->id == known->loop->id)
            return true;
        if (item->kind == ST_IF && (find_in_branch(known, item->body, when, item->condition) ||
                                    find_in_branch(known, item->otherwise, when,
                                                   expr_unary(known->nest->unit->arena, OP_NOT, item->condition))))
            return true;
    }
    known->depth = depth;
    return false;
}

// The loop at the top of the nest, or in branches there that parameters decide.
static bool find_top(Known *known, const Nest *nest, const Loop *loop)
{
    *known = (Known){.nest = nest, .loop = loop, .known = true};
    return find_in(known, nest->body, NULL);
}

// The value at the beginning of the loop over parameters; NULL: it has none.
static Expr *before_loop(Known *known, Expr *expr)
{
    expr = expr_rewrite(known->nest->unit->arena, expr, put_value_before, known);
    return known->known ? expr : NULL;
}

// From there on, as far as one of both.
static bool join_rising(Arena *arena, Rising *rising, const Rising *other)
{
    if (rising->array != other->array || !expr_equal(rising->first, other->first))
        return false;
    if (!expr_equal(rising->end, other->end))
        rising->end = index_max(arena, rising->end, other->end);
    return true;
}

bool row_change_test(Nest *nest, const Loop *loop, const RowChange *change)
{
    Arena *arena = nest->unit->arena;
    Known known_values;
    if (!find_top(&known_values, nest, loop))
        return false;
    Expr *first = before_loop(&known_values, at_iteration(arena, loop, change->earlier->operands[0], loop->lower)),
         *end = before_loop(&known_values, at_iteration(arena, loop, change->earlier->operands[0], loop->upper));
    if (!first || !end)
        return false;
    Rising rising = {change->earlier->array, index_cast(arena, first), index_cast(arena, end)};
    if (known_values.when) // nothing is read otherwise
        rising.end = expr_select(arena, known_values.when, rising.end, rising.first);
    bool known = false;
    FOR_EACH(i, &nest->risings)
        known = known || join_rising(arena, &nest->risings.items[i], &rising);
    if (!known)
        VECTOR_PUSH(arena, &nest->risings, rising);
    return true;
}

// The element as a parameter, which the host reads if the loop runs. NULL: it cannot.
static Expr *host_element(Nest *nest, const Loop *loop, Expr *access, const char *runs)
{
    Arena *arena = nest->unit->arena;
    ChangedArrays changed = {0};
    Known known;
    bool at_top = find_top(&known, nest, loop) && !known.when;
    access = at_top ? before_loop(&known, access) : NULL;
    find_changed_arrays(arena, nest->body, &changed);
    const char *text = access && element_is_known(nest, &changed, access) ? host_expression_text(arena, access) : NULL;
    return text ? index_cast(arena, expr_symbol(arena, element_parameter(nest, access, text, runs))) : NULL;
}

Expr *row_change_after(Nest *nest, const Loop *loop, const RowChange *change, bool by_host)
{
    Arena *arena = nest->unit->arena;
    Expr *last = at_iteration(arena, loop, change->earlier, index_cast(arena, loop->upper)),
         *first = at_iteration(arena, loop, change->earlier, loop->lower);
    Expr *runs = expr_binary(arena, OP_LT, loop->lower, loop->upper, type_common(loop->lower->type, loop->upper->type));
    const char *text = by_host ? host_expression_text(arena, runs) : NULL;
    Expr *end = text ? host_element(nest, loop, last, text) : NULL,
         *begin = end ? host_element(nest, loop, first, text) : NULL;
    if (!begin) {
        end = index_cast(arena, last);
        begin = index_cast(arena, first);
    }
    Expr *sum = index_mul(arena, change->factor, index_sub(arena, end, begin));
    return expr_select(arena, runs, sum, expr_index(arena, 0));
}

static bool is_read_after(const Stmt *body, int item, const Symbol *symbol)
{
    for (int i = item + 1; i < body->nitems; i++)
        if (stmt_mentions(body->items[i], symbol))
            return true;
    return false;
}

Stmt *row_change_keep_unread(Arena *arena, Stmt *body)
{
    Stmt **items = arena_copy(arena, body->items, (size_t)body->nitems * sizeof *items);
    for (int i = 0; i < body->nitems; i++) {
        const Symbol *symbol = items[i]->kind == ST_ASSIGN && items[i]->op == OP_NONE ? items[i]->place->symbol : NULL;
        if (!symbol || symbol->live_after || !induction_candidate(symbol) ||
            induction_fixed(items[i]->value, NULL, false) || is_read_after(body, i, symbol))
            continue;
        items[i] = arena_copy(arena, items[i], sizeof *items[i]);
        items[i]->value = items[i]->place;
    }
    return normal_block(arena, items, body->nitems);
}

// ---- amounts that a variable of the iteration holds

typedef struct Kept {
    const Stmt *stmt;
    bool kept;
} Kept;

static bool find_written(void *context, const Expr *expr)
{
    Kept *kept = context;
    kept->kept = kept->kept && (expr->kind != EX_SYMBOL || induction_writes(kept->stmt, expr->symbol) == 0);
    return kept->kept;
}

// Whether the statement changes no variable of the expression.
static bool keeps(const Stmt *stmt, const Expr *expr)
{
    Kept kept = {stmt, true};
    expr_walk(expr, find_written, &kept);
    return kept.kept;
}

// The variable that the statement sets to a value that is known, or is the beginning or the length of a row. NULL:
// another statement.
static const Symbol *amount_of(const Nest *nest, const Stmt *set)
{
    bool assigns = set->kind == ST_ASSIGN && set->op == OP_NONE && set->place->kind == EX_SYMBOL;
    bool declares = set->kind == ST_DECLARE && set->value;
    const Symbol *symbol = assigns ? set->place->symbol : declares ? set->symbol : NULL;
    bool known = symbol && induction_candidate(symbol) &&
                 (induction_fixed(set->value, nest->body, true) || is_length(nest, set->value) ||
                  is_offset(nest, strip_widening(set->value)));
    return known ? symbol : NULL;
}

// In the changes among the items, up to one that sets the variable, or one of the value, anew.
static bool put_amount(Arena *arena, Stmt **items, int count, const Symbol *symbol, const Expr *value)
{
    Expr *held = expr_cast(arena, symbol->type, (Expr *)value);
    bool any = false, keeps_on = true;
    for (int i = 0; i < count && keeps_on && induction_writes(items[i], symbol) == 0; i++) {
        InductionChange change;
        keeps_on = keeps(items[i], value);
        if (!induction_change(arena, items[i], &change) || !expr_mentions(change.by, symbol))
            continue;
        items[i] = stmt_substitute(arena, items[i], symbol, held);
        any = true;
    }
    return any;
}

Stmt *known_amounts(Nest *nest, Stmt *block)
{
    Arena *arena = nest->unit->arena;
    StmtList items = {0};
    bool any = false;
    for (int i = 0; i < stmt_count(block); i++)
        VECTOR_PUSH(arena, &items, (Stmt *)stmt_item(block, i));
    for (int i = 0; i < items.count; i++) {
        const Symbol *symbol = amount_of(nest, items.items[i]);
        any |= symbol && put_amount(arena, items.items + i + 1, items.count - i - 1, symbol, items.items[i]->value);
    }
    return any ? stmt_block(arena, items.items, items.count) : block;
}

// Recognizes statements of the form place = place op value, in all the ways C writes them.
//
// reduction.c decides from the dependences whether they are a reduction. A statement that looks like an update but may
// not be reordered (a floating-point value truncated to an integer at each step) is kept with the reason.
#include "analysis/depend/update.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"

#include <string.h>

// ---- expressions

int update_count_place(const Expr *expr, const Expr *place)
{
    if (expr_equal(expr, place))
        return 1;
    int count = 0;
    for (int i = 0; i < expr->noperands; i++)
        count += update_count_place(expr->operands[i], place);
    return count;
}

// Looks through conversions that hold every value of what is inside.
static const Expr *strip_widening(const Expr *expr)
{
    while (expr->kind == EX_CAST) {
        const Type *to = expr->type, *from = expr->operands[0]->type;
        int64_t to_smallest, to_largest, from_smallest, from_largest;
        bool integers = type_limits(to, &to_smallest, &to_largest) && type_limits(from, &from_smallest, &from_largest);
        bool holds_all = integers ? to_smallest <= from_smallest && from_largest <= to_largest
                                  : type_is_float(to) && type_is_float(from) && to->size >= from->size;
        if (!holds_all)
            break;
        expr = expr->operands[0];
    }
    return expr;
}

// Looks through any conversion between arithmetic types.
static const Expr *strip_conversions(const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return expr;
}

// Whether the conversion of a new value of the place changes nothing that the place holds: of integers the bits.
static bool keeps_value(const Expr *cast, const Type *place)
{
    const Type *to = cast->type;
    if (type_is_float(place))
        return type_is_float(to) && to->size >= place->size;
    if (place->kind == TY_BOOL)
        return to->kind == TY_BOOL || strip_widening(cast) != cast;
    return type_is_integer(to) && to->kind != TY_BOOL && to->size >= place->size;
}

static bool conversions_keep_value(const Expr *expr, const Type *place)
{
    for (; expr->kind == EX_CAST; expr = expr->operands[0])
        if (!keeps_value(expr, place))
            return false;
    return true;
}

static bool is_place(const Expr *expr, const Expr *place)
{
    return expr_equal(strip_widening(expr), place);
}

// The place as an operand: all of its bits, possibly in another integer type, because sums, products and bitwise
// operators depend on the bits only; or for && and || whether it is zero.
static bool is_operand(const Expr *expr, const Expr *place, Operator op)
{
    bool logical = op_is_logical(op);
    if (logical && expr->kind == EX_BINARY && expr->op == OP_NE && expr_is_int(expr->operands[1], 0))
        expr = expr->operands[0];
    while (expr->kind == EX_CAST && type_is_integer(expr->type) && expr->type->kind != TY_BOOL &&
           type_is_integer(place->type) && expr->type->size >= place->type->size)
        expr = expr->operands[0];
    return is_place(expr, place);
}

static bool is_commutative(Operator op)
{
    return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_LOGICAL_AND ||
           op == OP_LOGICAL_OR;
}

// 0 or 1 whatever the data: for bitwise operators on _Bool.
static bool is_truth(const Expr *expr)
{
    expr = strip_conversions(expr);
    bool comparison = expr->kind == EX_BINARY && (op_is_comparison(expr->op) || op_is_logical(expr->op));
    return comparison || expr->type->kind == TY_BOOL || (expr->kind == EX_UNARY && expr->op == OP_NOT);
}

// ---- what the types allow

static const char *why_not(Operator op, const Type *place, const Type *compute, const Expr *value)
{
    if (type_is_integer(place) && type_is_float(compute))
        return "a floating-point value is cut to an integer at each step";
    if (place->kind != TY_BOOL || op_is_logical(op))
        return NULL;
    if (op == OP_OR || ((op == OP_AND || op == OP_XOR) && is_truth(value)))
        return NULL;
    return "each step converts to _Bool";
}

static void check_update(Arena *arena, Update *update, const Type *compute)
{
    const Type *type = update->place->type;
    update->reason = why_not(update->op, type, compute, update->value);
    if (update->reason)
        update->op = OP_NONE;
    else if (type->kind == TY_BOOL)
        update->value = expr_cast(arena, type, update->value);
}

// ---- place = place op value, place op= value

static bool compound(Arena *arena, const Stmt *stmt, Update *update)
{
    if (update_count_place(stmt->value, stmt->place) > 0)
        return false;
    update->op = stmt->op == OP_SUB ? OP_ADD : stmt->op;
    update->value = stmt->op == OP_SUB ? expr_unary(arena, OP_NEG, stmt->value) : stmt->value;
    if (!is_commutative(update->op))
        return false;
    check_update(arena, update, stmt->compute);
    return true;
}

// The place occurs once in a sum (with a plus) or product: returns the rest without the place.
static Expr *without_place(Arena *arena, Operator op, Expr *expr, const Expr *place)
{
    if (expr->kind != EX_BINARY || (expr->op != op && !(op == OP_ADD && expr->op == OP_SUB)))
        return NULL;
    Expr *left = expr->operands[0], *right = expr->operands[1];
    bool subtracts = expr->op == OP_SUB;
    if (is_operand(left, place, op))
        return subtracts ? expr_unary(arena, OP_NEG, right) : right;
    if (is_operand(right, place, op))
        return subtracts ? NULL : left;
    Expr *rest = without_place(arena, op, left, place);
    if (rest)
        return expr_binary(arena, expr->op, rest, right, expr->type);
    rest = subtracts ? NULL : without_place(arena, op, right, place);
    return rest ? expr_binary(arena, op, left, rest, expr->type) : NULL;
}

static Operator operator_of_value(const Expr *value)
{
    return value->kind == EX_BINARY && value->op == OP_SUB ? OP_ADD : value->kind == EX_BINARY ? value->op : OP_NONE;
}

static bool written_out(Arena *arena, const Stmt *stmt, Update *update)
{
    Expr *value = (Expr *)strip_conversions(stmt->value);
    Operator op = operator_of_value(value);
    if (!is_commutative(op) || update_count_place(value, stmt->place) != 1)
        return false;
    bool logical = op_is_logical(op);
    update->value = without_place(arena, op, value, stmt->place);
    if (!update->value)
        return false;
    update->op = op;
    check_update(arena, update, logical ? stmt->place->type : value->type);
    if (!update->reason && !logical && !conversions_keep_value(stmt->value, stmt->place->type)) {
        update->reason = "each step converts to a type that does not hold all of its values";
        update->op = OP_NONE;
    }
    return true;
}

// ---- min and max

static bool is_order(Operator op)
{
    return op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE;
}

static bool same_class(const Type *left, const Type *right)
{
    return type_is_integer(left) == type_is_integer(right) && (type_is_integer(left) || left->size <= right->size);
}

// `test` compares the place with a value. On success, the value, and whether the test holds if the value is greater
// (+1) or less (-1).
static const Expr *compared_value(const Expr *test, const Expr *place, int *greater)
{
    test = strip_conversions(test);
    if (test->kind != EX_BINARY || !is_order(test->op))
        return NULL;
    bool less = test->op == OP_LT || test->op == OP_LE;
    bool left = is_place(test->operands[0], place), right = is_place(test->operands[1], place);
    if (left == right)
        return NULL;
    *greater = left == less ? 1 : -1;
    return strip_widening(test->operands[left ? 1 : 0]);
}

// Whether the text alone shows that the type holds the value: i % 10, x & 7.
static bool fits(const Expr *expr, const Type *type)
{
    int64_t smallest, largest, low, high;
    const Expr *number = expr->kind == EX_BINARY ? expr_strip_casts(expr->operands[1]) : expr;
    if (number->kind != EX_INT || !type_limits(type, &smallest, &largest) || !type_limits(expr->type, &low, &high))
        return false;
    if (expr->kind == EX_BINARY && expr->op == OP_REM)
        return number->integer > 0 && number->integer - 1 <= largest && (low >= 0 || smallest <= 1 - number->integer);
    if (expr->kind == EX_BINARY)
        return expr->op == OP_AND && 0 <= number->integer && number->integer <= largest;
    return smallest <= number->integer && number->integer <= largest;
}

// The comparison's value is what is assigned, and the place holds it.
static bool is_assigned(const Expr *compared, const Expr *assigned, const Expr *place)
{
    const Expr *plain = strip_widening(assigned);
    const Expr *narrowed = plain->kind == EX_CAST ? strip_widening(plain->operands[0]) : plain;
    bool same =
        expr_equal(compared, narrowed) || (narrowed->kind == EX_INT && expr_is_int(compared, narrowed->integer));
    if (same && fits(compared, place->type) && plain->type == place->type && update_count_place(narrowed, place) == 0)
        return true;
    return expr_equal(compared, plain) && same_class(plain->type, place->type) &&
           update_count_place(plain, place) == 0 && strip_widening(assigned) == plain &&
           (plain->type == place->type || assigned->type == place->type);
}

static bool extremum(const Expr *test, const Expr *place, Expr *assigned, bool keeps, Update *update)
{
    int greater;
    const Expr *value = compared_value(test, place, &greater);
    if (!value || !is_assigned(value, assigned, place))
        return false;
    Operator op = strip_conversions(test)->op;
    update->op = (greater > 0) != keeps ? OP_MAX : OP_MIN;
    update->form = keeps ? FORM_KEEP_NEW : FORM_KEEP_OLD;
    update->strict = op == OP_LT || op == OP_GT;
    update->value = assigned;
    return true;
}

// A value of the type, without the conversions of a narrow type to int and back.
static Expr *strip_promotion(Arena *arena, Expr *expr, const Type *type)
{
    const Expr *plain = strip_widening(expr);
    if (plain->type != type && type_is_integer(type) && type_is_integer(plain->type) && fits(plain, type))
        return expr_cast(arena, type, (Expr *)plain);
    return plain->type == type ? (Expr *)plain : expr;
}

// x = e > x ? e : x    x = x > e ? x : e
static bool selected(Arena *arena, const Stmt *stmt, Update *update)
{
    const Type *type = stmt->place->type;
    const Expr *value = strip_widening(stmt->value);
    bool back =
        value->kind == EX_CAST && value->operands[0]->kind == EX_SELECT && value->type == type && type_is_integer(type);
    if (back)
        value = value->operands[0];
    if (stmt->op != OP_NONE || value->kind != EX_SELECT)
        return false;
    Expr *yes = strip_promotion(arena, value->operands[1], type),
         *no = strip_promotion(arena, value->operands[2], type);
    if (back && (yes->type != type || no->type != type))
        return false;
    if (is_place(no, stmt->place))
        return extremum(value->operands[0], stmt->place, yes, false, update);
    return is_place(yes, stmt->place) && extremum(value->operands[0], stmt->place, no, true, update);
}

static const Stmt *only_statement(const Stmt *stmt)
{
    while (stmt && stmt->kind == ST_BLOCK && stmt->nitems == 1)
        stmt = stmt->items[0];
    return stmt;
}

// if (e > x) x = e;
static bool guarded(const Stmt *stmt, Update *update)
{
    const Stmt *body = only_statement(stmt->body);
    if (stmt->otherwise || !body || body->kind != ST_ASSIGN || body->op != OP_NONE)
        return false;
    update->place = body->place;
    return extremum(stmt->condition, body->place, body->value, false, update);
}

// if (e > x) { x = e; at = i; }
static bool chooses(Arena *arena, const Stmt *stmt, Update *update)
{
    Choice *choice = ARENA_NEW(arena, Choice);
    if (!choice_of(arena, stmt, choice))
        return false;
    update->choice = choice;
    update->form = FORM_CHOICE;
    update->op = choice->op;
    update->strict = choice->strict;
    update->value = choice->key;
    update->place = choice->assignments[0]->place;
    for (int i = 0; i < choice->count; i++)
        if (choice_is_kept_in(choice, choice->assignments[i]->place))
            update->place = choice->assignments[i]->place;
    return true;
}

static bool compares(const Expr *condition, const Expr *place)
{
    if (condition->kind == EX_BINARY && is_order(condition->op))
        return update_count_place(condition, place) > 0;
    for (int i = 0; i < condition->noperands; i++)
        if (compares(condition->operands[i], place))
            return true;
    return false;
}

// if (e > x) { y = x; x = e; }: an extremum, but y does not depend on one iteration alone.
static bool almost_chooses(const Stmt *stmt, Update *update)
{
    const Stmt *body = stmt->kind == ST_IF ? only_statement(stmt->body) : NULL;
    for (int i = 0; i < stmt_count(body); i++) {
        const Stmt *item = stmt_item(body, i);
        if (item->kind != ST_ASSIGN || item->op != OP_NONE || update_count_place(item->value, item->place) ||
            !compares(stmt->condition, item->place))
            continue;
        *update = (Update){.stmt = item, .place = item->place, .group = -1};
        update->reason = "whether and what an iteration writes depends on more of earlier iterations than one extremum";
        return true;
    }
    return false;
}

// if (c) x = e;: the last iteration that runs it decides.
static bool overwrites(const Stmt *stmt, Update *update)
{
    if (stmt->op != OP_NONE || update_count_place(stmt->value, stmt->place) > 0 ||
        !type_is_arithmetic(stmt->place->type))
        return false;
    update->form = FORM_CHOICE;
    update->op = OP_MAX;
    update->value = stmt->value;
    return true;
}

static Operator extremum_function(const char *name)
{
    static const char *const least[] = {"fmin", "fminf"}, *const most[] = {"fmax", "fmaxf"};
    for (int i = 0; i < 2; i++) {
        if (strcmp(name, least[i]) == 0)
            return OP_MIN;
        if (strcmp(name, most[i]) == 0)
            return OP_MAX;
    }
    return OP_NONE;
}

// x = fmax(x, e)
static bool by_function(const Stmt *stmt, Update *update)
{
    const Expr *call = strip_conversions(stmt->value);
    if (stmt->op != OP_NONE || call->kind != EX_CALL || call->function || call->noperands != 2 ||
        !conversions_keep_value(stmt->value, stmt->place->type))
        return false;
    Operator op = extremum_function(call->text);
    if (op == OP_NONE || !type_is_float(stmt->place->type) || update_count_place(call, stmt->place) != 1)
        return false;
    int other = is_place(call->operands[0], stmt->place) ? 1 : 0;
    if (!is_place(call->operands[1 - other], stmt->place))
        return false;
    update->op = op;
    update->form = FORM_FUNCTION;
    update->value = call->operands[other];
    return true;
}

// ---- the walk

// A minimum or maximum whose zeros could have either sign. They are distinguished by running the loop again, if that is
// possible (transform/reduction/exact_minmax.c), or by the iteration that each comes from.
static bool has_ties(Arena *arena, const Stmt *stmt)
{
    Choice choice;
    return choice_of(arena, stmt, &choice) && choice.count == 1 && type_is_float(choice.key->type);
}

static bool is_element(const Stmt *stmt)
{
    const Stmt *assignment = stmt->kind == ST_IF ? only_statement(stmt->body) : stmt;
    return assignment && assignment->kind == ST_ASSIGN && assignment->place->kind == EX_ACCESS;
}

// `in_order`: its loop cannot be run again.
static bool recognize(Arena *arena, const Stmt *stmt, bool in_order, Update *update)
{
    *update = (Update){.stmt = stmt, .place = stmt->place, .group = -1};
    if (in_order && has_ties(arena, stmt))
        return chooses(arena, stmt, update);
    if (stmt->kind == ST_IF)
        return guarded(stmt, update) || chooses(arena, stmt, update);
    if (stmt->kind != ST_ASSIGN)
        return false;
    if (stmt->op != OP_NONE)
        return compound(arena, stmt, update);
    return selected(arena, stmt, update) || by_function(stmt, update) || written_out(arena, stmt, update) ||
           overwrites(stmt, update);
}

bool update_of_assignment(Arena *arena, const Stmt *stmt, Update *update)
{
    return recognize(arena, stmt, false, update) && update->op != OP_NONE;
}

static void walk_updates(Analysis *analysis, const Stmt *stmt)
{
    Update update;
    if (!stmt)
        return;
    if (recognize(analysis->arena, stmt, analysis->changes_its_input || is_element(stmt), &update)) {
        VECTOR_PUSH(analysis->arena, &analysis->updates, update);
        if (stmt->kind == ST_IF)
            return;
    } else if (almost_chooses(stmt, &update)) {
        VECTOR_PUSH(analysis->arena, &analysis->updates, update);
        return;
    }
    for (int i = 0; i < stmt->nitems; i++)
        walk_updates(analysis, stmt->items[i]);
    walk_updates(analysis, stmt->body);
    walk_updates(analysis, stmt->otherwise);
}

static bool belongs_to_choice(const Access *access, const Update *update)
{
    const Choice *choice = update->choice;
    bool here = access->stmt == update->stmt, ours = false;
    for (int i = 0; i < choice->count; i++) {
        here = here || access->stmt == choice->assignments[i];
        ours = ours || expr_equal(access->expr, choice->assignments[i]->place);
    }
    return here && ours;
}

static bool belongs(const Access *access, const Update *update)
{
    if (update->choice)
        return belongs_to_choice(access, update);
    const Stmt *assignment = update->stmt->kind == ST_IF ? only_statement(update->stmt->body) : update->stmt;
    return (access->stmt == update->stmt || access->stmt == assignment) && expr_equal(access->expr, update->place);
}

// Whether the nest writes an array that it also reads, other than by updating it.
static bool changes_its_input(const Analysis *analysis)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *read = &analysis->facts->accesses.items[i];
        if (read->array && !read->is_write && stmt_writes(analysis->nest->body, NULL, read->array))
            return true;
    }
    return false;
}

void update_find(Analysis *analysis)
{
    analysis->changes_its_input = changes_its_input(analysis);
    walk_updates(analysis, analysis->nest->body);
    FOR_EACH(i, &analysis->facts->accesses)
        FOR_EACH(u, &analysis->updates)
            if (belongs(&analysis->facts->accesses.items[i], &analysis->updates.items[u]))
                analysis->sites.items[i].update = u;
}

// Inner loops first. Every iteration of a loop changes a variable at the top of its body by an amount that the loop
// does not change, or that grows with its iterator (growing_change.h). The variable becomes its value before the loop
// plus the sum over the iterations done. The whole change follows the loop. For an outer loop it is one more change.
//
// Signed variables of int and wider do not overflow in C, so their values are those of unlimited integers: casts back
// to the variable's type are left out where the value is converted or added to. Other types keep the cast.
#include "frontend/directives/directive.h"
#include "frontend/normalize/growing_change.h"
#include "frontend/normalize/induction.h"
#include "frontend/normalize/induction_parts.h"
#include "frontend/normalize/row_ways.h"
#include "frontend/normalize/sink_changes.h"

#include <string.h>

static const Type *index_type(void)
{
    return type_scalar(TY_I64);
}

// ---- what may stand for a variable

bool induction_candidate(const Symbol *symbol)
{
    bool role = symbol->role == SYM_LIVE || symbol->role == SYM_LOCAL;
    return role && type_is_integer(symbol->type) && symbol->type->kind != TY_BOOL && !symbol->is_enum &&
           !symbol->address_taken && !symbol->is_volatile;
}

static bool is_symbol(const Expr *expr, const Symbol *symbol)
{
    return expr->kind == EX_SYMBOL && expr->symbol == symbol;
}

typedef struct WriteCount {
    const Symbol *symbol;
    int writes;
} WriteCount;

static bool count_write(void *context, const Stmt *stmt)
{
    WriteCount *count = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == count->symbol;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == count->symbol;
    bool counts = stmt->kind == ST_LOOP && stmt->loop->iterator == count->symbol;
    count->writes += assigns + declares + counts;
    return true;
}

static bool find_store(void *context, const Stmt *stmt)
{
    const Array **array = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS && stmt->place->array == *array)
        *array = NULL;
    return *array != NULL;
}

bool induction_stores_to(const Stmt *root, const Array *array)
{
    const Array *found = array;
    stmt_walk(root, find_store, &found);
    return !found;
}

bool induction_may_trap(const Expr *expr)
{
    return expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && type_is_integer(expr->type) &&
           (expr->operands[1]->kind != EX_INT || expr->operands[1]->integer <= 0);
}

int induction_writes(const Stmt *root, const Symbol *symbol)
{
    WriteCount count = {symbol, 0};
    stmt_walk(root, count_write, &count);
    return count.writes;
}

typedef struct Fixed {
    const Stmt *loop; // in which it may not change, or NULL
    bool always;      // it may be computed where C does not: no division except by positive constants
    bool fixed;
} Fixed;

static bool is_harmless(const Expr *expr)
{
    const Expr *right = expr->operands[1];
    bool divides = expr->op == OP_DIV || expr->op == OP_REM || expr->op == OP_FLOOR_DIV || expr->op == OP_CEIL_DIV ||
                   expr->op == OP_FLOOR_MOD;
    bool shifts = op_is_shift(expr->op);
    return right->kind == EX_INT ? right->integer > 0 || !(divides || shifts) : !divides && !shifts;
}

static bool test_fixed(void *context, const Expr *expr)
{
    Fixed *test = context;
    bool fine = type_is_integer(expr->type);
    switch (expr->kind) {
    case EX_INT:
    case EX_CAST:
    case EX_UNARY:
    case EX_SELECT: break;
    case EX_BINARY: fine = fine && (!test->always || is_harmless(expr)); break;
    case EX_SYMBOL:
        fine = fine && !expr->symbol->is_volatile && (!test->loop || induction_writes(test->loop, expr->symbol) == 0);
        break;
    default: fine = false;
    }
    test->fixed = test->fixed && fine;
    return test->fixed;
}

bool induction_fixed(const Expr *expr, const Stmt *loop, bool always)
{
    Fixed test = {loop, always, true};
    expr_walk(expr, test_fixed, &test);
    return test.fixed;
}

// ---- putting a value in place of a variable

typedef struct Walk {
    Nest *nest;
    Arena *arena;
    VECTOR(const Symbol *) closed; // what some loop changed
    VECTOR(const Symbol *) copies; // locals that are declared with an exact closed form
    VECTOR(const Stmt *) exact;    // changes that follow a loop and do not overflow
} Walk;

typedef struct Closing {
    Walk *walk;
    Arena *arena;
    const Symbol *symbol;
    Expr *value;               // I64, or of the symbol's type
    bool exact;                // no conversion changes it
    VECTOR(const Expr *) made; // casts of exact values to the variable's type, and of sums of them
} Closing;

static Expr *exact_value(const Closing *closing, const Expr *expr)
{
    FOR_EACH(i, &closing->made)
        if (closing->made.items[i] == expr)
            return expr->operands[0];
    return NULL;
}

static Expr *make_cast(Closing *closing, const Type *type, Expr *value)
{
    Expr *cast = expr_cast(closing->arena, type, value);
    if (closing->exact && cast->kind == EX_CAST && cast->operands[0]->type == index_type())
        VECTOR_PUSH(closing->arena, &closing->made, cast);
    return cast;
}

// Sums in a signed type do not overflow either: (int)x + 1 is (int)(x + 1).
static Expr *widen_sum(Closing *closing, Expr *expr)
{
    Expr *left = exact_value(closing, expr->operands[0]), *right = exact_value(closing, expr->operands[1]);
    bool sum = expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL;
    bool wide = type_is_integer(expr->type) && type_is_signed(expr->type) && expr->type->size >= 4;
    if ((!left && !right) || !sum || !wide)
        return expr;
    left = left ? left : index_cast(closing->arena, expr->operands[0]);
    right = right ? right : index_cast(closing->arena, expr->operands[1]);
    return make_cast(closing, expr->type, expr_binary(closing->arena, expr->op, left, right, index_type()));
}

static Expr *widen_subscripts(Closing *closing, Expr *access)
{
    Expr *subscripts[MAX_DIMS];
    bool changed = false;
    if (access->npath)
        return access;
    for (int d = 0; d < access->noperands; d++) {
        Expr *exact = exact_value(closing, access->operands[d]);
        subscripts[d] = exact ? exact : access->operands[d];
        changed |= exact != NULL;
    }
    if (!changed)
        return access;
    Expr *made = expr_access(closing->arena, access->array, subscripts);
    made->loc = access->loc;
    return made;
}

static Expr *put_value(void *context, Expr *expr)
{
    Closing *closing = context;
    if (is_symbol(expr, closing->symbol))
        return make_cast(closing, expr->type, closing->value);
    if (expr->kind == EX_BINARY)
        return widen_sum(closing, expr);
    if (expr->kind == EX_ACCESS)
        return widen_subscripts(closing, expr);
    Expr *exact = expr->kind == EX_CAST ? exact_value(closing, expr->operands[0]) : NULL;
    bool widens = exact && type_is_integer(expr->type) && type_is_signed(expr->type) && expr->type->size == 8;
    return widens ? make_cast(closing, expr->type, exact) : expr;
}

// In an iteration of a loop its trip count is positive: max(n, 0) is n.
typedef struct Running {
    Arena *arena;
    const Expr *trips;
} Running;

static Expr *drop_zero(void *context, Expr *expr)
{
    const Running *running = context;
    return expr_equal(expr, running->trips) ? expr->operands[0] : expr;
}

static Expr *while_running(Arena *arena, Expr *value, const Loop *loop)
{
    Expr *trips = loop_trip_count(arena, loop);
    Running running = {arena, trips};
    bool bounded = trips->kind == EX_BINARY && trips->op == OP_MAX && expr_is_int(trips->operands[1], 0);
    return bounded ? expr_rewrite(arena, value, drop_zero, &running) : value;
}

static Stmt *put_in(Closing *closing, Stmt *stmt);

static Stmt *put_in_loop(Closing *closing, Stmt *stmt)
{
    Expr *outside = closing->value;
    Stmt *empty = stmt_loop(closing->arena, stmt->loop, stmt_block(closing->arena, NULL, 0));
    empty = stmt_rewrite(closing->arena, empty, NULL, put_value, closing);
    closing->value = while_running(closing->arena, outside, stmt->loop);
    Stmt *made = ARENA_NEW(closing->arena, Stmt);
    *made = *stmt;
    made->loop = empty->loop;
    made->body = put_in(closing, stmt->body);
    closing->value = outside;
    return made;
}

static Stmt *put_in(Closing *closing, Stmt *stmt)
{
    if (stmt->kind == ST_LOOP)
        return put_in_loop(closing, stmt);
    if (stmt->kind != ST_BLOCK) {
        stmt = stmt_rewrite(closing->arena, stmt, NULL, put_value, closing);
        if (stmt->kind == ST_DECLARE && stmt->value && exact_value(closing, stmt->value))
            VECTOR_PUSH(closing->arena, &closing->walk->copies, stmt->symbol);
        return stmt;
    }
    StmtList items = {0};
    for (int i = 0; i < stmt->nitems; i++)
        VECTOR_PUSH(closing->arena, &items, put_in(closing, stmt->items[i]));
    return stmt_block(closing->arena, items.items, items.count);
}

static Expr *copied_value(const Walk *walk, const Stmt *stmt)
{
    bool copies = stmt->kind == ST_DECLARE && stmt->value && stmt->value->kind == EX_CAST &&
                  stmt->value->operands[0]->type == index_type() && induction_candidate(stmt->symbol);
    FOR_EACH(i, &walk->copies)
        if (copies && walk->copies.items[i] == stmt->symbol)
            return stmt->value->operands[0];
    return NULL;
}

// int old = k; k += 1; a[old] = ..: the closed form in place of `old`, which would cut it to its type again.
static Stmt *fold_copies(void *context, Stmt *stmt)
{
    Walk *walk = context;
    StmtList items = {0};
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        VECTOR_PUSH(walk->arena, &items, stmt->items[i]);
    for (int i = 0; i < items.count; i++) {
        const Symbol *symbol = items.items[i]->symbol;
        Expr *exact = copied_value(walk, items.items[i]);
        if (!exact || induction_writes(stmt, symbol) != 1)
            continue;
        Closing fold = {.walk = walk, .arena = walk->arena, .symbol = symbol, .value = exact, .exact = true};
        for (int k = i + 1; k < items.count; k++)
            items.items[k] = put_in(&fold, items.items[k]);
        items.items[i] = stmt_block(walk->arena, NULL, 0);
    }
    return items.count ? stmt_block(walk->arena, items.items, items.count) : stmt;
}

// ---- changes

typedef struct Change {
    const Symbol *symbol;
    Expr *by;      // I64; of all changes of an iteration: without slope * iterator
    int64_t slope; // by how much more an iteration changes it than the one before
    bool exact;
    bool once;     // the loop changes it as one iteration does
    RowChange row; // .earlier: it changes by the length of a row, too
} Change;

// Skips conversions that keep a value modulo the range of a type of that size.
static Expr *strip_wide(Expr *expr, int64_t size)
{
    while (expr->kind == EX_CAST && type_is_integer(expr->type) && expr->type->kind != TY_BOOL &&
           expr->type->size >= size && type_is_integer(expr->operands[0]->type))
        expr = expr->operands[0];
    return expr;
}

bool induction_change(Arena *arena, const Stmt *stmt, InductionChange *change)
{
    if (stmt->kind != ST_ASSIGN || stmt->place->kind != EX_SYMBOL || !induction_candidate(stmt->place->symbol))
        return false;
    const Symbol *symbol = stmt->place->symbol;
    Operator op = stmt->op;
    Expr *by = stmt->value;
    const Type *computed = stmt->compute;
    if (op == OP_NONE) {
        const Expr *sum = strip_wide(stmt->value, symbol->type->size);
        if (sum->kind != EX_BINARY)
            return false;
        op = sum->op;
        computed = sum->type;
        bool first = is_symbol(strip_wide(sum->operands[0], symbol->type->size), symbol);
        if (!first && (op != OP_ADD || !is_symbol(strip_wide(sum->operands[1], symbol->type->size), symbol)))
            return false;
        by = sum->operands[first ? 1 : 0];
    }
    if ((op != OP_ADD && op != OP_SUB) || !type_is_integer(computed) || computed->size < symbol->type->size ||
        expr_mentions(by, symbol))
        return false;
    by = index_cast(arena, by);
    bool exact =
        type_is_signed(symbol->type) && symbol->type->size >= 4 && type_is_signed(computed) && computed == symbol->type;
    by = op == OP_SUB ? index_sub(arena, expr_index(arena, 0), by) : by;
    *change = (InductionChange){symbol, by, exact};
    return true;
}

static bool read_change(const Walk *walk, const Stmt *stmt, Change *change)
{
    InductionChange read;
    if (!induction_change(walk->arena, stmt, &read))
        return false;
    FOR_EACH(i, &walk->exact)
        read.exact |= walk->exact.items[i] == stmt;
    *change = (Change){.symbol = read.symbol, .by = read.by, .exact = read.exact};
    return true;
}

static bool look_for_jump(void *context, const Stmt *stmt)
{
    bool *jumps = context;
    *jumps = *jumps || stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || stmt->kind == ST_ROTATE;
    return !*jumps;
}

static bool counts(const Stmt *loop)
{
    bool jumps = false;
    stmt_walk(loop->body, look_for_jump, &jumps);
    return !jumps && !loop->loop->factor && !loop->loop->endless;
}

// One change in an iteration of the loop as slope * iterator + by; false: it is not known before the loop.
static bool split_change(const Walk *walk, const Stmt *loop, Change *change)
{
    GrowingChange growing;
    if (induction_fixed(change->by, loop, true))
        return true;
    if (row_change_of(walk->nest, loop, change->by, &change->row)) {
        change->by = change->row.rest;
        return true;
    }
    if (!growing_change_of(walk->arena, loop, change->by, &growing))
        return false;
    change->by = growing.rest;
    change->slope = growing.slope;
    return true;
}

// The change of the symbol by one iteration; false: it does not grow by a fixed amount, or is not found.
static bool change_of(const Walk *walk, const Stmt *loop, const Symbol *symbol, Change *all)
{
    Arena *arena = walk->arena;
    int count = stmt_count(loop->body), found = 0;
    *all = (Change){.symbol = symbol, .by = expr_index(arena, 0), .exact = true};
    for (int i = 0; i < count; i++) {
        Change change;
        if (!read_change(walk, stmt_item(loop->body, i), &change) || change.symbol != symbol)
            continue;
        if (!split_change(walk, loop, &change) || !row_change_add(arena, &all->row, &change.row))
            return false;
        all->by = index_add(arena, all->by, change.by);
        all->slope += change.slope;
        all->exact &= change.exact;
        found++;
    }
    all->once = row_ways_moves(walk->nest, symbol, loop->loop);
    return found > 0 && found == induction_writes(loop->body, symbol) && !(all->once && all->slope) &&
           !(all->row.earlier && (all->once || all->slope)) &&
           row_change_keeps_bound(walk->nest, loop, loop->loop->lower) &&
           row_change_keeps_bound(walk->nest, loop, loop->loop->upper) &&
           induction_fixed(loop->loop->step, loop, false);
}

// The subtrahend of 0 - e; NULL: the expression has another form.
static Expr *subtracted(Expr *by)
{
    return by->kind == EX_BINARY && by->op == OP_SUB && expr_is_int(by->operands[0], 0) ? by->operands[1] : NULL;
}

// 0 - n * times instead of (0 - n) * times, whose stride would have to be positive.
static Expr *product(Arena *arena, Expr *left, Expr *right)
{
    Expr *less = subtracted(left) ? subtracted(left) : subtracted(right);
    if (!less)
        return index_mul(arena, left, right);
    Expr *times = subtracted(left) ? index_mul(arena, less, right) : index_mul(arena, left, less);
    return index_sub(arena, expr_index(arena, 0), times);
}

static Expr *moved_by(Arena *arena, Expr *value, Expr *added)
{
    Expr *less = subtracted(added);
    return less ? index_sub(arena, value, less) : index_add(arena, value, added);
}

// The sum of the changes in whole iterations before this one: by * ((i - lower) / step).
static Expr *added_before(Arena *arena, const Loop *loop, Expr *by)
{
    Expr *way = index_sub(arena, index_cast(arena, expr_symbol(arena, loop->iterator)), loop->lower);
    Expr *step = index_cast(arena, loop->step);
    if (expr_equal(step, by))
        return way;
    if (expr_is_int(step, 1))
        return product(arena, by, way);
    if (expr_is_int(step, -1))
        return product(arena, by, index_sub(arena, loop->lower, index_cast(arena, expr_symbol(arena, loop->iterator))));
    if (by->kind == EX_INT && step->kind == EX_INT && by->integer % step->integer == 0)
        return index_mul(arena, expr_index(arena, by->integer / step->integer), way);
    if (loop->step_sign < 0) {
        way = index_sub(arena, loop->lower, index_cast(arena, expr_symbol(arena, loop->iterator)));
        step = step->kind == EX_INT ? expr_index(arena, -step->integer) : expr_unary(arena, OP_NEG, step);
    }
    return product(arena, by, expr_binary(arena, OP_FLOOR_DIV, way, step, index_type()));
}

// The loop with every use of the variable in closed form, without the change.
static Stmt *close_loop(Walk *walk, const Stmt *loop, const Change *change)
{
    Arena *arena = walk->arena;
    int count = stmt_count(loop->body);
    Expr *before = index_cast(arena, expr_symbol(arena, change->symbol));
    Closing closing = {.walk = walk, .arena = arena, .symbol = change->symbol, .exact = change->exact};
    Expr *iterator = index_cast(arena, expr_symbol(arena, loop->loop->iterator));
    Expr *added = change->slope ? growing_sum(arena, loop->loop, change->slope, change->by, iterator)
                                : added_before(arena, loop->loop, change->by);
    if (change->row.earlier)
        added = index_add(arena, added, row_change_sum(arena, loop->loop, &change->row, iterator));
    closing.value = change->once ? before : moved_by(arena, before, added);
    StmtList made = {0};
    for (int i = 0; i < count; i++) {
        Change one;
        if (!read_change(walk, stmt_item(loop->body, i), &one) || one.symbol != change->symbol) {
            VECTOR_PUSH(arena, &made, put_in(&closing, stmt_item(loop->body, i)));
            continue;
        }
        Expr *by = one.by;
        if (split_change(walk, loop, &one) && one.slope)
            by = index_add(arena, index_mul(arena, expr_index(arena, one.slope), iterator), one.by);
        closing.value = moved_by(arena, closing.value, by);
    }
    Stmt *result = ARENA_NEW(arena, Stmt);
    *result = *loop;
    result->body = stmt_block(arena, made.items, made.count);
    if (change->slope)
        result->body = stmt_rewrite(arena, result->body, fold_copies, NULL, walk);
    return result;
}

static Stmt *change_after(Walk *walk, const Stmt *loop, const Change *change)
{
    Arena *arena = walk->arena;
    Expr *symbol = expr_symbol(arena, change->symbol);
    Expr *all;
    if (change->once)
        all = change->by;
    else if (change->slope)
        all = growing_sum(arena, loop->loop, change->slope, change->by,
                          index_max(arena, loop->loop->upper, loop->loop->lower));
    else
        all = product(arena, loop_trip_count(arena, loop->loop), change->by);
    if (change->row.earlier)
        all = index_add(arena, all, row_change_after(walk->nest, loop->loop, &change->row, change->symbol->live_after));
    Expr *value = moved_by(arena, index_cast(arena, symbol), all);
    Stmt *stmt = stmt_assign(arena, symbol, OP_NONE, expr_cast(arena, change->symbol->type, value), NULL);
    stmt->loc = loop->loc;
    stmt->id = ++walk->nest->next_stmt;
    if (change->exact)
        VECTOR_PUSH(arena, &walk->exact, stmt);
    return stmt;
}

// ---- variables that are no longer read

static bool count_mention(void *context, const Expr *expr)
{
    WriteCount *count = context;
    count->writes += is_symbol(expr, count->symbol);
    return true;
}

int induction_mentions(const Stmt *root, const Symbol *symbol)
{
    WriteCount count = {symbol, 0};
    stmt_walk_expressions(root, count_mention, &count);
    return count.writes;
}

bool induction_assigns(const Stmt *stmt, const Symbol *symbol)
{
    return stmt->kind == ST_ASSIGN && is_symbol(stmt->place, symbol);
}

static bool count_own(void *context, const Stmt *stmt)
{
    WriteCount *own = context;
    if (induction_assigns(stmt, own->symbol))
        own->writes += induction_mentions(stmt, own->symbol);
    return true;
}

static Stmt *drop_writes(void *context, Stmt *stmt)
{
    const Symbol *symbol = context;
    return induction_assigns(stmt, symbol) || (stmt->kind == ST_DECLARE && stmt->symbol == symbol) ? NULL : stmt;
}

// ---- the tree

// Named by a clause that says what the variable is to the loop.
static bool is_claimed(const Directive *directive, const Symbol *symbol)
{
    for (int i = 0; directive && i < directive->clauses.count; i++) {
        const Clause *clause = &directive->clauses.items[i];
        if ((clause->kind == CLAUSE_REDUCTION || clause->kind == CLAUSE_PRIVATE) && clause_names(clause, symbol->name))
            return true;
    }
    return false;
}

// Replaces the variables of one loop whose inner loops are done; their changes follow the loop. How much one changes
// may depend on what another one was before the loop that is closed before it, so the last one is the first to change.
static Stmt *close_one(Walk *walk, Stmt *loop)
{
    StmtList changes = {0}, all = {0};
    if (!counts(loop))
        return loop;
    FOR_EACH(i, &walk->nest->symbols) {
        Change change;
        const Symbol *symbol = walk->nest->symbols.items[i];
        if (!induction_candidate(symbol) || is_claimed(walk->nest->directive, symbol) ||
            is_claimed(loop->directive, symbol) || !change_of(walk, loop, symbol, &change) ||
            (change.row.counts && !row_change_test(walk->nest, loop->loop, &change.row)))
            continue;
        VECTOR_PUSH(walk->arena, &changes, change_after(walk, loop, &change));
        loop = close_loop(walk, loop, &change);
        VECTOR_PUSH(walk->arena, &walk->closed, symbol);
        Stmt *body = known_amounts(walk->nest, loop->body);
        i = body == loop->body ? i : -1; // it says more about the others
        loop = stmt_loop_for(walk->arena, loop, loop->loop, body);
    }
    VECTOR_PUSH(walk->arena, &all, loop);
    for (int i = changes.count; i-- > 0;)
        VECTOR_PUSH(walk->arena, &all, changes.items[i]);
    return stmt_block(walk->arena, all.items, all.count);
}

static bool is_closed(const Walk *walk, const Symbol *symbol)
{
    FOR_EACH(i, &walk->closed)
        if (walk->closed.items[i] == symbol)
            return true;
    return false;
}

// Changes at the end of the block in which the variable is declared have no effect.
static Stmt *drop_last_changes(Walk *walk, Stmt *block)
{
    StmtList kept = {0};
    for (int i = 0; i < block->nitems; i++) {
        const Symbol *symbol = block->items[i]->kind == ST_ASSIGN ? block->items[i]->place->symbol : NULL;
        bool declared = false, mentioned = false;
        for (int k = 0; symbol && k < block->nitems; k++) {
            declared |= k < i && block->items[k]->kind == ST_DECLARE && block->items[k]->symbol == symbol;
            mentioned |= k > i && induction_mentions(block->items[k], symbol) > 0;
        }
        if (!symbol || !declared || mentioned || !is_closed(walk, symbol))
            VECTOR_PUSH(walk->arena, &kept, block->items[i]);
    }
    return kept.count == block->nitems ? block : stmt_block(walk->arena, kept.items, kept.count);
}

static Stmt *close_visited(void *context, Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK)
        return known_amounts(((Walk *)context)->nest, drop_last_changes(context, stmt));
    if (stmt->kind == ST_IF)
        return sink_changes_of(((Walk *)context)->nest, stmt);
    return stmt->kind == ST_LOOP ? close_one(context, stmt) : stmt;
}

typedef struct Declared {
    const Symbol *symbol;
    Expr *value;
} Declared;

static bool find_declared(void *context, const Stmt *stmt)
{
    Declared *declared = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol == declared->symbol)
        declared->value = stmt->value;
    return true;
}

// n = 0 in a block: the statements after it have the number, up to one that changes the variable again.
static void put_number(const Walk *walk, Stmt **items, int count, const Stmt *set)
{
    const Symbol *symbol = set->place->symbol;
    Expr *value = expr_cast(walk->arena, symbol->type, set->value);
    for (int i = 0; i < count && induction_writes(items[i], symbol) == 0; i++)
        items[i] = stmt_substitute(walk->arena, items[i], symbol, value);
}

static Stmt *put_numbers(void *context, Stmt *stmt)
{
    const Walk *walk = context;
    Stmt **items = NULL;
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++) {
        const Stmt *set = items ? items[i] : stmt->items[i];
        if (set->kind != ST_ASSIGN || set->op != OP_NONE || set->place->kind != EX_SYMBOL ||
            set->value->kind != EX_INT || !is_closed(walk, set->place->symbol))
            continue;
        if (!items)
            items = arena_copy(walk->arena, stmt->items, (size_t)stmt->nitems * sizeof *items);
        put_number(walk, items + i + 1, stmt->nitems - i - 1, set);
    }
    return items ? stmt_block(walk->arena, items, stmt->nitems) : stmt;
}

// Variables that each iteration sets anew, if the value is a number and no other change is left: `a` in `for j { a = A;
// for k { .. *a .. a += m; } }`.
static Stmt *put_first_numbers(const Walk *walk, Stmt *body)
{
    FOR_EACH(i, &walk->closed) {
        Declared declared = {.symbol = walk->closed.items[i]};
        stmt_walk(body, find_declared, &declared);
        if (declared.symbol->role == SYM_LOCAL && declared.value && declared.value->kind == EX_INT &&
            induction_writes(body, declared.symbol) == 1)
            body = stmt_substitute(walk->arena, body, declared.symbol,
                                   expr_cast(walk->arena, declared.symbol->type, declared.value));
    }
    return stmt_rewrite(walk->arena, body, put_numbers, NULL, (void *)walk);
}

static Stmt *drop_unread(const Walk *walk, Stmt *body)
{
    FOR_EACH(i, &walk->closed) {
        const Symbol *symbol = walk->closed.items[i];
        WriteCount own = {symbol, 0};
        stmt_walk(body, count_own, &own);
        if ((symbol->role == SYM_LOCAL || !symbol->live_after) && induction_mentions(body, symbol) == own.writes)
            body = stmt_rewrite(walk->arena, body, drop_writes, NULL, (void *)symbol);
    }
    return body;
}

Stmt *induction(Nest *nest, Stmt *body)
{
    Walk walk = {.nest = nest, .arena = nest->unit->arena};
    body = stmt_block(walk.arena, body->items, body->nitems);
    body = stmt_rewrite(walk.arena, body, close_visited, NULL, &walk);
    body = drop_unread(&walk, put_first_numbers(&walk, body));
    if (body->kind == ST_BLOCK)
        return row_change_keep_unread(walk.arena, body);
    Stmt **only = ARENA_ARRAY(walk.arena, Stmt *, 1);
    only[0] = body;
    return normal_block(walk.arena, only, 1);
}

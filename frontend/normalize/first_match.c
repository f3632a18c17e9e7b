// First matches. A search is left at the match, or continues without taking another element. It is read as the same
// loop backwards, in which the last match counts. Analysis knows that as an argmin reduction.
//
//     for i in 0..n { if (a[i] == x) { at = i; break; } }
//     at = -1; for i in 0..n { if (a[i] == x && at < 0) at = i; }
//     ->   for i in n - 1 .. -1 step -1 { if (a[i] == x) at = i; }
//     int i; for (i = 0; i < n; i++) { if (a[i] == x) break; }, where i is read afterwards
//     ->   i = max(0, n); for i' in n - 1 .. -1 step -1 { if (a[i'] == x) i = i'; }
//   The conditions do nothing but read memory, so that they may be computed for iterations that the first loop does not
//   reach. What they read there has to be memory of the program: the same is true of an array of which a loop reads the
//   elements that a condition on data selects.
#include "frontend/normalize/first_match.h"

#include "frontend/directives/directive.h"
#include "frontend/normalize/early_exit.h"
#include "frontend/normalize/induction_parts.h"
#include "ir/diag.h"

enum { MAX_CONDITIONS = 8 };

typedef struct Search {
    Arena *arena;
    const Stmt *nest;                 // its body
    const Stmt *loop, *test;          // ST_LOOP, and the ST_IF that is all of its body
    Expr *conditions[MAX_CONDITIONS]; // joined by &&
    int count;
    int taken;           // the first statements under the test: without the 'break' after them
    int guard;           // which of the conditions says that nothing was found yet; -1: a 'break' leaves the loop
    const Symbol *found; // it tests this variable: whether it is `open`, or (`negative`) less than 0
    int64_t open;
    bool negative;
    const Symbol *after; // the loop's iterator, if the function may read it after the loop, or NULL
} Search;

static bool add_conditions(Search *search, Expr *condition)
{
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND)
        return add_conditions(search, condition->operands[0]) && add_conditions(search, condition->operands[1]);
    if (search->count == MAX_CONDITIONS)
        return false;
    search->conditions[search->count++] = condition;
    return true;
}

static const Symbol *plain_symbol(const Expr *expr)
{
    bool plain = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LIVE && induction_candidate(expr->symbol);
    return plain && type_is_signed(expr->type) ? expr->symbol : NULL;
}

// found < 0, found == -1, !found
static bool read_guard(Search *search, int index)
{
    const Expr *condition = search->conditions[index];
    const Symbol *symbol = NULL;
    int64_t open = 0;
    bool negative = false;
    if (condition->kind == EX_UNARY && condition->op == OP_NOT) {
        symbol = plain_symbol(condition->operands[0]);
    } else if (condition->kind == EX_BINARY && condition->operands[1]->kind == EX_INT) {
        negative = condition->op == OP_LT && condition->operands[1]->integer == 0;
        open = condition->operands[1]->integer;
        symbol = negative || condition->op == OP_EQ ? plain_symbol(condition->operands[0]) : NULL;
    }
    if (!symbol || induction_writes(search->test, symbol) != 1)
        return false;
    search->guard = index;
    search->found = symbol;
    search->open = open;
    search->negative = negative;
    return true;
}

static bool is_open(const Search *search, int64_t value)
{
    return search->negative ? value < 0 : value == search->open;
}

// All values of the loop's iterator are at least 0.
static bool counts_from_zero(const Loop *loop)
{
    const Expr *least = loop->step_sign > 0 ? loop->lower : loop->upper;
    return least->kind == EX_INT && least->integer >= (loop->step_sign > 0 ? 0 : -1);
}

// The value that a match gives the variable shows that it was found, and stays.
static bool closes(const Search *search, const Expr *value)
{
    const Loop *loop = search->loop->loop;
    if (value->kind == EX_INT)
        return !is_open(search, value->integer);
    while (value->kind == EX_CAST && type_widens(value->operands[0]->type, value->type))
        value = value->operands[0];
    bool iterator = value->kind == EX_SYMBOL && value->symbol == loop->iterator;
    return iterator && counts_from_zero(loop) && (search->negative || search->open < 0);
}

// ---- what else the loop does

typedef struct Purity {
    const Search *search;
    bool pure;
} Purity;

// It may be computed for every iteration, with the same result in any order. After a match that leaves the loop,
// subscripts in memory may have any value.
static bool test_pure(void *context, const Expr *expr)
{
    Purity *purity = context;
    bool anywhere = purity->search->guard < 0 && expr_is_indirect(expr);
    bool changes = expr->kind == EX_SYMBOL && induction_writes(purity->search->test, expr->symbol) > 0;
    bool fixed = expr->kind != EX_SYMBOL || !expr->symbol->is_volatile;
    purity->pure = purity->pure && !anywhere && !induction_may_trap(expr) && !changes && fixed &&
                   (expr->kind != EX_CALL || call_is_free(expr));
    return purity->pure;
}

static bool is_pure(const Search *search, const Expr *expr)
{
    Purity purity = {search, true};
    expr_walk(expr, test_pure, &purity);
    return purity.pure;
}

static bool assigns_fine(const Search *search, const Stmt *stmt)
{
    if (stmt->kind != ST_ASSIGN || stmt->op != OP_NONE || stmt->place->kind != EX_SYMBOL)
        return false;
    const Symbol *symbol = stmt->place->symbol;
    bool own = symbol->role == SYM_LIVE && !symbol->address_taken && !symbol->is_volatile;
    return own && induction_writes(search->test, symbol) == 1 && is_pure(search, stmt->value) &&
           (symbol != search->found || closes(search, stmt->value));
}

static bool is_search(const Search *search)
{
    Stmt *body = search->test->body;
    bool fine = search->taken > 0 || search->after;
    for (int i = 0; i < search->taken; i++)
        fine = fine && assigns_fine(search, stmt_item(body, i));
    for (int i = 0; i < search->count; i++)
        fine = fine && (i == search->guard || is_pure(search, search->conditions[i]));
    return fine && search->count > (search->guard >= 0);
}

static bool counts_by_one(const Loop *loop)
{
    bool number = loop->iterator->type->kind == TY_I32 || loop->iterator->type->kind == TY_I64;
    return number && loop_ends_as_written(loop) && loop->step->kind == EX_INT &&
           (loop->step->integer == 1 || loop->step->integer == -1);
}

// ---- an iterator that is declared outside of the loop

typedef struct Uses {
    const Symbol *iterator;
    int loops, writes, reads;
} Uses;

static bool count_uses(void *context, const Stmt *stmt)
{
    Uses *uses = context;
    uses->loops += stmt->kind == ST_LOOP && stmt->loop->iterator == uses->iterator;
    uses->writes += stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == uses->iterator;
    return true;
}

static bool count_reads(void *context, const Expr *expr)
{
    Uses *uses = context;
    uses->reads += expr->kind == EX_SYMBOL && expr->symbol == uses->iterator;
    return true;
}

static Uses uses_of(const Stmt *root, const Symbol *iterator)
{
    Uses uses = {.iterator = iterator};
    stmt_walk(root, count_uses, &uses);
    stmt_walk_expressions(root, count_reads, &uses);
    return uses;
}

// Whether the loop may get another iterator, so that the variable is one that it sets.
static bool may_have_own(const Search *search)
{
    const Symbol *iterator = search->loop->loop->iterator;
    Uses uses = uses_of(search->nest, iterator);
    return uses.loops == 1 && !uses.writes && !iterator->address_taken && !iterator->is_volatile;
}

static bool is_read_outside(const Search *search)
{
    const Symbol *iterator = search->loop->loop->iterator;
    return iterator->live_after || uses_of(search->nest, iterator).reads != uses_of(search->loop, iterator).reads;
}

// A region, or a loop with a directive that could be that of a region around it.
static bool is_plain(const Nest *nest)
{
    return nest->is_region || !nest->directive || !nest->directive->clauses.count;
}

// The value after the loop if nothing is found.
static Expr *value_at_end(Arena *arena, const Loop *loop)
{
    Expr *last =
        loop->step_sign > 0 ? index_max(arena, loop->lower, loop->upper) : index_min(arena, loop->lower, loop->upper);
    return expr_cast(arena, loop->iterator->type, last);
}

static Stmt *assignment(Nest *nest, const Symbol *symbol, Expr *value, Loc loc)
{
    Stmt *made = stmt_assign(nest->unit->arena, expr_symbol(nest->unit->arena, symbol), OP_NONE, value, NULL);
    made->id = ++nest->next_stmt;
    made->loc = loc;
    return made;
}

// { i = the value if nothing is found; for i' .. { if (c(i')) { ..; i = i'; } } }, without the assignments if nothing
// reads i after the loop.
static Stmt *with_own_iterator(Nest *nest, const Search *search, Stmt *made)
{
    Arena *arena = nest->unit->arena;
    const Symbol *outside = search->loop->loop->iterator;
    Symbol *own = nest_symbol(nest, outside->name, outside->type, SYM_ITERATOR);
    own->loc = outside->loc;
    Stmt *test = arena_copy(arena, made->body, sizeof *made->body);
    Expr *found = expr_symbol(arena, own);
    test->condition = expr_substitute(arena, test->condition, outside, found);
    test->body = test->body ? stmt_substitute(arena, test->body, outside, found) : NULL;
    if (search->after)
        test->body = stmt_block(arena, (Stmt *[]){test->body, assignment(nest, outside, found, search->test->loc)}, 2);
    Loop loop = *made->loop;
    loop.iterator = own;
    Stmt *searching = stmt_loop_for(arena, made, &loop, test);
    searching->directive = made->directive;
    if (!search->after)
        return searching;
    ((Symbol *)outside)->role = SYM_LIVE;
    Stmt *both[] = {assignment(nest, outside, value_at_end(arena, search->loop->loop), made->loc), searching};
    return stmt_block(arena, both, 2);
}

// ---- backwards

static Stmt *backwards(const Search *search)
{
    Arena *arena = search->arena;
    Expr *condition = NULL;
    StmtList taken = {0};
    for (int i = 0; i < search->taken; i++)
        VECTOR_PUSH(arena, &taken, stmt_item(search->test->body, i));
    for (int i = 0; i < search->count; i++) {
        if (i == search->guard)
            continue;
        Expr *one = search->conditions[i];
        condition = expr_both(arena, condition, one);
    }
    Stmt *test = arena_copy(arena, search->test, sizeof *test);
    test->condition = condition;
    test->body = stmt_block(arena, taken.items, taken.count);
    Loop loop = *search->loop->loop;
    Expr *lower = loop.lower, *upper = loop.upper, *step = loop.step;
    loop.lower = index_sub(arena, expr_cast(arena, type_scalar(TY_I64), upper), expr_index(arena, step->integer));
    loop.upper = index_sub(arena, expr_cast(arena, type_scalar(TY_I64), lower), expr_index(arena, step->integer));
    loop.step = expr_int(arena, -step->integer, step->type);
    loop.step_sign = -loop.step_sign;
    Stmt *made = stmt_loop(arena, &loop, test);
    made->loc = search->loop->loc;
    made->directive = search->loop->directive;
    return made;
}

static bool is_open_before(const Search *search, const Nest *nest)
{
    FOR_EACH(i, &nest->entries) {
        const FinalValue *entry = &nest->entries.items[i];
        if (entry->symbol == search->found)
            return entry->value->kind == EX_INT && is_open(search, entry->value->integer);
    }
    return false;
}

// The one test that the body is. `if (c) { if (d) work }` is if (c && d) work; `if (c) ; else work` is if (!c) work.
// NULL: it is something else.
static Stmt *only_test(Arena *arena, const Stmt *body)
{
    while (body->kind == ST_BLOCK && body->nitems == 1)
        body = body->items[0];
    bool instead = body->kind == ST_IF && stmt_count(body->body) == 0 && body->otherwise;
    if (body->kind != ST_IF || (body->otherwise && !instead))
        return NULL;
    Stmt *test = arena_copy(arena, body, sizeof *body);
    if (instead) {
        test->condition = expr_unary(arena, OP_NOT, body->condition);
        test->body = body->otherwise;
        test->otherwise = NULL;
    }
    const Stmt *inner = test->body ? only_test(arena, test->body) : NULL;
    if (inner) {
        test->condition = expr_both(arena, test->condition, inner->condition);
        test->body = inner->body;
    }
    return test;
}

static void note_tested(const Nest *nest)
{
    diag_warning(nest->unit->diag, nest->loc, WARN_ASSUME,
                 "the iterations after the match are tested, too: what they read has to exist");
}

// Whether an iteration after the match does not read what the loop backwards reads there.
static bool reads_more(const Search *search)
{
    bool reads = false;
    for (int i = search->guard + 1; i < search->count; i++)
        reads = reads || expr_has_access(search->conditions[i]);
    for (int i = 0; i < search->taken; i++)
        reads = reads || expr_has_access(stmt_item(search->test->body, i)->value);
    return reads;
}

static Stmt *reversed(Nest *nest, const Stmt *all, Stmt *stmt)
{
    if (stmt->kind != ST_LOOP || !counts_by_one(stmt->loop))
        return stmt;
    const Symbol *iterator = stmt->loop->iterator;
    const Stmt *test = only_test(nest->unit->arena, stmt->body);
    if (!test)
        return stmt;
    Search search = {
        .arena = nest->unit->arena, .nest = all, .loop = stmt, .test = test, .taken = stmt_count(test->body)};
    if (!add_conditions(&search, test->condition))
        return stmt;
    if (search.taken && stmt_item(test->body, search.taken - 1)->kind == ST_BREAK) {
        search.taken--;
        search.guard = -1;
        search.after = iterator->host && is_read_outside(&search) ? iterator : NULL;
        if (!is_search(&search) || (iterator->host && !may_have_own(&search)) || (search.after && !is_plain(nest)))
            return stmt;
        nest->is_region = nest->is_region || search.after; // for the assignment before the loop
        return iterator->host ? with_own_iterator(nest, &search, backwards(&search)) : backwards(&search);
    }
    if (iterator->host)
        return stmt;
    for (int i = 0; i < search.count; i++)
        if (read_guard(&search, i) && is_search(&search) && is_open_before(&search, nest)) {
            if (reads_more(&search))
                note_tested(nest);
            return backwards(&search);
        }
    return stmt;
}

// ---- loops that a 'break' leaves

typedef struct Breaks {
    Nest *nest;
    const Stmt *body;
    bool refused;
} Breaks;

static bool find_break(void *context, const Stmt *stmt)
{
    const Stmt **found = context;
    if (stmt->kind == ST_BREAK && !*found)
        *found = stmt;
    return stmt->kind != ST_LOOP && stmt->kind != ST_WHILE;
}

static bool find_loop(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found |= stmt->kind == ST_LOOP || stmt->kind == ST_WHILE;
    return !*found;
}

static void refuse_break(Breaks *breaks, const Stmt *loop, const Stmt *leave)
{
    const Nest *nest = breaks->nest;
    bool around = false;
    breaks->refused = true;
    stmt_walk(loop->body, find_loop, &around);
    diag_refuse(nest->unit->diag, nest->loc, "%s stays serial: it contains a break that leaves the loop", nest->words);
    diag_note(nest->unit->diag, leave->loc, "%s",
              around && !nest->is_region ? "here; in a region, from 'begin' to 'end', a loop around others may end so"
                                         : "here");
}

// Other loops of a region that a 'break' leaves stay what they are: they run on the host, or one thread runs them.
static Stmt *without_break(Breaks *breaks, Stmt *stmt)
{
    Nest *nest = breaks->nest;
    const Stmt *found = NULL;
    stmt = bounded_exit(nest, stmt);
    if (stmt->kind == ST_LOOP)
        stmt_walk(stmt->body, find_break, &found);
    Stmt *made = found ? reversed(nest, breaks->body, stmt) : stmt;
    if (found && made == stmt && (stmt->directive || !nest->is_region) && is_plain(nest))
        made = early_exit(nest, breaks->body, stmt);
    if (made != stmt)
        note_tested(nest);
    if (found && made == stmt && !breaks->refused && (stmt->directive || !nest->is_region))
        refuse_break(breaks, stmt, found);
    return made;
}

static Stmt *look_at_directive(void *context, Stmt *stmt)
{
    return stmt->kind == ST_LOOP && stmt->directive ? without_break(context, stmt) : stmt;
}

Stmt *first_match(Nest *nest, Stmt *body)
{
    Breaks breaks = {.nest = nest, .body = body};
    if (!body->nitems)
        return body;
    Stmt **items = arena_copy(nest->unit->arena, body->items, sizeof *items * (size_t)body->nitems);
    for (int i = 0; i < body->nitems; i++)
        items[i] = without_break(&breaks, stmt_rewrite(nest->unit->arena, items[i], look_at_directive, NULL, &breaks));
    if (breaks.refused)
        return NULL;
    items[0] = reversed(nest, body, items[0]);
    StmtList flat = {0};
    for (int i = 0; i < body->nitems; i++)
        for (int k = 0; k < stmt_count(items[i]); k++)
            VECTOR_PUSH(nest->unit->arena, &flat, stmt_item(items[i], k));
    return normal_block(nest->unit->arena, flat.items, flat.count);
}

// The goals of a check in the emitted text of a nest: every kernel runs; each dimension of a grid has more than one
// block; each loop in a kernel has a second iteration, which some loops have only if the grid is too small for the
// work; thread 0 of block 0 takes both ways at each condition, also in a loop's second iteration; and the sizes choose
// each version. Each goal has its condition on the launcher's parameters, as far as these alone decide. The harness
// looks for sizes that fulfil the condition.
#include "codegen/check/harness.h"
#include "transform/tree/query.h"

#include <string.h>

typedef struct Value {
    const Symbol *symbol;
    Expr *value; // over the launcher's parameters; NULL: not known
} Value;

typedef struct Search {
    Arena *arena;
    const Program *program;
    VECTOR(Value) values; // of what the tree has declared so far, and first values of iterators
    Goals goals;
    int version;  // of the kernels at hand
    Expr *others; // the condition under which the sizes choose none of the versions before it; NULL: there is none
    Expr *chosen; // and under which they choose this one; NULL: not known, or its first kernel has the goal already
    bool certain; // the host part decides by the parameters alone whether the kernel is launched
} Search;

// ---- expressions over the launcher's parameters

static Expr *set_value(void *context, Expr *expr)
{
    const Search *search = context;
    if (expr->kind == EX_INTRINSIC && expr->intrinsic >= IN_THREAD_X && expr->intrinsic <= IN_BLOCK_Z)
        return expr_int(search->arena, 0, expr->type);
    if (expr->kind == EX_INT && expr->text)
        return expr_int(search->arena, expr->integer, expr->type);
    for (int i = search->values.count - 1; expr->kind == EX_SYMBOL && i >= 0; i--) {
        const Value *last = &search->values.items[i];
        if (last->symbol == expr->symbol)
            return last->value ? expr_cast(search->arena, expr->type, last->value) : expr;
    }
    return expr;
}

static bool find_unknown(void *context, const Expr *expr)
{
    bool symbol = expr->kind == EX_SYMBOL && !(expr->symbol->role == SYM_PARAM && expr->symbol->host);
    *(bool *)context |= symbol || expr->kind == EX_ACCESS || expr->kind == EX_INTRINSIC || expr->kind == EX_CALL ||
                        expr->kind == EX_ADDRESS || expr->kind == EX_FLOAT;
    return true;
}

// In block 0 and thread 0; NULL: more than the parameters decides.
static Expr *over_parameters(Search *search, Expr *expr)
{
    bool unknown = false;
    Expr *result = expr ? expr_rewrite(search->arena, expr, set_value, search) : NULL;
    if (result)
        expr_walk(result, find_unknown, &unknown);
    return unknown ? NULL : result;
}

static void set(Search *search, const Symbol *symbol, Expr *value)
{
    Expr *known = over_parameters(search, value);
    VECTOR_PUSH(search->arena, &search->values, ((Value){symbol, known}));
}

// ---- goals

// ---- how much work a kernel is

enum { UNKNOWN_TRIPS = 4, MAX_KERNEL_GOALS = 40 };

static Expr *work_of(Search *search, const Stmt *stmt);

static Expr *trips_of(Search *search, const Loop *loop)
{
    Arena *arena = search->arena;
    Expr *trips = loop->factor || loop->endless ? NULL : over_parameters(search, loop_trip_count(arena, loop));
    set(search, loop->iterator, loop->lower);
    return trips ? trips : expr_index(arena, UNKNOWN_TRIPS);
}

// Of thread 0 in block 0.
static Expr *work_of(Search *search, const Stmt *stmt)
{
    Arena *arena = search->arena;
    Expr *work = expr_index(arena, stmt ? 1 : 0);
    if (!stmt)
        return work;
    if (stmt->kind == ST_DECLARE && stmt->symbol && stmt->value)
        set(search, stmt->symbol, stmt->value);
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        work = index_add(arena, work, work_of(search, stmt->items[i]));
    if (stmt->kind == ST_LOOP) {
        Expr *trips = trips_of(search, stmt->loop);
        return index_mul(arena, trips, work_of(search, stmt->body));
    }
    if (stmt->kind == ST_WHILE)
        return index_mul(arena, expr_index(arena, UNKNOWN_TRIPS), work_of(search, stmt->body));
    if (stmt->kind == ST_IF) {
        Expr *body = work_of(search, stmt->body);
        work = index_add(arena, work, index_max(arena, body, work_of(search, stmt->otherwise)));
    }
    return work;
}

static Expr *work_of_kernel(Search *search, const Stmt *kernel)
{
    int known = search->values.count;
    Expr *work = work_of(search, kernel->body);
    for (int d = 0; work && d < 3; d++) {
        Expr *blocks = kernel->grid[d] ? over_parameters(search, kernel->grid[d]) : NULL;
        Expr *threads = kernel->block[d] ? over_parameters(search, kernel->block[d]) : NULL;
        work = blocks ? index_mul(search->arena, work, index_cast(search->arena, blocks)) : work;
        work = threads ? index_mul(search->arena, work, index_cast(search->arena, threads)) : work;
    }
    search->values.count = known;
    return work;
}

static void add(Search *search, const Stmt *kernel, const char *words, Expr *condition)
{
    Goal goal = {.kernel = kernel->name,
                 .words = words,
                 .version = search->version,
                 .condition = condition,
                 .certain = search->certain && condition};
    VECTOR_PUSH(search->arena, &search->goals, goal);
}

static void add_grid(Search *search, const Stmt *kernel, Expr *runs)
{
    for (int d = 0; d < 3; d++) {
        Expr *blocks = over_parameters(search, kernel->grid[d]);
        if (!blocks || blocks->kind == EX_INT)
            continue;
        Expr *several = expr_binary(search->arena, OP_GT, index_cast(search->arena, blocks),
                                    expr_index(search->arena, 1), type_scalar(TY_I64));
        add(search, kernel, intern_printf("more than one block along %c", "xyz"[d]),
            expr_both(search->arena, runs, several));
    }
}

// The condition that the loop has a second iteration in some thread; NULL: it is not known, or constant.
static Expr *second_iteration(Search *search, const Loop *loop)
{
    Arena *arena = search->arena;
    bool plain = loop->binding == BIND_SERIAL && !loop->factor && !loop->endless && loop->step_sign > 0;
    Expr *lower = plain ? over_parameters(search, loop->lower) : NULL,
         *upper = plain ? over_parameters(search, loop->upper) : NULL;
    Expr *step = plain ? over_parameters(search, loop->step) : NULL;
    if (!lower || !upper || !step)
        return NULL;
    Expr *condition =
        expr_binary(arena, OP_LT, index_add(arena, index_cast(search->arena, lower), index_cast(search->arena, step)),
                    index_cast(search->arena, upper), type_scalar(TY_I64));
    return condition->kind == EX_INT ? NULL : condition;
}

typedef struct Inside {
    Search *search;
    const Stmt *kernel;
    Expr *runs; // the condition under which thread 0 of block 0 is here, as far as it is known
    int first;  // of the kernel's goals
    bool later; // in the second iteration of a loop
} Inside;

static Expr *truth(Search *search, Expr *expr)
{
    Arena *arena = search->arena;
    return expr ? expr_binary(arena, OP_NE, expr, expr_zero(arena, expr->type), expr->type) : NULL;
}

// What the parameters decide of a condition: it holds only if this does.
static Expr *known_part(Search *search, Expr *condition)
{
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND) {
        Expr *left = known_part(search, condition->operands[0]), *right = known_part(search, condition->operands[1]);
        return left && left->kind == EX_INT     ? left
               : right && right->kind == EX_INT ? right
                                                : expr_both(search->arena, left, right);
    }
    Expr *known = truth(search, over_parameters(search, condition));
    return known && known->kind == EX_INT && known->integer ? NULL : known;
}

static void add_way(Inside *way, const char *words)
{
    const Goals *goals = &way->search->goals;
    for (int i = way->first; i < goals->count; i++)
        if (goals->items[i].condition && expr_equal(goals->items[i].condition, way->runs))
            return;
    if (goals->count - way->first < MAX_KERNEL_GOALS)
        add(way->search, way->kernel, words, way->runs);
}

static bool find_goals(void *context, const Stmt *stmt);

static void find_ways(const Inside *inside, const Stmt *stmt)
{
    Search *search = inside->search;
    Expr *holds = known_part(search, stmt->condition);
    Inside taken = *inside, missed = *inside;
    if (holds && holds->kind != EX_INT) {
        taken.runs = expr_both(search->arena, inside->runs, holds);
        missed.runs = expr_both(search->arena, inside->runs, expr_unary(search->arena, OP_NOT, holds));
        add_way(&taken, "where a condition holds");
        add_way(&missed, "where a condition does not hold");
    }
    stmt_walk(stmt->body, find_goals, &taken);
    if (stmt->otherwise)
        stmt_walk(stmt->otherwise, find_goals, &missed);
}

static void find_in_second(const Inside *inside, const Stmt *stmt, Expr *runs)
{
    Search *search = inside->search;
    const Loop *loop = stmt->loop;
    int known = search->values.count;
    Inside second = {search, inside->kernel, runs, inside->first, true};
    add(search, inside->kernel, intern_printf("a second iteration of %s", loop->name), runs);
    set(search, loop->iterator,
        index_add(search->arena, index_cast(search->arena, loop->lower), index_cast(search->arena, loop->step)));
    stmt_walk(stmt->body, find_goals, &second);
    search->values.count = known;
}

static bool find_goals(void *context, const Stmt *stmt)
{
    Inside *inside = context;
    Search *search = inside->search;
    if (stmt->kind == ST_IF) {
        find_ways(inside, stmt);
        return false;
    }
    if (stmt->kind == ST_DECLARE && stmt->symbol && stmt->value)
        set(search, stmt->symbol, stmt->value);
    if (stmt->kind != ST_LOOP)
        return true;
    Expr *again = inside->later ? NULL : second_iteration(search, stmt->loop);
    if (again)
        find_in_second(inside, stmt, expr_both(search->arena, inside->runs, again));
    set(search, stmt->loop->iterator, stmt->loop->lower);
    return true;
}

// The sizes choose the version of the kernel, its first one.
static void add_chosen(Search *search, const Stmt *kernel, Expr *runs)
{
    if (!search->chosen)
        return;
    add(search, kernel, "by the choice of the sizes", expr_both(search->arena, search->chosen, runs));
    search->goals.items[search->goals.count - 1].chosen = true;
    search->chosen = NULL;
}

static void add_kernel(Search *search, const Stmt *kernel, Expr *condition)
{
    int known = search->values.count;
    Arena *arena = search->arena;
    Expr *runs = condition;
    for (int d = 0; runs && d < 3; d++) {
        Expr *blocks = kernel->grid[d] ? over_parameters(search, kernel->grid[d]) : NULL;
        if (blocks)
            runs = expr_both(arena, runs,
                             expr_binary(arena, OP_GT, index_cast(search->arena, blocks), expr_index(arena, 0),
                                         type_scalar(TY_I64)));
        else if (kernel->grid[d])
            runs = NULL;
    }
    add_chosen(search, kernel, runs);
    add(search, kernel, "", runs);
    search->goals.items[search->goals.count - 1].work = runs ? work_of_kernel(search, kernel) : NULL;
    add_grid(search, kernel, runs);
    Inside inside = {search, kernel, runs, search->goals.count - 1, false};
    stmt_walk(kernel->body, find_goals, &inside);
    search->values.count = known;
}

// ---- the host part

// `condition`: under which the statement runs; NULL: not known.
static void walk(Search *search, const Stmt *stmt, Expr *condition);

static int version_number(const Search *search, const Stmt *stmt)
{
    FOR_EACH(i, &search->program->versions)
        if (strcmp(search->program->versions.items[i].name, stmt->name) == 0)
            return i;
    unreachable_bug("a choice of a version that the program does not have");
}

// A version: any may run with any sizes, except one that is limited.
static void walk_version(Search *search, const Stmt *stmt, Expr *condition)
{
    Arena *arena = search->arena;
    int version = search->version;
    bool ends = !stmt_is_choice(stmt->otherwise);
    Expr *others = search->others, *holds = truth(search, over_parameters(search, stmt->condition));
    Expr *reached = condition && holds ? expr_both(arena, condition, others) : NULL;
    search->chosen = reached ? expr_both(arena, reached, holds) : NULL;
    search->others = NULL;
    search->version = version_number(search, stmt);
    walk(search, stmt->body,
         !stmt->limited       ? condition
         : condition && holds ? expr_both(arena, condition, holds)
                              : NULL);
    search->version = ends ? search->program->versions.count - 1 : search->version;
    search->others = reached ? expr_both(arena, others, expr_unary(arena, OP_NOT, holds)) : expr_index(arena, 0);
    search->chosen = condition ? expr_both(arena, condition, search->others) : NULL;
    if (stmt->otherwise)
        walk(search, stmt->otherwise, condition);
    search->chosen = NULL;
    search->version = version;
    search->others = others;
}

static void walk_choice(Search *search, const Stmt *stmt, Expr *condition)
{
    Arena *arena = search->arena;
    if (stmt->name) {
        walk_version(search, stmt, condition);
        return;
    }
    Expr *holds = truth(search, over_parameters(search, stmt->condition));
    walk(search, stmt->body, holds && condition ? expr_both(arena, condition, holds) : NULL);
    if (stmt->otherwise)
        walk(search, stmt->otherwise,
             holds && condition ? expr_both(arena, condition, expr_unary(arena, OP_NOT, holds)) : NULL);
}

static void walk_loop(Search *search, const Stmt *stmt, Expr *condition)
{
    const Loop *loop = stmt->loop;
    bool certain = search->certain;
    Expr *lower = over_parameters(search, loop->lower), *upper = over_parameters(search, loop->upper);
    bool known = lower && upper && !loop->endless;
    Expr *runs = !known
                     ? NULL
                     : expr_binary(search->arena, loop->step_sign > 0 ? OP_LT : OP_GT, index_cast(search->arena, lower),
                                   index_cast(search->arena, upper), type_scalar(TY_I64));
    search->certain = false;
    set(search, loop->iterator, loop->lower);
    walk(search, stmt->body, runs && condition ? expr_both(search->arena, condition, runs) : NULL);
    search->certain = certain;
}

static void walk(Search *search, const Stmt *stmt, Expr *condition)
{
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++)
            walk(search, stmt->items[i], condition);
        break;
    case ST_DECLARE:
        if (stmt->symbol)
            set(search, stmt->symbol, stmt->value);
        break;
    case ST_ASSIGN:
        if (stmt->place->kind == EX_SYMBOL)
            VECTOR_PUSH(search->arena, &search->values, ((Value){stmt->place->symbol, NULL}));
        break;
    case ST_IF: walk_choice(search, stmt, condition); break;
    case ST_LOOP: walk_loop(search, stmt, condition); break;
    case ST_WHILE: walk(search, stmt->body, NULL); break;
    case ST_KERNEL: add_kernel(search, stmt, condition); break;
    default: break;
    }
}

// That some iteration touches memory of the caller: otherwise the launcher starts no kernel.
static Expr *touches(Arena *arena, const Facts *facts)
{
    Expr *any = NULL;
    FOR_EACH(i, &facts->arrays) {
        const ArrayFact *fact = &facts->arrays.items[i];
        if (fact->array->space == SPACE_SCRATCH)
            continue;
        if (!fact->touched || fact->measured)
            return expr_int(arena, 1, type_scalar(TY_I32));
        any = any ? expr_binary(arena, OP_LOGICAL_OR, any, fact->touched, type_scalar(TY_I32)) : fact->touched;
    }
    return any ? any : expr_int(arena, 1, type_scalar(TY_I32));
}

Goals harness_goals(Arena *arena, const Program *program)
{
    Search search = {.arena = arena, .program = program, .certain = true};
    search.version = -1;
    walk(&search, program->host, touches(arena, program->facts));
    return search.goals;
}

int harness_first_goal(const Harness *harness, int nest)
{
    int number = 0;
    for (int i = 0; i < nest; i++)
        number += harness->goals[i].count;
    return number;
}

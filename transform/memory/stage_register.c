// Elements that an iteration of a loop, or a thread, uses repeatedly, held in registers: loaded before, stored
// afterwards.
#include "transform/memory/stage_register.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

// ---- is it sure that the place exists, where it is loaded before the loop and stored after it?

typedef struct Sure {
    const Staging *staging;
    Expr *condition;   // the condition that everything around it runs, except L itself; NULL: always
    const Loop *asked; // the innermost loop that the condition asks for
    Varying entered;   // the loops inside of L around what is looked at that do not move the access
    bool may_follow;   // later iterations of these may have one that the condition denies: it asks for the first ones
    bool found;
} Sure;

static bool is_part_of(const Staging *staging, const Loop *loop)
{
    return loop->origin && loop->origin == staging->stmt->loop->origin;
}

// Loops below L over one iterator are alike (stage.c), and one of them stands for all.
static bool is_cloned(const Staging *staging, const Loop *loop)
{
    for (int i = 0; i < staging->moving.count; i++)
        if (staging->moving.loops[i]->iterator == loop->iterator)
            return true;
    return false;
}

typedef struct Uses {
    const Staging *staging;
    bool unconditional;
} Uses;

static bool look_for_use(void *context, const Expr *expr)
{
    Uses *uses = context;
    bool branches = expr_branches(expr);
    if (branches) { // the operand after the condition may not be evaluated
        expr_walk(expr->operands[0], look_for_use, uses);
        return false;
    }
    uses->unconditional = uses->unconditional || stage_means(uses->staging, expr);
    return true;
}

// In the first iteration of the loops that were entered.
static Expr *at_first(const Sure *sure, Expr *value)
{
    for (int i = sure->entered.count - 1; i >= 0; i--)
        value = expr_substitute(sure->staging->state->arena, value, sure->entered.loops[i]->iterator,
                                sure->entered.loops[i]->lower);
    return value;
}

static bool runs_at_all(Sure *sure, const Loop *loop)
{
    const Staging *staging = sure->staging;
    Arena *arena = staging->state->arena;
    if (is_part_of(staging, loop) || is_cloned(staging, loop))
        return true;
    Expr *each = loop_raw_count(arena, loop), *count = at_first(sure, each);
    if (sure->entered.count < 2 * MAX_DEPTH)
        sure->entered.loops[sure->entered.count++] = loop;
    if (expr_strip_casts(count)->kind == EX_INT)
        return expr_strip_casts(count)->integer > 0;
    Varying inside = varying_below(staging->stmt);
    if (varying_mentions(&inside, count))
        return false;
    Expr *runs = expr_binary(arena, OP_GT, count, expr_index(arena, 0), type_scalar(TY_I64));
    sure->condition = expr_both(arena, sure->condition, runs);
    Expr *largest = expr_largest(arena, &sure->entered, each);
    sure->may_follow = sure->may_follow || !largest || !linear_at_most(arena, largest, count);
    sure->asked = loop;
    return true;
}

// Looks for an access that every run of the loop comes to.
static void look_for_sure(Sure *sure, const Stmt *stmt)
{
    if (sure->found || stmt->kind == ST_WHILE)
        return;
    if (stmt->kind == ST_IF) {
        Uses asked = {.staging = sure->staging};
        expr_walk(stmt->condition, look_for_use, &asked);
        sure->found = asked.unconditional;
        bool asks = !sure->found && stage_asks_data(sure->staging, stmt->condition);
        if (asks)
            look_for_sure(sure, stmt->body);
        if (asks && stmt->otherwise)
            look_for_sure(sure, stmt->otherwise);
        return;
    }
    if (stmt->kind == ST_LOOP) {
        Sure before = *sure;
        if (runs_at_all(sure, stmt->loop))
            look_for_sure(sure, stmt->body);
        if (!sure->found)
            *sure = before;
        return;
    }
    for (int i = 0; i < stmt->nitems; i++) {
        if (tree_leaves(stmt->items[i], ST_CONTINUE) || tree_leaves(stmt->items[i], ST_BREAK))
            return;
        look_for_sure(sure, stmt->items[i]);
    }
    Uses uses = {.staging = sure->staging};
    stmt_expressions(stmt, look_for_use, &uses);
    sure->found = sure->found || uses.unconditional;
}

// Whether L does nothing at all where the condition does not hold.
static bool is_idle_otherwise(const Sure *sure)
{
    const Stmt *loop = sure->condition ? only_loop(sure->staging->stmt->body) : NULL;
    while (loop && loop->loop != sure->asked)
        loop = only_loop(loop->body);
    return !sure->condition || (loop && !sure->may_follow);
}

typedef struct Count {
    const Staging *staging;
    int meant;
} Count;

static bool count_meant(void *context, const Expr *expr)
{
    Count *count = context;
    count->meant += stage_means(count->staging, expr);
    return true;
}

// Whether the element is never used if the condition does not hold.
static bool is_unused_otherwise(const Sure *sure)
{
    const Stmt *body = sure->staging->stmt->body;
    Count all = {.staging = sure->staging}, asked = {.staging = sure->staging};
    stmt_walk_expressions(body, count_meant, &all);
    stmt_walk_expressions(stmt_find_loop(body, sure->asked->id), count_meant, &asked);
    return all.meant == asked.meant && !sure->may_follow;
}

bool held_is_sure(Staging *staging)
{
    Sure sure = {.staging = staging};
    look_for_sure(&sure, staging->stmt->body);
    return sure.found && !sure.condition;
}

// ---- accesses that stay where they are

typedef struct Fixed {
    const Staging *staging;
    const Varying *all, *own; // the loops at and around every access, and L alone
    const Expr *access;
    bool differ, others; // several accesses stay; some move along L
} Fixed;

static bool look_for_fixed(void *context, const Expr *expr)
{
    Fixed *fixed = context;
    if (expr->kind != EX_ACCESS || expr->array != fixed->staging->array)
        return true;
    Staging one = *fixed->staging;
    one.only = expr;
    if (stage_array_moves(&one, fixed->all, fixed->own)) {
        fixed->others = true;
        return true;
    }
    fixed->differ = fixed->differ || (fixed->access && !expr_equal(fixed->access, expr));
    fixed->access = expr;
    return true;
}

// Where iterations of L use one place and others, as `x[i] - x[j]` does, the one place is meant. Nothing may write the
// array meanwhile: the others could be that place.
static void choose_fixed(Staging *staging)
{
    const Stmt *stmt = staging->stmt;
    Varying all = staging->around, below = varying_below(stmt->body);
    Varying own = {.loops = {stmt->loop}, .count = 1};
    for (int i = 0; i < below.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = below.loops[i];
    Fixed fixed = {.staging = staging, .all = &all, .own = &own};
    stmt_walk_expressions(stmt->body, look_for_fixed, &fixed);
    if (fixed.others && fixed.access && !fixed.differ && !tree_writes_array(stmt->body, staging->array))
        staging->only = fixed.access;
}

typedef struct Last {
    const Array *array;
    const Expr *access;
    bool differ;
} Last;

static bool look_for_last(void *context, const Expr *expr)
{
    Last *last = context;
    if (expr->kind != EX_ACCESS || expr->array != last->array)
        return true;
    last->differ = last->differ || (last->access && !expr_equal(last->access, expr));
    last->access = expr;
    return true;
}

// Where a thread uses rows and columns, as `(x[i] - m[a]) * (x[j] - m[b])` does, the element of the last access is
// meant. What holds the others, by the same step, is loaded before.
static void choose_last(Staging *staging)
{
    Last last = {.array = staging->array};
    stmt_walk_expressions(staging->stmt->body, look_for_last, &last);
    if (last.differ && !tree_writes_array(staging->stmt->body, staging->array))
        staging->only = last.access;
}

// ---- the tree

// Whether the first statement that mentions the array sets all elements, regardless of their old values.
bool held_is_set_first(const Staging *staging, const Stmt *stmt, int loops)
{
    if (stmt->kind == ST_BLOCK) {
        for (int i = 0; i < stmt->nitems; i++)
            if (tree_mentions_array(stmt->items[i], staging->array))
                return held_is_set_first(staging, stmt->items[i], loops);
        return false;
    }
    if (stmt->kind == ST_LOOP)
        return is_cloned(staging, stmt->loop) && held_is_set_first(staging, stmt->body, loops + 1);
    HeldAccess used = {0};
    if (stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && loops == staging->moving.count)
        used = held_access(stmt_evaluate(staging->state->arena, stmt->value), staging);
    return stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && loops == staging->moving.count && !used.found &&
           stmt->place->kind == EX_ACCESS && stmt->place->array == staging->array;
}

typedef struct StoreAtOnce {
    const Held *held;
    const Expr *access;
} StoreAtOnce;

static Expr *use_held(void *context, Expr *expr)
{
    const StoreAtOnce *store = context;
    return held_use((void *)store->held, expr);
}

// What is assigned in a register is stored, too.
static Stmt *store_at_once(void *context, Stmt *stmt)
{
    const StoreAtOnce *store = context;
    Arena *arena = store->held->staging->state->arena;
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    if (!place || place->kind != EX_ACCESS || place->array != store->held->array)
        return stmt;
    Stmt *set = stmt_assign(arena, stmt->place, stmt->op, stmt->value, stmt->compute);
    Stmt *memory = stmt_assign(arena, (Expr *)store->access, OP_NONE, stmt->place, NULL);
    set->loc = memory->loc = stmt->loc;
    memory->id = stmt->id;
    return stmt_block(arena, (Stmt *[]){set, memory}, 2);
}

// For an iteration of L. Registers for all of its stores would be many.
static Stmt *stage_in_iteration(const Staging *staging, Stmt *root, const HeldAccess *access, Held *held)
{
    Arena *arena = staging->state->arena;
    const Stmt *stmt = staging->stmt;
    Stmt *declaration = held_declare(held);
    StoreAtOnce store = {held, access->found};
    Stmt *body = stmt_rewrite(arena, stmt->body, store_at_once, use_held, &store);
    Stmt *items[] = {declaration, held_transfer(held, access->found, true), body};
    return tree_replace(arena, root, stmt, stmt_loop_for(arena, stmt, stmt->loop, stmt_block(arena, items, 3)));
}

// For the whole work of a thread: the elements that it writes are its own.
static Stmt *stage_in_thread(const Staging *staging, Stmt *root, const HeldAccess *access, Held *held, Expr *condition)
{
    Arena *arena = staging->state->arena;
    const Stmt *stmt = staging->stmt;
    Stmt *declaration = held_declare(held),
         *load = held_is_set_first(staging, stmt->body, 0) ? NULL : held_transfer(held, access->found, true);
    Stmt *store = tree_writes_array(stmt->body, staging->array) ? held_transfer(held, access->found, false) : NULL;
    if (condition) { // where it does not hold, no place is used
        load = load ? stmt_if(arena, condition, load, NULL) : NULL;
        store = store ? stmt_if(arena, condition, store, NULL) : NULL;
    }
    Stmt *items[] = {declaration, load, stmt_rewrite(arena, stmt->body, NULL, held_use, held), store};
    Stmt *made = stmt_loop_for(arena, stmt, stmt->loop, stmt_block(arena, items, 4));
    return tree_replace(arena, root, stmt, made);
}

// Such a loop may be distributed later: the statements around L are then separate.
static bool is_part_of_serial_loop(const Staging *staging)
{
    const Stmt *stmt = staging->stmt,
               *around = staging->path.count > 1 ? staging->path.loops[staging->path.count - 2] : NULL;
    bool directly = around && (around->body == stmt);
    for (int i = 0; around && around->body->kind == ST_BLOCK && i < around->body->nitems; i++)
        directly = directly || around->body->items[i] == stmt;
    return directly && around->loop->binding == BIND_SERIAL && !source_changes(stmt->body, stmt->loop->lower) &&
           !source_changes(stmt->body, stmt->loop->upper);
}

static bool mentions_threads(const Staging *staging, const Expr *condition)
{
    for (int i = 0; condition && i < staging->path.count; i++) {
        const Loop *loop = staging->path.loops[i]->loop;
        if (binding_is_thread(loop->binding) && expr_mentions(condition, loop->iterator))
            return true;
    }
    return false;
}

Stmt *stage_register(Staging *staging, Stmt *root)
{
    Arena *arena = staging->state->arena;
    const Stmt *stmt = staging->stmt;
    bool thread = binding_is_thread(stmt->loop->binding), once = thread || staging->of_iteration;
    if (thread)
        choose_last(staging);
    else if (!once)
        choose_fixed(staging);
    if (!held_find_moving(staging, !once))
        return NULL;
    if (!box_of(staging->state, stmt->body, staging->array, staging->only, &staging->around, &staging->moving,
                &staging->box))
        return stage_refused(staging, staging->box.reason);
    HeldAccess find = held_access(stmt->body, staging);
    Held held = {.staging = staging, .of_iteration = staging->of_iteration};
    if (!held_lay_out(&held, find.found))
        return stage_refused(staging, "it would need more than 255 registers a thread");
    if (find.differ)
        return stage_refused(staging, "its accesses differ");
    Sure sure = {.staging = staging};
    look_for_sure(&sure, stmt->body);
    if (!sure.found)
        return stage_refused(staging, "it is not sure that the place is used");
    if (thread && sure.condition && !is_unused_otherwise(&sure))
        return stage_refused(staging, "it is not sure that the thread uses the place");
    if (held.of_iteration && (sure.condition || held_is_set_first(staging, stmt->body, 0)))
        return stage_refused(staging, "an iteration may set the place, or do nothing, before it loads it");
    if (stage_copies_inside(staging))
        return stage_refused(staging, "all threads of the block use it in a copy, and not all of them load it");
    if (held.of_iteration)
        return stage_in_iteration(staging, root, &find, &held);
    if (thread)
        return stage_in_thread(staging, root, &find, &held, sure.condition);
    if (!is_idle_otherwise(&sure))
        return stage_refused(staging, "other statements of the loop run where the place may not be used");
    Stmt *declaration = held_declare(&held);
    Stmt *loop = stmt_loop_for(arena, stmt, stmt->loop, stmt_rewrite(arena, stmt->body, NULL, held_use, &held));
    Stmt *load = held_transfer(&held, find.found, true);
    Stmt *store = tree_writes_array(stmt->body, staging->array) ? held_transfer(&held, find.found, false) : NULL;
    Expr *count = loop_raw_count(arena, stmt->loop);
    Expr *runs = expr_binary(arena, OP_GT, count, expr_index(arena, 0), type_scalar(TY_I64));
    bool always = runs->kind == EX_INT && runs->integer,
         parted = !always && !sure.condition && is_part_of_serial_loop(staging);
    if (mentions_threads(staging, sure.condition)) { // a step may want all threads in the loop
        runs = expr_both(arena, always ? NULL : runs, sure.condition);
        sure.condition = NULL;
        parted = true;
    }
    if (parted) {
        load = stmt_if(arena, runs, load, NULL);
        store = store ? stmt_if(arena, runs, store, NULL) : NULL;
    }
    Stmt *made = stmt_block(arena, (Stmt *[]){declaration, load, loop, store}, 4);
    bool reads = expr_has_access(sure.condition); // elements that need not exist where the loop does not run
    Expr *first = reads ? sure.condition : !always && !parted ? runs : NULL;
    Expr *then = !reads ? sure.condition : !always && !parted ? runs : NULL;
    made = first ? stmt_if(arena, first, made, NULL) : made;
    made = then ? stmt_if(arena, then, made, NULL) : made;
    return tree_replace(arena, root, stmt, made);
}

// Argmin and argmax: each thread keeps the best of its iterations, with its position in the order of the source.
#include "transform/reduction/argmin.h"
#include "transform/reduction/operator.h"
#include "transform/tree/query.h"

// ---- the choice in the tree

// The assignments of the source in an update; a last assignment is an update by itself.
static bool is_assignment_of(const Reduction *reduction, const Stmt *stmt)
{
    FOR_EACH(i, &reduction->updates) {
        const Stmt *update = reduction->updates.items[i];
        if (stmt->kind == ST_ASSIGN && stmt_contains_id(update, stmt->id))
            return true;
    }
    return false;
}

typedef struct Search {
    Arena *arena;
    const Reduction *reduction;
    Choice *choice;
    bool found;
} Search;

static bool look_for_choice(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (!search->found && choice_of(search->arena, stmt, search->choice))
        search->found = is_assignment_of(search->reduction, search->choice->assignments[0]);
    return !search->found;
}

static bool look_for_assignment(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (!search->found && is_assignment_of(search->reduction, stmt)) {
        *search->choice = (Choice){.op = OP_MAX, .count = 1, .assignments = {stmt}};
        search->found = true;
    }
    return !search->found;
}

// A scalar that nothing reads afterwards was made local to the iteration (privatize.c): it has no partial result.
static void drop_locals(Choice *choice, const Stmt *body)
{
    int kept = 0;
    for (int i = 0; i < choice->count; i++) {
        const Expr *place = choice->assignments[i]->place;
        if (place->kind != EX_SYMBOL || !tree_declares(body, place->symbol))
            choice->assignments[kept++] = choice->assignments[i];
    }
    choice->count = kept;
}

bool choose_find(Candidate *state, const Stmt *body, const Reduction *reduction, Choice *choice)
{
    Search search = {state->arena, reduction, choice, false};
    stmt_walk(body, reduction->has_key ? look_for_choice : look_for_assignment, &search);
    drop_locals(choice, body);
    return search.found && choice->count;
}

typedef struct InScope {
    const Stmt *region;
    bool found;
} InScope;

static bool look_for_local(void *context, const Expr *expr)
{
    InScope *scope = context;
    if (expr->kind == EX_SYMBOL && tree_declares(scope->region, expr->symbol))
        scope->found = true;
    return !scope->found;
}

const char *choose_obstacle(const Choice *choice, const Stmt *region)
{
    InScope scope = {region, false};
    if (choice->kept)
        expr_walk(choice->kept, look_for_local, &scope);
    for (int i = 0; i < choice->count; i++)
        expr_walk(choice->assignments[i]->place, look_for_local, &scope);
    return scope.found ? "a place that it writes, or is compared with, is computed inside the loop" : NULL;
}

// ---- the parts

static int add_part(Candidate *state, Parts *parts, const char *name, const Type *type, Expr *identity)
{
    parts->symbols[parts->count] = nest_symbol(state->nest, name, type, SYM_LOCAL);
    parts->identities[parts->count] = identity;
    return parts->count++;
}

Parts choose_parts(Candidate *state, const Reduction *reduction, const Choice *choice)
{
    Arena *arena = state->arena;
    Parts parts = {.reduction = reduction, .key = -1};
    if (choice->key) {
        Reduction key = {.op = choice->op, .form = FORM_KEEP_OLD, .type = choice->key->type};
        const char *name = intern_printf("%s_key", place_name(reduction->place));
        for (int i = 0; i < choice->count; i++)
            if (choice_is_kept_in(choice, choice->assignments[i]->place))
                name = intern_printf("%s_part", place_name(choice->assignments[i]->place));
        parts.key = add_part(state, &parts, name, key.type, reduction_identity(arena, &key));
    }
    parts.order = parts.count;
    int64_t none = reduction->strict ? INT64_MAX : INT64_MIN;
    FOR_EACH(i, &reduction->loops) {
        const Loop *loop = facts_loop(state->facts, reduction->loops.items[i])->loop;
        const char *name = intern_printf("%s_%s", place_name(reduction->place), loop->iterator->name);
        add_part(state, &parts, name, type_scalar(TY_I64), expr_index(arena, none));
    }
    parts.norder = parts.count - parts.order;
    for (int i = 0; i < choice->count; i++) {
        const Expr *place = choice->assignments[i]->place;
        if (choice->key && choice_is_kept_in(choice, place))
            parts.chosen[i] = parts.key;
        else
            parts.chosen[i] = add_part(state, &parts, intern_printf("%s_part", place_name(place)), place->type,
                                       expr_zero(arena, place->type));
    }
    return parts;
}

// ---- among the iterations of a thread

typedef struct Choosing {
    Candidate *state;
    const Parts *parts;
    const Stmt *body;
    ChoosePlaces *places;
    void *context;
} Choosing;

// The parts that this iteration offers.
static void offer(const Choosing *choosing, const Choice *choice, Expr **values)
{
    Arena *arena = choosing->state->arena;
    const Parts *parts = choosing->parts;
    if (parts->key >= 0)
        values[parts->key] = choice->key;
    for (int i = 0; i < parts->norder; i++) {
        const Loop *loop = facts_loop(choosing->state->facts, parts->reduction->loops.items[i])->loop;
        Expr *at = expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, loop->iterator));
        values[parts->order + i] = loop->step_sign > 0 ? at : index_sub(arena, expr_index(arena, 0), at);
    }
    for (int i = 0; i < choice->count; i++)
        if (parts->chosen[i] != parts->key)
            values[parts->chosen[i]] = choice->assignments[i]->value;
}

// What && joins with the comparison.
static Expr *other_conditions(Arena *arena, Expr *condition, const Expr *test)
{
    while (condition->kind == EX_CAST && condition != test)
        condition = condition->operands[0];
    if (condition == test)
        return NULL;
    if (condition->kind != EX_BINARY || condition->op != OP_LOGICAL_AND)
        return condition;
    Expr *left = other_conditions(arena, condition->operands[0], test);
    Expr *right = other_conditions(arena, condition->operands[1], test);
    return expr_both(arena, left, right);
}

// Later steps find the source's assignments by their numbers.
static void keep_numbers(Stmt *made, const Parts *parts, const Choice *choice)
{
    for (int i = 0; i < choice->count; i++) {
        Stmt *assignments = made->body;
        Stmt *chosen = parts->count == 1 ? assignments : assignments->items[parts->chosen[i]];
        chosen->id = choice->assignments[i]->id;
    }
}

static Stmt *choose(Choosing *choosing, const Choice *choice, Expr *condition)
{
    Arena *arena = choosing->state->arena;
    Expr *mine[MAX_PARTS], *values[MAX_PARTS];
    if (choosing->places)
        choosing->places(choosing->context, choice, mine);
    else
        parts_values(arena, choosing->parts, mine);
    offer(choosing, choice, values);
    Stmt *hold = NULL;
    if (choice->key && choice->key->kind != EX_SYMBOL) {
        const char *name = intern_printf("%s_new", place_name(choosing->parts->reduction->place));
        Symbol *key = nest_symbol(choosing->state->nest, name, choice->key->type, SYM_LOCAL);
        hold = stmt_declare(arena, key, choice->key);
        values[choosing->parts->key] = expr_symbol(arena, key);
    }
    Stmt *made = parts_accumulate(arena, choosing->parts, mine, values);
    keep_numbers(made, choosing->parts, choice);
    made = stmt_block(arena, (Stmt *[]){hold, made}, 2);
    Expr *others = condition ? other_conditions(arena, condition, choice->test) : NULL;
    return others ? stmt_if(arena, others, made, NULL) : made;
}

static Stmt *choose_here(void *context, Stmt *stmt)
{
    Choosing *choosing = context;
    const Reduction *reduction = choosing->parts->reduction;
    Choice choice;
    if (reduction->has_key) {
        if (!choice_of(choosing->state->arena, stmt, &choice) || !is_assignment_of(reduction, choice.assignments[0]))
            return stmt;
        drop_locals(&choice, choosing->body);
        return choose(choosing, &choice, stmt->condition);
    }
    if (!is_assignment_of(reduction, stmt))
        return stmt;
    choice = (Choice){.op = OP_MAX, .count = 1, .assignments = {stmt}};
    return choose(choosing, &choice, NULL);
}

Stmt *choose_accumulate(Candidate *state, const Parts *parts, Stmt *body, ChoosePlaces *places, void *context)
{
    Choosing choosing = {state, parts, body, places, context};
    return stmt_rewrite(state->arena, body, choose_here, NULL, &choosing);
}

// ---- the end

Stmt *choose_finish(Candidate *state, const Parts *parts, const Parts *values, const Choice *choice)
{
    Arena *arena = state->arena;
    Stmt *items[MAX_CHOSEN];
    for (int i = 0; i < choice->count; i++)
        items[i] = stmt_assign(arena, (Expr *)choice->assignments[i]->place, OP_NONE,
                               expr_cast(arena, choice->assignments[i]->place->type,
                                         expr_symbol(arena, values->symbols[parts->chosen[i]])),
                               NULL);
    Expr *any = expr_binary(arena, OP_NE, expr_symbol(arena, values->symbols[parts->order]),
                            parts->identities[parts->order], type_scalar(TY_I64));
    if (choice->key) {
        Expr *key = expr_symbol(arena, values->symbols[parts->key]);
        Operator op = choice->op == OP_MAX ? (choice->strict ? OP_GT : OP_GE) : (choice->strict ? OP_LT : OP_LE);
        Expr *better = expr_binary(arena, op, key, (Expr *)choice->kept, key->type);
        any = expr_both(arena, any, better);
    }
    return stmt_if(arena, any, stmt_block(arena, items, choice->count), NULL);
}

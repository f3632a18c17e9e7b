#include "codegen/cuda/one_load.h"

// Two kinds of arrays alone matter: the one that is taken for constant, and those of as large elements that the kernel
// writes.
typedef enum LoadKind { CONSTANT, WRITTEN, LOAD_KINDS } LoadKind;

typedef struct Loads {
    const Stmt *by[LOAD_KINDS]; // a statement whose value is made of a load of that kind; NULL: none
    bool several;               // other statements are, too
} Loads;

typedef struct Target {
    const void *key; // a symbol or an array
    Loads loads;
} Target;

typedef struct Search {
    Arena *arena;
    const Stmt *stmt; // the statement that is being looked at
    const Array *constant;
    ArrayList written;
    VECTOR(Target) targets; // of symbols and arrays in registers: what their values are made of
    Loads loads;            // of the value that is being looked at
    bool grows, found;
} Search;

static Target *target_of(Search *search, const void *key)
{
    FOR_EACH(i, &search->targets)
        if (search->targets.items[i].key == key)
            return &search->targets.items[i];
    VECTOR_PUSH(search->arena, &search->targets, ((Target){.key = key}));
    return &search->targets.items[search->targets.count - 1];
}

static void add_loads(Search *search, const Loads *loads)
{
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        if (loads->by[kind])
            search->loads.by[kind] = search->stmt;
}

static bool is_written(const Search *search, const Array *array)
{
    FOR_EACH(i, &search->written)
        if (search->written.items[i] == array)
            return true;
    return false;
}

static void look_at_array(Search *search, const Array *array)
{
    if (array == search->constant)
        search->loads.by[CONSTANT] = search->stmt;
    else if (is_written(search, array))
        search->loads.by[WRITTEN] = search->stmt;
    else if (array->space == SPACE_REGISTER)
        add_loads(search, &target_of(search, array)->loads);
}

static bool chooses(const Expr *expr)
{
    bool extreme = expr->kind == EX_BINARY && (expr->op == OP_MIN || expr->op == OP_MAX);
    return extreme || expr_branches(expr);
}

static bool reads_no_value(const Expr *expr)
{
    return expr->kind == EX_INTRINSIC && (expr->intrinsic == IN_TO_ALIGNED || expr->intrinsic == IN_ALIGNED ||
                                          expr->intrinsic == IN_PREFETCH || expr->intrinsic == IN_LAST_BLOCK);
}

static bool look_at_value(void *context, const Expr *expr);

// c ? x : y: each operand may be what the value is made of.
static void look_at_choice(Search *search, const Expr *expr)
{
    Loads before = search->loads, all = {0};
    int operands[LOAD_KINDS] = {0}, both = 0; // how many load that
    for (int i = 0; i < expr->noperands; i++) {
        search->loads = (Loads){0};
        expr_walk(expr->operands[i], look_at_value, search);
        for (int kind = 0; kind < LOAD_KINDS; kind++)
            if (search->loads.by[kind]) {
                operands[kind]++;
                all.by[kind] = search->stmt;
            }
        both += search->loads.by[CONSTANT] && search->loads.by[WRITTEN];
    }
    bool two = operands[CONSTANT] + operands[WRITTEN] - both > 1;
    search->found = search->found || (operands[CONSTANT] && operands[WRITTEN] && two);
    search->loads = before;
    add_loads(search, &all);
}

static bool look_at_value(void *context, const Expr *expr)
{
    Search *search = context;
    if (reads_no_value(expr))
        return false;
    if (chooses(expr)) {
        look_at_choice(search, expr);
        return false;
    }
    if (expr->kind == EX_ACCESS)
        look_at_array(search, expr->array);
    if (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LOCAL)
        add_loads(search, &target_of(search, expr->symbol)->loads);
    return true;
}

// The statement is another way to give the target a value.
static void meet(Search *search, const void *key)
{
    Loads *loads = &target_of(search, key)->loads;
    for (int kind = 0; kind < LOAD_KINDS; kind++) {
        if (!search->loads.by[kind])
            continue;
        search->grows = search->grows || !loads->by[kind];
        loads->by[kind] = loads->by[kind] ? loads->by[kind] : search->stmt;
        loads->several = loads->several || loads->by[kind] != search->stmt;
    }
    bool both = loads->by[CONSTANT] && loads->by[WRITTEN];
    search->found = search->found || (both && (loads->several || loads->by[CONSTANT] != loads->by[WRITTEN]));
}

static const Array *array_at(const Expr *address)
{
    return address->kind == EX_ADDRESS && address->operands[0]->kind == EX_ACCESS ? address->operands[0]->array : NULL;
}

static bool look_at_statement(void *context, const Stmt *stmt)
{
    Search *search = context;
    const Expr *value = stmt->value;
    search->stmt = stmt;
    search->loads = (Loads){0};
    if (stmt->condition)
        expr_walk(stmt->condition, look_at_value, search);
    search->loads = (Loads){0};
    bool sets = (stmt->kind == ST_DECLARE && stmt->symbol) || stmt->kind == ST_ASSIGN;
    if (stmt->kind == ST_EVALUATE && value->kind == EX_INTRINSIC && value->noperands > 1 &&
        array_at(value->operands[0])) {
        for (int i = 1; i < value->noperands; i++)
            expr_walk(value->operands[i], look_at_value, search);
        meet(search, array_at(value->operands[0]));
    } else if (value) {
        expr_walk(value, look_at_value, search);
        if (sets && stmt->kind == ST_DECLARE)
            meet(search, stmt->symbol);
        else if (sets)
            meet(search, stmt->place->kind == EX_ACCESS ? (const void *)stmt->place->array : stmt->place->symbol);
    }
    return !search->found;
}

static bool may_share_a_load(const Type *first, const Type *second)
{
    return first->kind == TY_STRUCT || second->kind == TY_STRUCT || first->size == second->size;
}

bool one_load_may_be_of(Arena *arena, const Stmt *kernel, const ArrayList *arrays, const Array *constant)
{
    Search search = {.arena = arena, .constant = constant, .grows = true};
    FOR_EACH(i, arrays) {
        const Array *array = arrays->items[i];
        if (may_share_a_load(array->element, constant->element) && tree_writes(kernel->body, array))
            VECTOR_PUSH(arena, &search.written, array);
    }
    while (search.written.count && search.grows && !search.found) {
        search.grows = false;
        stmt_walk(kernel->body, look_at_statement, &search);
    }
    return search.found;
}

// What a launcher needs from its caller: the arrays, the values that its tests, ranges and kernels mention, and
// locations for the results.
#include "codegen/cuda/launch.h"
#include "frontend/host.h"
#include "frontend/normalize/row_ways.h"
#include "transform/tree/query.h"

const char *result_name(const Symbol *symbol)
{
    return intern_printf("crs_out_%s", symbol->name);
}

const char *pointer_result_name(const Array *array)
{
    return intern_printf("crs_out_%s", array->name);
}

static LaunchParam *find_result(Needs *needs, const Symbol *symbol)
{
    FOR_EACH(i, &needs->results)
        if (needs->results.items[i].symbol == symbol)
            return &needs->results.items[i];
    return NULL;
}

static void add_result(Needs *needs, const Symbol *symbol, bool reads_old)
{
    LaunchParam *known = find_result(needs, symbol);
    if (known) {
        known->reads_old |= reads_old;
        return;
    }
    LaunchParam param = {.kind = PARAM_RESULT, .symbol = symbol, .reads_old = reads_old};
    VECTOR_PUSH(needs->arena, &needs->results, param);
}

const ScalarCell *cell_of_array(const Program *program, const Array *array)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].cell == array)
            return &program->cells.items[i];
    return NULL;
}

static bool visit_host_write(void *context, const Stmt *stmt)
{
    Needs *needs = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol->role == SYM_LIVE)
        add_result(needs, stmt->place->symbol, true);
    return stmt->kind != ST_KERNEL;
}

bool is_wanted_final(const FinalValue *final)
{
    return final->symbol->live_after && final->symbol->host;
}

bool is_entry_result(const FinalValue *entry)
{
    return entry->symbol->host_before && entry->symbol->role == SYM_LIVE && entry->symbol->live_after;
}

static void need_results(Needs *needs, const Program *program)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].copy_out)
            add_result(needs, program->cells.items[i].symbol, program->cells.items[i].copy_in);
    FOR_EACH(i, &program->facts->finals) {
        const FinalValue *final = &program->facts->finals.items[i];
        if (is_wanted_final(final))
            add_result(needs, final->symbol, expr_mentions(final->value, final->symbol));
    }
    stmt_walk(program->host, visit_host_write, needs);
    FOR_EACH(i, &program->nest->entries)
        if (is_entry_result(&program->nest->entries.items[i]))
            add_result(needs, program->nest->entries.items[i].symbol, true);
}

// The number of a row is none of the caller's.
static Expr *with_number(Arena *arena, Expr *expr, const Symbol *number)
{
    return number ? expr_substitute(arena, expr, number, expr_index(arena, 0)) : expr;
}

static void need_array(Needs *needs, const ArrayFact *fact)
{
    Expr *const ranges[] = {fact->touched,     fact->first,        fact->last,        fact->first_row,
                            fact->last_row,    fact->first_middle, fact->last_middle, fact->first_column,
                            fact->last_column, fact->row,          fact->column,      fact->width};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        collect_expr(needs->arena, ranges[i], &needs->symbols, NULL);
    Expr *const of_row[] = {fact->first_in_row, fact->last_in_row, fact->row_touched};
    for (size_t i = 0; i < sizeof of_row / sizeof *of_row; i++) {
        Expr *any = of_row[i] ? with_number(needs->arena, of_row[i], fact->row_number) : NULL;
        collect_expr(needs->arena, any ? with_number(needs->arena, any, fact->table_number) : NULL, &needs->symbols,
                     NULL);
    }
}

static void need_values(Needs *needs, const Program *program)
{
    const Facts *facts = program->facts;
    FOR_EACH(i, &facts->arrays)
        need_array(needs, &facts->arrays.items[i]);
    FOR_EACH(i, &facts->measures)
        collect_free(needs->arena, facts->measures.items[i].walk, &needs->symbols, NULL);
    FOR_EACH(i, &facts->assumptions) {
        collect_expr(needs->arena, facts->assumptions.items[i].condition, &needs->symbols, NULL);
        collect_expr(needs->arena, facts->assumptions.items[i].equal_when, &needs->symbols, NULL);
    }
    FOR_EACH(i, &program->limits)
        collect_expr(needs->arena, program->limits.items[i].condition, &needs->symbols, NULL);
    FOR_EACH(i, &facts->free_values) {
        const FreeValue *free = &facts->free_values.items[i];
        collect_expr(needs->arena, expr_symbol(needs->arena, free->symbol), &needs->symbols, NULL);
        collect_expr(needs->arena, free->condition, &needs->symbols, NULL);
        collect_expr(needs->arena, free->value, &needs->symbols, NULL);
    }
    FOR_EACH(i, &facts->finals)
        if (is_wanted_final(&facts->finals.items[i]))
            collect_expr(needs->arena, facts->finals.items[i].value, &needs->symbols, NULL);
    FOR_EACH(i, &program->scratch)
        for (int d = 0; d < program->scratch.items[i]->ndim; d++)
            collect_expr(needs->arena, program->scratch.items[i]->extent[d], &needs->symbols, NULL);
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].copy_in && !program->cells.items[i].copy_out) {
            Expr *value = expr_symbol(needs->arena, program->cells.items[i].symbol);
            collect_expr(needs->arena, value, &needs->symbols, NULL);
        }
    collect_free(needs->arena, program->host, &needs->symbols, NULL);
}

bool list_mentions(const SymbolList *list, const Symbol *symbol)
{
    FOR_EACH(i, list)
        if (list->items[i] == symbol)
            return true;
    return false;
}

static bool has_address(const LaunchParams *params, const Symbol *symbol)
{
    FOR_EACH(i, params)
        if (params->items[i].kind == PARAM_ADDRESS && params->items[i].symbol == symbol)
            return true;
    return false;
}

// Whether the nest always sets it before it reads it: then its old value does not matter.
static bool is_set_first(Arena *arena, const Stmt *body, const Symbol *symbol)
{
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++) {
        const Stmt *stmt = body->items[i];
        if (stmt->kind == ST_LOOP && stmt->loop->endless && is_set_first(arena, stmt->body, symbol))
            return true; // the loop begins, and nothing before leaves it
        if (tree_leaves(stmt, ST_BREAK))
            return false;
        if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == symbol)
            return stmt->op == OP_NONE && !expr_mentions(stmt->value, symbol);
        SymbolList mentioned = {0};
        collect_free(arena, stmt, &mentioned, NULL);
        if (list_mentions(&mentioned, symbol))
            return false;
    }
    return false;
}

Needs needs_of(Arena *arena, const Program *program)
{
    Needs needs = {.arena = arena};
    need_results(&needs, program);
    need_values(&needs, program);
    FOR_EACH(i, &needs.results) {
        LaunchParam *result = &needs.results.items[i];
        result->reads_old |= list_mentions(&needs.symbols, result->symbol);
        result->reads_old &= !is_set_first(arena, program->nest->body, result->symbol);
    }
    return needs;
}

LaunchParams launch_params(Arena *arena, const Program *program)
{
    Needs needs = needs_of(arena, program);
    LaunchParams params = {0};
    FOR_EACH(i, &program->facts->arrays) {
        LaunchParam param = {.kind = PARAM_ARRAY, .array = &program->facts->arrays.items[i]};
        VECTOR_PUSH(arena, &params, param);
    }
    FOR_EACH(i, &program->nest->symbols) {
        const Symbol *symbol = program->nest->symbols.items[i];
        LaunchParam param = {.kind = PARAM_SCALAR, .symbol = symbol};
        if (symbol->host && list_mentions(&needs.symbols, symbol) && !find_result(&needs, symbol))
            VECTOR_PUSH(arena, &params, param);
    }
    FOR_EACH(i, &program->facts->assumptions) {
        const Symbol *scalar = program->facts->assumptions.items[i].scalar;
        LaunchParam param = {.kind = PARAM_ADDRESS, .symbol = scalar};
        if (scalar && !has_address(&params, scalar))
            VECTOR_PUSH(arena, &params, param);
    }
    FOR_EACH(i, &needs.results) {
        LaunchParam param = needs.results.items[i];
        if (param.symbol == nest_left(program->nest))
            continue; // the launcher's own
        param.moves_rows = row_ways_is(program->nest, param.symbol);
        VECTOR_PUSH(arena, &params, param);
    }
    FOR_EACH(i, &program->facts->arrays) {
        LaunchParam param = {.kind = PARAM_POINTER, .array = &program->facts->arrays.items[i]};
        if (param.array->array->pointer_after)
            VECTOR_PUSH(arena, &params, param);
    }
    return params;
}

const char *launch_param_name(const LaunchParam *param)
{
    switch (param->kind) {
    case PARAM_ARRAY: return emit_name(param->array->array->name);
    case PARAM_SCALAR: return emit_name(param->symbol->name);
    case PARAM_ADDRESS: return intern_printf("crs_place_%s", param->symbol->name);
    case PARAM_RESULT: return result_name(param->symbol);
    case PARAM_POINTER: return pointer_result_name(param->array->array);
    }
    unreachable_bug("a launcher's parameter of no kind");
}

const char *launch_param_type(const LaunchParam *param, Language language)
{
    switch (param->kind) {
    case PARAM_ARRAY: return emit_element_pointer(param->array->array, !param->array->written, language);
    case PARAM_SCALAR: return intern_printf("%s ", emit_type(param->symbol->type, language));
    case PARAM_ADDRESS: return "const void *";
    case PARAM_RESULT: return intern_printf("%s *", emit_type(param->symbol->type, language));
    case PARAM_POINTER: return "void **";
    }
    unreachable_bug("a launcher's parameter of no kind");
}

// A nest as instrumented serial C: it notes what it touches and how far it gets, and adds sums in higher precision.
#include "codegen/check/harness.h"
#include "codegen/check/reference_index.h"
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/cuda.h"
#include "codegen/cuda/c_stmt.h"
#include "frontend/host.h"
#include "frontend/normalize/row_ways.h"
#include "transform/lower/approximate.h"
#include "transform/tree/query.h"

#include <string.h>

typedef struct Reference {
    Arena *arena;
    const Facts *facts;
    bool reordered;            // sums are gathered exactly
    bool fuses;                // a product and the sum that it is added to may be rounded once
    bool fast;                 // kernels compute with approximations
    int first_reduction;       // number of facts->reductions.items[0] in the file
    VECTOR(LoopId) open_loops; // that no condition of the nest guards
    int first_loop;            // number of open_loops.items[0] in the file
    IndexSearch indices;
} Reference;

// ---- math functions

// The larger of two errors, in units in the last place: the one that NVIDIA documents for the function, and one for the
// C library. A function that is not listed is exact.
static const struct MathError {
    const char *name;
    double single_ulps, double_ulps;
} math_errors[] = {
    {"acos", 3, 3},  {"acosh", 5, 4}, {"asin", 3, 3},  {"asinh", 4, 4},    {"atan", 3, 3},  {"atan2", 4, 3},
    {"atanh", 4, 3}, {"cbrt", 2, 2},  {"cos", 3, 3},   {"cosh", 3, 2},     {"erf", 3, 3},   {"erfc", 5, 6},
    {"exp", 3, 2},   {"exp10", 3, 2}, {"exp2", 3, 2},  {"expm1", 2, 2},    {"hypot", 4, 3}, {"lgamma", 8, 6},
    {"log", 2, 2},   {"log10", 3, 2}, {"log1p", 2, 2}, {"log2", 2, 2},     {"pow", 9, 3},   {"sin", 3, 3},
    {"sinh", 4, 3},  {"tan", 5, 3},   {"tanh", 3, 2},  {"tgamma", 13, 12},
};

static double math_ulps(const Expr *call)
{
    if (call->kind != EX_CALL || call->function || !type_is_float(call->type))
        return 0;
    if (strncmp(call->text, "crs_complex_exp_", 16) == 0)
        return 7; // times a sine or a cosine
    size_t length = strlen(call->text);
    bool single =
        length > 1 && call->text[length - 1] == 'f' && call->type->kind == TY_F32 && strcmp(call->text, "erf") != 0;
    for (size_t i = 0; i < sizeof math_errors / sizeof *math_errors; i++) {
        const struct MathError *entry = &math_errors[i];
        if (strlen(entry->name) == length - single && strncmp(entry->name, call->text, length - single) == 0)
            return single ? entry->single_ulps : entry->double_ulps;
    }
    return 0;
}

static bool find_math(void *context, const Expr *expr)
{
    *(bool *)context |= math_ulps(expr) > 0;
    return true;
}

bool reference_calls_math(const Program *program)
{
    bool found = program->fast;
    stmt_walk_expressions(program->nest->body, find_math, &found);
    FOR_EACH(i, &program->nest->functions)
        if (program->nest->functions.items[i]->body)
            stmt_walk_expressions(program->nest->functions.items[i]->body, find_math, &found);
    return found;
}

// ---- expressions: math results may be moved, rows are reached through their pointers

// The path of a table as an argument of the harness.
static const char *path_text(Arena *arena, const Array *array)
{
    Text text = {.arena = arena};
    text_add(&text, "(const long[]){");
    for (const int64_t *step = array->row_path; *step >= 0; step++)
        text_printf(&text, "%lld, ", (long long)*step);
    text_add(&text, "-1}");
    return text_string(&text);
}

static Expr *row_access(Arena *arena, const Expr *access)
{
    Emitter emitter = {.out = &(Text){.arena = arena}};
    Array *row = arena_copy(arena, access->array, sizeof *access->array);
    row->name = emit_name(access->array->name);
    const int last = access->array->ndim - 1;
    int d = 0;
    if (row->row_path)
        row->name = arena_printf(arena, "((%s %s)crs_row_of(%s, %s, %s))", emit_type(row->element, LANGUAGE_C),
                                 last > 1 ? "**" : "*", row->name, expr_string(&emitter, access->operands[d++]),
                                 path_text(arena, row));
    for (; d < last; d++)
        row->name = arena_printf(arena, "%s[%s]", row->name, expr_string(&emitter, access->operands[d]));
    row->ndim = 1;
    row->held = HOST_POINTER;
    Expr *result = arena_copy(arena, access, sizeof *access);
    result->array = row;
    result->operands = access->operands + last;
    result->noperands = 1;
    return result;
}

// What the kernel has in place of it may differ from it (runtime/harness/hooks.h).
static Expr *approximated(Arena *arena, Expr *expr)
{
    static const char *const names[APPROXIMATIONS] = {[APPROXIMATE_DIVISION] = "crs_quotient_f32",
                                                      [APPROXIMATE_RECIPROCAL_ROOT] = "crs_quotient_f32",
                                                      [APPROXIMATE_DOUBLE_RECIPROCAL_ROOT] = "crs_quotient_f64",
                                                      [APPROXIMATE_ROOT] = "crs_root_f32",
                                                      [APPROXIMATE_EXPONENTIAL] = "crs_exponential_f32",
                                                      [APPROXIMATE_SINE] = "crs_wave_f32",
                                                      [APPROXIMATE_COSINE] = "crs_wave_f32"};
    Approximation which = approximation_of(expr);
    Expr *arguments[] = {expr, expr->operands[0]};
    return expr_call(arena, expr->type, names[which], NULL, arguments, which == APPROXIMATE_EXPONENTIAL ? 2 : 1);
}

static Expr *rewrite_expr(void *context, Expr *expr)
{
    Reference *reference = context;
    if (expr->kind == EX_ACCESS && expr->array->held == HOST_ROWS && expr->array->ndim > 1)
        return row_access(reference->arena, expr);
    if (expr->kind == EX_ACCESS)
        return index_bounded_access(&reference->indices, expr);
    int squares =
        reference->fast && approximation_of(expr) == APPROXIMATE_SQUARES ? sum_of_squares(expr->operands[0]) : 0;
    if (!squares && reference->fast && approximation_of(expr) != APPROXIMATIONS)
        return approximated(reference->arena, expr);
    double ulps = squares ? 1 + squares : math_ulps(expr);
    if (ulps == 0)
        return expr;
    Expr *arguments[] = {expr, expr_float(reference->arena, ulps, type_scalar(TY_F64))};
    const char *name = expr->type->kind == TY_F32 ? "crs_math_f32" : "crs_math_f64";
    return expr_call(reference->arena, expr->type, name, NULL, arguments, 2);
}

// ---- statements: steps, and additions that are gathered

static Stmt *call_statement(Arena *arena, const char *name, Expr *const *arguments, int count)
{
    return stmt_evaluate(arena, expr_call(arena, type_scalar(TY_VOID), name, NULL, arguments, count));
}

static bool is_gathered(const Reference *reference, const Reduction *reduction)
{
    return reference->reordered && reduction->reassociates && reduction->loops.count > 0 &&
           type_is_float(reduction->type) && (reduction->op == OP_ADD || reduction->op == OP_MUL);
}

static Stmt *gather(Reference *reference, const Reduction *reduction, Stmt *update, Expr *value)
{
    Arena *arena = reference->arena;
    bool single = reduction->type->kind == TY_F32;
    const char *name =
        reduction->op == OP_ADD ? (single ? "crs_add_f32" : "crs_add_f64") : (single ? "crs_mul_f32" : "crs_mul_f64");
    Expr *number = expr_int(arena, reference->first_reduction + reduction->index, type_scalar(TY_I32));
    bool fused = reference->fuses && reduction->op == OP_ADD && value->type->kind == TY_F64;
    value = expr_rewrite(arena, value, rewrite_expr, reference);
    value = fused ? expr_call(arena, value->type, "crs_fused_f64", NULL, &value, 1) : value;
    Expr *arguments[] = {number, expr_address(arena, update->place), value};
    return call_statement(arena, name, arguments, 3);
}

// s = crs_next_sum_f32(number, s, value), of a scalar or an element; NULL: it is no update of a scan.
static Stmt *gather_running(Reference *reference, Stmt *stmt)
{
    Arena *arena = reference->arena;
    const Facts *facts = reference->facts;
    FOR_EACH(i, &facts->scans) {
        const ScanFact *scan = &facts->scans.items[i];
        const Reduction *reduction = &scan->update;
        bool single = reduction->type->kind == TY_F32;
        FOR_EACH(u, &reduction->updates) {
            if (!reference->reordered || !reduction->reassociates || reduction->updates.items[u]->id != stmt->id)
                continue;
            const char *name = scan->factors.count > 0   ? (single ? "crs_next_linear_f32" : "crs_next_linear_f64")
                               : reduction->op == OP_ADD ? (single ? "crs_next_sum_f32" : "crs_next_sum_f64")
                                                         : (single ? "crs_next_product_f32" : "crs_next_product_f64");
            Expr *number =
                expr_int(arena, reference->first_reduction + facts->reductions.count + i, type_scalar(TY_I32));
            Expr *value = expr_rewrite(arena, reduction->values.items[u], rewrite_expr, reference);
            Expr *before =
                scan->earlier ? expr_rewrite(arena, (Expr *)scan->earlier, rewrite_expr, reference) : stmt->place;
            Expr *factor =
                scan->factors.count > 0 ? expr_rewrite(arena, scan->factors.items[u], rewrite_expr, reference) : NULL;
            Expr *arguments[] = {number, before, factor ? factor : value, value};
            Expr *next = expr_call(arena, reduction->type, name, NULL, arguments, factor ? 4 : 3);
            return stmt_assign(arena, stmt->place, OP_NONE, next, NULL);
        }
    }
    return NULL;
}

static Stmt *rewrite_assign(Reference *reference, Stmt *stmt)
{
    Arena *arena = reference->arena;
    Stmt *running = gather_running(reference, stmt);
    if (running)
        return running;
    if (reference->fast && stmt->op == OP_DIV && stmt->place->type->kind == TY_F32) {
        Expr *quotient = expr_binary(arena, OP_DIV, stmt->place, stmt->value, stmt->place->type);
        return stmt_assign(arena, stmt->place, OP_NONE, approximated(arena, quotient), NULL);
    }
    FOR_EACH(r, &reference->facts->reductions) {
        const Reduction *reduction = &reference->facts->reductions.items[r];
        if (!is_gathered(reference, reduction))
            continue;
        FOR_EACH(u, &reduction->updates)
            if (reduction->updates.items[u]->id == stmt->id && reduction->updates.items[u]->kind == ST_ASSIGN)
                return gather(reference, reduction, stmt, reduction->values.items[u]);
    }
    return stmt;
}

static bool collect_open_loop(void *context, const Stmt *stmt)
{
    Reference *reference = context;
    if (stmt->kind == ST_LOOP)
        VECTOR_PUSH(reference->arena, &reference->open_loops, stmt->loop->id);
    return stmt->kind == ST_LOOP || stmt->kind == ST_BLOCK;
}

static Stmt *step_statement(const Reference *reference, LoopId loop)
{
    Arena *arena = reference->arena;
    FOR_EACH(i, &reference->open_loops)
        if (reference->open_loops.items[i] == loop) {
            Expr *number = expr_int(arena, reference->first_loop + i, type_scalar(TY_I32));
            return call_statement(arena, "crs_step_of", &number, 1);
        }
    return call_statement(arena, "crs_step", NULL, 0);
}

// The outermost loop that carries a sum is where the sum is complete.
static Stmt *rewrite_loop(Reference *reference, Stmt *stmt)
{
    Arena *arena = reference->arena;
    StmtList items = {0};
    Stmt *body[] = {step_statement(reference, stmt->loop->id), stmt->body};
    VECTOR_PUSH(arena, &items, stmt_loop(arena, stmt->loop, stmt_block(arena, body, 2)));
    FOR_EACH(r, &reference->facts->reductions) {
        const Reduction *reduction = &reference->facts->reductions.items[r];
        if (!is_gathered(reference, reduction) || reduction->loops.items[0] != stmt->loop->id)
            continue;
        Expr *number = expr_int(arena, reference->first_reduction + reduction->index, type_scalar(TY_I32));
        VECTOR_PUSH(arena, &items, call_statement(arena, "crs_settle", &number, 1));
    }
    return stmt_block(arena, items.items, items.count);
}

static Stmt *rewrite_stmt(void *context, Stmt *stmt)
{
    Reference *reference = context;
    if (stmt->kind == ST_LOOP)
        return rewrite_loop(reference, stmt);
    if (stmt->kind == ST_WHILE) {
        Stmt *body[] = {call_statement(reference->arena, "crs_step", NULL, 0), stmt->body};
        return stmt_while(reference->arena, stmt->condition, stmt_block(reference->arena, body, 2), stmt->test_after);
    }
    return stmt->kind == ST_ASSIGN && stmt->id ? rewrite_assign(reference, stmt) : stmt;
}

// ---- parameters

// The function's parameters: arrays, scalars by value, and scalars that come back through a pointer.
typedef struct Interface {
    SymbolList values, results;
    ArrayList arrays;
} Interface;

static void keep_callers(ArrayList *arrays)
{
    int kept = 0;
    FOR_EACH(i, arrays)
        if (arrays->items[i]->space != SPACE_SCRATCH)
            arrays->items[kept++] = arrays->items[i];
    arrays->count = kept;
}

// Its final value is known without the loop: it comes back, although the body does not write it.
static bool has_final(const Facts *facts, const Symbol *symbol)
{
    FOR_EACH(i, &facts->finals)
        if (facts->finals.items[i].symbol == symbol)
            return true;
    return false;
}

static Interface interface_of(Arena *arena, const Program *program, const Goals *goals)
{
    Interface interface = {0};
    const Facts *facts = program->facts;
    SymbolList symbols = {0};
    ArrayList arrays = {0};
    collect_free(arena, program->nest->body, &symbols, &interface.arrays);
    keep_callers(&interface.arrays);
    FOR_EACH(i, &facts->arrays) {
        const ArrayFact *fact = &facts->arrays.items[i];
        Expr *const exprs[] = {fact->first,    fact->last,         fact->touched,     fact->first_row,
                               fact->last_row, fact->first_column, fact->last_column, fact->index_limit};
        for (size_t k = 0; k < sizeof exprs / sizeof *exprs; k++)
            collect_expr(arena, exprs[k], &symbols, &arrays);
        for (int k = 0; k <= interface.arrays.count; k++) {
            if (k == interface.arrays.count)
                VECTOR_PUSH(arena, &interface.arrays, fact->array);
            if (interface.arrays.items[k] == fact->array)
                break;
        }
    }
    FOR_EACH(i, &facts->assumptions)
        collect_expr(arena, facts->assumptions.items[i].condition, &symbols, &arrays);
    FOR_EACH(i, goals) {
        collect_expr(arena, goals->items[i].condition, &symbols, &arrays);
        collect_expr(arena, goals->items[i].work, &symbols, &arrays);
    }
    FOR_EACH(i, &facts->finals) {
        collect_expr(arena, facts->finals.items[i].value, &symbols, &arrays);
        collect_expr(arena, expr_symbol(arena, facts->finals.items[i].symbol), &symbols, &arrays);
    }
    FOR_EACH(i, &program->nest->entries)
        if (is_entry_result(&program->nest->entries.items[i]))
            collect_expr(arena, expr_symbol(arena, program->nest->entries.items[i].symbol), &symbols, &arrays);
    FOR_EACH(i, &symbols) {
        const Symbol *symbol = symbols.items[i];
        if (symbol->host && symbol->role == SYM_PARAM && !has_final(facts, symbol))
            VECTOR_PUSH(arena, &interface.values, symbol);
        else if (symbol->host)
            VECTOR_PUSH(arena, &interface.results, symbol);
    }
    return interface;
}

static const char *array_pointer(const Array *array)
{
    return intern_printf("%s %s", emit_type(array->element, LANGUAGE_C), emit_row_stars(array));
}

static void emit_parameters(Text *out, const Interface *interface)
{
    const char *comma = "";
    FOR_EACH(i, &interface->arrays) {
        text_printf(out, "%s%s%s", comma, array_pointer(interface->arrays.items[i]),
                    emit_name(interface->arrays.items[i]->name));
        comma = ", ";
    }
    FOR_EACH(i, &interface->values) {
        const Symbol *symbol = interface->values.items[i];
        text_printf(out, "%s%s %s", comma, emit_type(symbol->type, LANGUAGE_C), emit_name(symbol->name));
        comma = ", ";
    }
    FOR_EACH(i, &interface->results) {
        const Symbol *symbol = interface->results.items[i];
        text_printf(out, "%s%s *crs_out_%s", comma, emit_type(symbol->type, LANGUAGE_C), symbol->name);
        comma = ", ";
    }
    FOR_EACH(i, &interface->arrays)
        if (interface->arrays.items[i]->pointer_after)
            text_printf(out, ", void **crs_out_%s", interface->arrays.items[i]->name);
    if (!*comma)
        text_add(out, "void");
}

// ---- what the nest touches

// The array has a data-dependent range: its index arrays are drawn as if it had this many elements, and the run shows
// which ones it touches.
enum { DRAWN_EXTENT = 509 };

static Expr *drawn_limit(Arena *arena, const Facts *facts, const ArrayFact *fact)
{
    const ArrayFact *indexed = fact->indexes_array ? facts_array(facts, fact->indexed) : NULL;
    bool made_up = indexed && indexed->measured && !fact->index_limit;
    Expr *usual = expr_index(arena, DRAWN_EXTENT);
    return made_up               ? expr_call(arena, usual->type, "crs_drawn_extent", NULL, &usual, 1)
           : fact->indexes_array ? fact->index_limit
                                 : NULL;
}

static void emit_touch(Text *out, const Facts *facts, const ArrayFact *fact)
{
    Emitter emitter = {.out = out};
    const char *name = emit_name(fact->array->name);
    const char *touched = fact->touched && !fact->measured ? expr_condition(&emitter, fact->touched) : "1";
    const char *element = emit_type(fact->array->element, LANGUAGE_C);
    bool ranges = fact->first_row && fact->last_row && fact->first_column && fact->last_column;
    if (fact->array->row_path && ranges)
        emit_line(out, 1, "crs_touch_path(%s, sizeof(%s), %s, %s, %s, %s, %s, %s);", name, element,
                  path_text(out->arena, fact->array), expr_string(&emitter, fact->first_row),
                  expr_string(&emitter, fact->last_row),
                  fact->array->ndim == 2 ? expr_string(&emitter, fact->first_column) : "0",
                  fact->array->ndim == 2 ? expr_string(&emitter, fact->last_column) : "-1", touched);
    else if (fact->array->row_path)
        ;
    else if (fact->array->held == HOST_ROWS && fact->array->ndim == 2 && ranges)
        emit_line(out, 1, "crs_touch_rows(%s, sizeof(%s), %s, %s, %s, %s, %s);", name, element,
                  expr_string(&emitter, fact->first_row), expr_string(&emitter, fact->last_row),
                  expr_string(&emitter, fact->first_column), expr_string(&emitter, fact->last_column), touched);
    else if (fact->array->held == HOST_POINTER && fact->first && fact->last && !fact->measured)
        emit_line(out, 1, "crs_touch(%s, sizeof(%s), %s, %s, %s);", name, element, expr_string(&emitter, fact->first),
                  expr_string(&emitter, fact->last), touched);
    Expr *limit = drawn_limit(out->arena, facts, fact);
    if (limit)
        emit_line(out, 1, "crs_touch_index(%s, %s, %d);", name, expr_string(&emitter, limit), fact->monotone);
}

static void emit_goals(Text *out, const Goals *goals, int first_goal)
{
    Emitter emitter = {.out = out};
    FOR_EACH(i, goals)
        if (goals->items[i].condition)
            emit_line(out, 1, "crs_goal(%d, %s, %s);", first_goal + i,
                      expr_condition(&emitter, goals->items[i].condition),
                      goals->items[i].work ? expr_string(&emitter, goals->items[i].work) : "0");
    emit_line(out, 1, "if (crs_goals_only())");
    emit_line(out, 2, "return;");
}

static void emit_notes(Text *out, const Facts *facts)
{
    Emitter emitter = {.out = out};
    FOR_EACH(i, &facts->assumptions) {
        const Assumption *assumption = &facts->assumptions.items[i];
        if (!assumption->condition)
            continue;
        emit_indent(out, 1);
        text_printf(out, "crs_assume(%s, ", expr_condition(&emitter, assumption->condition));
        emit_string(out, assumption->words ? assumption->words : "an assumption");
        text_add(out, ");\n");
    }
    FOR_EACH(i, &facts->arrays)
        emit_touch(out, facts, &facts->arrays.items[i]);
}

// ---- arrays that a changed source has of its own

static void emit_scratch(Text *out, const Nest *nest, bool begin)
{
    Emitter emitter = {.out = out};
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        if (array->space != SPACE_SCRATCH || !tree_mentions_array(nest->body, array))
            continue;
        const char *name = emit_name(array->name), *element = emit_type(array->element, LANGUAGE_C);
        Expr *count = array->extent[0];
        for (int d = 1; d < array->ndim; d++)
            count = index_mul(out->arena, count, array->extent[d]);
        if (begin)
            emit_line(out, 1, "%s *%s = crs_scratch(%s, sizeof(%s));", element, name, expr_string(&emitter, count),
                      element);
        else
            emit_line(out, 1, "crs_scratch_end(%s);", name);
    }
}

// ---- helpers

static void print_helper(Reference *reference, Text *out, const Function *function)
{
    text_printf(out, "static %s %s(", emit_type(function->result, LANGUAGE_CUDA), emit_helper_name(function));
    for (int i = 0; i < function->nparameters; i++) {
        const Type *type = function->parameters[i]->type;
        text_printf(out, "%s%s%s%s", i ? ", " : "", emit_type(type, LANGUAGE_CUDA), type->kind == TY_POINTER ? "" : " ",
                    emit_name(function->parameters[i]->name));
    }
    text_add(out, function->nparameters ? ")\n{\n" : "void)\n{\n");
    Stmt *body = stmt_rewrite(reference->arena, function->body, NULL, rewrite_expr, reference);
    emit_statement(out, body, 1);
    text_add(out, "}\n\n");
}

// A helper is the user's own function, unless results of math functions in it have to be moved or it takes members.
static void emit_helpers(Reference *reference, Text *out, const Program *program)
{
    bool calls_math = reference_calls_math(program);
    FOR_EACH(i, &program->nest->functions) {
        const Function *function = program->nest->functions.items[i];
        text_printf(out, "#undef %s\n", emit_helper_name(function));
        bool unknown = function->by_members || host_is_of_other_file(function->loc.file); // to the reference's text
        if ((calls_math || unknown) && function->body) {
            text_printf(out, "#define %s crs_helper_%d_%s\n", emit_helper_name(function), reference->first_reduction,
                        function->name);
            print_helper(reference, out, function);
        } else {
            text_printf(out, "#define %s %s\n", emit_helper_name(function), function->name);
        }
    }
}

// ---- the function and its call

void reference_function(Arena *arena, Text *out, const Program *program, int index, int *next_reduction, int *next_loop,
                        const Goals *goals, int first_goal)
{
    const Facts *facts = program->facts;
    Reference reference = {.arena = arena,
                           .facts = facts,
                           .reordered = program->reassociates,
                           .fuses = program->fuses,
                           .fast = program->fast,
                           .first_reduction = *next_reduction,
                           .first_loop = *next_loop};
    reference.indices = index_search(arena, facts, program->nest->body);
    stmt_walk(program->nest->body, collect_open_loop, &reference);
    *next_loop += reference.open_loops.count;
    *next_reduction += facts->reductions.count + facts->scans.count + 1;
    Interface interface = interface_of(arena, program, goals);
    text_add(out, "#pragma push_macro(\"bool\")\n#undef bool\n#define bool _Bool\n");
    define_local_structs(out, program->nest);
    emit_helpers(&reference, out, program);
    const Symbol *left = nest_left(program->nest);
    if (left)
        text_printf(out, "static int crs_left_%d;\n", index);
    text_printf(out, "static void crs_reference_%d(", index);
    emit_parameters(out, &interface);
    text_add(out, ")\n{\n");
    FOR_EACH(i, &interface.results) {
        const Symbol *symbol = interface.results.items[i];
        emit_line(out, 1, "%s %s = *crs_out_%s;", emit_type(symbol->type, LANGUAGE_C), emit_name(symbol->name),
                  symbol->name);
    }
    if (left)
        emit_line(out, 1, "int %s = 0;", emit_name(left->name));
    emit_line(out, 1, "crs_loops(%d, %d);", reference.first_loop, reference.open_loops.count);
    emit_notes(out, facts);
    index_emit_rows(&reference.indices, out);
    emit_goals(out, goals, first_goal);
    emit_scratch(out, program->nest, true);
    Stmt *body = stmt_rewrite(arena, program->nest->body, rewrite_stmt, rewrite_expr, &reference);
    Stmt *both[] = {body, program->nest->body}; // names of rows are text in the first: their subscripts are used, too
    emit_body(&(Emitter){.out = out, .root = stmt_block(arena, both, 2)}, body, 1);
    emit_scratch(out, program->nest, false);
    if (left) {
        emit_line(out, 1, "crs_left_%d = %s;", index, emit_name(left->name));
        emit_line(out, 1, "if (%s)", emit_name(left->name));
        emit_line(out, 2, "return;");
    }
    Emitter emitter = {.out = out};
    FOR_EACH(i, &facts->finals)
        emit_line(out, 1, "%s = %s;", emit_name(facts->finals.items[i].symbol->name),
                  expr_assigned(&emitter, facts->finals.items[i].value));
    FOR_EACH(i, &interface.results) {
        const Symbol *symbol = interface.results.items[i];
        emit_line(out, 1, "*crs_out_%s = %s;", symbol->name, emit_name(symbol->name));
    }
    FOR_EACH(i, &interface.arrays)
        if (interface.arrays.items[i]->pointer_after)
            emit_line(out, 1, "*crs_out_%s = (void *)%s;", interface.arrays.items[i]->name,
                      emit_name(interface.arrays.items[i]->name));
    text_add(out, "}\n#pragma pop_macro(\"bool\")\n\n");
}

void reference_call(Arena *arena, Text *out, const Program *program, int index, const Goals *goals)
{
    Interface interface = interface_of(arena, program, goals);
    text_add(out, "{ ");
    FOR_EACH(i, &interface.results) {
        const Symbol *symbol = interface.results.items[i];
        text_printf(out, "%s crs_now_%s = %s; ", emit_type(symbol->type, LANGUAGE_C), symbol->name,
                    emit_host_value(symbol));
    }
    FOR_EACH(i, &interface.arrays)
        if (interface.arrays.items[i]->pointer_after)
            text_printf(out, "void *crs_now_%s; ", interface.arrays.items[i]->name);
    text_printf(out, "crs_reference_%d(", index);
    const char *comma = "";
    FOR_EACH(i, &interface.arrays) {
        const Array *array = interface.arrays.items[i];
        text_printf(out, "%s(%s)(%s)", comma, array_pointer(array), emit_host_pointer(array));
        comma = ", ";
    }
    FOR_EACH(i, &interface.values) {
        const Symbol *symbol = interface.values.items[i];
        text_printf(out, "%s(%s)(%s)", comma, emit_type(symbol->type, LANGUAGE_C), emit_host_value(symbol));
        comma = ", ";
    }
    FOR_EACH(i, &interface.results) {
        text_printf(out, "%s&crs_now_%s", comma, interface.results.items[i]->name);
        comma = ", ";
    }
    FOR_EACH(i, &interface.arrays)
        if (interface.arrays.items[i]->pointer_after)
            text_printf(out, ", &crs_now_%s", interface.arrays.items[i]->name);
    text_add(out, "); ");
    if (nest_left(program->nest)) {
        const Loc loop = program->nest->extent;
        text_printf(out, "if (crs_left_%d) %.*s else {", index, (int)(loop.end - loop.begin),
                    loop.file->text + loop.begin);
    }
    FOR_EACH(i, &interface.arrays)
        if (interface.arrays.items[i]->pointer_after)
            text_printf(out, "%s = crs_now_%s; ", interface.arrays.items[i]->pointer_after,
                        interface.arrays.items[i]->name);
    FOR_EACH(i, &interface.results) {
        const Symbol *symbol = interface.results.items[i];
        if (row_ways_is(program->nest, symbol))
            text_printf(out, "if (crs_now_%s) ", symbol->name);
        text_printf(out, symbol->pointer_after ? "%s += crs_now_%s; " : "%s = crs_now_%s; ",
                    symbol->pointer_after ? symbol->pointer_after : symbol->host, symbol->name);
    }
    text_add(out, nest_left(program->nest) ? "}}" : "}");
}

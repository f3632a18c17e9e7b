// The launcher of a nest: the function that the user's text calls. It tests the assumptions, copies the data to the
// device, runs the host part of the tree around the kernels, and copies the results back (runtime/prelude/).
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/launch.h"
#include "frontend/directives/directive.h"
#include "frontend/host.h"
#include "codegen/cuda/shared.h"

#include <string.h>

static const char *launcher_name(const Program *program)
{
    return program->nest->kernel_name;
}

// It keeps what it holds from call to call (crs_counters).
static bool is_counter(const Array *array)
{
    return array->counts_blocks || array->passes;
}

const char *array_variable(const Array *array)
{
    return intern_printf(is_counter(array) ? "crs_counters_%s" : "crs_array_%s", array->name);
}

// What kernels see as the array. If pointers change places, it is the array that its pointer points to at that time.
static const char *seen_array(const Array *array)
{
    return array->rotates ? intern_printf("*crs_held_%s", array->name) : array_variable(array);
}

// ---- declarations

static void emit_signature(Text *out, const Program *program, const char *linkage, Language language)
{
    LaunchParams params = launch_params(out->arena, program);
    size_t start = out->length;
    text_printf(out, "%s int %s(", linkage, launcher_name(program));
    ParameterList list = {.out = out, .column = out->length - start, .at = out->length - start};
    FOR_EACH(i, &params)
        parameter_list_add(&list, intern_printf("%s%s", launch_param_type(&params.items[i], language),
                                                launch_param_name(&params.items[i])));
    if (!params.count)
        text_add(out, "void");
    text_add(out, ")");
}

void emit_launcher_prototype(Text *out, const Program *program, Language language)
{
    emit_signature(out, program, language == LANGUAGE_C ? "extern" : "extern \"C\"", language);
    text_add(out, ";\n");
}

static void emit_array(Emitter *emitter, const ArrayFact *fact, bool on_host)
{
    const Array *array = fact->array;
    Text name = {.arena = emitter->out->arena}, flags = {.arena = emitter->out->arena};
    emit_string(&name, array->host && array->host[0] != '&' && !array->is_of_library ? array->host : array->name);
    const struct {
        bool is_set;
        const char *text;
    } all[] = {
        {fact->copy_in && !fact->present, "CRS_IN"},
        {fact->copy_out && !fact->present, "CRS_OUT"},
        {fact->written, "CRS_WRITTEN"},
        {fact->present, "CRS_PRESENT"},
        {array->held == HOST_ROWS, "CRS_ROWS"},
        {on_host, "CRS_HOSTS"},
        {fact->streams, "CRS_STREAMS"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is_set)
            text_printf(&flags, "%s%s", flags.length ? " | " : "", all[i].text);
    emit_line(emitter->out, 1, "crs_array %s(crs_now, %s, %s, sizeof(%s), %s);", array_variable(array),
              text_string(&name), emit_name(array->name), emit_type(array->element, LANGUAGE_CUDA),
              flags.length ? text_string(&flags) : "0");
    const int64_t *path = array->row_path;
    if (path && path[0] != (int64_t)sizeof(char *))
        emit_line(emitter->out, 1, "%s.spacing = %lld;", array_variable(array), (long long)path[0]);
    for (int i = 0; path && path[i + 1] >= 0; i++)
        emit_line(emitter->out, 1, "%s.follow[%d] = %lld;", array_variable(array), i, (long long)path[i + 1]);
}

static Expr *scratch_count(Arena *arena, const Array *array)
{
    Expr *count = expr_index(arena, 1);
    for (int d = 0; d < array->ndim; d++)
        count = index_mul(arena, count, array->extent[d]);
    return count;
}

static void emit_cell(Emitter *emitter, const ScalarCell *cell)
{
    const Symbol *symbol = cell->symbol;
    const char *place = cell->copy_out  ? result_name(symbol)
                        : cell->copy_in ? intern_printf("&%s", emit_name(symbol->name))
                                        : "nullptr";
    const char *flags = cell->copy_in && cell->copy_out ? "CRS_IN | CRS_OUT"
                        : cell->copy_in                 ? "CRS_IN"
                        : cell->copy_out                ? "CRS_OUT"
                                                        : "0";
    emit_line(emitter->out, 1, "crs_array %s(crs_now, \"%s\", %s, sizeof(%s), %s);", array_variable(cell->cell),
              symbol->name, place, emit_type(symbol->type, LANGUAGE_CUDA), flags);
}

static void emit_arrays(Emitter *emitter, const Program *program)
{
    FOR_EACH(i, &program->facts->arrays)
        emit_array(emitter, &program->facts->arrays.items[i],
                   program->nest->directive && program->nest->directive->on_host);
    FOR_EACH(i, &program->scratch) {
        const Array *array = program->scratch.items[i];
        const ScalarCell *cell = cell_of_array(program, array);
        if (cell)
            emit_cell(emitter, cell);
        else if (is_counter(array))
            emit_line(emitter->out, 1, array->passes ? "crs_counters %s(crs_now, %d);" : "crs_counters %s(crs_now);",
                      array_variable(array), array->passes);
        else
            emit_line(emitter->out, 1, "crs_array %s(crs_now, \"%s\", nullptr, sizeof(%s), 0);", array_variable(array),
                      array->name, emit_type(array->element, LANGUAGE_CUDA));
    }
}

// ---- ranges

static bool has_window(const ArrayFact *fact)
{
    return fact->width && fact->copy_out && !fact->present;
}

// Of a table whose rows are touched in different places.
static void emit_ends_of_rows(Emitter *emitter, const ArrayFact *fact, int indent)
{
    const char *table =
        fact->table_number ? arena_printf(emitter->out->arena, "long %s, ", fact->table_number->name) : "";
    emit_line(emitter->out, indent, "if (!crs_touch_each_row%s(crs_now, %s, [&](%slong %s, crs_ends &crs_row_1) {",
              *table ? "_of_tables" : "", array_variable(fact->array), table, fact->row_number->name);
    if (fact->row_touched)
        emit_line(emitter->out, indent + 2, "if (%s)", expr_condition(emitter, fact->row_touched));
    emit_line(emitter->out, indent + (fact->row_touched ? 3 : 2), "crs_row_1 = {%s, %s};",
              expr_string(emitter, fact->first_in_row), expr_string(emitter, fact->last_in_row));
    emit_line(emitter->out, indent + 1, "}))");
    emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
}

void emit_touch(Emitter *emitter, const ArrayFact *fact, int indent)
{
    const char *variable = array_variable(fact->array);
    if (fact->array->held == HOST_ROWS && fact->array->ndim > 2)
        emit_line(emitter->out, indent, "crs_touch_tables(%s, %s, %s, %s, %s, %s, %s);", variable,
                  expr_string(emitter, fact->first_row), expr_string(emitter, fact->last_row),
                  expr_string(emitter, fact->first_middle), expr_string(emitter, fact->last_middle),
                  expr_string(emitter, fact->first_column), expr_string(emitter, fact->last_column));
    else if (fact->array->held == HOST_ROWS)
        emit_line(emitter->out, indent, "crs_touch_rows(%s, %s, %s, %s, %s);", variable,
                  expr_string(emitter, fact->first_row), expr_string(emitter, fact->last_row),
                  expr_string(emitter, fact->first_column), expr_string(emitter, fact->last_column));
    else
        emit_line(emitter->out, indent, "crs_touch(%s, %s, %s);", variable, expr_string(emitter, fact->first),
                  expr_string(emitter, fact->last));
    if (fact->first_in_row)
        emit_ends_of_rows(emitter, fact, indent);
    if (has_window(fact))
        emit_line(emitter->out, indent, "crs_window(%s, %s, %s, %s);", variable, expr_string(emitter, fact->row),
                  expr_string(emitter, fact->column), expr_string(emitter, fact->width));
}

static bool same_condition(const Expr *left, const Expr *right)
{
    return left == right || (left && right && expr_equal(left, right));
}

// Neighbours that are touched under one condition share it. Ranges from inspectors come later. Returns how many
// statements those from `first` on need.
static int touching_statements(const Facts *facts, int first)
{
    int count = 0;
    for (int i = first; i < facts->arrays.count; i++) {
        const ArrayFact *fact = &facts->arrays.items[i];
        if (!same_condition(fact->touched, facts->arrays.items[first].touched))
            break;
        count += fact->measured ? 0 : 1 + (has_window(fact) || fact->first_in_row);
    }
    return count;
}

static void emit_touches(Emitter *emitter, const Facts *facts)
{
    for (int i = 0; i < facts->arrays.count;) {
        const Expr *touched = facts->arrays.items[i].touched;
        bool tests = touched && !expr_is_int(touched, 1) && !facts->arrays.items[i].measured,
             never = touched && expr_is_int(touched, 0);
        bool braces = touching_statements(facts, i) > 1;
        if (tests && !never)
            emit_line(emitter->out, 1, "if (%s)%s", expr_condition(emitter, touched), braces ? " {" : "");
        for (; i < facts->arrays.count && same_condition(facts->arrays.items[i].touched, touched); i++)
            if (!never && !facts->arrays.items[i].measured)
                emit_touch(emitter, &facts->arrays.items[i], tests ? 2 : 1);
        if (tests && !never && braces)
            emit_line(emitter->out, 1, "}");
    }
}

// Whether the version is the one that alone needs the array.
static bool is_of(const Version *version, const Array *array)
{
    FOR_EACH(i, &version->scratch)
        if (version->scratch.items[i] == array)
            return true;
    return false;
}

static const Version *version_with(const Program *program, const Array *array)
{
    FOR_EACH(i, &program->versions)
        if (program->versions.items[i].condition && is_of(&program->versions.items[i], array))
            return &program->versions.items[i];
    return NULL;
}

// "!crs_version(..) && crs_version(..)": that version is taken; NULL: the array does not belong to a single one.
static const char *taken_version(const Emitter *emitter, const Program *program, const Array *array)
{
    Text text = {.arena = emitter->out->arena};
    const Version *own = version_with(program, array);
    for (const Version *version = program->versions.items; own && version <= own; version++)
        if (version->of == own->of)
            text_printf(&text, "%s%s%s", text.length ? " && " : "", version == own ? "" : "!",
                        emit_version_test(emitter, version->name, version->condition, version->limited));
    return own ? text_string(&text) : NULL;
}

static void emit_ranges(Emitter *emitter, const Program *program)
{
    emit_touches(emitter, program->facts);
    emit_measures(emitter, program);
    FOR_EACH(i, &program->scratch) {
        const Array *array = program->scratch.items[i];
        if (is_counter(array))
            continue;
        const char *taken = taken_version(emitter, program, array);
        if (taken)
            emit_line(emitter->out, 1, "if (%s)", taken);
        Expr *last = index_sub(emitter->out->arena, scratch_count(emitter->out->arena, array),
                               expr_index(emitter->out->arena, 1));
        emit_line(emitter->out, taken ? 2 : 1, "crs_touch(%s, 0, %s);", array_variable(array),
                  expr_string(emitter, last));
    }
}

// ---- tests

typedef struct Tests {
    Text *out;
    int count;
} Tests;

static void emit_test(Tests *tests, const char *test)
{
    text_add(tests->out, tests->count++ ? " ||\n        !" : "    if (!");
    text_add(tests->out, test);
}

static void close_tests(Tests *tests)
{
    if (tests->count)
        text_add(tests->out, ")\n        return crs_serial(crs_now);\n");
    tests->count = 0;
}

static const char *condition_test(Emitter *emitter, const Assumption *assumption)
{
    Text text = {.arena = emitter->out->arena};
    const char *condition = expr_condition(emitter, assumption->condition);
    text_printf(&text, "crs_assume(crs_now, %s, ", condition);
    emit_string(&text, assumption->words ? assumption->words : condition);
    text_add(&text, ")");
    return text_string(&text);
}

static const char *overlap_test(Emitter *emitter, const Assumption *assumption)
{
    Arena *arena = emitter->out->arena;
    const char *a = array_variable(assumption->a->array);
    if (assumption->scalar)
        return arena_printf(arena, "crs_apart(crs_now, %s, crs_place_%s, sizeof(%s), \"%s\")", a,
                            assumption->scalar->name, emit_type(assumption->scalar->type, LANGUAGE_CUDA),
                            assumption->scalar->name);
    const char *b = array_variable(assumption->b->array);
    const char *disjoint = arena_printf(arena, "crs_disjoint(crs_now, %s, %s)", a, b);
    if (!assumption->unless_equal)
        return disjoint;
    bool second = assumption->a->written; // is only read
    const char *either = arena_printf(arena, "crs_disjoint_or_equal(crs_now, %s, %s)", second ? b : a, second ? a : b);
    return assumption->equal_when ? arena_printf(arena, "(%s ? %s : %s)",
                                                 expr_condition(emitter, assumption->equal_when), either, disjoint)
                                  : either;
}

static void emit_free_values(Emitter *emitter, const Facts *facts)
{
    FOR_EACH(i, &facts->free_values) {
        const FreeValue *free = &facts->free_values.items[i];
        emit_line(emitter->out, 1, "if (%s) // it multiplies nothing but 0", expr_condition(emitter, free->condition));
        emit_line(emitter->out, 2, "%s = %s;", emit_name(free->symbol->name), expr_assigned(emitter, free->value));
    }
}

static void emit_conditions(Emitter *emitter, const Program *program)
{
    Tests tests = {emitter->out, 0};
    FOR_EACH(i, &program->facts->assumptions)
        if (program->facts->assumptions.items[i].condition)
            emit_test(&tests, condition_test(emitter, &program->facts->assumptions.items[i]));
    FOR_EACH(i, &program->limits)
        emit_test(&tests, condition_test(emitter, &program->limits.items[i]));
    close_tests(&tests);
}

static void emit_overlaps(Emitter *emitter, const Program *program)
{
    Tests tests = {emitter->out, 0};
    emit_test(&tests, "crs_begin(crs_now)");
    FOR_EACH(i, &program->facts->arrays) {
        const ArrayFact *fact = &program->facts->arrays.items[i];
        const char *variable = array_variable(fact->array);
        if (fact->array->held == HOST_ROWS && fact->written)
            emit_test(&tests, arena_printf(emitter->out->arena, "crs_disjoint(crs_now, %s, %s)", variable, variable));
    }
    FOR_EACH(i, &program->facts->assumptions)
        if (program->facts->assumptions.items[i].a)
            emit_test(&tests, overlap_test(emitter, &program->facts->assumptions.items[i]));
    if (has_chunks(emitter->out->arena, program))
        emit_test(&tests, "crs_moves_at_once(crs_now)");
    emit_test(&tests, "crs_enter(crs_now)");
    FOR_EACH(i, &program->scratch) {
        const Array *array = program->scratch.items[i];
        if (is_counter(array))
            emit_test(&tests, arena_printf(emitter->out->arena, "crs_take_counters(%s, %s)", array_variable(array),
                                           expr_string(emitter, scratch_count(emitter->out->arena, array))));
    }
    text_add(emitter->out, ")\n");
    emit_give_up(emitter, program);
}

// ---- launches

static const char *extent_text(const Emitter *emitter, Expr *const extent[3])
{
    Text text = {.arena = emitter->out->arena};
    int used = extent[2] ? 3 : extent[1] ? 2 : 1;
    text_add(&text, "crs_extent(");
    for (int d = 0; d < used; d++)
        text_printf(&text, "%s%s", d ? ", " : "", extent[d] ? expr_string(emitter, extent[d]) : "1");
    text_add(&text, ")");
    return text_string(&text);
}

typedef struct Waiting {
    bool turns, numbers; // blocks wait for values of others, and know their own numbers
} Waiting;

static bool look_for_waiting(void *context, const Expr *expr)
{
    Waiting *waiting = context;
    waiting->turns |= expr->kind == EX_INTRINSIC && expr->intrinsic == IN_NEXT_TURN;
    waiting->numbers |= expr->kind == EX_INTRINSIC && expr->intrinsic == IN_BLOCK_X;
    return true;
}

// Blocks that have taken turns wait only for those that have begun.
static const char *grid_text(const Emitter *emitter, const Stmt *kernel)
{
    const char *extent = extent_text(emitter, kernel->grid);
    Waiting waiting = {0};
    stmt_walk_expressions(kernel->body, look_for_waiting, &waiting);
    return waiting.turns && waiting.numbers ? intern_printf("crs_in_order(%s)", extent) : extent;
}

static void emit_launch(Emitter *emitter, const Stmt *kernel, int indent)
{
    const Program *program = emitter->context;
    KernelSignature signature = kernel_signature(emitter->out->arena, program->nest, kernel);
    emit_indent(emitter->out, indent);
    const char *call = kernel->persists == PERSISTS_IN_GRID  ? "if (!crs_launch_together("
                       : kernel_is_repeated(program, kernel) ? "if (!crs_launch_ahead("
                                                             : "if (!crs_launch(";
    size_t column = (size_t)indent * 4 + strlen(call);
    text_add(emitter->out, call);
    ParameterList list = {.out = emitter->out, .column = column, .at = column};
    parameter_list_add(&list, "crs_now");
    parameter_list_add(&list, kernel->name);
    parameter_list_add(&list, grid_text(emitter, kernel));
    int64_t shared = shared_of_launch(kernel->body);
    const char *block = extent_text(emitter, kernel->block);
    parameter_list_add(&list, shared ? intern_printf("crs_with_shared(%s, %lld)", block, (long long)shared) : block);
    FOR_EACH(i, &signature.arrays) {
        const Array *array = signature.arrays.items[i];
        const char *type = emit_type(array->element, LANGUAGE_CUDA), *seen = seen_array(array);
        parameter_list_add(&list, is_counter(array) ? intern_printf("%s.memory", seen)
                                                    : intern_printf("crs_at<%s>(%s)", type, seen));
    }
    FOR_EACH(i, &signature.arrays) {
        const Array *array = signature.arrays.items[i];
        if (array->held == HOST_ROWS)
            parameter_list_add(&list, intern_printf("crs_pitch(%s)", seen_array(array)));
        if (array->held == HOST_ROWS && array->ndim > 2)
            parameter_list_add(&list, intern_printf("crs_rows(%s)", seen_array(array)));
    }
    FOR_EACH(i, &signature.symbols)
        parameter_list_add(&list, emit_name(signature.symbols.items[i]->name));
    text_add(emitter->out, "))\n");
    emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
}

// ---- values of the device that the host decides by

static void emit_fetch(Emitter *emitter, const Stmt *stmt, int indent)
{
    const Array *array = stmt->value->array;
    const char *name = emit_name(stmt->symbol->name);
    emit_line(emitter->out, indent, "%s %s;", emit_type(stmt->symbol->type, LANGUAGE_CUDA), name);
    emit_line(emitter->out, indent, "if (!crs_fetch(crs_now, %s, %s, &%s))", seen_array(array),
              expr_string(emitter, access_offset(emitter->out->arena, stmt->value)), name);
    emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
}

// ---- pointers that change places

static void emit_holders(Emitter *emitter, const Facts *facts)
{
    FOR_EACH(i, &facts->arrays) {
        const Array *array = facts->arrays.items[i].array;
        if (array->rotates)
            emit_line(emitter->out, 1, "crs_array *crs_held_%s = &%s;", array->name, array_variable(array));
    }
}

static void emit_rotation(Emitter *emitter, const Stmt *stmt, int indent)
{
    Text taken = {.arena = emitter->out->arena};
    for (int i = 0; i < stmt->nrotated; i++)
        text_printf(&taken, "%scrs_held_%s", i ? ", " : "", stmt->taken[i]->name);
    emit_line(emitter->out, indent, "{");
    emit_line(emitter->out, indent + 1, "crs_array *const crs_taken[] = {%s};", text_string(&taken));
    for (int i = 0; i < stmt->nrotated; i++)
        emit_line(emitter->out, indent + 1, "crs_held_%s = crs_taken[%d];", stmt->rotated[i]->name, i);
    emit_line(emitter->out, indent, "}");
}

static void add_final_pointers(Text *set, const Facts *facts)
{
    FOR_EACH(i, &facts->arrays) {
        const Array *array = facts->arrays.items[i].array;
        if (array->pointer_after)
            text_printf(set, "    *%s = (void *)crs_held_%s->caller;\n", pointer_result_name(array), array->name);
    }
}

// ---- results

static void emit_old_values(Emitter *emitter, const Program *program)
{
    Needs needs = needs_of(emitter->out->arena, program);
    FOR_EACH(i, &needs.results) {
        const Symbol *symbol = needs.results.items[i].symbol;
        if (list_mentions(&needs.symbols, symbol))
            emit_line(emitter->out, 1, "%s %s = *%s;", emit_type(symbol->type, LANGUAGE_CUDA), emit_name(symbol->name),
                      result_name(symbol));
    }
}

static bool is_cell(const Program *program, const Symbol *symbol)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].symbol == symbol && program->cells.items[i].copy_out)
            return true;
    return false;
}

static const FinalValue *final_of(const Program *program, const Symbol *symbol)
{
    FOR_EACH(i, &program->facts->finals)
        if (program->facts->finals.items[i].symbol == symbol)
            return &program->facts->finals.items[i];
    return NULL;
}

// An iteration would leave the nest: only the serial loop can do that.
static void emit_leaving(Emitter *emitter, const Program *program)
{
    const Symbol *left = nest_left(program->nest);
    if (!left)
        return;
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].symbol == left) {
            emit_line(emitter->out, 1, "if (!crs_fetch(crs_now, %s, 0, %s))",
                      array_variable(program->cells.items[i].cell), result_name(left));
            emit_line(emitter->out, 2, "return crs_serial(crs_now);");
        }
    if (is_cell(program, left))
        emit_line(emitter->out, 1, "if (*%s)", result_name(left));
    else
        emit_line(emitter->out, 1, "if (%s)", emit_name(left->name));
    emit_line(emitter->out, 2, "return crs_serial_left(crs_now);");
}

// Cells copy themselves back; the others are set once all went well, if something changes them.
static void emit_results(Emitter *emitter, const Program *program)
{
    emit_leaving(emitter, program);
    Needs needs = needs_of(emitter->out->arena, program);
    Text set = {.arena = emitter->out->arena};
    FOR_EACH(i, &needs.results) {
        const Symbol *symbol = needs.results.items[i].symbol;
        const FinalValue *final = final_of(program, symbol);
        bool wanted = final && is_wanted_final(final);
        if (symbol == nest_left(program->nest) || is_cell(program, symbol) ||
            (!wanted && !list_mentions(&needs.symbols, symbol)))
            continue;
        const char *value = wanted ? expr_assigned(emitter, final->value) : emit_name(symbol->name);
        text_printf(&set, "    *%s = %s;\n", result_name(symbol), value);
    }
    add_final_pointers(&set, program->facts);
    if (!set.length) {
        emit_line(emitter->out, 1, "return crs_leave(crs_now);");
        return;
    }
    emit_line(emitter->out, 1, "if (crs_leave(crs_now) != 0)");
    emit_line(emitter->out, 2, "return 1;");
    text_add(emitter->out, text_string(&set));
    emit_line(emitter->out, 1, "return 0;");
}

// ---- the whole

void emit_launcher(Text *out, const Program *program, bool is_shared)
{
    Emitter emitter = {.out = out,
                       .exact = nest_is_exact(program->nest),
                       .root = program->host,
                       .kernel = emit_launch,
                       .rotation = emit_rotation,
                       .fetch = emit_fetch,
                       .context = (void *)program};
    text_printf(out, "// Runs %s on the device. Not 0: nothing has changed, and the serial loop has to run.\n",
                nest_place(out->arena, program->nest));
    emit_signature(out, program, is_shared ? "extern \"C\"" : "static", LANGUAGE_CUDA);
    text_add(out, "\n{\n");
    text_printf(out, "    crs_call crs_now(\"%s\", ", launcher_name(program));
    emit_string(out, nest_place(out->arena, program->nest));
    text_add(out, ");\n");
    if (program->keeps)
        text_add(out, "    crs_now.keeping = crs_keeper();\n");
    if (nest_left(program->nest))
        emit_line(out, 1, "int %s[1] = {0};", result_name(nest_left(program->nest)));
    emit_old_values(&emitter, program);
    emit_free_values(&emitter, program->facts);
    emit_arrays(&emitter, program);
    emit_conditions(&emitter, program);
    emit_ranges(&emitter, program);
    emit_overlaps(&emitter, program);
    emit_holders(&emitter, program->facts);
    emit_body(&emitter, program->host, 1);
    emit_results(&emitter, program);
    text_add(out, "}\n\n");
}

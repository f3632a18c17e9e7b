// Kernels and device functions: signatures, and bodies from the lowered tree.
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/common_terms.h"
#include "codegen/cuda/cuda.h"
#include "codegen/cuda/one_load.h"
#include "codegen/cuda/shared.h"
#include "codegen/output/paths.h"
#include "frontend/directives/directive.h"
#include "transform/lower/approximate.h"
#include "transform/tree/query.h"

#include <string.h>

// ---- what a kernel takes

static int position_of_array(const Nest *nest, const Array *array)
{
    FOR_EACH(i, &nest->arrays)
        if (nest->arrays.items[i] == array)
            return i;
    return nest->arrays.count;
}

static int position_of_symbol(const Nest *nest, const Symbol *symbol)
{
    FOR_EACH(i, &nest->symbols)
        if (nest->symbols.items[i] == symbol)
            return i;
    return nest->symbols.count;
}

// In the order of the nest, not in the order in which the body mentions them.
static void sort_signature(const Nest *nest, KernelSignature *signature)
{
    for (int i = 1; i < signature->arrays.count; i++)
        for (int k = i; k > 0; k--) {
            const Array **pair = &signature->arrays.items[k - 1], *first = pair[0];
            if (position_of_array(nest, pair[0]) <= position_of_array(nest, pair[1]))
                break;
            pair[0] = pair[1];
            pair[1] = first;
        }
    for (int i = 1; i < signature->symbols.count; i++)
        for (int k = i; k > 0; k--) {
            const Symbol **pair = &signature->symbols.items[k - 1], *first = pair[0];
            if (position_of_symbol(nest, pair[0]) <= position_of_symbol(nest, pair[1]))
                break;
            pair[0] = pair[1];
            pair[1] = first;
        }
}

KernelSignature kernel_signature(Arena *arena, const Nest *nest, const Stmt *kernel)
{
    KernelSignature signature = {0};
    collect_free(arena, kernel->body, &signature.symbols, &signature.arrays);
    sort_signature(nest, &signature);
    return signature;
}

typedef struct Repetition {
    const Stmt *kernel;
    bool found;
} Repetition;

static bool look_for_repetition(void *context, const Stmt *stmt)
{
    Repetition *repetition = context;
    repetition->found |=
        stmt->kind == ST_LOOP && !stmt->loop->launches_parts && stmt_contains(stmt, repetition->kernel);
    return !repetition->found && stmt->kind != ST_KERNEL;
}

bool kernel_is_repeated(const Program *program, const Stmt *kernel)
{
    Repetition repetition = {.kernel = kernel};
    stmt_walk(program->host, look_for_repetition, &repetition);
    return repetition.found && kernel->persists != PERSISTS_IN_GRID; // all blocks of such a one have to be resident
}

static bool look_for_common(void *context, const Expr *expr)
{
    bool *found = context;
    *found |= expr->kind == EX_ACCESS && (expr->array->counts_blocks || expr->array->passes);
    *found |= expr->kind == EX_INTRINSIC && expr->intrinsic >= IN_ATOMIC_ADD && expr->intrinsic <= IN_ADD_WORDS;
    return !*found;
}

// No thread of the kernel can read what another one has written.
static bool threads_are_apart(const Stmt *kernel)
{
    bool found = kernel->persists || tree_has_kind(kernel->body, ST_BARRIER);
    stmt_walk_expressions(kernel->body, look_for_common, &found);
    return !found;
}

// What other threads may change during the kernel must not be cached: scratch memory that is both read and written, and
// in a kernel that runs a loop all that is. Where each thread reads its own results alone, nvcc keeps sums in scratch
// memory in registers only if it knows that the pointers are apart. In a kernel that waits for the kernels before it,
// what it only reads must not be cached: nvcc takes memory that no pointer writes for constant, and moves loads of it
// over the wait.
static bool is_private_view(const Stmt *kernel, const Array *array, bool waits)
{
    bool writes = tree_writes(kernel->body, array), reads = tree_reads(kernel->body, array);
    if (waits && !writes)
        return false;
    if (array->space == SPACE_GLOBAL)
        return !kernel->persists || !reads || !writes;
    return !reads || !writes || (array_is_temporary(array) && !waits && threads_are_apart(kernel));
}

static const char *array_parameter(Arena *arena, const Program *program, const Stmt *kernel, const ArrayList *arrays,
                                   const Array *array)
{
    bool writes = tree_writes(kernel->body, array);
    bool apart = is_private_view(kernel, array, kernel_is_repeated(program, kernel)) &&
                 (writes || !one_load_may_be_of(arena, kernel, arrays, array));
    return intern_printf("%s%s *%s%s", writes ? "" : "const ", emit_type(array->element, LANGUAGE_CUDA),
                         apart ? "__restrict__ " : "", emit_name(array->name));
}

static void emit_parameters(Text *out, const Program *program, const Stmt *kernel, size_t column)
{
    KernelSignature signature = kernel_signature(out->arena, program->nest, kernel);
    ParameterList list = {.out = out, .column = column, .at = column};
    FOR_EACH(i, &signature.arrays)
        parameter_list_add(&list,
                           array_parameter(out->arena, program, kernel, &signature.arrays, signature.arrays.items[i]));
    FOR_EACH(i, &signature.arrays) {
        const Array *array = signature.arrays.items[i];
        if (array->held == HOST_ROWS)
            parameter_list_add(&list, intern_printf("long %s", emit_pitch_name(array)));
        if (array->held == HOST_ROWS && array->ndim > 2)
            parameter_list_add(&list, intern_printf("long %s", emit_rows_name(array)));
    }
    FOR_EACH(i, &signature.symbols) {
        const Symbol *symbol = signature.symbols.items[i];
        parameter_list_add(&list,
                           intern_printf("%s %s", emit_type(symbol->type, LANGUAGE_CUDA), emit_name(symbol->name)));
    }
}

void parameter_list_add(ParameterList *list, const char *text)
{
    size_t length = strlen(text) + 2;
    if (list->count++)
        text_add(list->out, ",");
    if (list->count > 1 && list->at + length > 116) {
        text_printf(list->out, "\n%*s", (int)list->column, "");
        list->at = list->column;
    } else if (list->count > 1) {
        text_add(list->out, " ");
    }
    text_add(list->out, text);
    list->at += length;
}

// ---- launch bounds

static int64_t constant_threads(const Stmt *kernel)
{
    int64_t threads = 1;
    for (int d = 0; d < 3; d++) {
        const Expr *extent = kernel->block[d] ? expr_strip_casts(kernel->block[d]) : NULL;
        if (extent && extent->kind != EX_INT)
            return 0;
        threads *= extent ? extent->integer : 1;
    }
    return threads;
}

static const char *bounds_of_launch(const Stmt *kernel)
{
    int64_t threads = constant_threads(kernel);
    if (threads < 1 || threads > 1024)
        return "";
    if (kernel->min_blocks > 0)
        return intern_printf("__launch_bounds__(%d, %d) ", (int)threads, kernel->min_blocks);
    return intern_printf("__launch_bounds__(%d) ", (int)threads);
}

// ---- kernels

bool nest_is_exact(const Nest *nest)
{
    return nest->directive && directive_clause(nest->directive, CLAUSE_EXACT);
}

// `//` before each line.
static void emit_comment(Text *out, const char *indent, const char *lines)
{
    for (const char *line = lines; line && *line;) {
        size_t length = strcspn(line, "\n");
        text_printf(out, "//%s%.*s\n", indent, (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void emit_kernel(Text *out, const Program *program, const Stmt *kernel, const Unit *lines)
{
    emit_comment(out, " ", kernel->note);
    size_t start = out->length;
    text_printf(out, "static __global__ void %s%s(", bounds_of_launch(kernel), kernel->name);
    size_t column = out->length - start;
    if (column > 70) {
        column = 4;
        text_add(out, "\n    ");
    }
    emit_parameters(out, program, kernel, column);
    text_add(out, ")\n{\n");
    bool shares = shared_of_launch(kernel->body) > 0;
    if (shares)
        emit_line(out, 1, "extern __shared__ __align__(16) unsigned char crs_shared[];");
    if (kernel_is_repeated(program, kernel))
        emit_line(out, 1, "crs_wait_for_kernels();");
    const Stmt *body = name_common_terms(out->arena, program->nest, kernel->body);
    Emitter emitter = {.out = out, .exact = nest_is_exact(program->nest), .root = body, .shares = shares};
    emitter.lines = lines;
    emitter.line = program->nest->loc.line;
    emitter.facts = program->facts;
    emitter.hints = !kernel_is_repeated(program, kernel) && !kernel->persists;
    emit_body(&emitter, body, 1);
    text_printf(out, "}\n%s\n", lines ? own_line : "");
}

typedef struct KernelWalk {
    Text *out;
    const Program *program;
    const Unit *lines;
} KernelWalk;

// Steps of one kind share a line.
static void emit_steps(Text *out, const char *from, const char *end)
{
    size_t width = 0, verb = 0;
    const char *before = "";
    for (const char *line = from; line < end;) {
        size_t length = strcspn(line, "\n");
        bool same = width && verb == strcspn(line, " ") && !strncmp(before, line, verb) && width + length < 110;
        text_printf(out, same ? " %.*s" : width ? "\n//   %.*s" : "//   %.*s", (int)length, line);
        width = same ? width + length + 1 : length;
        verb = strcspn(line, " ");
        before = line;
        line += length + (line[length] == '\n');
    }
    if (width)
        text_add(out, "\n");
}

// The line `version NAME ..` at which the steps of the version begin in the text of a schedule; NULL, the first: of
// any.
static const char *steps_of(const char *schedule, const char *name)
{
    static const char word[] = "version ";
    const char *line = schedule;
    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *named = line + strlen(word);
        if (!strncmp(line, word, strlen(word)) &&
            (!name || (!strncmp(named, name, strlen(name)) && strchr(" ;", named[strlen(name)]))))
            break;
    }
    return line;
}

static void emit_version(const KernelWalk *walk, const char *name)
{
    const char *from = steps_of(walk->program->schedule, name);
    const char *after = from + strcspn(from, "\n");
    text_printf(walk->out, "// Version %s. The schedule:\n", name);
    emit_steps(walk->out, from, steps_of(after, NULL));
}

// What runs where none of them is taken: the last version, or of a part what it has there.
static void emit_otherwise(const KernelWalk *walk)
{
    const Versions *versions = &walk->program->versions;
    if (versions->items[0].of)
        text_add(walk->out, "// Where no version of this loop is taken:\n");
    else
        emit_version(walk, versions->items[versions->count - 1].name);
}

static bool visit_kernel(void *context, const Stmt *stmt)
{
    KernelWalk *walk = context;
    if (stmt->kind == ST_KERNEL)
        emit_kernel(walk->out, walk->program, stmt, walk->lines);
    if (!stmt_is_choice(stmt))
        return stmt->kind != ST_KERNEL;
    emit_version(walk, stmt->name);
    stmt_walk(stmt->body, visit_kernel, walk);
    if (stmt->otherwise && !stmt_is_choice(stmt->otherwise))
        emit_otherwise(walk);
    stmt_walk(stmt->otherwise, visit_kernel, walk);
    return false;
}

void emit_kernels(Text *out, const Program *program, const Unit *lines)
{
    const char *schedule = program->schedule, *versions = steps_of(schedule, NULL);
    bool parts = program->versions.count && program->versions.items[0].of;
    const char *place = nest_place(out->arena, program->nest);
    KernelWalk walk = {out, program, lines};
    if (parts)
        text_printf(out,
                    "// %s, with %d versions of its loops: of each, the launcher takes the first that the sizes fit.\n",
                    place, program->versions.count - 1);
    else if (program->versions.count)
        text_printf(out, "// %s, in %d versions: the launcher takes the first that the sizes fit.\n", place,
                    program->versions.count);
    else
        text_printf(out, "// %s. The schedule:\n", place);
    emit_steps(out, schedule, versions);
    if (parts)
        emit_version(&walk, program->versions.items[program->versions.count - 1].name);
    if (program->reassociates)
        text_add(out, "// Sums are taken in another order than the serial loop's: they may differ by rounding.\n");
    for (int i = 0; i < APPROXIMATIONS; i++)
        if (program->approximations & 1u << i)
            text_printf(out, "// %s approximates %s.\n", approximation_rows[i].name, approximation_rows[i].words);
    stmt_walk(program->host, visit_kernel, &walk);
}

const char *nest_place(Arena *arena, const Nest *nest)
{
    return arena_printf(arena, "%s (%s:%d)", nest->function_name, path_in_comment(arena, nest->unit->shown_path),
                        nest->loc.line);
}

// ---- helper functions

static const char *helper_parameter(const Function *function, const Symbol *symbol)
{
    SymbolList mentioned = {0};
    Arena *scratch = arena_new();
    bool used = false;
    collect_free(scratch, function->body, &mentioned, NULL);
    FOR_EACH(i, &mentioned)
        used |= mentioned.items[i] == symbol;
    arena_release(scratch);
    return intern_printf("%s%s %s", used ? "" : "[[maybe_unused]] ", emit_type(symbol->type, LANGUAGE_CUDA),
                         emit_name(symbol->name));
}

void emit_helper(Text *out, const Function *function, bool exact, const Unit *lines)
{
    size_t start = out->length;
    text_printf(out, "static __device__ %s %s(", emit_type(function->result, LANGUAGE_CUDA),
                emit_helper_name(function));
    ParameterList list = {.out = out, .column = out->length - start, .at = out->length - start};
    for (int i = 0; i < function->nparameters; i++)
        parameter_list_add(&list, helper_parameter(function, function->parameters[i]));
    text_add(out, ")\n{\n");
    Emitter emitter = {.out = out, .exact = exact, .root = function->body, .lines = lines, .line = function->loc.line};
    emit_body(&emitter, function->body, 1);
    text_printf(out, "}\n%s\n", lines ? own_line : "");
}

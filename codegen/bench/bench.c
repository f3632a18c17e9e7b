#include "analysis/model/granule.h"
#include "codegen/bench/bench.h"
#include "codegen/bench/bench_parts.h"
#include "codegen/check/harness_pointers.h"
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/embedded.h"
#include "codegen/output/folder.h"
#include "codegen/output/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Above this many operations the serial original does not run: it would take long. Where sums are reordered, its own
// rounding errors would be larger than any relevant difference.
static const double most_serial_operations = 2e9, most_serial_additions = 1e6;

static const char other_main[] = "#define main crs_user_main // the timing program has its own\n";
static const char serial_caller[] = "crs_call_serial", host_caller[] = "crs_call_host"; // functions of the two C files

__attribute__((format(printf, 2, 3))) bool bench_refuse(const Bench *bench, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    diag_fatal(bench->diag, "%s cannot be timed: %s",
               bench->function ? bench->function->name : bench->harness.unit->source->path,
               arena_vprintf(bench->arena, format, arguments));
    va_end(arguments);
    return false;
}

// ---- the function, and what is known of its parameters

static bool goes_on(const Program *program, const Symbol *symbol)
{
    bool found = false;
    FOR_EACH(i, &program->cells)
        found |= program->cells.items[i].symbol == symbol && program->cells.items[i].copy_in;
    return found;
}

// Whether a running integer may say where elements are written, and begins with what the last run has left.
static bool writes_by_counter(const Program *program)
{
    const Facts *source = program->facts->original ? program->facts->original : program->facts;
    bool scatters = false, counts = false;
    FOR_EACH(i, &source->accesses)
        scatters |=
            source->accesses.items[i].is_write && source->accesses.items[i].array && !source->accesses.items[i].affine;
    FOR_EACH(i, &source->scans) {
        const Expr *place = source->scans.items[i].update.place;
        counts |= place->kind == EX_SYMBOL && type_is_integer(place->type) && goes_on(program, place->symbol);
    }
    return scatters && counts;
}

// Why its kernels alone cannot be run again and again, or NULL.
static const char *obstacle_to_replays(const Bench *bench)
{
    if (!harness_takes_device_pointers(&bench->harness, bench->function))
        return "it touches its arrays outside of restructured nests";
    bool counts = false;
    FOR_EACH(i, &bench->nests)
        counts |= writes_by_counter(bench->harness.programs[bench->nests.items[i]]);
    return counts ? "it writes where a counter says, which goes on from run to run" : NULL;
}

static bool choose_function(Bench *bench)
{
    const HostFile *host = bench->harness.unit->host;
    const char *wanted = bench->options->function;
    FOR_EACH(i, &host->functions) {
        const HostFunction *function = &host->functions.items[i];
        if ((wanted && strcmp(wanted, function->name) != 0) || harness_nests(&bench->harness, function).count == 0)
            continue;
        if (bench->function) {
            bench->function = NULL;
            return bench_refuse(bench, "several functions have nests; choose one by --function");
        }
        bench->function = function;
    }
    if (!bench->function)
        return bench_refuse(bench, wanted ? "no function '%s' with a restructured nest" : "no restructured nest%s",
                            wanted ? wanted : "");
    bench->nests = harness_nests(&bench->harness, bench->function);
    const char *obstacle = obstacle_to_replays(bench);
    bench->called_only = obstacle != NULL;
    if (obstacle && !bench->options->as_called)
        return bench_refuse(bench, "%s; --as-called times whole calls", obstacle);
    if (obstacle && bench->options->rivals.count)
        return bench_refuse(bench, "--vs is for kernels alone, and %s", obstacle);
    return true;
}

bool bench_is_place_of(const char *host, const char *name)
{
    host += *host == '&';
    size_t length = strlen(name);
    return strncmp(host, name, length) == 0 && strspn(host + length, "[0]") == strlen(host + length);
}

// ---- bench.cu

static const char *element_type(const HostParam *param)
{
    return emit_type(param->type, LANGUAGE_CUDA);
}

const char *bench_value(const Bench *bench, const Expr *expr)
{
    SymbolList symbols = {0};
    Text text = {.arena = bench->arena};
    Emitter emitter = {.out = &text, .source = true};
    collect_expr(bench->arena, expr, &symbols, NULL);
    text_add(&text, "[&] { CRS_BENCH_INDEX ");
    FOR_EACH(i, &symbols) {
        const Symbol *symbol = symbols.items[i];
        if (symbol->host && strcmp(symbol->host, symbol->name) != 0)
            text_printf(&text, "const %s %s = %s; ", emit_type(symbol->type, LANGUAGE_CUDA), symbol->name,
                        symbol->host);
    }
    text_printf(&text, "return (long)(%s); }()", expr_string(&emitter, expr));
    return text_string(&text);
}

// The number of elements that all nests together touch from the pointer on.
static bool add_count(const Bench *bench, Text *out, const HostParam *param)
{
    bool touched = false;
    text_printf(out, "    long crs_count_%s = 0;\n", param->name);
    FOR_EACH(i, &bench->nests) {
        const ArrayFact *fact = bench_fact_of(bench, i, param);
        if (!fact)
            continue;
        touched = true;
        if (!fact->last || fact->measured)
            return bench_refuse(bench, "how much of '%s' is touched depends on data", param->name);
        if (!bench_knows(bench, fact->last))
            return bench_refuse(bench,
                                "how much of '%s' is touched depends on what the function computes outside of "
                                "restructured nests",
                                param->name);
        text_printf(out, "    crs_count_%s = std::max(crs_count_%s, %s + 1);\n", param->name, param->name,
                    bench_value(bench, fact->last));
    }
    if (bench->called_only && !touched)
        return bench_refuse(bench, "how much of '%s' is touched is not known: no nest touches it", param->name);
    return true;
}

// How many elements the array has. The host's part of the function may touch more of them than the nests do.
static const char *room_of(const Bench *bench, const HostParam *param)
{
    return arena_printf(bench->arena, bench->called_only ? "(2 * crs_count_%s + 1024)" : "crs_count_%s", param->name);
}

static void add_buffer(const Bench *bench, Text *out, const HostParam *param)
{
    bool read = false, written = false;
    FOR_EACH(i, &bench->nests) {
        const ArrayFact *fact = bench_fact_of(bench, i, param);
        read = read || (fact && fact->read);
        written = written || (fact && fact->written);
    }
    const char *limit, *values = bench_values_of(bench, param, &limit), *type = element_type(param);
    text_printf(out,
                "    subject.buffers.push_back({\"%s\", (size_t)%s, sizeof(%s), %s, %s, crs_bench::fill<%s>,\n"
                "                               crs_bench::compare<%s>, crs_bench::Values::%s, %s, %s, "
                "(size_t)crs_count_%s});\n",
                param->name, room_of(bench, param), type, read ? "true" : "false", written ? "true" : "false", type,
                type, values, limit, bench_tolerance_of(param), param->name);
}

bool bench_returns_number(const Bench *bench)
{
    return bench->function->result && type_is_arithmetic(bench->function->result);
}

// "n, m, (float *)set[0], ...".
static const char *call_arguments(const Bench *bench, const char *set, bool result)
{
    Text text = {.arena = bench->arena};
    int buffer = 0;
    for (int p = 0; p < bench->function->nparams; p++) {
        const HostParam *param = &bench->function->params[p];
        text_add(&text, p ? ", " : "");
        if (param->is_pointer)
            text_printf(&text, "crs_pointer{%s[%d]}", set, buffer++);
        else
            text_add(&text, param->name);
    }
    if (result && bench_returns_number(bench))
        text_printf(&text, ", (%s *)%s[%d]", emit_type(bench->function->result, LANGUAGE_CUDA), set, buffer);
    return text_string(&text);
}

// The function's return value goes to a buffer of its own, after the other buffers.
static void add_call(const Bench *bench, Text *out, const char *callee, const char *set, bool on_device)
{
    const char *type = bench_returns_number(bench) ? emit_type(bench->function->result, LANGUAGE_CUDA) : NULL;
    if (!type) {
        text_printf(out, "%s(%s);", callee, call_arguments(bench, set, false));
        return;
    }
    int buffers = 0;
    for (int p = 0; p < bench->function->nparams; p++)
        buffers += bench->function->params[p].is_pointer;
    text_printf(out, "const %s crs_result = %s(%s); ", type, callee, call_arguments(bench, set, false));
    if (on_device)
        text_printf(
            out,
            "crs_bench::must(cudaMemcpy(%s[%d], &crs_result, sizeof crs_result, cudaMemcpyHostToDevice), \"copy\");",
            set, buffers);
    else
        text_printf(out, "*(%s *)%s[%d] = crs_result;", type, set, buffers);
}

static const char *parameter_types(const Bench *bench, bool result)
{
    Text text = {.arena = bench->arena};
    for (int p = 0; p < bench->function->nparams; p++) {
        const HostParam *param = &bench->function->params[p];
        text_printf(&text, "%s%s%s%s%s", p ? ", " : "", param->is_pointer && param->is_const ? "const " : "",
                    param->is_pointer ? element_type(param) : emit_type(param->type, LANGUAGE_CUDA),
                    param->is_pointer ? " *" : " ", param->name);
    }
    if (result && bench_returns_number(bench))
        text_printf(&text, ", %s *crs_result", emit_type(bench->function->result, LANGUAGE_CUDA));
    return text_string(&text);
}

static const char *rival_function(const Bench *bench, int index)
{
    const char *colon = strrchr(bench->options->rivals.items[index], ':');
    return colon + 1;
}

static void add_rivals(const Bench *bench, Text *out)
{
    FOR_EACH(i, &bench->options->rivals)
        if (!bench_is_library(bench->options->rivals.items[i]))
            text_printf(out, "void %s(%s);\n", rival_function(bench, i), parameter_types(bench, true));
    const char *result = bench_returns_number(bench) ? emit_type(bench->function->result, LANGUAGE_CUDA) : "void";
    text_printf(out, "extern \"C\" %s %s(%s);\n", result, serial_caller, parameter_types(bench, false));
    if (bench->harness.host_form)
        text_printf(out, "extern \"C\" %s %s(%s);\n", result, host_caller, parameter_types(bench, false));
    text_add(out, "\n");
}

// A function at the end of a C file that calls the user's, which may be static.
static void add_caller(const Bench *bench, Text *out, const char *name, const char *callee)
{
    const HostFunction *function = bench->function;
    const char *result = bench_returns_number(bench) ? emit_type(function->result, LANGUAGE_C) : NULL;
    Text arguments = {.arena = bench->arena};
    text_printf(out, "\n%s %s(", result ? result : "void", name);
    for (int p = 0; p < function->nparams; p++) {
        const HostParam *param = &function->params[p];
        const char *type =
            param->is_pointer ? "void *" : arena_printf(bench->arena, "%s ", emit_type(param->type, LANGUAGE_C));
        text_printf(out, "%s%scrs_argument_%d", p ? ", " : "", type, p);
        text_printf(&arguments, "%scrs_argument_%d", p ? ", " : "", p);
    }
    text_printf(out, "%s)\n{\n    %s%s(%s);\n}\n", function->nparams ? "" : "void", result ? "return " : "", callee,
                text_string(&arguments));
}

// The loops around a statement, outermost first.
typedef struct Around {
    const Loop *loops[MAX_DEPTH];
    int count;
} Around;

static bool is_of_loop(const Around *around, int inside, const Symbol *symbol)
{
    for (int i = 0; i < inside; i++)
        if (around->loops[i]->iterator == symbol)
            return true;
    return symbol->role == SYM_PARAM;
}

// Whether bounds are over parameters and the iterators of loops around.
static bool look_for_data(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_ACCESS;
    return !*found;
}

static bool can_be_counted(const Bench *bench, const Around *around)
{
    for (int l = 0; l < around->count; l++) {
        SymbolList symbols = {0};
        bool by_data = false;
        const Expr *trips = loop_trip_count(bench->arena, around->loops[l]);
        expr_walk(trips, look_for_data, &by_data);
        if (by_data || !bench_knows(bench, trips))
            return false;
        collect_expr(bench->arena, trips, &symbols, NULL);
        FOR_EACH(s, &symbols)
            if (!is_of_loop(around, l, symbols.items[s]))
                return false;
    }
    return true;
}

static bool tells_trips(const Bench *bench, const Around *around, int index)
{
    for (int l = index + 1; l < around->count; l++)
        if (expr_mentions(loop_trip_count(bench->arena, around->loops[l]), around->loops[index]->iterator))
            return true;
    return false;
}

// How often the body of the loops from number `from` on runs.
static const char *runs_of(const Bench *bench, const Around *around, int from)
{
    if (from == around->count)
        return "1.0";
    const Loop *loop = around->loops[from];
    const char *trips = bench_value(bench, loop_trip_count(bench->arena, loop)),
               *rest = runs_of(bench, around, from + 1);
    if (!tells_trips(bench, around, from))
        return arena_printf(bench->arena, "(double)%s * %s", trips, rest);
    Emitter emitter = {.out = &(Text){.arena = bench->arena}, .source = true};
    const char *lower = expr_string(&emitter, loop->lower), *step = expr_string(&emitter, loop->step);
    return arena_printf(
        bench->arena,
        "[&] { double crs_sum = 0; for (long crs_turn = 0, crs_turns = %s; crs_turn < crs_turns; crs_turn++) { "
        "const %s %s = (%s) + crs_turn * (%s); crs_sum += %s; } return crs_sum; }()",
        trips, emit_type(loop->iterator->type, LANGUAGE_CUDA), loop->iterator->name, lower, step, rest);
}

// Operations of one call, if every loop around a statement has bounds over parameters and outer loops.
static const char *operations_of(const Bench *bench)
{
    Text text = {.arena = bench->arena};
    text_add(&text, "0.0");
    FOR_EACH(n, &bench->nests) {
        const Facts *facts = bench->harness.programs[bench->nests.items[n]]->facts;
        Granules granules = granules_of(facts);
        FOR_EACH(g, &granules) {
            const StatementGranule *granule = &granules.items[g];
            Around around = {0};
            if (granule->operations + granule->calls == 0)
                continue;
            FOR_EACH(l, &facts->loops) {
                const Stmt *loop = stmt_find_loop(facts->nest->body, facts->loops.items[l].id);
                if (loop && stmt_contains(loop, granule->stmt) && around.count < MAX_DEPTH)
                    around.loops[around.count++] = loop->loop;
            }
            if (!can_be_counted(bench, &around))
                return "0.0";
            text_printf(&text, " + %d.0 * %s", granule->operations + granule->calls, runs_of(bench, &around, 0));
        }
    }
    return text_string(&text);
}

// Runs the serial original on copies of the buffers, and compares them with the results of the generated code.
static void add_serial(const Bench *bench, Text *out)
{
    text_printf(out, "    if (subject.operations > 0 && subject.operations <= %g)\n",
                bench_reorders_sums(bench) ? most_serial_additions : most_serial_operations);
    text_add(out, "        subject.serial = [&](const crs_bench::Set &inputs, const crs_bench::Set &outputs) {\n"
                  "            crs_bench::HostSet copy(subject, inputs);\n"
                  "            { const crs_bench::Set &set = copy.memory; ");
    add_call(bench, out, serial_caller, "set", false);
    text_add(out, " }\n            return copy.agrees(outputs);\n        };\n");
}

static bool add_rival(const Bench *bench, Text *out, int index)
{
    const char *name = bench->options->rivals.items[index], *call, *reason, *before = NULL;
    if (bench_is_library(name)) {
        call = bench_library_call(bench, name, "set", &before, &reason);
        if (!call)
            return bench_refuse(bench, "--vs %s: %s", name, reason);
    } else {
        name = rival_function(bench, index);
        call = arena_printf(bench->arena, "%s(%s)", name, call_arguments(bench, "set", true));
    }
    text_printf(out, "    subject.contenders.push_back({\"%s\", [&](const crs_bench::Set &set) { %s; }, false", name,
                call);
    if (before)
        text_printf(out, ", [&](const crs_bench::Set &set) { %s; }", before);
    text_add(out, "});\n");
    return true;
}

typedef struct KernelNames {
    Arena *arena;
    NameList list;
} KernelNames;

static bool look_for_kernel(void *context, const Stmt *stmt)
{
    KernelNames *names = context;
    if (stmt->kind == ST_KERNEL)
        VECTOR_PUSH(names->arena, &names->list, stmt->name);
    return stmt->kind != ST_KERNEL;
}

// Of all kernels of the function.
static NameList kernel_names(const Bench *bench)
{
    KernelNames names = {.arena = bench->arena};
    FOR_EACH(i, &bench->nests)
        stmt_walk(bench->harness.programs[bench->nests.items[i]]->host, look_for_kernel, &names);
    return names.list;
}

static void add_kernels(const Bench *bench, Text *out)
{
    NameList names = kernel_names(bench);
    FOR_EACH(i, &names)
        text_printf(out, "    subject.kernels.push_back({\"%s\", (const void *)%s});\n", names.items[i],
                    names.items[i]);
}

static void add_generated(const Bench *bench, Text *out)
{
    const char *callee = bench->harness.host_form ? host_caller : bench->function->name;
    if (!bench->called_only) {
        text_add(out, "    subject.contenders.push_back({\"curestruct\", [&](const crs_bench::Set &set) { ");
        add_call(bench, out, callee, "set", true);
        text_add(out, " }, true});\n");
    }
    if (bench->options->as_called) {
        text_add(out, "    subject.contenders.push_back({\"curestruct as called\", [&](const crs_bench::Set &set) { ");
        add_call(bench, out, callee, "set", false);
        text_add(out, " }, false, nullptr, true});\n");
    }
}

static bool add_main(const Bench *bench, Text *out)
{
    text_add(out, "// A pointer of the type that the parameter has in C++.\n"
                  "struct crs_pointer {\n    void *memory;\n"
                  "    template <class T> operator T *() const { return (T *)memory; }\n};\n\n");
    add_rivals(bench, out);
    text_add(out, "int main(int argument_count, char **arguments)\n{\n");
    bench_begin_sizes(bench, out);
    text_add(out, "    crs_bench::Subject subject;\n");
    add_kernels(bench, out);
    for (int p = 0; p < bench->function->nparams; p++) {
        const HostParam *param = &bench->function->params[p];
        if (!param->is_pointer)
            continue;
        if (!add_count(bench, out, param))
            return false;
        add_buffer(bench, out, param);
    }
    if (bench_returns_number(bench)) {
        const char *type = emit_type(bench->function->result, LANGUAGE_CUDA);
        const HostParam result = {.type = bench->function->result};
        text_printf(out,
                    "    subject.buffers.push_back({\"the result\", 1, sizeof(%s), false, true, crs_bench::fill<%s>,\n"
                    "                               crs_bench::compare<%s>, crs_bench::Values::real, 1, %s, 1});\n",
                    type, type, type, bench_tolerance_of(&result));
    }
    text_add(out, "    subject.bytes = crs_bench::bytes_of(subject);\n");
    text_printf(out, "    subject.operations = %s;\n", operations_of(bench));
    add_generated(bench, out);
    FOR_EACH(i, &bench->options->rivals)
        if (!add_rival(bench, out, i))
            return false;
    add_serial(bench, out);
    if (bench->called_only) // a nest may run several times in a call
        text_add(out, "    subject.operations = 0;\n");
    text_add(out, "    crs_run.add(subject, crs_size.crs_words, (double)crs_size.crs_swept);\n"
                  "    }\n    return crs_run.finish();\n}\n");
    return true;
}

// ---- the folder

static const char makefile[] =
    "# Builds the generated code and its rivals, and times them: make run [FORMAT=text|md|json|csv|svg]\n"
    "# make profile: all kernels of the generated code under Nsight Compute\n"
    "NVCC ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)\n"
    "ARCH ?= $(if $(wildcard /dev/nvidiactl),native,sm_90)\n"
    "FORMAT = text\n"
    "LIBRARIES = -lcublas\n"
    "EMPTY =\nSPACE = $(EMPTY) $(EMPTY)\n"
    "NCU = ncu\n\n"
    "run: timing\n\t@./timing $(FORMAT)\n"
    "profile: timing\n\t$(NCU) --set full --kernel-name 'regex:^($(subst $(SPACE),|,$(KERNELS)))$$' ./timing once\n"
    "timing: bench.o serial.o $(HOST) $(RIVALS)\n\t$(NVCC) -arch=$(ARCH) -o $@ $^ $(LIBRARIES) -lm\n"
    "bench.o: bench.cu out.cu\n\t$(NVCC) -std=c++17 -O3 -arch=$(ARCH) -w $(CXX_FLAGS) -c -o $@ bench.cu\n"
    "serial.o: serial.c\n\t$(NVCC) -O2 -w -Xcompiler -fno-strict-aliasing $(C_FLAGS) -c -o $@ serial.c\n"
    "host.o: host.c\n\t$(NVCC) -O3 -w $(C_FLAGS) -c -o $@ host.c\n"
    "rival_%.o: rival_%.cu\n\t$(NVCC) -std=c++17 -O3 -arch=$(ARCH) -w -c -o $@ $<\n"
    "clean:\n\trm -f timing *.o\n"
    ".PHONY: run profile clean\n";

static bool write_text(const Bench *bench, const char *name, const Text *text)
{
    return folder_write(bench->arena, bench->diag, bench->harness.folder, name, text_string(text), text->length);
}

static const char *rival_file(const Bench *bench, int index)
{
    const char *rival = bench->options->rivals.items[index];
    return arena_strndup(bench->arena, rival, (size_t)(strrchr(rival, ':') - rival));
}

// Several functions of one file are compiled once.
static bool is_written(const Bench *bench, int index)
{
    for (int i = 0; i < index; i++)
        if (!bench_is_library(bench->options->rivals.items[i]) &&
            strcmp(rival_file(bench, i), rival_file(bench, index)) == 0)
            return true;
    return false;
}

static bool write_rivals(const Bench *bench, Text *make)
{
    text_add(make, "RIVALS =");
    FOR_EACH(i, &bench->options->rivals) {
        if (bench_is_library(bench->options->rivals.items[i]) || is_written(bench, i))
            continue;
        const char *path = rival_file(bench, i);
        const SourceFile *file = source_file_read(bench->arena, bench->diag, path);
        if (!file || !folder_write(bench->arena, bench->diag, bench->harness.folder,
                                   arena_printf(bench->arena, "rival_%d.cu", i), file->text, file->length))
            return false;
        text_printf(make, " rival_%d.o", i);
    }
    text_add(make, "\n");
    return true;
}

// The original in the same program as the generated build: everything that it defines gets another name.
static void add_serial_names(const Bench *bench, Text *out)
{
    const HostFile *host = bench->harness.unit->host;
    FOR_EACH(i, &host->items) {
        const HostItem *item = &host->items.items[i];
        if (item->kind == HOST_FUNCTION || item->kind == HOST_VARIABLE)
            text_printf(out, "#define %s crs_serial_%s\n", item->name, item->name);
    }
    text_add(out, "#include \"input.c\"\n");
    add_caller(bench, out, serial_caller, arena_printf(bench->arena, "crs_serial_%s", bench->function->name));
}

static bool has_rival(const Bench *bench, const char *name)
{
    FOR_EACH(i, &bench->options->rivals)
        if (strcmp(bench->options->rivals.items[i], name) == 0)
            return true;
    return false;
}

// The C half of the output, where there is one.
static bool write_host(const Bench *bench, const char *text, Text *make)
{
    Text host = {.arena = bench->arena};
    text_printf(make, "HOST =%s\n", text ? " host.o" : "");
    if (!text)
        return true;
    text_printf(&host, "%s%s", other_main, text);
    add_caller(bench, &host, host_caller, bench->function->name);
    return write_text(bench, "host.c", &host);
}

static bool write_folder(Bench *bench, const Emission *emission)
{
    Text program = {.arena = bench->arena}, out = program, make = program, serial = program;
    static const char *const libraries[] = {"cub", "cublas"};
    for (int i = 0; i < 2; i++) // before bench.cuh, which gives names of CUDA another meaning
        if (has_rival(bench, libraries[i]))
            text_printf(&program, "#include \"bench/%s.cuh\"\n", libraries[i]);
    text_printf(&program, "#include \"bench/bench.cuh\"\n%s#include \"out.cu\"\n#undef main\n\n", other_main);
    if (!add_main(bench, &program))
        return false;
    text_add(&out, emission->cuda);
    add_serial_names(bench, &serial);
    if (!write_rivals(bench, &make) || !write_host(bench, emission->host, &make))
        return false;
    const char *user = arena_printf(bench->arena, "user%s", bench->harness.input_folder);
    text_printf(&make, "C_FLAGS = -I. -Xcompiler -iquote,'%s'%s\nCXX_FLAGS = -I. -Xcompiler -iquote,'%s'%s\n", user,
                harness_flags(&bench->harness, false), user, harness_flags(&bench->harness, true));
    NameList kernels = kernel_names(bench);
    text_add(&make, "KERNELS =");
    FOR_EACH(i, &kernels)
        text_printf(&make, " %s", kernels.items[i]);
    text_add(&make, "\n");
    text_add(&make, makefile);
    const SourceFile *source = bench->harness.unit->source;
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (strncmp(file->name, "bench/", 6) == 0 &&
            !folder_write(bench->arena, bench->diag, bench->harness.folder, file->name, file->text, file->length))
            return false;
    return folder_write(bench->arena, bench->diag, bench->harness.folder, "input.c", source->text, source->length) &&
           write_text(bench, "bench.cu", &program) && write_text(bench, "out.cu", &out) &&
           write_text(bench, "serial.c", &serial) && write_text(bench, "Makefile", &make) &&
           harness_copy_headers(&bench->harness);
}

bool emit_bench_folder(Arena *arena, Unit *unit, Program *const *programs, const Options *options, const char *folder)
{
    Bench bench = {
        .harness = {.arena = arena, .unit = unit, .programs = programs, .options = options, .folder = folder},
        .arena = arena,
        .diag = unit->diag,
        .options = options};
    bench.harness.input_folder = harness_input_folder(arena, unit->source->path);
    if (!choose_function(&bench) || !bench_check_parameters(&bench))
        return false;
    Emission emission = {0};
    return harness_emit(&bench.harness, &emission) && write_folder(&bench, &emission);
}

int run_bench_folder(Arena *arena, Diag *diag, const Options *options, const char *folder)
{
    static const char *const formats[] = {[FORMAT_TEXT] = "text",
                                          [FORMAT_MARKDOWN] = "md",
                                          [FORMAT_JSON] = "json",
                                          [FORMAT_CSV] = "csv",
                                          [FORMAT_SVG] = "svg"};
    const char *log = arena_printf(arena, "%s/make.log", folder);
    const char *build[] = {"make", "-s", "-C", folder, "timing", NULL};
    if (access("/dev/nvidiactl", F_OK) != 0) {
        fprintf(stderr, "nothing to time: no GPU\n");
        return 77;
    }
    if (process_run(build, log) != 0) {
        const SourceFile *file = source_file_read(arena, diag, log);
        fputs(file ? file->text : "", stderr);
        diag_fatal(diag, "the benchmark could not be built");
        return 1;
    }
    const char *program[] = {arena_printf(arena, "%s/timing", folder), formats[options->format], NULL};
    int status = process_run(program, NULL);
    return status < 0 || status >= 126 ? 1 : status;
}

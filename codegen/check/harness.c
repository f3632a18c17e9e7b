// The check folder as a whole: the functions that it compares, and its files.
#include "codegen/check/harness.h"
#include "codegen/codegen.h"
#include "codegen/cuda/embedded.h"
#include "codegen/output/compiler.h"
#include "codegen/output/folder.h"
#include "codegen/output/paths.h"
#include "codegen/output/process.h"
#include "frontend/directives/from_headers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

NestList harness_nests(const Harness *harness, const HostFunction *function)
{
    NestList nests = {0};
    FOR_EACH(i, &harness->unit->nests) {
        const Nest *nest = harness->unit->nests.items[i];
        if (harness->programs[i] && nest->function_name && strcmp(nest->function_name, function->name) == 0)
            VECTOR_PUSH(harness->arena, &nests, i);
    }
    return nests;
}

// Words of a command line cannot be drawn: it is called without any, as `main(void)` is (harness_entry.c).
static const HostFunction *without_words(Arena *arena, const HostFunction *function)
{
    bool takes_words = strcmp(function->name, "main") == 0 && function->nparams == 2 &&
                       !function->params[0].is_pointer && function->params[1].is_rows;
    if (!takes_words)
        return function;
    HostFunction *called = ARENA_NEW(arena, HostFunction);
    *called = *function;
    called->nparams = 0;
    return called;
}

static void choose_functions(Harness *harness)
{
    const HostFile *host = harness->unit->host;
    const char *wanted = harness->options->function;
    FOR_EACH(i, &host->functions) {
        const HostFunction *function = &host->functions.items[i];
        if ((!wanted || strcmp(wanted, function->name) == 0) && harness_nests(harness, function).count > 0)
            VECTOR_PUSH(harness->arena, &harness->functions, without_words(harness->arena, function));
    }
}

// The input's name in the folder, different from all other files there. `#include "..."` reads it: no quote, no
// newline.
static const char *input_name(const Harness *harness)
{
    const char *path = harness->unit->source->path;
    if (strcmp(path, "-") == 0 || strcmp(path, "<stdin>") == 0)
        return "input/stdin.c";
    char *name = arena_printf(harness->arena, "input/%s", path_name(path));
    for (char *at = name; *at; at++) // no #include and no make has words for these
        if (iscntrl((unsigned char)*at) || strchr("\"\\'$#:*?<>|;&()", *at))
            *at = '_';
    return name;
}

const char *harness_input_folder(Arena *arena, const char *path)
{
    return path_folder(arena, absolute_path(arena, path[0] == '<' ? "./stdin.c" : path));
}

// ---- the generated build: out.cu alone where the host text is C++, else host.c beside it

bool harness_emit(Harness *harness, Emission *emission)
{
    const char *path = arena_printf(harness->arena, "%s/out.cu", harness->input_folder);
    Options options = *harness->options;
    options.host_output = NULL;
    Unit attempted = *harness->unit; // where the host text is C alone, it is refused
    attempted.diag = diag_collector(harness->arena);
    bool alone = emit_unit(harness->arena, &attempted, harness->programs, &options, path, emission);
    harness->host_form = !alone;
    if (alone)
        return true;
    options.host_output = arena_printf(harness->arena, "%s/host.c", harness->input_folder);
    return emit_unit(harness->arena, harness->unit, harness->programs, &options, path, emission);
}

static const char device_functions[] =
    "\nCRS_ENTRY int crs_devices(void)\n"
    "{\n"
    "    int crs_count = 0;\n"
    "    return cudaGetDeviceCount(&crs_count) == cudaSuccess ? crs_count : 0;\n"
    "}\n"
    "CRS_ENTRY void *crs_to_device(const void *crs_from, unsigned long crs_size)\n"
    "{\n"
    "    void *crs_memory = 0;\n"
    "    cudaMalloc(&crs_memory, crs_size + 1);\n"
    "    cudaMemcpy(crs_memory, crs_from, crs_size, cudaMemcpyHostToDevice);\n"
    "    return crs_memory;\n"
    "}\n"
    "CRS_ENTRY void crs_from_device(void *crs_to, void *crs_memory, unsigned long crs_size)\n"
    "{\n"
    "    cudaMemcpy(crs_to, crs_memory, crs_size, cudaMemcpyDeviceToHost);\n"
    "    cudaFree(crs_memory);\n"
    "}\n";

// What a function leaves on the device, because another one would take it away, is compared as well.
static const char leaving_functions[] =
    "CRS_ENTRY void crs_bring_back(void)\n"
    "{\n"
    "    crs_residents_3 &crs_table = crs_residents();\n"
    "    for (long crs_i = 0; crs_i < crs_table.count.load(); crs_i++) {\n"
    "        crs_resident_3 &crs_entry = crs_table.items[crs_i];\n"
    "        if (crs_entry.memory)\n"
    "            crs_from_device((void *)crs_entry.begin, crs_entry.memory, crs_entry.end - crs_entry.begin);\n"
    "    }\n"
    "    crs_table.count.store(0);\n"
    "}\n";

// The arrays of a call are blocks that the file has allocated.
static const char block_functions[] =
    "CRS_ENTRY void crs_note_memory(void *crs_first, unsigned long crs_bytes)\n"
    "{\n"
    "    crs_block_lock crs_lock;\n"
    "    uintptr_t crs_begin = (uintptr_t)crs_first, crs_end = crs_begin + crs_bytes;\n"
    "    auto &crs_ends = crs_lock.table.ends;\n"
    "    auto crs_next = crs_ends.upper_bound(crs_begin);\n"
    "    if (crs_next != crs_ends.begin() && std::prev(crs_next)->second > crs_begin)\n"
    "        --crs_next; // of an earlier call\n"
    "    while (crs_next != crs_ends.end() && crs_next->first < crs_end)\n"
    "        crs_next = crs_ends.erase(crs_next);\n"
    "    if (crs_bytes)\n"
    "        crs_ends[crs_begin] = crs_end;\n"
    "}\n"
    "CRS_ENTRY void crs_forget_memory(void *crs_first, unsigned long crs_bytes)\n"
    "{\n"
    "    crs_block_lock crs_lock;\n"
    "    auto &crs_ends = crs_lock.table.ends;\n"
    "    uintptr_t crs_begin = (uintptr_t)crs_first;\n"
    "    crs_ends.erase(crs_ends.lower_bound(crs_begin), crs_ends.lower_bound(crs_begin + crs_bytes));\n"
    "}\n";

static bool notes_memory(const Harness *harness)
{
    bool found = false;
    for (int i = 0; i < harness->unit->nests.count; i++)
        found = found || (harness->programs[i] && harness_looks_up_blocks(harness->programs[i]->facts));
    return found;
}

static void add_entry(const Harness *harness, Text *out, const char *included)
{
    text_printf(out, "#include \"harness/entry.h\"\n#include \"%s\"\n\n", included);
    harness_entry(harness, out, NULL);
}

// ---- writing

static bool write_text(const Harness *harness, const char *name, const Text *text)
{
    return folder_write(harness->arena, harness->unit->diag, harness->folder, name, text_string(text), text->length);
}

static bool write_runtime(const Harness *harness)
{
    for (const EmbeddedFile *file = embedded_files; file->name; file++) {
        bool needed = strncmp(file->name, "simt/", 5) == 0 || strncmp(file->name, "harness/", 8) == 0;
        if (needed &&
            !folder_write(harness->arena, harness->unit->diag, harness->folder, file->name, file->text, file->length))
            return false;
    }
    return true;
}

static bool write_generated(const Harness *harness, const Emission *emission)
{
    Text cuda = {.arena = harness->arena}, cuda_entry = cuda, host = cuda, host_entry = cuda;
    text_add(&cuda, emission->cuda);
    if (harness->host_form) {
        text_add(&host, emission->host);
        add_entry(harness, &host_entry, "host.c");
        text_add(&cuda_entry, "#include \"harness/entry.h\"\n#include \"out.cu\"\n");
        if (!write_text(harness, "host.c", &host) || !write_text(harness, "generated.c", &host_entry))
            return false;
    } else {
        add_entry(harness, &cuda_entry, "out.cu");
    }
    text_add(&cuda_entry, device_functions);
    if (harness->unit->host->moves.count)
        text_add(&cuda_entry, leaving_functions);
    if (notes_memory(harness))
        text_add(&cuda_entry, block_functions);
    return write_text(harness, "out.cu", &cuda) && write_text(harness, "generated.cu", &cuda_entry);
}

static bool write_sources(const Harness *harness)
{
    const char *input = input_name(harness);
    Text serial = {.arena = harness->arena}, reference = serial, spec = serial, make = serial, readme = serial;
    add_entry(harness, &serial, input);
    harness_reference(harness, &reference);
    harness_spec(harness, &spec);
    harness_makefile(harness, &make);
    harness_readme(harness, &readme);
    const SourceFile *source = harness->unit->source;
    return folder_write(harness->arena, harness->unit->diag, harness->folder, input, source->text, source->length) &&
           write_text(harness, "serial.c", &serial) && write_text(harness, "reference.c", &reference) &&
           write_text(harness, "spec.c", &spec) && write_text(harness, "Makefile", &make) &&
           write_text(harness, "README", &readme);
}

static void gather_helpers(Harness *harness)
{
    FOR_EACH(i, &harness->options->helpers) {
        const ProgramPart *part = &harness->options->helpers.items[i];
        OtherFile file = {part->path, part->clang_arguments.items, part->clang_arguments.count};
        VECTOR_PUSH(harness->arena, &harness->helpers, file);
    }
    FOR_EACH(i, &harness->unit->host->looked_up)
        VECTOR_PUSH(harness->arena, &harness->helpers, harness->unit->host->looked_up.items[i]);
}

// These files without their headers: the folder builds anywhere.
static bool write_helpers(const Harness *harness)
{
    Arena *arena = harness->arena;
    const Options *options = harness->options;
    const char *compiler = options->compiler ? options->compiler : compiler_from_environment("CC", "cc");
    FOR_EACH(i, &harness->helpers) {
        const OtherFile *part = &harness->helpers.items[i];
        const char *text = arena_printf(arena, "helpers/%d.c", i), *log = path_join(arena, harness->folder, "log");
        const FromHeader *own_text = from_header_at(part->path);
        const char *content = own_text ? own_text->text : "";
        Arguments words = {0};
        if (!folder_write(arena, harness->unit->diag, harness->folder, text, content, strlen(content)))
            return false;
        if (own_text)
            continue;
        const char *own[] = {
            "-E", "-P", "-w", "-Dmain=crs_main_of_helper", "-o", path_join(arena, harness->folder, text)};
        VECTOR_PUSH(arena, &words, compiler);
        for (int k = 0; k < part->nargument; k++)
            VECTOR_PUSH(arena, &words, part->arguments[k]);
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            VECTOR_PUSH(arena, &words, own[k]);
        VECTOR_PUSH(arena, &words, part->path);
        VECTOR_PUSH(arena, &words, NULL);
        if (process_run(words.items, log) != 0) {
            diag_fatal(harness->unit->diag, "'%s' could not be preprocessed by '%s'", part->path, compiler);
            return false;
        }
    }
    return true;
}

// Nothing to compare: a folder that says so.
static bool write_nothing(const Harness *harness)
{
    Text make = {.arena = harness->arena}, readme = make;
    text_add(&make, "run:\n\t@echo 'nothing to compare: no nest was restructured'\n\t@exit 77\n");
    text_add(&readme, "Nothing to compare: no nest was restructured.\n");
    return write_text(harness, "Makefile", &make) && write_text(harness, "README", &readme);
}

bool emit_check_folder(Arena *arena, Unit *unit, Program *const *programs, const Options *options, const char *folder)
{
    Harness harness = {.arena = arena, .unit = unit, .programs = programs, .options = options, .folder = folder};
    harness.input_folder = harness_input_folder(arena, unit->source->path);
    gather_helpers(&harness);
    choose_functions(&harness);
    if (harness.functions.count == 0)
        return write_nothing(&harness);
    harness.goals = ARENA_ARRAY(arena, Goals, unit->nests.count);
    FOR_EACH(i, &unit->nests)
        harness.goals[i] = programs[i] ? harness_goals(arena, programs[i]) : (Goals){0};
    Emission emission = {0};
    return harness_emit(&harness, &emission) && write_generated(&harness, &emission) && write_sources(&harness) &&
           write_runtime(&harness) && write_helpers(&harness) && harness_copy_headers(&harness);
}

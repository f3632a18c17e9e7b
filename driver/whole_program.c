// The files of a program in an order that does not depend on which of them is the input: that of their hashes.
#include "driver/whole_program.h"

#include "codegen/host/whole.h"

#include <string.h>

typedef struct WholeProgram {
    Arena *arena;
    VECTOR(ProgramFile) files;
    VECTOR(uint64_t) hashes;
    int input;
} WholeProgram;

static void add_file(WholeProgram *whole, const Translation *translation, const Arguments *clang_arguments)
{
    uint64_t hash = whole_hash(translation->unit, clang_arguments);
    ProgramFile file = {.unit = translation->unit, .programs = translation->programs};
    VECTOR_PUSH(whole->arena, &whole->files, file);
    VECTOR_PUSH(whole->arena, &whole->hashes, hash);
    int at = whole->files.count - 1;
    for (; at > 0 && whole->hashes.items[at - 1] > hash; at--) {
        whole->hashes.items[at] = whole->hashes.items[at - 1];
        whole->files.items[at] = whole->files.items[at - 1];
    }
    whole->hashes.items[at] = hash;
    whole->files.items[at] = file;
    if (whole->files.count > 1 && at <= whole->input)
        whole->input++;
}

// Its warnings are those of its own translation.
static Diag *errors_only(Translation *translation)
{
    DiagOptions options = {.silent = translation->options->messages != MESSAGES_TEXT};
    for (int i = 0; i < WARN_COUNT; i++)
        options.warnings.off[i] = true;
    Diag *diag = diag_new(translation->arena, options);
    if (options.silent)
        diag_record(diag, &translation->messages);
    return diag;
}

static void add_dependencies(const Translation *translation, const Unit *other)
{
    HostFile *host = translation->unit->host;
    VECTOR_PUSH(translation->arena, &host->others, ((FileRead){other->source->path, false}));
    FOR_EACH(i, &other->host->dependencies)
        VECTOR_PUSH(translation->arena, &host->others, other->host->dependencies.items[i]);
}

// The files beside this one: the input is one of them.
static void add_others(Options *options, const Options *given, const ProgramPart *part, Arena *arena)
{
    ProgramPart input = {.path = given->input, .from = given->from};
    input.clang_arguments.items = given->clang_arguments.items;
    input.clang_arguments.count = given->clang_arguments.count;
    memset(&options->whole, 0, sizeof options->whole);
    VECTOR_PUSH(arena, &options->whole, input);
    FOR_EACH(i, &given->whole)
        if (&given->whole.items[i] != part)
            VECTOR_PUSH(arena, &options->whole, given->whole.items[i]);
}

// As it is for its own output. false: it has errors.
static bool add_part(Translation *translation, const ProgramPart *part, WholeProgram *whole)
{
    Options *options = ARENA_NEW(whole->arena, Options);
    *options = *translation->options;
    options->verb = VERB_COMPILE;
    options->input = part->path;
    add_others(options, translation->options, part, whole->arena);
    options->from = part->from;
    options->clang_arguments.items = part->clang_arguments.items;
    options->clang_arguments.count = part->clang_arguments.count;
    options->host_output = options->schedule_file = NULL;
    options->tuned = false;
    Translation other = {.arena = whole->arena,
                         .diag = errors_only(translation),
                         .options = options,
                         .device = translation->device,
                         .dump = {.arena = whole->arena}};
    if (!translate_file(&other))
        return false;
    add_file(whole, &other, &part->clang_arguments);
    add_dependencies(translation, other.unit);
    return true;
}

bool plan_residency(Translation *translation)
{
    const Options *options = translation->options;
    WholeProgram whole = {.arena = translation->arena};
    Arguments arguments = {.items = options->clang_arguments.items, .count = options->clang_arguments.count};
    uint64_t plan;
    bool dumps = options->emit != EMIT_CUDA || options->dump_after, fine = true;
    add_file(&whole, translation, &arguments);
    for (int i = 0; i < options->whole.count && !dumps; i++)
        fine &= add_part(translation, &options->whole.items[i], &whole);
    fine = fine && residency_plan(whole.arena, whole.files.items, whole.files.count, whole.input, &plan);
    if (fine && plan && whole.files.count > 1)
        whole_name(whole.arena, whole.files.items, whole.hashes.items, whole.files.count, whole.input, plan);
    return fine && diag_error_count(translation->diag) == 0;
}

// `curestruct cc`: sources with directives become objects here, everything else is the host compiler's.
#include "codegen/cc/cc.h"

#include "codegen/cc/cc_object.h"
#include "codegen/output/folder.h"
#include "codegen/output/paths.h"

#include <string.h>

enum { STATUS_INPUT = 1, STATUS_USAGE = 2 };

static int count_annotated(const CcCommand *command)
{
    int count = 0;
    FOR_EACH(i, &command->inputs)
        count += command->inputs.items[i].is_annotated;
    return count;
}

static void add_runtime(Arena *arena, const CcCommand *command, Arguments *words)
{
    static const char *const libraries[] = {"-lcudart_static", "-lstdc++", "-ldl", "-lrt", "-lpthread", "-lm"};
    const char *toolkit = cc_toolkit(arena);
    if (command->simt) {
        VECTOR_PUSH(arena, words, arena_printf(arena, "%s/simt.a", command->simt));
        VECTOR_PUSH(arena, words, "-lstdc++");
        VECTOR_PUSH(arena, words, "-ldl");
        VECTOR_PUSH(arena, words, "-lpthread");
        VECTOR_PUSH(arena, words, "-lm");
        return;
    }
    if (!toolkit)
        return;
    VECTOR_PUSH(arena, words, arena_printf(arena, "-L%s/lib64", toolkit));
    VECTOR_PUSH(arena, words, "-Wl,--as-needed");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        VECTOR_PUSH(arena, words, libraries[i]);
}

static bool has_word(const Arguments *words, const char *word)
{
    FOR_EACH(i, words)
        if (strcmp(words->items[i], word) == 0)
            return true;
    return false;
}

// The host compiler with all words, and with the CUDA runtime where it links.
static int run_host(Arena *arena, const CcCommand *command)
{
    Arguments words = cc_program(arena, "CURESTRUCT_CC", "cc");
    FOR_EACH(i, &command->host)
        VECTOR_PUSH(arena, &words, command->host.items[i]);
    bool links = command->stage == CC_LINK && command->inputs.count && !has_word(&command->host, "-nostdlib") &&
                 !has_word(&command->host, "-nodefaultlibs") && !has_word(&command->host, "-r");
    if (links)
        add_runtime(arena, command, &words);
    return cc_execute(arena, command, words);
}

static bool is_annotated_word(const CcCommand *command, int word)
{
    FOR_EACH(i, &command->inputs)
        if (command->inputs.items[i].word == word)
            return command->inputs.items[i].is_annotated;
    return false;
}

// -c: an object of each source.
static int make_objects(Arena *arena, Diag *diag, CcCommand *command)
{
    if (command->output && command->inputs.count > 1) {
        diag_fatal(diag, "-o names one file, but -c makes one of each of %d sources", command->inputs.count);
        return STATUS_USAGE;
    }
    FOR_EACH(i, &command->inputs) {
        const CcInput *input = &command->inputs.items[i];
        const char *object = command->output ? command->output : path_with_suffix(arena, path_name(input->path), ".o");
        int status = input->is_annotated ? cc_object(arena, diag, command, input->path, object, object) : 0;
        if (status)
            return status;
    }
    if (count_annotated(command) == command->inputs.count)
        return 0;
    Arguments others = {0};
    FOR_EACH(i, &command->host)
        if (!is_annotated_word(command, i))
            VECTOR_PUSH(arena, &others, command->host.items[i]);
    command->host = others;
    return run_host(arena, command);
}

// The sources of one command that links them are one program: what one of them calls, another one may define.
static CcCommand with_helpers(Arena *arena, const CcCommand *command, int own)
{
    enum { MOST_FILES = 16 }; // each may read all others
    CcCommand made = *command;
    made.translator = (Arguments){0};
    FOR_EACH(i, &command->translator)
        VECTOR_PUSH(arena, &made.translator, command->translator.items[i]);
    for (int i = 0; i < command->inputs.count && command->inputs.count <= MOST_FILES && !command->is_whole; i++) {
        const CcInput *input = &command->inputs.items[i];
        if (i != own && input->is_c && !strchr(input->path, ','))
            VECTOR_PUSH(arena, &made.translator, arena_printf(arena, "--helpers=%s", input->path));
    }
    return made;
}

int cc_link(Arena *arena, Diag *diag, CcCommand *command)
{
    const char *folder = folder_create(arena, diag, NULL);
    if (!folder)
        return STATUS_INPUT;
    int status = 0;
    for (int i = 0; !status && i < command->inputs.count; i++) {
        const CcInput *input = &command->inputs.items[i];
        if (!input->is_annotated)
            continue;
        const char *named = path_with_suffix(arena, path_name(input->path), ".o");
        const char *object = arena_printf(arena, "%s/%d-%s", folder, i, named);
        CcCommand helped = with_helpers(arena, command, i);
        status = cc_object(arena, diag, &helped, input->path, object, named);
        command->host.items[input->word] = object;
    }
    if (!status)
        status = run_host(arena, command);
    folder_remove(folder);
    return status;
}

int cc_run(Arena *arena, Diag *diag, const Options *options)
{
    CcCommand command = cc_command(arena, &options->cc);
    if (!count_annotated(&command) || command.stage == CC_TEXT)
        return run_host(arena, &command);
    if (command.stage == CC_ASSEMBLY) {
        diag_fatal(diag, "-S: a source with directives has kernels and host code; compile it with -c");
        return STATUS_USAGE;
    }
    return command.stage == CC_OBJECT ? make_objects(arena, diag, &command) : cc_link(arena, diag, &command);
}

int cc_preprocess(Arena *arena, const Options *options)
{
    CcCommand command = {.verbose = options->verbose};
    Arguments words = cc_program(arena, "CURESTRUCT_CC", "cc");
    VECTOR_PUSH(arena, &words, "-E");
    FOR_EACH(i, &options->clang_arguments)
        VECTOR_PUSH(arena, &words, options->clang_arguments.items[i]);
    if (options->output && strcmp(options->output, "-") != 0) {
        VECTOR_PUSH(arena, &words, "-o");
        VECTOR_PUSH(arena, &words, options->output);
    }
    if (strcmp(options->input, "-") == 0)
        VECTOR_PUSH(arena, &words, "-xc");
    VECTOR_PUSH(arena, &words, options->input);
    return cc_execute(arena, &command, words);
}

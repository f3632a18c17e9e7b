#define _XOPEN_SOURCE 700
#include "codegen/simt/simt.h"

#include "codegen/output/folder.h"
#include "codegen/output/paths.h"
#include "codegen/output/process.h"
#include "codegen/report/profile.h"
#include "codegen/simt/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STATUS_CANNOT_RUN = 1, STATUS_REPORTED = 3 };

// What the runtime looks for; the user's own settings have the last word.
static void set_environment(const char *report)
{
    static const char *const settings[][2] = {{"CURESTRUCT_SIMT_CHECK", "1"},
                                              {"CURESTRUCT_SIMT_RACES", "1"},
                                              {"CURESTRUCT_SIMT_STRICT", "1"},
                                              {"CURESTRUCT_SIMT_LEAKS", "1"},
                                              {"CURESTRUCT_SIMT_THREADS", "1"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        setenv(settings[i][0], settings[i][1], 0);
    setenv("CURESTRUCT_SIMT_REPORT", report, 1);
}

static int run_program(Arena *arena, const Options *options, const char *folder)
{
    Arguments words = {0};
    VECTOR_PUSH(arena, &words, path_join(arena, path_absolute(arena, folder), "program"));
    FOR_EACH(i, &options->program_arguments)
        VECTOR_PUSH(arena, &words, options->program_arguments.items[i]);
    VECTOR_PUSH(arena, &words, NULL);
    return process_run(words.items, NULL);
}

// Prints what the runtime has reported. false: nothing.
static bool show_report(Arena *arena, Diag *diag, const char *folder, const char *file)
{
    Text report = {.arena = arena}, text = {.arena = arena};
    if (access(file, R_OK) != 0 || !text_add_file(&report, file))
        return false;
    places_resolve(arena, diag, folder, text_string(&report), &text);
    fputs(text_string(&text), stderr);
    return true;
}

// --profile: the counts of each line of the input.
static bool show_profile(Arena *arena, Diag *diag, const Options *options, const char *folder)
{
    Profile profile = {0};
    Text source = {.arena = arena}, text = {.arena = arena};
    if (!text_add_file(&source, options->input) ||
        !profile_read(arena, diag, folder, path_name(options->input), &profile))
        return false;
    profile_print(&text, &profile, text_string(&source));
    printf("\n%s", text_string(&text));
    return true;
}

static int build_and_run(Arena *arena, Diag *diag, const Options *options, const char *folder)
{
    if (!simt_build(arena, diag, options, folder))
        return STATUS_CANNOT_RUN;
    const char *report = path_join(arena, path_absolute(arena, folder), "report.txt");
    set_environment(report);
    if (options->profile)
        setenv("CURESTRUCT_SIMT_PROFILE", path_join(arena, path_absolute(arena, folder), "profile.txt"), 1);
    int status = run_program(arena, options, folder);
    if (show_report(arena, diag, folder, report))
        return STATUS_REPORTED;
    if (options->profile && status == 0 && !show_profile(arena, diag, options, folder))
        return STATUS_CANNOT_RUN;
    if (status >= 128)
        diag_fatal(diag, "the program was ended by signal %d, in the host's code", status - 128);
    return status < 0 ? STATUS_CANNOT_RUN : status;
}

int simt_run(Arena *arena, Diag *diag, const Options *options)
{
    if (access(options->input, R_OK) != 0) {
        diag_fatal(diag, "cannot read %s", options->input);
        return STATUS_CANNOT_RUN;
    }
    const char *folder = folder_create(arena, diag, options->keep_folder);
    if (!folder)
        return STATUS_CANNOT_RUN;
    int status = build_and_run(arena, diag, options, folder);
    if (!options->keep_folder)
        folder_remove(folder);
    return status;
}

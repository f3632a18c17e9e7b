// Output files: written next to their targets and renamed when all of them are complete; and dependency files as GCC's.
#include "codegen/cuda/emit.h"
#include "codegen/output/paths.h"
#include "frontend/host.h"
#include "ir/supervise.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_OUTPUTS = 8 };

typedef struct Output {
    const char *path, *text;
    const char *target;    // `path` with symbolic links followed
    const char *temporary; // NULL: written directly
    const char *backup;    // the old target under another name, restored if a later rename fails
    bool is_device;        // or a pipe, or standard output
} Output;

static bool fail(Diag *diag, const Output *output, int error)
{
    diag_fatal(diag, "cannot write '%s': %s", output->path, strerror(error));
    return false;
}

// ---- preparing

static int make_temporary(char *name)
{
    hold_interrupts(true);
    int file = mkstemp(name), error = errno;
    if (file >= 0)
        temporary_add(name);
    hold_interrupts(false);
    errno = error;
    return file;
}

static mode_t creation_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool write_all(int file, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t count = write(file, text, left);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            errno = count ? errno : EIO;
            return false;
        }
        text += count;
        left -= (size_t)count;
    }
    return true;
}

static bool write_temporary(Arena *arena, Diag *diag, Output *output, mode_t mode)
{
    char *name = arena_printf(arena, "%s/.curestruct-XXXXXX", path_folder(arena, output->target));
    int file = make_temporary(name);
    if (file < 0)
        return fail(diag, output, errno);
    output->temporary = name;
    bool written = write_all(file, output->text) && fchmod(file, mode) == 0;
    int error = errno;
    if (close(file) != 0 && written) {
        written = false;
        error = errno;
    }
    return written || fail(diag, output, error);
}

static bool prepare(Arena *arena, Diag *diag, Output *output)
{
    struct stat status;
    output->target = output->path;
    if (!strcmp(output->path, "-") || !strncmp(output->path, "/dev/", 5)) { // /dev/stdout may lead to a file
        output->is_device = true;
        return true;
    }
    if (stat(output->path, &status) != 0) {
        bool dangles = lstat(output->path, &status) == 0;
        return dangles ? fail(diag, output, ENOENT) : write_temporary(arena, diag, output, creation_mode());
    }
    if (S_ISDIR(status.st_mode))
        return fail(diag, output, EISDIR);
    output->is_device = !S_ISREG(status.st_mode);
    if (output->is_device)
        return true;
    if (access(output->path, W_OK) != 0)
        return fail(diag, output, errno);
    char real[PATH_MAX];
    if (realpath(output->path, real))
        output->target = arena_strndup(arena, real, strlen(real));
    return write_temporary(arena, diag, output, status.st_mode & 07777);
}

// ---- writing

static bool write_device(Diag *diag, const Output *output)
{
    bool standard = strcmp(output->path, "-") == 0;
    FILE *stream = standard ? stdout : fopen(output->path, "w");
    if (!stream)
        return fail(diag, output, errno);
    errno = 0;
    bool written = fputs(output->text, stream) >= 0 && fflush(stream) == 0;
    int error = errno;
    if (!standard && fclose(stream) != 0 && written) {
        written = false;
        error = errno;
    }
    return written || fail(diag, output, error ? error : EIO);
}

static bool move_into_place(Arena *arena, Diag *diag, Output *output)
{
    struct stat status;
    if (lstat(output->target, &status) == 0) {
        output->backup = arena_printf(arena, "%s-old", output->temporary);
        if (link(output->target, output->backup) != 0)
            output->backup = NULL; // no hard links here: then the old file cannot be restored
    }
    if (rename(output->temporary, output->target) != 0)
        return fail(diag, output, errno);
    temporary_drop(output->temporary);
    output->temporary = NULL;
    return true;
}

static void undo(const Output *outputs, int moved, int count)
{
    for (int i = 0; i < count; i++) {
        if (outputs[i].temporary)
            temporary_remove(outputs[i].temporary);
        bool is_moved = i < moved && !outputs[i].is_device;
        if (is_moved && !outputs[i].backup)
            unlink(outputs[i].target);
        else if (is_moved)
            rename(outputs[i].backup, outputs[i].target);
        else if (outputs[i].backup)
            unlink(outputs[i].backup);
    }
}

static bool write_prepared(Arena *arena, Diag *diag, Output *outputs, int count)
{
    for (int i = 0; i < count; i++)
        if (!prepare(arena, diag, &outputs[i]))
            return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (!outputs[i].is_device &&
                !strcmp(path_absolute(arena, outputs[i].target), path_absolute(arena, outputs[k].target))) {
                diag_fatal(diag, "'%s' and '%s' are the same file", outputs[k].path, outputs[i].path);
                return false;
            }
    for (int i = 0; i < count; i++)
        if (outputs[i].is_device && !write_device(diag, &outputs[i]))
            return false;
    return true;
}

bool write_outputs(Diag *diag, const char *const *paths, const char *const *texts, int count)
{
    if (count > MAX_OUTPUTS)
        unreachable_bug("more output files than there are");
    Arena *arena = arena_new();
    Output outputs[MAX_OUTPUTS] = {0};
    for (int i = 0; i < count; i++)
        outputs[i] = (Output){.path = paths[i], .text = texts[i]};
    bool good = write_prepared(arena, diag, outputs, count);
    hold_interrupts(true); // all or nothing
    int moved = 0;
    for (; good && moved < count; moved++)
        if (!outputs[moved].is_device && !move_into_place(arena, diag, &outputs[moved])) {
            good = false;
            break;
        }
    if (!good)
        undo(outputs, moved, count);
    for (int i = 0; good && i < count; i++)
        if (outputs[i].backup)
            unlink(outputs[i].backup);
    hold_interrupts(false);
    arena_release(arena);
    return good;
}

bool write_shared(Diag *diag, const char *path, const char *text)
{
    Arena *arena = arena_new();
    Text old = {.arena = arena};
    bool same = text_add_file(&old, path) && old.length == strlen(text) && !memcmp(old.bytes, text, old.length);
    arena_release(arena);
    return same || write_outputs(diag, &path, &text, 1);
}

// ---- dependencies

// As make reads it: GCC escapes blanks, # and $, and backslashes before a blank or #.
static void add_name(Text *out, const char *name)
{
    for (const char *at = name; *at; at++) {
        if (*at == ' ' || *at == '\t' || *at == '#') {
            for (const char *back = at; back > name && back[-1] == '\\'; back--)
                text_add(out, "\\");
            text_add(out, "\\");
        }
        if (*at == '$')
            text_add(out, "$");
        text_add_n(out, at, 1);
    }
}

static bool is_file_name(const char *path)
{
    return path && strcmp(path, "-") != 0 && strncmp(path, "/dev/", 5) != 0;
}

static void add_targets(Text *out, const Unit *unit, const Options *options)
{
    FOR_EACH(i, &options->depend_targets) {
        const DependTarget *target = &options->depend_targets.items[i];
        text_add(out, i ? " " : "");
        if (target->quoted)
            add_name(out, target->name);
        else
            text_add(out, target->name);
    }
    if (options->depend_targets.count)
        return;
    if (is_file_name(options->output))
        add_name(out, options->output);
    else
        add_name(out, path_with_suffix(out->arena, path_name(unit->source->path), ".cu"));
    if (is_file_name(options->host_output)) {
        text_add(out, " ");
        add_name(out, options->host_output);
    }
}

static const char *without_dot(const char *name)
{
    while (!strncmp(name, "./", 2) && name[2] && name[2] != '/')
        name += 2;
    return name;
}

typedef struct Rule {
    Text *out;
    size_t column;
} Rule;

static void add_prerequisite(Rule *rule, const char *name)
{
    name = without_dot(name);
    size_t start = rule->out->length;
    Text escaped = {.arena = rule->out->arena};
    add_name(&escaped, name);
    if (rule->column + escaped.length > 76) {
        text_add(rule->out, " \\\n");
        start = rule->out->length;
        rule->column = 0;
    }
    text_printf(rule->out, " %s", text_string(&escaped));
    rule->column += rule->out->length - start;
}

// What the output depends on, in addition to the input.
static NameList prerequisites(Arena *arena, const Unit *unit, const Options *options)
{
    NameList names = {0};
    FOR_EACH(i, &unit->host->dependencies) {
        const FileRead *file = &unit->host->dependencies.items[i];
        bool is_input = !strcmp(without_dot(file->path), without_dot(unit->source->path));
        if (!is_input && !(file->is_system && options->depend_own))
            VECTOR_PUSH(arena, &names, file->path);
    }
    FOR_EACH(i, &unit->host->others) {
        const FileRead *file = &unit->host->others.items[i];
        bool is_named = false;
        FOR_EACH(k, &names)
            is_named |= !strcmp(names.items[k], file->path);
        if (!is_named && !(file->is_system && options->depend_own))
            VECTOR_PUSH(arena, &names, file->path);
    }
    if (is_file_name(options->schedule_file))
        VECTOR_PUSH(arena, &names, options->schedule_file);
    return names;
}

static void add_rules(Text *out, const Unit *unit, const Options *options)
{
    add_targets(out, unit, options);
    text_add(out, ":");
    Rule rule = {out, out->length};
    if (strcmp(unit->source->path, "<stdin>") != 0)
        add_prerequisite(&rule, unit->source->path);
    NameList names = prerequisites(out->arena, unit, options);
    FOR_EACH(i, &names)
        add_prerequisite(&rule, names.items[i]);
    text_add(out, "\n");
    if (!options->depend_phony)
        return;
    FOR_EACH(i, &names) {
        add_name(out, without_dot(names.items[i]));
        text_add(out, ":\n");
    }
}

// Make has no words for a newline in a name.
static bool has_newline(Diag *diag, Arena *arena, const Unit *unit, const Options *options)
{
    NameList names = prerequisites(arena, unit, options);
    VECTOR_PUSH(arena, &names, unit->source->path);
    if (options->output && !options->depend_targets.count)
        VECTOR_PUSH(arena, &names, options->output);
    if (options->host_output && !options->depend_targets.count)
        VECTOR_PUSH(arena, &names, options->host_output);
    FOR_EACH(i, &names)
        if (strchr(names.items[i], '\n')) {
            diag_fatal(diag, "a dependency file cannot hold a name with a newline");
            return true;
        }
    return false;
}

bool dependency_file(Diag *diag, Arena *arena, const Unit *unit, const Options *options, const char **path,
                     const char **text)
{
    if (has_newline(diag, arena, unit, options))
        return false;
    Text rules = {.arena = arena};
    add_rules(&rules, unit, options);
    const char *base = is_file_name(options->output) ? options->output : path_name(unit->source->path);
    const char *usual = !options->depend_only ? path_with_suffix(arena, base, ".d")
                        : options->output     ? options->output
                                              : "-";
    *path = options->depend_file ? options->depend_file : usual;
    *text = text_string(&rules);
    return true;
}

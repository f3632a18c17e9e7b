// What the outputs of a program know of each other if each was planned with the others in sight: every output defines a
// variable whose name has a hash of all files and of the plan, and the variables of the others are weak references. If
// one of them is not there, the program was linked with another file, and arrays move at each call.
#include "codegen/host/whole.h"

#include <string.h>

static uint64_t add_to_hash(uint64_t hash, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    do
        hash = (hash ^ *at) * 1099511628211u; // FNV-1a, the terminating zero included
    while (*at++);
    return hash;
}

// Whether clang reads another program with it: a macro, a standard, -funsigned-char, -m32. Where headers are found does
// not matter, because their text does.
static bool changes_program(const char *argument)
{
    static const char *const starts[] = {"-D", "-U", "-std", "--std", "-ansi", "-f", "-m"};
    bool changes = false;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        changes |= !strncmp(argument, starts[i], strlen(starts[i]));
    return changes;
}

uint64_t whole_hash(const Unit *unit, const Arguments *clang_arguments)
{
    Arena *scratch = arena_new();
    uint64_t hash = add_to_hash(14695981039346656037u, path_name(unit->source->path));
    hash = add_to_hash(hash, unit->source->text);
    bool takes_next = false;
    FOR_EACH(i, clang_arguments) {
        const char *argument = clang_arguments->items[i];
        if (changes_program(argument) || takes_next)
            hash = add_to_hash(hash, argument);
        takes_next = !strcmp(argument, "-D") || !strcmp(argument, "-U") || !strcmp(argument, "--std");
    }
    FOR_EACH(i, &unit->host->dependencies) {
        Text text = {.arena = scratch};
        if (text_add_file(&text, unit->host->dependencies.items[i].path))
            hash = add_to_hash(hash, text_string(&text));
    }
    arena_release(scratch);
    return hash;
}

void whole_name(Arena *arena, const ProgramFile *files, const uint64_t *hashes, int count, int input, uint64_t plan)
{
    HostWhole *whole = ARENA_NEW(arena, HostWhole);
    for (int i = 0; i < count; i++)
        plan = (plan ^ hashes[i]) * 1099511628211u;
    for (int i = 0; i < count; i++) {
        const char *variable = arena_printf(arena, "crs_whole_%016llx_%d", (unsigned long long)plan, i + 1);
        HostOther other = {files[i].unit->shown_path, variable};
        if (i == input)
            whole->variable = variable;
        else
            VECTOR_PUSH(arena, &whole->others, other);
    }
    files[input].unit->host->whole = whole;
}

void emit_whole(Text *out, const Unit *unit, Language language)
{
    const HostWhole *whole = unit->host->whole;
    if (!whole)
        return;
    bool asks = is_inserted(unit, "crs_missing_file");
    text_add(out, language == LANGUAGE_C ? "" : "extern \"C\" {\n");
    text_printf(out, "extern const char %s;\nconst char %s = 1;\n", whole->variable, whole->variable);
    for (int i = 0; i < whole->others.count && asks; i++)
        text_printf(out, "extern const char %s __attribute__((weak));\n", whole->others.items[i].variable);
    text_add(out, language == LANGUAGE_C ? "" : "}\n");
    if (!asks)
        return;
    text_add(out, "static const char *crs_missing_file(void)\n{\n");
    FOR_EACH(i, &whole->others) {
        text_printf(out, "    if (!&%s)\n        return ", whole->others.items[i].variable);
        emit_string(out, path_name(whole->others.items[i].path));
        text_add(out, ";\n");
    }
    text_add(out, "    return 0;\n}\n");
}

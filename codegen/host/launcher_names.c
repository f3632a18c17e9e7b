// Names of launchers. The names in one output file have internal linkage, so function and number are enough:
// crs_scale_1. With --host, two files of a program share them, and other files may have the same names: a hash
// separates them.
#include "codegen/codegen.h"
#include "codegen/output/paths.h"
#include "frontend/directives/directive.h"

#include <string.h>

// ---- a hash of what tells one translation from another: never of the text, since an edit elsewhere must not rename a
// kernel

static uint64_t add_to_hash(uint64_t hash, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    do
        hash = (hash ^ *at) * 1099511628211u; // FNV-1a, the terminating zero included
    while (*at++);
    return hash;
}

// a//b and ./a/./b are a/b.
static const char *plain_path(Arena *arena, const char *path)
{
    Text plain = {.arena = arena};
    text_add(&plain, path[0] == '/' ? "/" : "");
    for (const char *part = path; *part;) {
        size_t length = strcspn(part, "/");
        bool is_empty = length == 0 || (length == 1 && *part == '.');
        if (!is_empty)
            text_printf(&plain, "%.*s%s", (int)length, part, part[length] ? "/" : "");
        part += length + (part[length] == '/');
    }
    return text_string(&plain);
}

// -DT=float and -DT=double make two files of one text.
static uint64_t add_definitions(uint64_t hash, const Options *options)
{
    bool takes_next = false;
    FOR_EACH(i, &options->clang_arguments) {
        const char *argument = options->clang_arguments.items[i];
        bool defines = !strncmp(argument, "-D", 2) || !strncmp(argument, "-U", 2);
        if (defines || takes_next)
            hash = add_to_hash(hash, argument);
        takes_next = defines && !argument[2];
    }
    return hash;
}

static uint64_t hash_of(Arena *arena, const Nest *nest, const Options *options)
{
    uint64_t hash = 14695981039346656037u;
    hash = add_to_hash(hash, plain_path(arena, nest->unit->shown_path));
    hash = add_to_hash(hash, path_name(options->host_output));
    hash = add_definitions(hash, options);
    return add_to_hash(hash, nest->kernel_name);
}

// ---- names

// The function's name and the number are separate in it: only two `name` clauses can be equal.
static void refuse_twice(const Unit *unit, int index)
{
    const Nest *nest = unit->nests.items[index], *other = NULL;
    for (int i = 0; i < index && !other; i++)
        if (unit->nests.items[i]->kernel_name == nest->kernel_name) // interned
            other = unit->nests.items[i];
    if (!other)
        return;
    const Clause *own = directive_clause(nest->directive, CLAUSE_NAME),
                 *others = directive_clause(other->directive, CLAUSE_NAME);
    const Clause *clause = own ? own : others;
    diag_error(unit->diag, clause ? clause->loc : nest->loc,
               "two nests of the file are called '%s': give one of them another name", nest->kernel_name);
    diag_note(unit->diag, own ? other->loc : nest->loc, "the other one");
}

bool name_launchers(Arena *arena, Unit *unit, const Options *options)
{
    int before = diag_error_count(unit->diag);
    unit->shown_path = options_shown_path(arena, options, unit->source->path);
    FOR_EACH(i, &unit->nests)
        refuse_twice(unit, i);
    FOR_EACH(i, &unit->nests) {
        Nest *nest = unit->nests.items[i];
        if (options->host_output)
            nest->kernel_name =
                intern_printf("%s_%016llx", nest->kernel_name, (unsigned long long)hash_of(arena, nest, options));
    }
    return diag_error_count(unit->diag) == before;
}

// The user's names that begin as ours do: kernels use other names for them, and a clash is an error.
#include "codegen/cuda/cuda.h"
#include "codegen/host/rewrite.h"

#include <string.h>

static bool begins(const char *name, const char *prefix)
{
    return name && !strncmp(name, prefix, strlen(prefix));
}

static void refuse_name(const Unit *unit, size_t at, const char *name)
{
    diag_error(unit->diag, loc_in_file(unit->source, at, at), "names that start with crs_ are reserved: '%s'", name);
}

// The prelude's words, and the prefixes of names that are made from the user's.
static bool is_ours(const char *name)
{
    return begins(name, "crs_fn_") || begins(name, "crs_c_") || begins(name, "crs_local_") ||
           !strcmp(name, "crs_shared") || prelude_mentions(name);
}

// The prelude and the kernels are in one file with these, except in the C file of --host.
static void refuse_items(const Unit *unit)
{
    FOR_EACH(i, &unit->host->items) {
        const HostItem *item = &unit->host->items.items[i];
        if (begins(item->name, "crs_") && is_ours(item->name))
            refuse_name(unit, item->range.begin, item->name);
    }
}

static void refuse_structs(const Nest *nest)
{
    FOR_EACH(i, &nest->arrays) {
        const Type *element = nest->arrays.items[i]->element;
        if (element->kind != TY_STRUCT || !element->name || element->is_local)
            continue;
        const char *tag = begins(element->name, "struct ") ? element->name + strlen("struct ") : element->name;
        if (begins(tag, "crs_") && is_ours(tag))
            refuse_name(nest->unit, nest->loc.begin, tag);
    }
}

// A temporary called crs_out_<result> surrounds the launcher's arguments.
static void refuse_arguments(const Nest *nest)
{
    FOR_EACH(i, &nest->symbols)
        if (begins(nest->symbols.items[i]->host, "crs_out_"))
            refuse_name(nest->unit, nest->loc.begin, nest->symbols.items[i]->host);
    FOR_EACH(i, &nest->arrays)
        if (begins(nest->arrays.items[i]->host, "crs_out_"))
            refuse_name(nest->unit, nest->loc.begin, nest->arrays.items[i]->host);
}

// ---- names of launchers and kernels

static const char *skip_quiet(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'')
        return at;
    const char *close = at + 1;
    while (*close && *close != *at && *close != '\n')
        close += close[0] == '\\' && close[1] ? 2 : 1;
    return *close == *at ? close + 1 : close;
}

// crs_f_1 itself, and crs_f_1_k1 and all that begins with it.
static bool is_of_launcher(const Unit *unit, Program *const *programs, const char *word, size_t length)
{
    FOR_EACH(i, &unit->nests) {
        const char *name = unit->nests.items[i]->kernel_name;
        size_t own = strlen(name);
        if (programs[i] && length >= own && !strncmp(word, name, own) && (length == own || word[own] == '_'))
            return true;
    }
    return false;
}

// Of any kind: a local variable hides a launcher, too.
static void refuse_words(const Unit *unit, Program *const *programs, const SourceFile *file)
{
    for (const char *at = file->text; *at;) {
        const char *next = skip_quiet(at);
        size_t length = 0;
        while (next == at && is_identifier_byte(at[length]))
            length++;
        if (length && begins(at, "crs_") && is_of_launcher(unit, programs, at, length))
            diag_error(
                unit->diag, loc_in_file(file, (size_t)(at - file->text), (size_t)(at - file->text)),
                "'%.*s' is the name of a launcher or a kernel of the output; names that start with crs_ are reserved",
                (int)length, at);
        at = next > at ? next : at + (length ? length : 1);
    }
}

static void refuse_launchers(Unit *unit, Program *const *programs)
{
    if (strstr(unit->source->text, "crs_"))
        refuse_words(unit, programs, unit->source);
    FOR_EACH(i, &unit->host->dependencies) {
        const FileRead *read = &unit->host->dependencies.items[i];
        const SourceFile *file = read->is_system ? NULL : source_file_read(unit->arena, unit->diag, read->path);
        if (file && strstr(file->text, "crs_"))
            refuse_words(unit, programs, file);
    }
}

static const char *apart(const char *name)
{
    return begins(name, "crs_") && !begins(name, "crs_u_") ? intern_printf("crs_u_%s", name) : name;
}

static void name_apart(const Nest *nest)
{
    FOR_EACH(i, &nest->symbols)
        nest->symbols.items[i]->name = apart(nest->symbols.items[i]->name);
    FOR_EACH(i, &nest->arrays)
        nest->arrays.items[i]->name = apart(nest->arrays.items[i]->name);
}

bool separate_names(Unit *unit, Program *const *programs, Form form)
{
    int before = diag_error_count(unit->diag);
    bool any = false;
    FOR_EACH(i, &unit->nests) {
        if (!programs[i])
            continue;
        any = true;
        refuse_structs(programs[i]->nest);
        refuse_arguments(programs[i]->nest);
        name_apart(programs[i]->nest);
    }
    if (any && form == FORM_ALONE) {
        refuse_items(unit);
        refuse_launchers(unit, programs); // those of --host end in a hash
    }
    return diag_error_count(unit->diag) == before;
}

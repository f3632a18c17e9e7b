// Names of the user's that begin as ours do: they go by others in the kernels, and what would clash is an error.
#include "codegen/rewrite.h"

#include <string.h>

static bool begins(const char *name, const char *prefix)
{
    return name && !strncmp(name, prefix, strlen(prefix));
}

static void refuse_name(const Unit *unit, size_t at, const char *name)
{
    diag_error(unit->diag, loc_in_file(unit->source, at, at), "names that start with crs_ are reserved: '%s'", name);
}

// The prelude's words, and the beginnings of names that are made from the user's.
static bool is_ours(const char *name)
{
    return begins(name, "crs_fn_") || begins(name, "crs_c_") || begins(name, "crs_local_") || !strcmp(name, "crs_shared") || prelude_mentions(name);
}

// The prelude and the kernels stand in one file with these, except in the C file of --host.
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

// A temporary called crs_out_<result> stands around the launcher's arguments.
static void refuse_arguments(const Nest *nest)
{
    FOR_EACH(i, &nest->symbols)
        if (begins(nest->symbols.items[i]->host, "crs_out_"))
            refuse_name(nest->unit, nest->loc.begin, nest->symbols.items[i]->host);
    FOR_EACH(i, &nest->arrays)
        if (begins(nest->arrays.items[i]->host, "crs_out_"))
            refuse_name(nest->unit, nest->loc.begin, nest->arrays.items[i]->host);
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
    if (any && form == FORM_ALONE)
        refuse_items(unit);
    return diag_error_count(unit->diag) == before;
}

// C that needs a word more or less to be C++: conversions without a cast, and variables that the file defines twice.
#include "codegen/host/rewrite.h"

#include <string.h>

static void edit_casts(Edits *edits)
{
    const HostFile *host = edits->rewriting->unit->host;
    FOR_EACH(i, &host->casts) {
        const HostCast *cast = &host->casts.items[i];
        edit_insert(edits, cast->range.begin, intern_printf(cast->wraps ? "(%s)(" : "(%s)", cast->type));
        if (cast->wraps)
            edit_insert(edits, cast->range.end, ")");
    }
}

// ---- several definitions of a variable, which are one in C

static bool is_another(const HostItem *item, const HostItem *other)
{
    return item != other && other->kind == HOST_VARIABLE && other->definition != DEFINES_NOTHING &&
           !strcmp(item->name, other->name);
}

// `int a, b;` is two items at one place.
static bool is_alone(const HostFile *host, int index)
{
    const HostItem *item = &host->items.items[index];
    return !(index > 0 && item[-1].range.begin == item->range.begin) &&
           !(index + 1 < host->items.count && item[1].range.begin == item->range.begin);
}

// A static variable is defined by its first declaration, another one by the declaration with a value, otherwise by its
// last one.
static void edit_definition(Edits *edits, const HostFile *host, int index)
{
    const HostItem *item = &host->items.items[index];
    bool earlier = false, later = false, valued = false;
    FOR_EACH(i, &host->items) {
        const HostItem *other = &host->items.items[i];
        if (!is_another(item, other))
            continue;
        earlier |= i < index;
        later |= i > index;
        valued |= other->definition == DEFINES_VALUE;
    }
    if (item->is_static && earlier)
        edit_replace(edits, item->range.begin, item->range.end, "");
    else if (!item->is_static && (later || valued))
        edit_insert(edits, item->range.begin, "extern ");
}

static void edit_definitions(Edits *edits)
{
    const HostFile *host = edits->rewriting->unit->host;
    FOR_EACH(i, &host->items) {
        const HostItem *item = &host->items.items[i];
        if (item->kind == HOST_VARIABLE && item->definition == DEFINES_TENTATIVELY && !item->is_const &&
            !item->in_macro && is_alone(host, i))
            edit_definition(edits, host, i);
    }
}

void edit_conversions(Edits *edits)
{
    edit_casts(edits);
    edit_definitions(edits);
}

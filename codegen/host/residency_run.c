// Runs of statements whose nests leave their arrays on the device.
#include "codegen/host/residency_run.h"

#include <string.h>

// The variable at the beginning of the text of the array's pointer.
static const char *variable_of(const Array *array, size_t *length)
{
    const char *text = array->host ? array->host : "";
    text += strspn(text, "&(*");
    *length = 0;
    while (is_identifier_byte(text[*length]))
        ++*length;
    return text;
}

static bool shares_array(const Program *one, const Program *other)
{
    if (!one || !other)
        return true;
    FOR_EACH(i, &one->facts->arrays)
        FOR_EACH(k, &other->facts->arrays) {
            size_t length, length_too;
            const char *variable = variable_of(one->facts->arrays.items[i].array, &length);
            const char *too = variable_of(other->facts->arrays.items[k].array, &length_too);
            if (length > 0 && length == length_too && !strncmp(variable, too, length))
                return true;
        }
    return false;
}

static bool may_share(const RunPart *parts, int first, int last)
{
    for (int i = first; i <= last; i++)
        for (int k = i + 1; k <= last; k++)
            if (parts[i].device && parts[k].device && shares_array(parts[i].program, parts[k].program))
                return true;
    return false;
}

bool run_next(const RunPart *parts, int count, int from, int *first, int *last)
{
    for (; from < count; from++) {
        if (!parts[from].device || parts[from].stops || parts[from].is_fixed)
            continue;
        *first = *last = from;
        int end = from;
        for (; end < count && !parts[end].stops; end++)
            *last = parts[end].device && !parts[end].is_fixed ? end : *last;
        if (may_share(parts, *first, *last)) {
            for (int i = *last; i < end; i++)
                *last = parts[i].frees && !parts[i].is_fixed ? i : *last;
            return true;
        }
        from = end;
    }
    return false;
}

// What is known of a function's pointers: which of them nothing overlaps, and whether they may be device pointers,
// because the function touches their arrays in restructured nests only.
#include "codegen/check/harness.h"
#include "codegen/check/harness_pointers.h"

#include <string.h>

static bool mentions(const char *text, size_t length, const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; i + size <= length; i++)
        if (strncmp(text + i, name, size) == 0 && (i == 0 || !is_identifier_byte(text[i - 1])) &&
            (i + size == length || !is_identifier_byte(text[i + size])))
            return true;
    return false;
}

static bool is_outside(const Harness *harness, const NestList *nests, size_t offset)
{
    FOR_EACH(i, nests) {
        const Loc *extent = &harness->programs[nests->items[i]]->nest->extent;
        if (offset >= extent->begin && offset < extent->end)
            return false;
    }
    return true;
}

char *harness_host_text(const Harness *harness, const HostFunction *function, const NestList *nests)
{
    size_t begin = function->body_begin, length = function->range.end - begin;
    char *text = arena_strndup(harness->arena, harness->unit->source->text + begin, length);
    bool in_directive = false;
    for (size_t i = 0; i < length; i++) {
        in_directive = text[i] == '#' || (in_directive && (text[i] != '\n' || text[i - 1] == '\\'));
        if (in_directive || !is_outside(harness, nests, begin + i))
            text[i] = ' ';
    }
    return text;
}

bool harness_host_mentions(const Harness *harness, const HostFunction *function, const char *name)
{
    NestList nests = harness_nests(harness, function);
    const char *text = harness_host_text(harness, function, &nests);
    return mentions(text, strlen(text), name);
}

bool harness_is_restrict(const Harness *harness, const HostParam *param)
{
    static const char *const words[] = {"restrict", "__restrict", "__restrict__"};
    const char *text = harness->unit->source->text + param->range.begin;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (mentions(text, param->range.end - param->range.begin, words[i]))
            return true;
    return false;
}

static bool is_plain_pointer(const HostParam *param)
{
    return param->type && !param->is_rows && !(param->type->kind == TY_STRUCT && param->type->npointers);
}

bool harness_looks_up_blocks(const Facts *facts)
{
    bool found = false;
    FOR_EACH(i, &facts->measures)
        found = found || facts->measures.items[i].by_block || facts->measures.items[i].by_bounds;
    return found;
}

bool harness_is_offset(const Nest *nest, const char *host)
{
    FOR_EACH(i, &nest->risings) {
        const char *array = nest->risings.items[i].array->host;
        if (strncmp(host, array, strlen(array)) == 0 && host[strlen(array)] == '[')
            return true;
    }
    return false;
}

bool harness_takes_device_pointers(const Harness *harness, const HostFunction *function)
{
    NestList nests = harness_nests(harness, function);
    const char *text = harness_host_text(harness, function, &nests);
    bool any = false;
    FOR_EACH(i, &nests)
        if (harness_looks_up_blocks(harness->programs[nests.items[i]]->facts))
            return false;
    for (int p = 0; p < function->nparams; p++) {
        const HostParam *param = &function->params[p];
        if (!param->is_pointer)
            continue;
        any = true;
        if (!is_plain_pointer(param) || mentions(text, strlen(text), param->name))
            return false;
        FOR_EACH(i, &nests) { // `*p` as a scalar of the nest is read on the host
            const Nest *nest = harness->programs[nests.items[i]]->nest;
            FOR_EACH(k, &nest->symbols) {
                const char *host = nest->symbols.items[k]->host;
                if (host && mentions(host, strlen(host), param->name))
                    return false;
            }
        }
    }
    return any;
}

const FunctionChoice *harness_function_choice(const Harness *harness, const HostFunction *function, const char *name)
{
    NestList nests = harness_nests(harness, function);
    FOR_EACH(i, &nests) {
        const Nest *nest = harness->programs[nests.items[i]]->nest;
        FOR_EACH(k, &nest->choices)
            if (!strcmp(nest->choices.items[k].pointer, name))
                return &nest->choices.items[k];
    }
    return NULL;
}

// A loop whose bounds are constants or data does not make the sizes smaller: only loops whose lengths are parameters
// do.
#include "driver/ladder_sizes.h"

#include <string.h>

static bool is_size(const Symbol *symbol)
{
    return symbol->role == SYM_PARAM && type_is_integer(symbol->type) && symbol->host &&
           strcmp(symbol->host, symbol->name) == 0;
}

typedef struct Bounds {
    bool symbol, data;
} Bounds;

static bool note_bound(void *context, const Expr *expr)
{
    Bounds *bounds = context;
    bounds->symbol |= expr->kind == EX_SYMBOL;
    bounds->data |= expr->kind == EX_ACCESS;
    return true;
}

static bool has_length_of_sizes(const Loop *loop)
{
    Bounds bounds = {false, false};
    expr_walk(loop->lower, note_bound, &bounds);
    expr_walk(loop->upper, note_bound, &bounds);
    return bounds.symbol && !bounds.data && !loop->factor;
}

static int depth_of(const Facts *facts)
{
    int deepest = 0;
    FOR_EACH(i, &facts->loops) {
        int depth = 0;
        for (const LoopFact *fact = &facts->loops.items[i]; fact; fact = facts_loop(facts, fact->parent))
            depth += has_length_of_sizes(fact->loop);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

void ladder_sizes(Arena *arena, Options *options, const Nest *nest, const Facts *read, const LadderSizes *values)
{
    int count = 0, depth = depth_of(read);
    if (options->sizes.count)
        return;
    FOR_EACH(i, &nest->symbols)
        count += is_size(nest->symbols.items[i]);
    depth = count > depth ? count : depth;
    int value = depth > 2 ? values->more : depth > 1 ? values->two : values->one;
    FOR_EACH(i, &nest->symbols)
        if (is_size(nest->symbols.items[i])) {
            Setting setting = {.name = nest->symbols.items[i]->name, .value = arena_printf(arena, "%d", value)};
            VECTOR_PUSH(arena, &options->sizes, setting);
        }
}

bool ladder_sizes_has(const Nest *nest, const char *name, Text *names)
{
    FOR_EACH(i, &nest->symbols) {
        const Symbol *symbol = nest->symbols.items[i];
        if (is_size(symbol) && strcmp(symbol->name, name) == 0)
            return true;
        if (is_size(symbol))
            text_printf(names, "%s%s", names->length ? ", " : "", symbol->name);
    }
    return false;
}

const char *ladder_sizes_words(Arena *arena, const Options *options)
{
    Text text = {.arena = arena};
    FOR_EACH(i, &options->sizes)
        text_printf(&text, "%s%s=%s", i ? "," : "", options->sizes.items[i].name, options->sizes.items[i].value);
    return text_string(&text);
}

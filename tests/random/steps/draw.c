#include "tests/random/steps/steps.h"

#include "transform/schedule/step_table.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define PICK(random, array) ((array)[random_below((random), COUNT(array))])

// ---- numbers

uint64_t random_next(Random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int random_below(Random *random, int count)
{
    return (int)(random_next(random) % (uint64_t)count);
}

bool random_is(Random *random, int percent)
{
    return random_below(random, 100) < percent;
}

// ---- what the candidate has

typedef struct Things {
    Arena *arena;
    Words loops;
    bool bound; // loops that are bound to blocks or threads; otherwise those that are not
    bool all;
} Things;

static bool add_loop(void *context, const Stmt *stmt)
{
    Things *things = context;
    if (stmt->kind == ST_LOOP && (things->all || (stmt->loop->binding != BIND_SERIAL) == things->bound))
        VECTOR_PUSH(things->arena, &things->loops, stmt->loop->name);
    return true;
}

static const char *pick_loop(Random *random, const Candidate *candidate, bool all)
{
    Things things = {.arena = candidate->arena, .all = all};
    stmt_walk((Stmt *)candidate->tree, add_loop, &things);
    return things.loops.count ? things.loops.items[random_below(random, things.loops.count)] : "i";
}

static const char *pick_array(Random *random, const Candidate *candidate)
{
    int count = candidate->nest->arrays.count;
    return count ? candidate->nest->arrays.items[random_below(random, count)]->name : "A";
}

static const char *pick_place(Random *random, const Candidate *candidate)
{
    int count = candidate->facts->reductions.count;
    if (!count)
        return pick_array(random, candidate);
    return place_name(candidate->facts->reductions.items[random_below(random, count)].place);
}

static const char *pick_symbol(Random *random, const Candidate *candidate)
{
    int count = candidate->nest->symbols.count;
    return count ? candidate->nest->symbols.items[random_below(random, count)]->name : "n";
}

static const char *pick_formula(Random *random, const Candidate *candidate)
{
    static const char *const forms[] = {"%s", "%s - 1", "%s + 1", "%s / 2", "2 * %s", "1", "0", "7", "%s - 3", "64"};
    const char *form = PICK(random, forms), *symbol = pick_symbol(random, candidate);
    const char *value = strchr(form, '%');
    if (!value)
        return form;
    return arena_printf(candidate->arena, "%.*s%s%s", (int)(value - form), form, symbol, value + 2);
}

// ---- a step

static const char *pick_number(Random *random, const Candidate *candidate, const Argument *argument)
{
    static const int sizes[] = {2, 3, 4, 4, 5, 8, 8, 16, 16, 32, 32, 64, 128}, small[] = {1, 2, 2, 3, 4, 8},
                     threads[] = {32, 64, 128, 256, 512, 96}, odd[] = {1, 7, 33, 1000, 1024, 2048, 100000, 1 << 30};
    const char *name = argument->name;
    int number = PICK(random, small);
    if (random_is(random, 4))
        number = PICK(random, odd);
    else if (strcmp(name, "SIZE") == 0)
        number = PICK(random, sizes);
    else if (strcmp(name, "THREADS") == 0)
        number = PICK(random, threads);
    return arena_printf(candidate->arena, "%d", number);
}

static const char *pick_groups(Random *random, const Candidate *candidate)
{
    Text text = {.arena = candidate->arena};
    int count = 2 + random_below(random, 3), groups = 2 + random_below(random, 2), group_of[5];
    for (int i = 0; i < count; i++)
        group_of[i] = random_below(random, groups);
    for (int group = 0; group < groups; group++) {
        text_add(&text, "{");
        bool any = false;
        for (int i = 0; i < count; i++)
            if (group_of[i] == group || (i == count - 1 && !any)) {
                text_printf(&text, "%s%d", any ? " " : "", i + 1);
                any = true;
            }
        text_add(&text, group < groups - 1 ? "} " : "}");
    }
    return text_string(&text);
}

static const char *pick_choice(Random *random, const WordChoice *choices)
{
    int count = 0;
    while (choices[count].word)
        count++;
    return choices[random_below(random, count)].word;
}

static const char *nonsense(Random *random, const Candidate *candidate)
{
    static const char *const words[] = {"q", "i.elem", "j.tile", "i#2", "0", "block.x", "at", "{1}", "i.tile.tile"};
    return random_is(random, 30) ? pick_symbol(random, candidate) : PICK(random, words);
}

static const char *pick_argument(Random *random, const Candidate *candidate, const Argument *argument)
{
    if (random_is(random, 3))
        return nonsense(random, candidate);
    switch (argument->kind) {
    case ARGUMENT_LOOP: return pick_loop(random, candidate, true);
    case ARGUMENT_ARRAY: return pick_array(random, candidate);
    case ARGUMENT_PLACE: return pick_place(random, candidate);
    case ARGUMENT_NAME: return random_is(random, 50) ? "w" : "i.part";
    case ARGUMENT_VERSION: return "small";
    case ARGUMENT_NUMBER: return pick_number(random, candidate, argument);
    case ARGUMENT_GROUPS: return pick_groups(random, candidate);
    case ARGUMENT_FORMULA: return pick_formula(random, candidate);
    case ARGUMENT_CHOICE: return pick_choice(random, argument->choices);
    case ARGUMENT_FLAG: return argument->name;
    }
    return "";
}

static const char *with_arguments(Random *random, const Candidate *candidate, const StepRow *row)
{
    Text text = {.arena = candidate->arena};
    text_add(&text, row->word);
    const char *at = row->arguments;
    for (Item item = item_next(&at); item.kind != ITEM_END; item = item_next(&at)) {
        if (item.kind == ITEM_OPEN && random_is(random, 60))
            item_skip(&at);
        if (item.kind == ITEM_WORD)
            text_printf(&text, " %s", item.word);
        if (item.kind == ITEM_ARGUMENT)
            text_printf(&text, " %s", pick_argument(random, candidate, item.argument));
    }
    return text_string(&text);
}

const char *draw_step(Random *random, const Candidate *candidate, bool on_source)
{
    const StepRow *row;
    do
        row = &step_rows[random_below(random, STEP_KINDS)];
    while (step_changes_source(row->kind) != on_source || (row->kind == STEP_VERSION && !random_is(random, 5)));
    return with_arguments(random, candidate, row);
}

const char *draw_bind(Random *random, const Candidate *candidate)
{
    static const char *const forms[] = {"bind %s block.x",  "bind %s block.y",  "bind %s block.x limit 8",
                                        "bind %s thread.x", "bind %s thread.y", "tile %s 32",
                                        "tile %s 8",        "tile %s 16",       "bind %s block.z"};
    if (candidate->facts->reductions.count && random_is(random, 15))
        return arena_printf(candidate->arena, "reduce %s", pick_place(random, candidate));
    const char *form = PICK(random, forms), *name = strchr(form, '%');
    return arena_printf(candidate->arena, "%.*s%s%s", (int)(name - form), form, pick_loop(random, candidate, false),
                        name + 2);
}

const char *draw_changed(Random *random, Arena *arena, const char *step)
{
    static const int numbers[] = {1, 2, 3, 4, 8, 16, 32, 64, 128};
    const char *at = strrchr(step, ' ');
    if (!at || strspn(at + 1, "0123456789") != strlen(at + 1))
        return step;
    return arena_printf(arena, "%.*s %d", (int)(at - step), step, PICK(random, numbers));
}

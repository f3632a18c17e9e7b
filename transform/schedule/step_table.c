#include "transform/schedule/step_table.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

const StepRow step_rows[STEP_KINDS] = {
#define STEP(KIND, word, old, arguments, part, order, call, does, requires, example) \
    {STEP_##KIND, word, old, arguments, PART_##part, order, does, requires, example},
#include "transform/schedule/steps.def"
};

// ---- arguments

static const WordChoice bindings[] = {
    {"block.x", BIND_BLOCK_X},   {"block.y", BIND_BLOCK_Y},   {"block.z", BIND_BLOCK_Z}, {"thread.x", BIND_THREAD_X},
    {"thread.y", BIND_THREAD_Y}, {"thread.z", BIND_THREAD_Z}, {"host", BIND_HOST},       {NULL, 0}};
static const WordChoice scopes[] = {{"block", PERSISTS_IN_BLOCK}, {"grid", PERSISTS_IN_GRID}, {NULL, 0}};
static const WordChoice spaces[] = {{"shared", SPACE_SHARED}, {"register", SPACE_REGISTER}, {NULL, 0}};
static const WordChoice styles[] = {{"shuffle", REDUCE_SHUFFLE},         {"tree", REDUCE_TREE},
                                    {"interleaved", REDUCE_INTERLEAVED}, {"strided", REDUCE_STRIDED},
                                    {"last_warp", REDUCE_LAST_WARP},     {"unrolled", REDUCE_UNROLLED},
                                    {"sequential", REDUCE_SEQUENTIAL},   {NULL, 0}};

bool step_reduce_style(const char *word, ReduceStyle *style)
{
    for (const WordChoice *choice = styles; choice->word; choice++)
        if (strcmp(choice->word, word) == 0) {
            *style = (ReduceStyle)choice->value;
            return true;
        }
    return false;
}

#define FIELD(name) offsetof(Step, name)
static const Argument arguments[] = {
    {"L", ARGUMENT_LOOP, FIELD(loop), "a loop", 0, 0, NULL},
    {"M", ARGUMENT_LOOP, FIELD(other), "a loop", 0, 0, NULL},
    {"N", ARGUMENT_LOOP, FIELD(third), "a loop", 0, 0, NULL},
    {"A", ARGUMENT_ARRAY, FIELD(array), "an array", 0, 0, NULL},
    {"X", ARGUMENT_PLACE, FIELD(place), "an array or a scalar", 0, 0, NULL},
    {"NAME", ARGUMENT_VERSION, FIELD(version), "a version's name: up to 32 letters, digits and underscores", 0, 0,
     NULL},
    {"OUTER", ARGUMENT_NAME, FIELD(outer), "the name of the outer loop", 0, 0, NULL},
    {"INNER", ARGUMENT_NAME, FIELD(inner), "the name of the inner loop", 0, 0, NULL},
    {"VALUE", ARGUMENT_FORMULA, FIELD(formula), "a value of the loop's iterator", 0, 0, NULL},
    {"LENGTH", ARGUMENT_FORMULA, FIELD(formula), "the length of a row", 0, 0, NULL},
    {"FACTOR", ARGUMENT_FORMULA, FIELD(formula), "a number or a parameter", 0, 0, NULL},
    {"CONDITION", ARGUMENT_FORMULA, FIELD(formula), "a condition on sizes", 0, 0, NULL},
    {"GROUPS", ARGUMENT_GROUPS, FIELD(groups), "groups of statements such as '{1 3} {2}'", 0, 0, NULL},
    {"SIZE", ARGUMENT_NUMBER, FIELD(size), "a size", 1, 0, NULL},
    {"COUNT", ARGUMENT_NUMBER, FIELD(count), "a number of statements", 1, 0, NULL},
    {"LIMIT", ARGUMENT_NUMBER, FIELD(limit), "a number of blocks", 1, 0, NULL},
    {"COPIES", ARGUMENT_NUMBER, FIELD(copies), "a number of copies", 2, 0, NULL},
    {"LANES", ARGUMENT_NUMBER, FIELD(lanes), "a number of lanes", 1, 0, NULL},
    {"STAGES", ARGUMENT_NUMBER, FIELD(stages), "a number of buffers", 1, 0, NULL},
    {"BLOCKS", ARGUMENT_NUMBER, FIELD(blocks), "a number of blocks", 1, 0, NULL},
    {"PAD", ARGUMENT_NUMBER, FIELD(pad), "a number of elements", 0, 0, NULL},
    {"PACK", ARGUMENT_NUMBER, FIELD(pack), "a number of elements", 2, 0, NULL},
    {"COLUMNS", ARGUMENT_NUMBER, FIELD(columns), "a number of copies", 1, 0, NULL},
    {"THREADS", ARGUMENT_NUMBER, FIELD(threads), "a number of threads", 1, 0, NULL},
    {"ROUNDS", ARGUMENT_NUMBER, FIELD(rounds), "a number of rounds", 1, 0, NULL},
    {"HELD", ARGUMENT_NUMBER, FIELD(held), "a number of rounds", 1, 0, NULL},
    {"AHEAD", ARGUMENT_NUMBER, FIELD(ahead), "a number of iterations", 1, 0, NULL},
    {"KEYS", ARGUMENT_NUMBER, FIELD(keys), "a number of elements", 1, 0, NULL},
    {"RANGES", ARGUMENT_NUMBER, FIELD(ranges), "a number of ranges", 1, 0, NULL},
    {"WHERE", ARGUMENT_CHOICE, FIELD(binding), NULL, 0, 0, bindings},
    {"SCOPE", ARGUMENT_CHOICE, FIELD(scope), NULL, 0, 0, scopes},
    {"SPACE", ARGUMENT_CHOICE, FIELD(space), NULL, 0, 0, spaces},
    {"STYLE", ARGUMENT_CHOICE, FIELD(style), NULL, 0, 0, styles},
    {"transpose", ARGUMENT_FLAG, FIELD(transpose), NULL, 0, 0, NULL},
    {"records", ARGUMENT_FLAG, FIELD(records), NULL, 0, 0, NULL},
    {"rotated", ARGUMENT_FLAG, FIELD(rotated), NULL, 0, 0, NULL},
    {"wide", ARGUMENT_FLAG, FIELD(wide), NULL, 0, 0, NULL},
};

static const Argument *find_argument(const char *name)
{
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
        if (strcmp(arguments[i].name, name) == 0)
            return &arguments[i];
    return NULL;
}

Item item_next(const char **at)
{
    *at += strspn(*at, " ");
    const char *start = *at;
    if (!*start)
        return (Item){.kind = ITEM_END};
    if (*start == '[' || *start == ']') {
        *at = start + 1;
        return (Item){.kind = *start == '[' ? ITEM_OPEN : ITEM_CLOSE};
    }
    size_t length = strcspn(start, " []");
    *at = start + length;
    const char *word = intern_n(start, length);
    const Argument *argument = find_argument(word);
    if (!argument && isupper((unsigned char)*word))
        unreachable_bug("steps.def has an argument that step_table.c does not know");
    return (Item){.kind = argument ? ITEM_ARGUMENT : ITEM_WORD, .word = word, .argument = argument};
}

void item_skip(const char **at)
{
    while (item_next(at).kind != ITEM_CLOSE)
        continue;
}

// ---- fields

static void *field_of(const Step *step, const Argument *argument)
{
    return (char *)step + argument->field;
}

const char **argument_text(Step *step, const Argument *argument)
{
    return field_of(step, argument);
}

int64_t *argument_number(Step *step, const Argument *argument)
{
    return field_of(step, argument);
}

bool *argument_flag(Step *step, const Argument *argument)
{
    return field_of(step, argument);
}

void argument_choose(Step *step, const Argument *argument, int value)
{
    memcpy(field_of(step, argument), &value, sizeof value);
}

const char *argument_chosen(const Step *step, const Argument *argument)
{
    int value = 0;
    memcpy(&value, field_of(step, argument), sizeof value);
    for (const WordChoice *choice = argument->choices; choice->word; choice++)
        if (choice->value == value)
            return choice->word;
    unreachable_bug("a step has a choice without a word");
}

bool argument_is_given(const Step *step, const Argument *argument)
{
    switch (argument->kind) {
    case ARGUMENT_NUMBER: return *(const int64_t *)field_of(step, argument) != 0;
    case ARGUMENT_FLAG: return *(const bool *)field_of(step, argument);
    case ARGUMENT_GROUPS: return step->ngroups > 0;
    case ARGUMENT_CHOICE: return true;
    default: return *(const char *const *)field_of(step, argument) != NULL;
    }
}

bool step_changes_source(StepKind kind)
{
    return step_rows[kind].part == PART_SOURCE;
}

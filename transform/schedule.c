// Schedules as text: reading and writing them. apply.c carries them out.
#include "transform/schedule.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const verbs[] = {
    [STEP_VERSION] = "version",
    [STEP_DISTRIBUTE_STATEMENTS] = "separate",
    [STEP_CUT] = "cut",
    [STEP_UNCOLLAPSE] = "uncollapse",
    [STEP_SINK] = "sink",
    [STEP_SPLIT_NODE] = "split_node",
    [STEP_FUSE] = "fuse",
    [STEP_RFACTOR] = "rfactor",
    [STEP_INTERCHANGE] = "interchange",
    [STEP_REVERSE] = "reverse",
    [STEP_SKEW] = "skew",
    [STEP_DISTRIBUTE] = "distribute",
    [STEP_TILE] = "tile",
    [STEP_ALIGN_TILES] = "align_tiles",
    [STEP_CYCLIC] = "cyclic",
    [STEP_BIND] = "bind",
    [STEP_UNROLL] = "unroll",
    [STEP_VECTORIZE] = "vectorize",
    [STEP_PIPELINE] = "pipeline",
    [STEP_LAUNCH_BOUNDS] = "launch_bounds",
    [STEP_STAGE] = "stage",
    [STEP_LOAD_FRAGMENTS] = "load_fragments",
    [STEP_PEEL] = "peel",
    [STEP_RECTANGULARIZE] = "rectangularize",
    [STEP_SERPENTINE] = "serpentine",
    [STEP_SWIZZLE] = "swizzle",
    [STEP_REDUCE] = "reduce",
};
// Read, never printed.
static const char *const old_words[][2] = {
    {"align", "align_tiles"},
    {"alternate", "serpentine"},
    {"divide", "rfactor"},
    {"fetch", "load_fragments"},
    {"occupy", "launch_bounds"},
    {"preload", "split_node"},
    {"split", "cut"},
    {"stride", "cyclic"},
    {"unflatten", "uncollapse"},
    {"weave", "swizzle"},
    {"widen", "rectangularize"},
};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static const char *const styles[] = {
    [REDUCE_SHUFFLE] = "shuffle", [REDUCE_TREE] = "tree", [REDUCE_SEQUENTIAL] = "sequential"};

// ---- words

typedef struct Reader {
    Arena *arena;
    Diag *diag;
    Loc at;
    const char *text;
    size_t offset;    // behind the current word
    size_t begin;     // of the current word
    const char *word; // "" at the end; ";" is a word of its own
    bool failed;
} Reader;

// The schedule may stand in a string literal of the source some bytes behind `at`.
static Loc place(const Reader *reader, size_t begin, size_t end)
{
    const SourceFile *file = reader->at.file;
    if (!file || !file->text || reader->at.begin > file->length || !*reader->text)
        return reader->at;
    const char *found = strstr(file->text + reader->at.begin, reader->text);
    if (!found)
        return reader->at;
    size_t base = (size_t)(found - file->text);
    return loc_in_file(file, base + begin, base + end);
}

static void skip_blanks(Reader *reader)
{
    const char *text = reader->text;
    for (;;) {
        while (isspace((unsigned char)text[reader->offset]))
            reader->offset++;
        if (strncmp(text + reader->offset, "//", 2) != 0)
            return;
        reader->offset += strcspn(text + reader->offset, "\n");
    }
}

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '#';
}

static void next(Reader *reader)
{
    skip_blanks(reader);
    const char *start = reader->text + reader->offset;
    size_t length = 0;
    while (is_word_character(start[length]))
        length++;
    if (length == 0 && *start)
        length = 1;
    reader->begin = reader->offset;
    reader->offset += length;
    reader->word = intern_n(start, length);
}

static bool is(const Reader *reader, const char *word)
{
    return strcmp(reader->word, word) == 0;
}

static void fail(Reader *reader, const char *expected)
{
    if (!reader->failed) {
        const char *found = *reader->word ? intern_printf("'%s'", reader->word) : "the end";
        diag_error(reader->diag, place(reader, reader->begin, reader->offset), "expected %s in the schedule, found %s",
                   expected, found);
    }
    reader->failed = true;
}

static bool accept(Reader *reader, const char *word)
{
    if (!is(reader, word))
        return false;
    next(reader);
    return true;
}

static const char *take_name(Reader *reader, const char *what)
{
    if (!isalpha((unsigned char)*reader->word) && *reader->word != '_') {
        fail(reader, what);
        return "";
    }
    const char *name = reader->word;
    next(reader);
    return name;
}

static int64_t take_number(Reader *reader, int64_t least)
{
    char *end;
    errno = 0;
    long long value = strtoll(reader->word, &end, 10);
    if (!isdigit((unsigned char)*reader->word) || *end || errno || value < least || value > INT32_MAX) {
        fail(reader, least ? "a positive number" : "a number");
        return least;
    }
    next(reader);
    return value;
}

static void expect(Reader *reader, const char *word)
{
    if (!accept(reader, word))
        fail(reader, intern_printf("'%s'", word));
}

// ---- steps

static Binding take_binding(Reader *reader)
{
    for (Binding binding = BIND_THREAD_X; binding <= BIND_HOST; binding++)
        if (binding != BIND_LANE && is(reader, binding_text(binding))) {
            next(reader);
            return binding;
        }
    fail(reader, "block.x, .y, .z, thread.x, .y, .z or host");
    return BIND_SERIAL;
}

static void take_split(Reader *reader, Step *step)
{
    step->target = take_name(reader, "a loop");
    step->size = take_number(reader, 1);
    if (step->kind == STEP_ALIGN_TILES) {
        expect(reader, "to");
        step->second = take_name(reader, "an array");
    }
    if (accept(reader, "as")) {
        step->outer = take_name(reader, "the name of the outer loop");
        step->inner = take_name(reader, "the name of the inner loop");
    }
}

enum { MOST_STATEMENTS = 64 };

static void take_groups(Reader *reader, Step *step)
{
    step->groups = ARENA_ARRAY(reader->arena, uint64_t, MOST_STATEMENTS);
    do {
        uint64_t *group = &step->groups[step->ngroups];
        do {
            int64_t statement = take_number(reader, 1);
            if (statement > MOST_STATEMENTS)
                fail(reader, "a statement's number of at most 64");
            else
                *group |= UINT64_C(1) << (statement - 1);
        } while (accept(reader, "+") && !reader->failed);
        step->ngroups++;
    } while (isdigit((unsigned char)*reader->word) && !reader->failed && step->ngroups < MOST_STATEMENTS);
}

// Everything up to the end of the step.
static void take_formula(Reader *reader, Step *step, const char *what)
{
    Text text = {.arena = reader->arena};
    char last = '(';
    for (; *reader->word && !is(reader, ";"); next(reader)) {
        bool joins = (is(reader, "=") && strchr("<>=!", last)) || (last == '&' && is(reader, "&")) ||
                     (last == '|' && is(reader, "|"));
        text_printf(&text, "%s%s", last == '(' || joins || is(reader, ")") ? "" : " ", reader->word);
        last = joins ? ' ' : *reader->word;
    }
    if (!text.length)
        fail(reader, what);
    step->point = text_string(&text);
}

static void take_version(Reader *reader, Step *step)
{
    step->target = take_name(reader, "the name of a version");
    if (strpbrk(step->target, ".#") || strlen(step->target) > 32)
        fail(reader, "a version's name of letters, digits and underscores");
    if (accept(reader, "when"))
        take_formula(reader, step, "a condition on sizes");
}

static void take_stage(Reader *reader, Step *step)
{
    step->target = take_name(reader, "an array");
    step->space = is(reader, "shared") ? SPACE_SHARED : SPACE_REGISTER;
    if (!accept(reader, "shared") && !accept(reader, "register"))
        fail(reader, "'shared' or 'register'");
    expect(reader, "at");
    step->second = take_name(reader, "a loop");
    step->transpose = accept(reader, "transpose");
    step->wide = accept(reader, "wide");
    if (accept(reader, "pad"))
        step->size = take_number(reader, 0);
    if (accept(reader, "pack"))
        step->pack = (int)take_number(reader, 2);
}

static void take_arguments(Reader *reader, Step *step)
{
    switch (step->kind) {
    case STEP_VERSION: take_version(reader, step); break;
    case STEP_DISTRIBUTE_STATEMENTS:
        step->target = take_name(reader, "a loop");
        take_groups(reader, step);
        break;
    case STEP_CUT:
        step->target = take_name(reader, "a loop");
        expect(reader, "at");
        take_formula(reader, step, "a value of the loop's iterator");
        break;
    case STEP_UNCOLLAPSE:
        step->target = take_name(reader, "a loop");
        expect(reader, "by");
        take_formula(reader, step, "the length of a row");
        break;
    case STEP_SINK:
    case STEP_SPLIT_NODE:
    case STEP_REVERSE: step->target = take_name(reader, "a loop"); break;
    case STEP_INTERCHANGE:
    case STEP_FUSE:
        step->target = take_name(reader, "a loop");
        step->second = take_name(reader, "a loop");
        break;
    case STEP_SKEW:
        step->target = take_name(reader, "a loop");
        expect(reader, "by");
        step->second = take_name(reader, "a loop");
        step->size = isdigit((unsigned char)*reader->word) ? take_number(reader, 1) : 1;
        break;
    case STEP_DISTRIBUTE:
        step->target = take_name(reader, "a loop");
        expect(reader, "at");
        step->size = take_number(reader, 1);
        break;
    case STEP_TILE:
    case STEP_ALIGN_TILES:
    case STEP_CYCLIC: take_split(reader, step); break;
    case STEP_BIND:
        step->target = take_name(reader, "a loop");
        step->binding = take_binding(reader);
        if (accept(reader, "limit"))
            step->size = take_number(reader, 1);
        break;
    case STEP_UNROLL:
        step->target = take_name(reader, "a loop");
        if (isdigit((unsigned char)*reader->word))
            step->size = take_number(reader, 2);
        break;
    case STEP_VECTORIZE:
        step->target = take_name(reader, "a loop");
        if (isdigit((unsigned char)*reader->word))
            step->size = take_number(reader, 1);
        break;
    case STEP_RECTANGULARIZE:
        step->target = take_name(reader, "a loop");
        expect(reader, "at");
        step->second = take_name(reader, "a loop");
        break;
    case STEP_LOAD_FRAGMENTS:
        step->target = take_name(reader, "an array");
        expect(reader, "at");
        step->second = take_name(reader, "a loop");
        break;
    case STEP_SERPENTINE:
    case STEP_SWIZZLE:
        step->target = take_name(reader, "a loop");
        expect(reader, "with");
        step->second = take_name(reader, "a loop");
        break;
    case STEP_PIPELINE:
    case STEP_LAUNCH_BOUNDS:
    case STEP_PEEL:
    case STEP_RFACTOR:
        step->target = take_name(reader, "a loop");
        step->size = take_number(reader, 1);
        break;
    case STEP_STAGE: take_stage(reader, step); break;
    case STEP_REDUCE:
        step->target = take_name(reader, "an array or a scalar");
        for (ReduceStyle style = REDUCE_SHUFFLE; style <= REDUCE_SEQUENTIAL; style++)
            if (is(reader, styles[style])) {
                step->style = style;
                next(reader);
                break;
            }
        break;
    }
}

static void take_today(Reader *reader)
{
    for (size_t i = 0; i < sizeof old_words / sizeof *old_words; i++)
        if (is(reader, old_words[i][0]))
            reader->word = old_words[i][1];
}

static void take_step(Reader *reader, Schedule *schedule)
{
    Step step = {0};
    size_t begin = reader->begin;
    int verb = 0;
    take_today(reader);
    while (verb < VERB_COUNT && !is(reader, verbs[verb]))
        verb++;
    if (verb == VERB_COUNT) {
        fail(reader,
             "tile, align_tiles, cyclic, interchange, reverse, skew, distribute, bind, unroll, vectorize, pipeline, "
             "launch_bounds, peel, load_fragments, serpentine, swizzle, stage, reduce, separate, cut, sink, "
             "split_node, fuse, rfactor or version");
        return;
    }
    step.kind = (StepKind)verb;
    next(reader);
    take_arguments(reader, &step);
    step.loc = place(reader, begin, reader->begin);
    if (*reader->word && !accept(reader, ";"))
        fail(reader, "';'");
    VECTOR_PUSH(reader->arena, &schedule->steps, step);
}

Schedule *schedule_parse(Arena *arena, Diag *diag, Loc at, const char *text)
{
    Reader reader = {.arena = arena, .diag = diag, .at = at, .text = text};
    Schedule *schedule = ARENA_NEW(arena, Schedule);
    next(&reader);
    while (*reader.word && !reader.failed)
        if (!accept(&reader, ";"))
            take_step(&reader, schedule);
    return reader.failed ? NULL : schedule;
}

// ---- writing

static void print_split(Text *out, const Step *step)
{
    text_printf(out, " %lld", (long long)step->size);
    if (step->kind == STEP_ALIGN_TILES)
        text_printf(out, " to %s", step->second);
    if (step->outer)
        text_printf(out, " as %s %s", step->outer, step->inner);
}

static void print_groups(Text *out, const Step *step)
{
    for (int g = 0; g < step->ngroups; g++) {
        const char *mark = " ";
        for (int n = 0; n < MOST_STATEMENTS; n++) {
            if (!(step->groups[g] >> n & 1))
                continue;
            text_printf(out, "%s%d", mark, n + 1);
            mark = "+";
        }
    }
}

void step_print(Text *out, const Step *step)
{
    text_printf(out, "%s %s", verbs[step->kind], step->target);
    switch (step->kind) {
    case STEP_VERSION:
        if (step->point)
            text_printf(out, " when %s", step->point);
        break;
    case STEP_DISTRIBUTE_STATEMENTS: print_groups(out, step); break;
    case STEP_CUT: text_printf(out, " at %s", step->point); break;
    case STEP_UNCOLLAPSE: text_printf(out, " by %s", step->point); break;
    case STEP_SINK:
    case STEP_SPLIT_NODE:
    case STEP_REVERSE: break;
    case STEP_SKEW: text_printf(out, " by %s %lld", step->second, (long long)step->size); break;
    case STEP_INTERCHANGE:
    case STEP_FUSE: text_printf(out, " %s", step->second); break;
    case STEP_DISTRIBUTE: text_printf(out, " at %lld", (long long)step->size); break;
    case STEP_TILE:
    case STEP_ALIGN_TILES:
    case STEP_CYCLIC: print_split(out, step); break;
    case STEP_BIND:
        text_printf(out, " %s", binding_text(step->binding));
        if (step->size)
            text_printf(out, " limit %lld", (long long)step->size);
        break;
    case STEP_UNROLL:
        if (step->size)
            text_printf(out, " %lld", (long long)step->size);
        break;
    case STEP_VECTORIZE:
        if (step->size)
            text_printf(out, " %lld", (long long)step->size);
        break;
    case STEP_LOAD_FRAGMENTS:
    case STEP_RECTANGULARIZE: text_printf(out, " at %s", step->second); break;
    case STEP_SERPENTINE:
    case STEP_SWIZZLE: text_printf(out, " with %s", step->second); break;
    case STEP_PIPELINE:
    case STEP_LAUNCH_BOUNDS:
    case STEP_PEEL:
    case STEP_RFACTOR: text_printf(out, " %lld", (long long)step->size); break;
    case STEP_STAGE:
        text_printf(out, " %s at %s%s%s", step->space == SPACE_SHARED ? "shared" : "register", step->second,
                    step->transpose ? " transpose" : "", step->wide ? " wide" : "");
        if (step->size)
            text_printf(out, " pad %lld", (long long)step->size);
        if (step->pack)
            text_printf(out, " pack %d", step->pack);
        break;
    case STEP_REDUCE: text_printf(out, " %s", styles[step->style]); break;
    }
}

void schedule_print(Text *out, const Schedule *schedule)
{
    FOR_EACH(i, &schedule->steps)
    {
        step_print(out, &schedule->steps.items[i]);
        text_add(out, ";\n");
    }
}

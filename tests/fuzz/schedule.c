// Schedules: a letter that chooses one of nests.c, then a schedule for it or blocks for several. Any text ends in
// kernels whose tree keeps the rules, or in a refusal or an error that was said; and what was read prints as a text
// that reads and prints the same.
#include "tests/fuzz/fuzz.h"

#include "codegen/codegen.h"
#include "frontend/normalize/normalize.h"
#include "frontend/reader.h"
#include "transform/plan/plan.h"

#include <string.h>

enum { RUNS_BEFORE_RELOADING = 1000, MAX_NESTS = 26 };

// The nests, read and analyzed. Applying a schedule adds to them; they are read anew before that is too much.
static struct {
    Arena *arena;
    Unit *unit;
    Facts *facts[MAX_NESTS];
    int runs;
} nests;

static void unload(void)
{
    for (int i = 0; nests.unit && i < nests.unit->nests.count; i++)
        facts_release(nests.facts[i]);
    arena_release(nests.arena);
    release_tables();
    memset(&nests, 0, sizeof nests);
}

static void load(void)
{
    if (nests.unit && nests.runs++ < RUNS_BEFORE_RELOADING)
        return;
    unload();
    nests.arena = arena_new();
    Diag *diag = diag_new(nests.arena, (DiagOptions){0});
    nests.unit = read_unit(nests.arena, diag, FUZZ_NESTS, NULL, 0);
    must(nests.unit && nests.unit->nests.count <= MAX_NESTS, "the nests can be read");
    FOR_EACH(i, &nests.unit->nests) {
        must(normalize_nest(nests.unit->nests.items[i]), "the nests can be read");
        nests.facts[i] = analyze_nest(nests.arena, diag, nests.unit->nests.items[i]);
        must(nests.facts[i] != NULL, "the nests can be restructured");
    }
}

static const char *print(Arena *arena, const ScheduleFile *file)
{
    Text text = {.arena = arena};
    if (file->steps)
        schedule_print(&text, file->steps);
    FOR_EACH(i, &file->nests) {
        Text steps = {.arena = arena};
        schedule_print(&steps, file->nests.items[i].schedule);
        schedule_print_nest(&text, file->nests.items[i].nest, text_string(&steps));
    }
    return text_string(&text);
}

// Those of the changed source.
static void release_changed(const Program *program, const Facts *read)
{
    for (Facts *facts = program ? (Facts *)program->facts : NULL; facts && facts != read;) {
        Facts *before = facts->original;
        facts->original = NULL;
        facts_release(facts);
        facts = before;
    }
}

static void apply(Arena *arena, Diag *diag, int index, const Schedule *schedule)
{
    Nest *nest = nests.unit->nests.items[index];
    Candidate first = {.arena = arena, .nest = nest, .facts = nests.facts[index], .device = device_default()};
    Program *program = restructure(&first, diag, schedule, NULL);
    must(program || diag_error_count(diag) || diag_refusal_count(diag), "a refusal is said");
    if (program) {
        Text text = {.arena = arena};
        emit_kernels(&text, program, NULL);
        emit_launcher(&text, program, false);
    }
    release_changed(program, nests.facts[index]);
}

void fuzz_one(const char *text, size_t length)
{
    if (length == 0)
        return;
    load();
    Arena *arena = arena_new();
    Diag *diag = diag_new(arena, (DiagOptions){0});
    SourceFile *file = ARENA_NEW(arena, SourceFile);
    *file = (SourceFile){.path = "input.schedule", .text = text + 1, .length = strlen(text + 1)};
    ScheduleFile *schedules = schedule_file_parse(arena, diag, loc_in_file(file, 0, 0), text + 1);
    must((schedules != NULL) == (diag_error_count(diag) == 0), "a schedule is refused exactly when an error was said");
    if (schedules) {
        const char *printed = print(arena, schedules);
        const ScheduleFile *again = schedule_file_parse(arena, diag, (Loc){0}, printed);
        must(again && !strcmp(print(arena, again), printed),
             "a schedule prints as a text that reads and prints the same");
    }
    if (schedules && schedules->steps)
        apply(arena, diag, (unsigned char)(text[0] - 'a') % nests.unit->nests.count, schedules->steps);
    arena_release(arena);
}

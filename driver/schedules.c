// --schedule=FILE, --tuned: the steps of each nest.
#include "driver/translate.h"
#include "driver/tune.h"
#include "frontend/options/suggest.h"

#include <string.h>
#include <unistd.h>

// Of --tuned: what cannot be used is ignored.
static void read_tuned(Translation *translation)
{
    Arena *arena = translation->arena;
    const char *path = tuned_path(arena, translation->options->input, translation->device);
    const SourceFile *file = access(path, F_OK) == 0 ? source_file_read(arena, translation->diag, path) : NULL;
    Loc start = {.file = file, .line = 1, .column = 1};
    translation->tuned = true;
    translation->schedule = file ? schedule_file_parse(arena, diag_collector(arena), start, file->text) : NULL;
    if (file && !translation->schedule)
        diag_warning(translation->diag, start, WARN_REFUSED,
                     "tuned schedules are ignored: the file cannot be read as schedules");
}

bool schedules_read(Translation *translation)
{
    const char *path = translation->options->schedule_file;
    if (!path && translation->options->tuned)
        read_tuned(translation);
    if (!path)
        return true;
    const SourceFile *file = source_file_read(translation->arena, translation->diag, path);
    if (!file)
        return false;
    Loc start = {.file = file, .line = 1, .column = 1};
    translation->schedule = schedule_file_parse(translation->arena, translation->diag, start, file->text);
    return translation->schedule != NULL;
}

static int index_of_nest(const Translation *translation, const char *name)
{
    FOR_EACH(i, &translation->unit->nests)
        if (translation->unit->nests.items[i]->kernel_name == name) // interned
            return i;
    return -1;
}

static void report_unknown_nest(const Translation *translation, const NestSchedule *block)
{
    const Unit *unit = translation->unit;
    const char **names = arena_alloc(translation->arena, ((size_t)unit->nests.count + 1) * sizeof *names);
    FOR_EACH(i, &unit->nests)
        names[i] = unit->nests.items[i]->kernel_name;
    names[unit->nests.count] = NULL;
    const char *near = suggest(block->nest, names);
    if (near)
        diag_error(translation->diag, block->loc, "the input has no nest '%s'; did you mean '%s'?", block->nest, near);
    else
        diag_error(translation->diag, block->loc, "the input has no nest '%s'", block->nest);
}

// Steps that name no nest are for the only one, of the input or of --function. A file without steps says nothing.
static bool assign_steps(Translation *translation, const Schedule *steps)
{
    if (!steps->steps.count)
        return true;
    const char *function = translation->options->function;
    const Nest *first = NULL;
    int count = 0;
    FOR_EACH(i, &translation->unit->nests) {
        const Nest *nest = translation->unit->nests.items[i];
        if (function && (!nest->function_name || strcmp(nest->function_name, function) != 0))
            continue;
        first = count++ ? first : nest;
        translation->schedules[i] = steps;
    }
    if (count > 1)
        diag_fatal(translation->diag, "%s: the input has %d nests; put the steps for one of them into 'nest %s { .. }'",
                   translation->options->schedule_file, count, first->kernel_name);
    return count <= 1;
}

enum { MANY_UNKNOWN = 20 }; // names of no nest that are reported

bool schedules_assign(Translation *translation)
{
    const ScheduleFile *file = translation->schedule;
    const Unit *unit = translation->unit;
    translation->schedules = ARENA_ARRAY(translation->arena, const Schedule *, unit->nests.count);
    if (file && file->steps && !translation->tuned)
        return assign_steps(translation, file->steps);
    int wrong = 0;
    for (int i = 0; file && i < file->nests.count; i++) {
        int index = index_of_nest(translation, file->nests.items[i].nest);
        if (index >= 0)
            translation->schedules[index] = file->nests.items[i].schedule;
        else if (translation->tuned)
            diag_warning(translation->diag, file->nests.items[i].loc, WARN_REFUSED,
                         "a tuned schedule is ignored: the input has no nest '%s'", file->nests.items[i].nest);
        else if (wrong++ < MANY_UNKNOWN)
            report_unknown_nest(translation, &file->nests.items[i]);
    }
    return !wrong;
}

// The parser outside of the grammar: tokens, positions, and where steps go.
#include "transform/schedule/schedule_parser.h"

#include <stdarg.h>
#include <string.h>

#include "schedule.tab.h"
#define YYSTYPE CRS_SCHEDULE_STYPE
#include "schedule.lex.h"

// ---- places

// The schedule may be in a string literal of the source, some bytes after `at`.
static void find_text(ScheduleParser *parser)
{
    const SourceFile *file = parser->at.file;
    if (!file || !file->text || parser->at.begin > file->length || !*parser->text)
        return;
    const char *found = strstr(file->text + parser->at.begin, parser->text);
    parser->is_placed = found != NULL;
    parser->base = found ? (size_t)(found - file->text) : 0;
}

// Goes on from the last place where it can: a file may hold thousands of steps.
Loc schedule_loc(ScheduleParser *parser, WordRange range)
{
    if (!parser->is_placed)
        return parser->at;
    size_t begin = parser->base + range.begin;
    Loc *here = &parser->here;
    if (!here->file || begin < here->begin)
        *here = loc_in_file(parser->at.file, begin, begin);
    for (size_t i = here->begin; i < begin; i++) {
        bool ends_line = parser->at.file->text[i] == '\n';
        here->line += ends_line;
        here->column = ends_line ? 1 : here->column + 1;
    }
    here->begin = begin;
    here->end = parser->base + range.end;
    return *here;
}

void schedule_error(ScheduleParser *parser, WordRange range, const char *format, ...)
{
    if (parser->errors++ >= MANY_ERRORS)
        return;
    va_list arguments;
    va_start(arguments, format);
    diag_error(parser->diag, schedule_loc(parser, range), "%s", arena_vprintf(parser->arena, format, arguments));
    va_end(arguments);
}

// ---- tokens

int crs_schedule_lex(CRS_SCHEDULE_STYPE *value, CRS_SCHEDULE_LTYPE *location, ScheduleParser *parser)
{
    (void)value;
    int kind = parser->errors > MANY_ERRORS ? 0 : crs_steps_lex(parser->scanner);
    if (kind == 0)
        parser->last = (WordRange){parser->position, parser->position};
    *location = parser->last;
    return kind;
}

static const char *word_text(const ScheduleParser *parser, WordRange range)
{
    return intern_n(parser->text + range.begin, range.end - range.begin);
}

// ---- blocks and steps

void schedule_begin_nest(ScheduleParser *parser, WordRange name)
{
    NestSchedule block = {word_text(parser, name), schedule_loc(parser, name), ARENA_NEW(parser->arena, Schedule)};
    FOR_EACH(i, &parser->file->nests)
        if (parser->file->nests.items[i].nest == block.nest)
            schedule_error(parser, name, "the nest '%s' has a schedule already", block.nest);
    VECTOR_PUSH(parser->arena, &parser->file->nests, block);
    parser->schedule = block.schedule;
    parser->nest = block.nest;
}

void schedule_end_nest(ScheduleParser *parser)
{
    parser->nest = NULL;
    parser->schedule = parser->file->steps;
}

void schedule_begin_step(ScheduleParser *parser, WordRange first)
{
    parser->words.count = 0;
    schedule_add_word(parser, first);
}

void schedule_add_word(ScheduleParser *parser, WordRange word)
{
    VECTOR_PUSH(parser->arena, &parser->words, ((StepWord){word_text(parser, word), word}));
}

void schedule_end_step(ScheduleParser *parser)
{
    Step step = {0};
    if (step_match(parser, &step))
        VECTOR_PUSH(parser->arena, &parser->schedule->steps, step);
}

// ---- entries

ScheduleFile *schedule_file_parse(Arena *arena, Diag *diag, Loc at, const char *text)
{
    ScheduleFile *file = ARENA_NEW(arena, ScheduleFile);
    file->steps = ARENA_NEW(arena, Schedule);
    ScheduleParser parser = {
        .arena = arena, .diag = diag, .at = at, .text = text, .file = file, .schedule = file->steps};
    find_text(&parser);
    crs_steps_lex_init_extra(&parser, &parser.scanner);
    crs_steps__scan_bytes(text, (int)strlen(text), parser.scanner);
    crs_schedule_parse(&parser);
    crs_steps_lex_destroy(parser.scanner);
    if (file->nests.count)
        file->steps = NULL;
    return parser.errors ? NULL : file;
}

Schedule *schedule_parse(Arena *arena, Diag *diag, Loc at, const char *text)
{
    ScheduleFile *file = schedule_file_parse(arena, diag, at, text);
    if (file && !file->steps)
        diag_error(diag, file->nests.items[0].loc, "the schedule of one nest has no 'nest NAME { .. }' in it");
    return file ? file->steps : NULL;
}

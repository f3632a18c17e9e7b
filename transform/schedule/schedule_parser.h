// What schedule.l, schedule.y, schedule_parse.c and step_match.c share. No other file includes it; schedule.h is the
// contract.
//
// The grammar knows blocks, steps and words. step_match.c knows which words a step takes, from the table.
#ifndef CURESTRUCT_TRANSFORM_SCHEDULE_PARSER_H
#define CURESTRUCT_TRANSFORM_SCHEDULE_PARSER_H

#include "transform/schedule/step_table.h"

// Bytes [begin, end) of the text; the location type of the grammar.
typedef struct WordRange {
    size_t begin, end;
} WordRange;

typedef struct StepWord {
    const char *text;
    WordRange range;
} StepWord;

typedef struct ScheduleParser {
    Arena *arena;
    Diag *diag;
    Loc at;
    const char *text;
    size_t base; // of the text in its file, where it is known
    bool is_placed;
    Loc here; // the last place that was worked out
    ScheduleFile *file;
    Schedule *schedule;     // that steps are added to
    VECTOR(StepWord) words; // of the step that is read
    const char *nest;       // of the block that is open, or NULL
    int errors;
    void *scanner;   // flex's
    size_t position; // after the last token
    WordRange last;
} ScheduleParser;

// Reports an error at the range and counts it. After MANY_ERRORS of them the rest is skipped.
enum { MANY_ERRORS = 20 };
void schedule_error(ScheduleParser *parser, WordRange range, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
Loc schedule_loc(ScheduleParser *parser, WordRange range);

// Actions of the grammar.
void schedule_begin_nest(ScheduleParser *parser, WordRange name);
void schedule_end_nest(ScheduleParser *parser);
void schedule_begin_step(ScheduleParser *parser, WordRange first);
void schedule_add_word(ScheduleParser *parser, WordRange word);
void schedule_end_step(ScheduleParser *parser); // adds the step, or reports what is wrong with its words

// The step with these words, by the rows of the first of them. false: reported (step_match.c).
bool step_match(ScheduleParser *parser, Step *step);

#endif

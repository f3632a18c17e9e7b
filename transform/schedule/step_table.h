// The table of steps.def as data, for reading, printing, applying and listing steps.
#ifndef CURESTRUCT_TRANSFORM_STEP_TABLE_H
#define CURESTRUCT_TRANSFORM_STEP_TABLE_H

#include "transform/schedule/schedule.h"

typedef enum ArgumentKind {
    ARGUMENT_LOOP,    // the name of a loop that is there
    ARGUMENT_ARRAY,   // of an array
    ARGUMENT_PLACE,   // of an array or scalar that a reduction is into
    ARGUMENT_NAME,    // of a loop that the step makes
    ARGUMENT_VERSION, // of a version: letters, digits and underscores
    ARGUMENT_NUMBER,
    ARGUMENT_GROUPS,  // of statements: {1 3} {2}
    ARGUMENT_FORMULA, // everything up to the end of the step
    ARGUMENT_CHOICE,  // one of some words
    ARGUMENT_FLAG,    // an allowed word
} ArgumentKind;

typedef struct WordChoice {
    const char *word;
    int value;
} WordChoice;

typedef struct Argument {
    const char *name; // in the table: "SIZE"; of a flag the word itself
    ArgumentKind kind;
    size_t field;              // its offset in Step
    const char *noun;          // "a loop"
    int64_t least;             // of numbers
    int64_t omitted;           // the value of an omitted number
    const WordChoice *choices; // ends with a word NULL
} Argument;

typedef enum StepPart { PART_SOURCE, PART_THREADS, PART_WORK, PART_DATA, PART_VERSIONS } StepPart;

// What is asked of the order after the step.
typedef enum StepOrder {
    KEEPS_ORDER,
    CHANGES_ORDER = 1,                 // every dependence points forward
    ANY_ORDER = CHANGES_ORDER | 2,     // the same; the words of the refusal differ
    EVERY_SUM = CHANGES_ORDER | 4,     // the same, with reductions as dependences
    MOVES_BUFFERS = 8,                 // also: legal in a loop where pointers change places
    REORDERS_SUM = CHANGES_ORDER | 16, // every dependence points forward, but those of a reduction along the loop
    EXACT_ORDER = CHANGES_ORDER | 32,  // every dependence points forward, by integer sets also for the planner
} StepOrder;

typedef struct StepRow {
    StepKind kind;
    const char *word, *old; // old: also read, never printed; or NULL
    const char *arguments;  // as steps.def says
    StepPart part;
    unsigned order; // of StepOrder
    const char *does, *
        requires, *
                example;
} StepRow;

extern const StepRow step_rows[STEP_KINDS];

// A row's arguments, item by item.
typedef enum ItemKind { ITEM_END, ITEM_OPEN, ITEM_CLOSE, ITEM_WORD, ITEM_ARGUMENT } ItemKind;

typedef struct Item {
    ItemKind kind;
    const char *word;         // ITEM_WORD: the required word
    const Argument *argument; // ITEM_ARGUMENT
} Item;

Item item_next(const char **at); // moves on to the position after it
void item_skip(const char **at); // to after the `]` of the brackets that were just opened

// The fields of a step. Choices are enumerations.
const char **argument_text(Step *step, const Argument *argument);
int64_t *argument_number(Step *step, const Argument *argument);
bool *argument_flag(Step *step, const Argument *argument);
void argument_choose(Step *step, const Argument *argument, int value);
const char *argument_chosen(const Step *step, const Argument *argument);
bool argument_is_given(const Step *step, const Argument *argument);

#endif

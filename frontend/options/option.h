// One row of the table of options, and what stores its value.
#ifndef CURESTRUCT_FRONTEND_OPTION_H
#define CURESTRUCT_FRONTEND_OPTION_H

#include "frontend/options/options.h"

typedef enum Style {
    STYLE_ALONE,  // -v
    STYLE_JOINED, // -std=c11    always directly after the name, itself part of it
    STYLE_EITHER, // -Ifoo, -I foo
    STYLE_LONG,   // --size=n=3, --size n=3
    STYLE_MAYBE,  // --steps, --steps=diff: a value, if any, is joined
} Style;

typedef enum Action {
    SET_FLAG,       // the bool at `offset`
    SET_TEXT,       // the string at `offset`
    TO_CLANG,       // passed on as one argument: -Ifoo
    TO_CLANG_APART, // passed on as two: -include foo
    SET_WARN_ON,
    SET_WARN_OFF,
    SET_WARN_ERROR,
    SET_WARN_NO_ERROR,
    SET_TARGET,
    SET_TARGET_QUOTED,
    SET_DEPEND_ONLY,
    SET_LANGUAGE,
    SET_EMIT,
    SET_MESSAGES,
    SET_COLOR,
    SET_FORMAT,
    SET_STEPS,
    SET_MODEL,
    SET_STYLE,
    SET_PLAN,
    SET_FROM,
    SET_LEVEL,
    SET_REGISTERS,
    ADD_ASSUMPTIONS,
    ADD_RIVAL,
    SET_ARCH,
    SET_LIMIT,
    ADD_SIZES,
    ADD_ALIAS,
    SET_DATA,
    SET_ON,
    SET_STANDARD,
    ADD_PREFIX_MAP,
    ADD_WHOLE,
    ADD_HELPERS,
    HELP,
    VERSION,
    MANUAL,
    COMPLETION,
} Action;

typedef struct Option {
    const char *name;
    Style style;
    Action action;
    size_t offset;
    int verbs;
    const char *argument, *help; // help NULL: not listed
} Option;

// Stores what one option says: in the member at its offset, or as its action demands. Wrong values end the process as
// option_error does. The last four actions are not for it.
void option_store(Arena *arena, Options *options, const Option *option, const char *value);

void option_add_clang_argument(Arena *arena, Options *options, const char *argument);
const char *option_format_word(OutputFormat format); // "json"

// One line on standard error and exit status 2.
__attribute__((format(printf, 1, 2))) _Noreturn void option_error(const char *format, ...);

#endif

// The #if groups of a text, found without the preprocessor: which condition chooses which lines.
#ifndef CURESTRUCT_FRONTEND_CONDITIONALS_H
#define CURESTRUCT_FRONTEND_CONDITIONALS_H

#include "ir/base.h"

typedef struct Branch {
    const char *condition; // C text of its line's condition: "defined(X)", "N > 3"; #else: "1"
    size_t begin, end;     // of its lines: after the directive's line, up to the next directive's `#`
} Branch;

typedef struct Conditional {
    size_t begin, end; // from the `#` of #if to the end of the line of #endif
    int around;        // the index of the innermost group around it; -1
    VECTOR(Branch) branches;
} Conditional;

typedef VECTOR(Conditional) Conditionals;

Conditionals find_conditionals(Arena *arena, const char *text, size_t length); // in order of their begin

// The text has `#undef NAME`.
bool undefines(const char *text, const char *name);

// Whether its lines hold anything but preprocessing directives, comments and blanks.
bool branch_has_text(const char *text, const Branch *branch);

#endif

// Options of C compilers that curestruct does not act on. `CFLAGS` of a build may go to it unchanged.
#ifndef CURESTRUCT_FRONTEND_FOREIGN_H
#define CURESTRUCT_FRONTEND_FOREIGN_H

#include <stdbool.h>

typedef enum ForeignKind {
    FOREIGN_ACCEPTED, // changes nothing of what is written
    FOREIGN_LINK,     // speaks of linking, which curestruct does not do
    FOREIGN_WRONG,    // changes what C means in a way that kernels do not follow
} ForeignKind;

typedef struct ForeignOption {
    const char *name; // its beginning, if `joined`
    bool joined;      // text may follow directly: -O2, -march=native
    bool has_value;   // the next argument belongs to it, unless text follows directly
    ForeignKind kind;
    const char *advice; // FOREIGN_WRONG: the reason and what to do
} ForeignOption;

// The option with the longest name that fits; NULL: none.
const ForeignOption *foreign_option(const char *argument);

#endif

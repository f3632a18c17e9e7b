// What the launcher tests before a nest because the source says or needs it.
#ifndef CURESTRUCT_IR_TESTED_H
#define CURESTRUCT_IR_TESTED_H

#include "ir/diag.h"

typedef struct Expr Expr; // ir.h

// A condition that the program ends without: assert(c).
typedef struct Assertion {
    Expr *condition;
    Loc loc;
    bool is_tested; // over SYM_PARAM symbols: the launcher tests it
} Assertion;

// A pointer to a function that the host evaluates: it is one of these functions, or the nest stays serial.
typedef struct FunctionChoice {
    const char *pointer; // its C text
    const char **functions;
    int nfunctions;
} FunctionChoice;

#endif

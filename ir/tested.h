// What the launcher tests before a nest because the source says or needs it.
#ifndef CURESTRUCT_IR_TESTED_H
#define CURESTRUCT_IR_TESTED_H

#include "ir/diag.h"

typedef struct Expr Expr; // ir.h
typedef struct Symbol Symbol;
typedef struct Array Array;

// A condition that the program ends without: assert(c).
typedef struct Assertion {
    Expr *condition;
    Loc loc;
    bool is_tested; // over SYM_PARAM symbols: the launcher tests it
    bool may_fail;  // the program does not say it: in some calls it may not hold
} Assertion;

// The elements first..end of the array do not decrease: the launcher tests it.
typedef struct Rising {
    const Array *array;
    Expr *first, *end; // I64, over SYM_PARAM symbols
} Rising;

// int width = image->width; a variable whose only value the function reads from there.
typedef struct SizeCopy {
    const Symbol *symbol; // SYM_PARAM
    Expr *original;       // a symbol, or an access, of the nest
} SizeCopy;

// A pointer to a function that the host evaluates: it is one of these functions, or the nest stays serial.
typedef struct FunctionChoice {
    const char *pointer; // its C text
    const char **functions;
    int nfunctions;
} FunctionChoice;

#endif

// What the two halves of the program generator share: program_expression.c and program.c (statements, directives, the
// file).
#ifndef CURESTRUCT_TESTS_FUZZ_PROGRAM_PARTS_H
#define CURESTRUCT_TESTS_FUZZ_PROGRAM_PARTS_H

#include "tests/fuzz/program.h"

enum { MAX_NESTING = 6, MAX_EXPRESSION = 4, MAX_TEXT = 16 * 1024 };

typedef struct Program {
    Text *out;
    const unsigned char *bytes, *end;
    int depth;      // loops around
    int expression; // expressions around
    bool writing;   // a place, not a value
    int integer;    // > 0: of an integer type, where C wants one
    int nesting;    // statements around
    int names;      // made so far
    int pointers;   // p0, p1 .. declared in the nest
} Program;

// ---- choices

int pick(Program *p, int count); // 0 .. count - 1, by the next byte
bool one_in(Program *p, int count);
void add(Program *p, const char *text);
#define ONE_OF(p, words) ((words)[pick((p), (int)(sizeof(words) / sizeof *(words)))])

#define ADD(p, ...)                                                                                                   \
    do {                                                                                                              \
        if ((p)->out->length < MAX_TEXT)                                                                              \
            text_printf((p)->out, __VA_ARGS__);                                                                       \
    } while (0)

// ---- expressions

const char *type_name(Program *p);
void scalar(Program *p);
void iterator(Program *p);  // of a loop around
void affine(Program *p);    // mostly
void element(Program *p);   // of an array (a function called access would take libc's place)
void call(Program *p);
void effect(Program *p);    // (x++) and the like
void place(Program *p);     // what may be assigned
void expression(Program *p);

#endif

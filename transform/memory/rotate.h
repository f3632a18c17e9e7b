// What the files of `rotate` share: rotate.c (the tree) and rotate_windows.c (which accesses are in registers).
#ifndef CURESTRUCT_TRANSFORM_MEMORY_ROTATE_H
#define CURESTRUCT_TRANSFORM_MEMORY_ROTATE_H

#include "transform/tree/monomial.h"
#include "transform/tree/tree.h"

enum { MOST_REFERENCES = 64, MOST_WINDOWS = 32, FARTHEST = 16, MOST_REGISTERS = 64, MOST_AHEAD = 16 };

// An access of the array in the body; equal ones are one.
typedef struct Reference {
    Expr *access;
    const Stmt *stmt;                           // the first with it
    Polynomial place[MAX_DIMS], move[MAX_DIMS]; // its subscripts, and what an iteration adds to them
    bool moves; // along the loop, by the same distance in every iteration, and along nothing inside of it
    bool reads, writes;
    bool sure;  // every iteration comes to it
    int window; // -1: none
    int64_t at; // in the window
} Reference;

// What an iteration does with an element, in the order in which it does so.
typedef struct Event {
    int reference;
    bool writes, sure;
} Event;

typedef struct Window {
    int64_t first, last; // registers, with those of elements that are loaded ahead
    int64_t newest;      // the last one that an iteration accesses
    bool loads;          // the newest one: it is not stored before it is read
    bool used;           // it has registers
    const Symbol *registers[2 * FARTHEST + MOST_AHEAD + 1];
} Window;

typedef struct Rotation {
    Candidate *state;
    const Array *array;
    const Stmt *stmt;
    Path path;
    Varying around;
    int64_t step, ahead;
    bool lifts; // loads may run where a condition on data does not hold
    Reference references[MOST_REFERENCES];
    int count;
    VECTOR(Event) events;
    Window windows[MOST_WINDOWS];
    int nwindows;
    const char *reason; // why it is refused
} Rotation;

// The windows of the accesses below L, and their registers. false: `reason` says why there are none.
bool rotation_find(Rotation *rotation);
const Event *rotation_first(const Rotation *rotation, int window, int64_t at); // what an iteration does first; or NULL
bool rotation_holds(const Rotation *rotation, const Reference *reference);     // its element may be in a register
// Where no iteration follows that needs it, what is loaded ahead is not there.
bool rotation_surely_holds(const Rotation *rotation, const Reference *reference);

#endif

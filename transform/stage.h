// What stage.c and stage_shared.c share.
#ifndef CURESTRUCT_TRANSFORM_STAGE_H
#define CURESTRUCT_TRANSFORM_STAGE_H

#include "transform/box.h"

typedef struct Staging {
    Restructuring *state;
    const Array *array;
    Space space;
    bool transpose;
    int pad;
    const Stmt *stmt; // the loop L
    Path path;        // to it
    Varying around;   // its loops, L included
    Varying moving;   // along which the box extends
    Box box;
} Staging;

Stmt *stage_refused(const Staging *staging, const char *reason); // reports; NULL
// Whether some access of the array below L moves along one of `loops`; `all`: the loops whose definitions matter.
bool stage_array_moves(const Staging *staging, const Varying *all, const Varying *loops);
Stmt *stage_shared(Staging *staging, Stmt *root);

#endif

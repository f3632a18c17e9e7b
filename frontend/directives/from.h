// A directive of OpenMP or OpenACC as data, and its translation to one of ours. It knows nothing of the statement that
// follows: frontend/control/from.c decides what the directive becomes there.
#ifndef CURESTRUCT_FRONTEND_FROM_H
#define CURESTRUCT_FRONTEND_FROM_H

#include "frontend/directives/directive.h"
#include "frontend/directives/from_table.h"

enum { MAX_PARTS = 6 }; // target teams distribute parallel for simd

// Text of our language, with the place in the file of each of its bytes.
typedef struct FromPiece {
    const FromRow *row; // of the clause that it was made of
    DirectiveKind kind; // of ours that it belongs to, where the directive stands alone
    bool finally;       // (exit) the data leaves, however often it was entered
    bool always;        // (of a block) the data is copied, also where it is on the device already
    VECTOR(char) bytes;
    VECTOR(size_t) places;
} FromPiece;

// A variable in a list.
typedef struct FromName {
    const char *name; // "x", "dst->data"
    const FromRow *row;
    Loc loc;
} FromName;

// What is said about a directive that is obeyed: a clause or a directive without effect.
typedef struct FromRemark {
    const FromRow *row;
    Loc loc;
} FromRemark;

typedef enum FromClaim {
    CLAIM_NONE,
    CLAIM_INDEPENDENT, // of its iterations
    CLAIM_BY_CONTEXT,  // OpenACC's loop: as the construct around it says
} FromClaim;

typedef struct FromDirective {
    FromLanguage language;
    Loc loc;           // from `#` to its end
    const char *words; // "parallel for"
    const FromRow *parts[MAX_PARTS];
    int nparts;
    FromPlace place;
    size_t words_begin, words_end; // in the file
    FromClaim claim;
    int nloops;            // that the claim is about: collapse
    bool sequential;       // seq
    bool finally;          // finalize
    const char *condition; // if(..) of a directive that stands alone; NULL: always
    VECTOR(FromPiece) pieces;
    VECTOR(FromName) names;
    VECTOR(FromRemark) remarks;
} FromDirective;

// Parses the text after `omp` or `acc` as directive_parse does. `updates`: what a region creates may be wanted
// outside of it. NULL: errors were reported.
FromDirective *from_parse(Arena *arena, Diag *diag, FromLanguage language, bool updates, Loc at, const char *text,
                          const size_t *offset_in_file);

bool from_moves(const FromDirective *from);                             // enter data, exit data or update
bool from_computes(const FromDirective *from);                          // it holds what the device is to do
bool from_always(const FromDirective *from);                            // it copies what is on the device already
bool from_has(const FromDirective *from, const char *words);            // "target" is one of its parts
const FromName *from_name(const FromDirective *from, const char *name); // in a list of it; NULL: in none

// Our directive for it: of a nest, for which `independent` is asserted or not, or the begin of a region. NULL: errors
// were reported.
Directive *from_translate(Arena *arena, Diag *diag, const FromDirective *from, DirectiveKind kind, bool independent);

// Of a directive that moves data, or of the data of a block: what `kind` has to do. NULL: nothing. `finally`: of exit,
// what leaves however often it was entered; of a block's update, what is copied at its end.
Directive *from_translate_moves(Arena *arena, Diag *diag, const FromDirective *from, DirectiveKind kind, bool finally);

// Of a nest in a region: without the data that the region has already; and of one whose region is dropped: with the
// region's data.
const Directive *from_without_data(Arena *arena, const Directive *directive, const Directive *region);
const Directive *from_with_data(Arena *arena, const Directive *directive, const Directive *region);

// Of a loop that has both: our directive, with what `other` says of the iterations and of variables that ours does not
// name. `partly`: `other` says more, which does not count.
const Directive *from_with_assertions(Arena *arena, const Directive *own, const Directive *other, bool *partly);

#endif

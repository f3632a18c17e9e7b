// OpenMP and OpenACC as input: every directive and clause that is read, and what it means here. One table, from which
// the parser (from.h), its messages and the page of the manual come.
#ifndef CURESTRUCT_FRONTEND_FROM_TABLE_H
#define CURESTRUCT_FRONTEND_FROM_TABLE_H

#include "ir/base.h"

typedef enum FromLanguage { FROM_OMP = 1, FROM_ACC = 2 } FromLanguage; // bits

// What a directive stands before, by which its clauses are told apart: bits.
typedef enum FromPlace {
    FROM_LOOP = 1,      // a for statement: a nest
    FROM_DATA = 2,      // a statement whose data are on the device: a region
    FROM_TEAM = 4,      // a statement that several threads run; here one thread of the host does
    FROM_ALONE = 8,     // nothing
    FROM_INSIDE = 16,   // a statement of a nest or of a team: atomic, critical, single
    FROM_HOST = 32,     // tasks and the like, which stay as they are
    FROM_FUNCTION = 64, // a declaration
} FromPlace;

// The argument of a clause.
typedef enum FromShape {
    SHAPE_NONE,
    SHAPE_MAYBE,     // (text), or nothing
    SHAPE_TEXT,      // (text)
    SHAPE_NUMBER,    // (integer constant)
    SHAPE_NAMES,     // (x, y->z)
    SHAPE_SECTIONS,  // (A[lo:n], B), perhaps with a modifier: (readonly: A)
    SHAPE_REDUCTION, // (+: x, y)
    SHAPE_MAP,       // (tofrom: A[lo:n])
    SHAPE_SIZES,     // (32, 8)
} FromShape;

typedef enum FromMeaning {
    FROM_OURS,        // our clause `ours` with the same argument
    FROM_FIRST,       // as FROM_OURS, of variables that have a value at the beginning
    FROM_IMPLIED,     // holds here in any case
    FROM_HINT,        // has no effect, which is said
    FROM_UNREAD,      // may change results, and is not obeyed: said each time
    FROM_CONDITION,   // what the directive says counts where it holds
    FROM_FINALLY,     // the data leaves, however often it was entered
    FROM_COLLAPSE,    // so many loops are asserted to be independent
    FROM_IN_ORDER,    // the loop is not asserted to be independent
    FROM_INDEPENDENT, // it is
} FromMeaning;

typedef struct FromRow {
    int languages;
    const char *words;   // "parallel", "target data", "reduction"
    int places;          // of a directive: its own; of a clause: of the directives that may have it
    int rank;            // directives that are combined in one line have ascending ranks; 0: it stands alone
    FromShape shape;     // of a clause
    FromMeaning meaning; // of a clause, or of a directive
    const char *ours;    // FROM_OURS
    const char *why;     // of what has no effect: completes "'nowait' has no effect: .."; otherwise for the manual
} FromRow;

extern const FromRow from_directives[], from_clauses[];
extern const int from_directive_count, from_clause_count;

const char *from_language_name(FromLanguage language);    // "OpenMP"
const char *from_language_word(FromLanguage language);    // "omp"
const char *from_language_macro(FromLanguage language);   // that its compilers define: "_OPENMP"
const char *from_language_version(FromLanguage language); // a value of it
int from_language_of(const char *word, size_t length);    // of "omp"; 0: neither
int from_languages(const char *list);                     // of "omp,acc"; 0: it has another word

// The table as the manual has it, in Markdown.
void from_print_table(Text *out, FromLanguage language);

#endif

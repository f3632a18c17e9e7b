// `#pragma curestruct ...` as data. The grammar is directive.y; the words are in docs/directives.md.
#ifndef CURESTRUCT_FRONTEND_DIRECTIVE_H
#define CURESTRUCT_FRONTEND_DIRECTIVE_H

#include "ir/ir.h"

typedef enum DirectiveKind {
    DIRECTIVE_NEST,
    DIRECTIVE_BEGIN,
    DIRECTIVE_END,
    DIRECTIVE_ENTER,  // these are statements: data goes to the device and stays there,
    DIRECTIVE_EXIT,   // leaves it,
    DIRECTIVE_UPDATE, // is copied between the host and the device,
    DIRECTIVE_WAIT,   // and what was started in a stream is waited for
} DirectiveKind;

typedef enum ClauseKind {
    CLAUSE_REDUCTION,   // reduction(op:x, y)            op is one of + * min max & | ^ && ||
    CLAUSE_INDEPENDENT, // independent
    CLAUSE_PRIVATE,     // private(x, y)
    CLAUSE_COPYIN,      // copyin(A[lo:n][lo:n], B)
    CLAUSE_COPYOUT,     // copyout(..)
    CLAUSE_COPY,        // copy(..)
    CLAUSE_CREATE,      // create(..)
    CLAUSE_DELETE,      // delete(..)                    of 'exit'
    CLAUSE_HOST,        // host(..)                      of 'update'
    CLAUSE_TO_DEVICE,   // device(..)                    of 'update'
    CLAUSE_PRESENT,     // present(..)
    CLAUSE_NAME,        // name(id)
    CLAUSE_MAPPING,     // mapping(2D-2)
    CLAUSE_TILE,        // tile(i:64, j:32)  tile(64, 32)
    CLAUSE_BLOCK,       // block(512)  block(32, 8)
    CLAUSE_REDUCE,      // reduce(sequential | tree | shuffle | ..)
    CLAUSE_SCHEDULE,    // schedule("tile i 32; ...")
    CLAUSE_PRECISION,   // precision(ieee | fast | tf32 | tf32x3 | bf16)
    CLAUSE_EXACT,       // exact
    CLAUSE_ASYNC,       // async(stream)                 and of 'wait(stream)'; the expression is the item's count
    CLAUSE_FINALIZE,    // finalize                      of 'exit'
    CLAUSE_DEVICE,      // device(c2070)
} ClauseKind;

// lo:count of one dimension; C expressions as text (names of the function's scope). lo may be NULL (0).
typedef struct SectionRange {
    const char *lower, *count;
    Loc lower_loc, count_loc;
} SectionRange;

// What a directive says of a loop or a variable. The analysis takes an assertion back where it finds a proof, so that
// the nest is one without an assertion, and, of OpenMP and OpenACC, where it finds a counterexample.
typedef struct Belief {
    const char *words; // of the directive of OpenMP or OpenACC: "parallel for"; NULL: it is one of ours
    int nloops;        // collapse: the loop and those inside of it
    bool tested, dropped;
} Belief;

// A name in a list: a variable or member path ("x", "dst->data"), with data sections or a tile size.
typedef struct ClauseItem {
    const char *name; // NULL for tile(64, 32)
    Loc loc;
    VECTOR(SectionRange) ranges;
    int64_t size;     // tile, block
    Belief *belief;   // from OpenMP or OpenACC, which list scalars with the arrays; NULL: in our language
    bool initialized; // private, with the variable's value at the beginning: firstprivate
} ClauseItem;

typedef struct Clause {
    ClauseKind kind;
    Loc loc; // of the clause's word
    const char
        *word; // reduction: the operator; mapping, name, precision, reduce, device: the argument; schedule: the text
    VECTOR(ClauseItem) items;
    Belief *belief; // of `independent`
} Clause;

struct Directive {
    DirectiveText words; // the text that it was parsed from
    DirectiveKind kind;
    Loc loc; // from `#` (or _Pragma) to the end of the directive
    VECTOR(Clause) clauses;
    const char *from;      // the words of OpenMP or OpenACC that it was translated from: "target data"; NULL: none
    const char *condition; // (enter, exit, update) of OpenMP and OpenACC: it counts if this holds; NULL: always
    bool on_host;          // a loop that OpenMP runs on the host, with the host's copy of what is on the device
};

// Parses the text after `curestruct`, after macro expansion. `at` maps a byte offset in `text` to the file:
// offset_in_file[k] is the position of byte k (length + 1 entries), or NULL for at.begin + k. Reports syntax errors,
// unknown clauses, bad arguments and contradicting clauses at their column; NULL after an error.
Directive *directive_parse(Arena *arena, Diag *diag, Loc at, const char *text, const size_t *offset_in_file);

// The first, or NULL; what the analysis has taken back is none.
const Clause *directive_clause(const Directive *directive, ClauseKind kind);
bool clause_names(const Clause *clause, const char *name); // one of its items does
const char *clause_word(ClauseKind kind);                  // "reduction"
const char *directive_word(DirectiveKind kind);            // "begin"; NULL for DIRECTIVE_NEST
bool directive_is_data(const Directive *directive);        // enter, exit, update or wait: a statement
const char *directive_stream(const Directive *directive);  // the expression of async or wait; NULL: none

#endif

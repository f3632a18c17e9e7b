// What analysis knows about a nest, as plain structs. No isl type leaves analysis/*.c.
//
// Facts are about the source loops and stay true while transformations rebuild the tree: loops made by a transformation
// name their `origin`, statements keep their `id`, symbols and arrays their pointer.
#ifndef CURESTRUCT_ANALYSIS_FACTS_H
#define CURESTRUCT_ANALYSIS_FACTS_H

#include "ir/ir.h"
#include "ir/number_set.h"

typedef struct Facts Facts;

typedef struct Access {
    int index;          // in Facts.accesses
    const Stmt *stmt;   // of the source tree
    const Expr *expr;   // EX_ACCESS, or EX_SYMBOL of a scalar that the nest writes
    const Array *array; // NULL for a scalar
    const Symbol *scalar;
    bool is_write;    // `x += e` is a read and a write: two accesses
    bool conditional; // under an `if`, `?:`, `&&`, `||` or inside a while: may not happen
    // Subscripts after delinearization, affine in iterators and parameters: A[i*n + j] is seen as [i][j] of
    // extents [?][n]. A struct path adds its constant field number and subscripts. affine false: dims unset.
    bool affine;
    int ndim;
    Expr *dims[MAX_DIMS];
    Expr *extents[MAX_DIMS]; // [0] may be NULL
    // If dimensions do not follow one another as rows of a fixed length do (A[i*row + h*part + j]): the number of
    // elements between neighbours of each dimension. Then the extents are NULL. Different elements still have different
    // subscripts. NULL: the extents determine it.
    Expr *pitches[MAX_DIMS];
    // Accesses of one array with different views cannot be compared by their subscripts. If not 0: some corner of the
    // smallest box around all accesses of the view may not be touched.
    int view;
} Access;

// By how many elements of the array the address moves when `origin` advances by one iteration.
typedef enum StrideKind { STRIDE_ZERO, STRIDE_CONSTANT, STRIDE_SYMBOLIC, STRIDE_UNKNOWN } StrideKind;
StrideKind access_stride(const Facts *facts, const Access *access, LoopId origin, int64_t *constant);
static inline bool stride_is_one(StrideKind kind, int64_t constant) // to a neighbour, forward or backward
{
    return kind == STRIDE_CONSTANT && (constant == 1 || constant == -1);
}
bool access_stays(const Facts *facts, const Access *access, LoopId origin); // STRIDE_ZERO
bool access_walks(const Facts *facts, const Access *access, LoopId origin); // stride_is_one

typedef enum DependKind { DEPEND_FLOW, DEPEND_ANTI, DEPEND_OUTPUT } DependKind;
typedef enum Direction {
    DIRECTION_LT = 1,
    DIRECTION_EQ = 2,
    DIRECTION_GT = 4,
    DIRECTION_ANY = 7
} Direction; // source iteration ? sink iteration

typedef struct Dependence {
    DependKind kind;
    const Access *source, *sink; // source runs first
    int nloops;                  // loops around both, outermost first
    const LoopId *loops;
    const unsigned char *direction; // bits of Direction
    const bool *has_distance;
    const int64_t *distance; // sink - source in iterations, where constant
    bool may;                // assumed: an access is not affine, or the query went over its limit
    int reduction;   // index in Facts.reductions if it disappears when that reduction may be reordered, otherwise -1
    bool privatized; // disappears once Facts.privates are private
    const char *example; // "i = 1 and i = 2": iterations of the first carried loop that conflict, or NULL
} Dependence;

typedef enum LoopVerdict {
    LOOP_PARALLEL,
    LOOP_REDUCTION, // parallel once the reductions listed are reordered
    LOOP_SEQUENTIAL,
    LOOP_OPAQUE, // not analysed: holds break or a data-dependent bound; runs inside one thread, or on the host around
                 // kernels (the latter)
} LoopVerdict;

typedef struct LoopFact {
    LoopId id;
    const Loop *loop;
    LoopId parent;       // the loop around it, 0: none
    LoopVerdict verdict; // considering dependences that it carries itself (outer loops fixed)
    // The verdict without regard to data-dependent bounds, for threads that agree on them: those of one block, or of
    // kernels that the host launches in a loop around.
    LoopVerdict shared;
    const Dependence *witness; // LOOP_SEQUENTIAL: what it carries; NULL with
    const char *reason;        // why it is so without one: "pointers change places in it"
    VECTOR(int) reductions;    // LOOP_REDUCTION: indices in Facts.reductions
    bool affine;               // bounds and step are affine
    // The loop's bounds in I64 over iterators and parameters, without wrap-around and with min() and max() for choices,
    // if the source hides them (unsigned sums, ?:, calls); NULL: as the loop has them.
    Expr *lower, *upper;
    int64_t constant_trip; // -1 when not constant
} LoopFact;

// Whether the loop is parallel, and long enough for kernels of its own, if loops around it with data-dependent bounds
// run on the host.
static inline bool loop_has_host_work(const LoopFact *fact)
{
    enum { SHORT = 32 };
    bool lasts = fact->constant_trip < 0 || fact->constant_trip >= SHORT;
    return fact->affine && lasts && (fact->shared == LOOP_PARALLEL || fact->shared == LOOP_REDUCTION);
}

typedef enum ReductionKind {
    REDUCTION_SCALAR,  // s += ...
    REDUCTION_ELEMENT, // C[i][j] += ... over k: the place does not move along `loops`
    REDUCTION_BY_KEY,  // out[key[i]] += ...: the place moves in a way that is not known
} ReductionKind;

// How the source chooses, which decides about NaN, -0 and ties.
typedef enum ReductionForm {
    FORM_OPERATOR, // x = x op e, x op= e
    FORM_FUNCTION, // x = fmax(x, e)
    FORM_KEEP_OLD, // if (e > x) x = e;  x = e > x ? e : x: NaN in e is never taken, the first of equals is kept
    FORM_KEEP_NEW, // x = x > e ? x : e: NaN in e is taken; order matters with NaN
    FORM_CHOICE,   // if (e > x) { x = e; at = i; }: the iteration with the extremum writes all of it
                   // (analysis/depend/argmin.h); has_key false: if (c) x = e;, the last iteration that assigns decides
} ReductionForm;

typedef struct Reduction {
    int index;
    ReductionKind kind;
    ReductionForm form;
    Operator op;       // OP_ADD OP_MUL OP_MIN OP_MAX OP_AND OP_OR OP_XOR OP_LOGICAL_AND OP_LOGICAL_OR
    bool strict;       // FORM_KEEP_*, FORM_CHOICE: < or > (true), <= or >= (false)
    bool has_key;      // FORM_CHOICE: op (OP_MAX, OP_MIN) applies to a key, otherwise it is OP_MAX of the iterations
    const Expr *place; // EX_SYMBOL or EX_ACCESS of the first update
    VECTOR(const Expr *) others;  // FORM_CHOICE: what is written together with it
    const Type *type;             // of the place
    VECTOR(const Stmt *) updates; // the ST_ASSIGN nodes (for an `if` form: the ST_IF) of the source tree
    VECTOR(Expr *) values;        // the value combined by each (x - e is x + (-e))
    VECTOR(LoopId) loops; // that carry it, and loops next to them along which its place does not move, outermost first
    bool reassociates;    // floating-point + or *: the result may differ by rounding
    bool user_asserted;   // by a reduction clause only
} Reduction;

// A running value: an associative update, of which each iteration also uses the result (a prefix sum).
typedef struct ScanFact {
    Reduction update; // as of a reduction: place (EX_SYMBOL), op, form, type, reassociates, `updates` and `values`
    LoopId loop;      // that carries it, and contains all updates
    // A first-order recurrence: update k is place = factors[k] * place + values[k]. The composition of such functions
    // is associative; op is OP_ADD. Empty: the operator is that of the updates.
    VECTOR(Expr *) factors;
    // Assignments place = e, which forget all earlier values. Without any update, op is OP_NONE.
    VECTOR(const Stmt *) sets;
    // b[i] = b[i - 1] + x: the element that the previous iteration has written, if both subscripts are affine. Then
    // this is the statement, and it stands in update.updates as b[i - 1] = b[i - 1] + x. NULL: the place is a scalar.
    const Expr *earlier;
    const Stmt *stmt;
} ScanFact;

// A scalar or local array declared outside of a loop whose value never passes from one iteration to another.
typedef struct Private {
    const Symbol *symbol; // or
    const Array *array;
    LoopId loop;     // the innermost loop around its accesses that it is private to; if it is private to several
                     // neighbouring loops, there is one Private for each
    bool last_value; // its value after the last iteration is wanted
} Private;

typedef struct ArrayFact {
    const Array *array;
    bool read, written;
    bool copy_in; // read, or part of the copied-out range may stay unwritten
    bool copy_out;
    bool present; // present(): a device pointer already; create(): neither copy
    // The first and the last element touched, as flat offsets from the host pointer in elements, over SYM_PARAM
    // symbols; and when anything is touched at all (NULL: always).
    Expr *first, *last, *touched;
    long operations; // of integer sets, to find these
    bool measured;   // by one of Facts.measures: first and last are its symbols
    // HOST_ROWS: the same per dimension, the outermost, the innermost, and of three the one between.
    Expr *first_row, *last_row, *first_column, *last_column, *first_middle, *last_middle;
    // HOST_ROWS, if not the same is touched of each row, some of which may be shorter: the ends of one row, and when
    // anything is touched of it (NULL: of each one). Over SYM_PARAM symbols, its number and that of its table.
    Expr *first_in_row, *last_in_row, *row_touched;
    const Symbol *row_number, *table_number;
    // Written in part: all elements touched are in [column + k * row, + width) for integers k. NULL: not known.
    Expr *row, *column, *width;
    const Access *first_read, *first_write;
    bool written_by_key, indexes_array; // for the harness: an index array
    const Array *indexed;               // the array that its values index, when indexes_array
    Expr *index_limit; // values must lie in [0, index_limit); NULL: that is not known before the nest (measured)
    bool monotone;     // offsets: values must not decrease
    // One iteration loads and stores each element, and neighbouring iterations of a parallel loop do that with
    // neighbours. False: not known.
    bool streams;
    Expr *advance; // with Facts.chunks: elements by which an iteration of the outermost loop moves all accesses
} ArrayFact;

// The nest is one loop, and consecutive iterations of it are the nest with a smaller bound and with pointers that are
// moved by ArrayFact.advance (analysis/arrays/chunks.c). NULL: that is not known.
typedef struct Chunks {
    const Symbol *bound;
    Expr *trips; // of type I64, over parameters
} Chunks;

// An array that the nest writes (b, or `scalar`, which is in memory) and one that it reads.
typedef struct Apart {
    const Array *a, *b;
    const Symbol *scalar;
} Apart;

// An inspector: finds a data-dependent range, such as out[i] = x[index[i]], or the range of a loop from one element of
// an array to another one. The launcher runs it on the host, after the conditions and before any array is copied to the
// device.
typedef struct Measure {
    const Array *array;
    // Set by the launcher, of type I64: the smallest and the largest flat subscript in exactly the iterations that the
    // serial loops run; 0 and -1 if there is none. They are the array's ArrayFact.first and .last.
    const Symbol *first, *last;
    // Serial loops, conditions and calls crs_measure(first, last, subscript). They read only what the serial nest reads
    // there, in arrays that the nest does not write and whose ranges are known by then.
    Stmt *walk;
    VECTOR(const Array *) reads;
    bool by_block; // no walk: it is the block of memory in which the array lies
    // What is touched lies between what is measured: bounds of the subscripts, or subscripts of more iterations than
    // the nest has. The rest may be beyond the array.
    bool by_bounds;
    // It also finds out whether two iterations write one element: the nest is parallel if none do.
    bool distinct;
    // Some calls are crs_measure_in_row(first, last, subscript, value, length): whether the value lies in 0..length.
    bool in_rows;
    // It finds no range, but whether the elements of the array that it goes through do not decrease (Nest.risings).
    bool rises;
    // HOST_ROWS of two dimensions: first and last are rows, and calls are crs_measure_row(first, last, column, row,
    // of_rows), where this is an object of the launcher with the ends of each row. Otherwise NULL.
    const Symbol *of_rows;
    // The same where each iteration of a loop has a run of elements: NULL, or its iterator. Each run has to lie beyond
    // all earlier ones.
    const Symbol *ascending;
    VECTOR(Apart)
    apart; // tested before the inspector runs: otherwise the nest might read other values than the inspector
} Measure;

// Tested by the launcher before anything else; false: the serial loop runs.
typedef struct Assumption {
    Expr *condition;        // over SYM_PARAM symbols; or NULL and
    const ArrayFact *a, *b; // these two ranges do not overlap in memory
    const Symbol *scalar;   // (with a): nor does the scalar's place in memory with a's range
    bool unless_equal;      // (with a and b, one of them only read): or they begin at one address (Facts.equals)
    Expr *equal_when;       // (unless_equal) which helps only if this holds too, or NULL
    const char *words;      // "n >= 1", "'out' and 'in' do not overlap"
    Loc loc;                // what needs it
    // An ordinary call may break it, so a note tells the user: it relates sizes to each other (an equality, an order, a
    // divisibility) or bounds one from above. false: only unusual calls do, with negative sizes, numbers beyond their
    // types or arrays that overlap.
    bool may_fail;
    bool of_version; // of one version of the kernels alone (`limit`): otherwise another one runs
} Assumption;

// Two arrays that may begin at one address: no iteration reads an element of the one after an iteration has written it
// in the other, so the nest does the same with a copy of what it reads.
typedef struct Equal {
    const Array *read, *written; // the nest only reads the first
    Expr *when;                  // in such calls, of arrays with rows of one length; NULL: always
} Equal;

// Where the condition holds, the nest does the same for all values of the symbol: it multiplies nothing but 0. The
// launcher then takes this value, which its assumptions allow more often.
typedef struct FreeValue {
    const Symbol *symbol; // a SYM_PARAM
    Expr *condition, *value;
} FreeValue;

struct Facts {
    Nest *nest;
    Arena *arena;
    VECTOR(Access) accesses;
    VECTOR(Dependence) dependences; // pointers into it are stable once analysis is done
    VECTOR(LoopFact) loops;         // pre-order
    VECTOR(Reduction) reductions;
    VECTOR(ScanFact) scans;
    VECTOR(Private) privates;
    VECTOR(ArrayFact) arrays; // global arrays of the nest
    // Iterations that run at the same time may set one element of these to one value. A thread must not keep such an
    // element: where it stores it again, it may store what the element was before.
    VECTOR(const Array *) set_alike;
    Chunks chunks;
    VECTOR(Measure) measures; // in the order in which the launcher makes them
    VECTOR(Assumption) assumptions;
    VECTOR(Equal) equals;          // of the nest as the user wrote it (facts_allow_equal)
    VECTOR(FreeValue) free_values; // likewise (facts_find_free_values)
    VECTOR(FinalValue) finals;
    bool no_parallel_loop; // no loop is parallel or a reduction as written: `arrays` is empty, `finals` may be
    bool unknown;    // the touched range of some array is not known: `no_parallel_loop`, although loops are parallel
    bool changeable; // finals are known, whatever becomes of the loops
    bool completed;  // facts_complete has been asked
    bool incomplete; // and the touched range of some array is not known
    Facts *original; // of the nest before its source was changed, or NULL; released together
    struct FactsInternal *internal; // domains and the like, for the queries below
};

// Analyses a nest. NULL: refused as a whole (reported with diag_refuse and notes). A nest with no parallel loop and no
// reduction has `no_parallel_loop`. A change of its source may make a loop parallel (transform/source/source.h);
// otherwise refuse_no_parallel_loop reports it, with the witness of its outermost loop. Everything else about legality
// is asked below.
Facts *analyze_nest(Arena *arena, Diag *diag, Nest *nest);
void refuse_no_parallel_loop(Diag *diag, const Facts *facts);

// For a schedule by hand, which may make the loops of such a nest parallel: finds what must be copied. false: that
// is not known.
bool facts_complete(Facts *facts);

// Finds the arrays that may be equal, once, for the nest as the user wrote it. Its assumptions, and those of all nests
// that are made from it, then allow it (analysis/depend/equal.c).
void facts_allow_equal(Facts *facts);

// Whether two arrays of the nest have the same origin, so that they share memory for all sizes: refused, reported
// (analysis/arrays/overlap.c).
bool facts_always_overlap(Diag *diag, const Facts *facts);

// Takes over what holds for the nest in any form of its body: final values of iterators, assumptions on parameters,
// arrays that may be equal.
void facts_inherit(Facts *facts, Facts *original);
void facts_warn_private(Diag *diag, const Facts *facts); // of arrays of a `private` clause that are not private
void facts_release(Facts *facts);                        // isl objects behind `internal`; the structs live in the arena

// The same facts with one assumption more, a condition that the launcher tests.
const Facts *facts_assuming(Arena *arena, const Facts *facts, Assumption assumption);
// Whether the assumptions limit the parameter to values from *least to *most.
bool facts_limit(const Facts *facts, const Symbol *parameter, int64_t *least, int64_t *most);

bool facts_asserts_independent(const Facts *facts); // of some loop
const LoopFact *facts_loop(const Facts *facts, LoopId origin);
const ArrayFact *facts_array(const Facts *facts, const Array *array);
bool facts_inside_all(const Facts *facts, const Stmt *stmt, const LoopId *loops,
                      int count); // the statement, of all the loops

bool reduction_runs_along(const Reduction *reduction, LoopId loop); // whether it is one of its loops

// Whether the dependence belongs to a reduction along this loop.
bool dependence_is_reduced(const Facts *facts, const Dependence *dependence, LoopId loop);

// The first dependence that the order of a tree made from the nest does not keep: the sink may run before the source,
// or at the same time. NULL: the order is legal. Reductions whose index is in `relaxed` may be reordered. `within`:
// only statements inside of this loop are considered; 0: all. `exactly`: integer sets decide if direction vectors do
// not describe how a loop moves; otherwise such an order is not legal. Of a loop that two loops were fused to, the
// dependence is one between its iterations: its only direction is GT, and a constant distance is negative.
const Dependence *tree_violation(const Facts *facts, const Stmt *tree, LoopId within, NumberSet relaxed, bool exactly);

// Loops of which threads combine what they found in each run, in the order of the source.
typedef struct CombinedRegions {
    NumberSet loops;
    bool watched; // updates outside of them give the result alone, or none
} CombinedRegions;

// The same for a reduction with such regions. What is left to the tree is the order of the loops around a region, of
// regions, and of updates outside of them. NULL: that order is the source's.
const Dependence *updates_violation(const Facts *facts, const Stmt *tree, int reduction, CombinedRegions regions);

// Smallest and one past the largest value of the loop's iterator over all iterations of the outer loops, as expressions
// over SYM_PARAM symbols and the iterators of the `fixed` loops. false: unbounded or unknown.
bool domain_range(const Facts *facts, LoopId loop, const LoopId *fixed, int nfixed, Expr **lower, Expr **upper);
// The same, also over the iterations in which the loop `empty`, which was around it in the source, has no iteration.
bool domain_range_beyond(const Facts *facts, LoopId loop, LoopId empty, Expr **lower, Expr **upper);

// Whether the loop has iterations wherever it is reached, for all sizes; false: it may have none, or that is not known.
bool loop_always_runs(const Facts *facts, LoopId loop);

// Whether there are sizes at which all of the loops in `around` have many iterations and none of those in `within` ever
// has more than `most` (analysis/arrays/work.c). false: there are none, or that is not known.
bool loops_may_stay_short(const Facts *facts, const LoopId *around, int naround, const LoopId *within, int nwithin,
                          int64_t most);

#endif

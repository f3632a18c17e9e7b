// What the files of analysis/ share: isl objects behind the facts. Nothing outside of this folder includes it.
//
// A loop nest is seen as isl sees it: the iterators around a statement are the set dimensions of its domain,
// outermost first (a loop of depth d is dimension d, its value is the iterator's, not a count), and everything that
// the nest does not change is a parameter. Parameters carry the C expression that gives them on the host.
//
// Every isl call runs under an operation limit. NULL from isl means "unknown" everywhere here; query_begin() opens a
// new allowance. Functions mark isl arguments give, take and keep as isl does.
#ifndef CURESTRUCT_ANALYSIS_INTERNAL_H
#define CURESTRUCT_ANALYSIS_INTERNAL_H

#include "analysis/depend/argmin.h"
#include "analysis/facts.h"
#include "frontend/directives/directive.h"

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

typedef struct FactsInternal Analysis;

// ---- subscripts before delinearization: sums of products of parameters with affine factors

enum { MAX_TERMS = 24, MAX_DEGREE = 6 };

typedef struct Monomial {
    int degree;
    int factors[MAX_DEGREE]; // indices of parameters, ascending; a square lists its parameter twice
} Monomial;

// An invariant value: a symbol, or a product or other expression of symbols that is not affine in them.
typedef struct Parameter {
    isl_id *id;       // its user pointer is this struct
    Expr *value;      // type I64, evaluable on the host before the nest
    Expr *words;      // as the user wrote it, for messages
    Monomial product; // what it is a product of, by product_parameter; of degree 0: nothing
} Parameter;

typedef struct Term {
    Monomial monomial;
    isl_pw_aff *coefficient; // over the iterators; mentions parameters only where the monomial is 1
} Term;

typedef struct Polynomial {
    int count;
    Term terms[MAX_TERMS]; // distinct monomials
    int64_t limit;         // its value must not pass this for the C text to mean the same (32-bit unsigned products)
} Polynomial;

// ---- loops and places

typedef struct CurrentValue {
    const Symbol *symbol;
    Expr *value;
} CurrentValue;
typedef VECTOR(CurrentValue) CurrentValues;

typedef struct LoopNode LoopNode;
struct LoopNode {
    const Stmt *stmt;
    const Loop *loop;
    LoopNode *parent;
    int depth;          // its set dimension
    isl_set *domain;    // values of the iterators down to this one
    bool exact;         // the domain is what runs; else it contains it
    bool affine;        // bounds and step are affine
    bool bounded;       // bounds are
    Polynomial *base;   // its dimension counts from this: for j in i*m..(i+1)*m. NULL: it is the iterator's value
    const char *opaque; // LOOP_OPAQUE: why ("is left by 'break'"), or NULL
    bool data_bound;    // opaque for nothing but bounds that depend on data
    const Clause *independent; // asserted for the loop, or NULL
    bool leaves;               // a loop of the host that a 'break' leaves: its last turns may not happen
    Parameter iterator;        // the iterator as a parameter, where it is held fixed
    Expr *lower, *upper;       // LoopFact's
    CurrentValues entry;       // what scalars hold in front of it, where that is known
    isl_set *sure;             // values in `domain` that the iterator has wherever the loop runs; NULL: all of them
    isl_pw_aff *step; // one that is no constant, over the iterators down to this one; NULL: constant or not affine
};

// Where an expression stands.
typedef struct Site {
    LoopNode *loop;   // innermost around it, NULL: outside all loops
    isl_set *domain;  // of loop_depth(loop) dimensions
    bool conditional; // under an `if`, `?:` and the like, or inside a while
    bool inexact;     // may not run although its iteration is in the domain
    bool in_while;
} Site;

static inline int loop_depth(const LoopNode *loop)
{
    return loop ? loop->depth + 1 : 0;
}

// ---- per access

typedef struct AccessSite {
    LoopNode *loop;
    isl_set *domain;
    int position;   // textual order, reads of a statement before its write
    int declared;   // a local: how many loops stand around its declaration; else 0
    bool exact;     // happens for every point of the domain
    bool duplicate; // the same access of the same statement was seen before
    bool at_entry;  // what a choice has chosen so far is taken to be what it had at first (initial_element.c)
    int ndim;       // subscripts, those of a path into a struct included
    int nelement;   // the first of them, which say which element of the array it is
    Expr *offset;   // a constant part of the flat subscript that `dims` leave out, or NULL
    isl_pw_aff *dims[MAX_DIMS]; // after delinearization; NULL: may be anything
    bool is_fixed[MAX_DIMS];    // the subscript is one number everywhere (asked once, by find_dependences)
    int64_t fixed[MAX_DIMS];
    int nraw;
    Polynomial *raw[MAX_DIMS]; // before; NULL: not affine in any way
    bool spread;               // its dimensions have Access.pitches (spread.c)
    isl_set *reach; // elements of a flat array that is touched where no affine function says; or NULL (owned by the
                    // analysis)
    int update;     // index in Analysis.updates whose place this access is, or -1
} AccessSite;

// A statement of the form place = place op value, a choice, or an assignment that the last iteration decides.
typedef struct Update {
    const Stmt *stmt; // the ST_ASSIGN or ST_IF
    const Expr *place;
    const Choice *choice; // FORM_CHOICE with a key; else NULL
    Operator op;
    ReductionForm form;
    bool strict;
    Expr *value;
    int group;          // updates of one place with one operator; index of the group, -1: none yet
    const char *reason; // it looks like an update but is none: why; then op is OP_NONE
} Update;

typedef struct SymbolInfo {
    const Symbol *symbol;
    int writes;              // assignments and initialized declarations in the nest
    const Expr *value;       // what it holds wherever it is read: it has one definition, before every use. Else NULL
    const Stmt *declaration; // SYM_LOCAL
    int depth;               // SYM_LOCAL: how many loops stand around its declaration
} SymbolInfo;

typedef struct UnknownRange {
    const Array *array;
    Loc loc; // an access of unknown place
} UnknownRange;

// An array of rows that grow by one: element c of row e, 0 <= c <= e, has the subscript (e*(e+1) + 2*c + start) / 2, or
// the negative of that where it falls.
typedef struct Packed {
    const Array *array;
    bool falls;
    Expr *start; // NULL: 0
} Packed;

// A symbol that the launcher counts with, under the name that was asked for.
typedef struct Counter {
    const char *name;
    const Symbol *symbol;
} Counter;

typedef struct SizeProduct {
    const Parameter *whole, *one, *other; // whole = one * other
} SizeProduct;

struct FactsInternal {
    Arena *arena;
    Diag *diag;
    Nest *nest;
    Facts *facts;
    isl_ctx *ctx;
    VECTOR(Parameter *) parameters;
    isl_set *context;             // what is known or assumed of the parameters: a parameter set
    isl_set *type_ranges;         // what their types allow
    isl_set *room;                // sizes at which loops have many iterations (work.c); NULL: not asked yet
    VECTOR(SizeProduct) products; // of parameters, which work.c knows of
    int listed_products;          // parameters among which it has looked for them
    int view;                     // of the accesses that spread.c looks at, while it looks at one view; else 0
    VECTOR(LoopNode *) loops;     // pre-order
    VECTOR(SymbolInfo) symbols;
    CurrentValues values;     // of scalars, while the nest is walked
    VECTOR(AccessSite) sites; // parallel to facts->accesses
    VECTOR(Update) updates;
    VECTOR(UnknownRange) unknown_ranges; // of arrays whose subscripts do not tell it
    VECTOR(Counter) counters;
    VECTOR(Packed) packed;
    VECTOR(isl_set *) sets; // owned, freed at the end
    VECTOR(isl_pw_aff *) affs;
    Loc assumption_loc;            // what is being looked at, for assumptions
    VECTOR(const Expr *) divisors; // parameters, and what is made of them, that the launcher tests to be positive
    int position;
    long operations;        // of isl, so far
    long order_operations;  // of them for the order of finished trees, which have an allowance of their own
    int budget;             // emptiness tests left for this nest
    bool over_limit;        // some query gave up
    bool failed;            // refused: reported
    bool changes_its_input; // the nest reads an array that it also writes
};

// ---- polynomial.c

void query_begin(Analysis *analysis);
// For what takes little and must not fail: there is no limit until isl_ctx_set_max_operations gets what is returned.
unsigned long lift_allowance(isl_ctx *ctx);
isl_set *own_set(Analysis *analysis, isl_set *take);
isl_pw_aff *own_aff(Analysis *analysis, isl_pw_aff *take);

Parameter *parameter_of(Analysis *analysis, Expr *value, Expr *words);
int parameter_index(Analysis *analysis, Expr *value, Expr *words);
__isl_give isl_pw_aff *affine_parameter(Analysis *analysis, int depth, const Parameter *parameter);
__isl_give isl_pw_aff *affine_monomial(Analysis *analysis, int depth, const Monomial *monomial);
__isl_give isl_pw_aff *affine_constant(Analysis *analysis, int depth, int64_t value);
__isl_give isl_pw_aff *affine_iterator(Analysis *analysis, int depth, int dim);
bool is_constant_aff(__isl_keep isl_pw_aff *aff);

// false: too many terms, or isl gave up. The result then is only good for polynomial_free.
bool polynomial_add_term(Polynomial *polynomial, const Monomial *monomial, __isl_take isl_pw_aff *coefficient);
bool polynomial_add_affine(Polynomial *polynomial, __isl_take isl_pw_aff *value);
bool polynomial_add(Polynomial *result, Polynomial *source, int sign); // result += sign * source; empties the source
bool polynomial_multiply(const Polynomial *left, const Polynomial *right,
                         Polynomial *result); // adds the product to the result

// As one quasi-affine expression: products of parameters become parameters. NULL: it is not. Keeps the polynomial.
__isl_give isl_pw_aff *polynomial_affine(Analysis *analysis, int depth, const Polynomial *polynomial);
void polynomial_free(Polynomial *polynomial);

// ---- affine.c

// `expr` as a polynomial at `site`; false: it is none. `address`: only its value modulo 2^64 matters.
bool polynomial_from_expr(Analysis *analysis, const Site *site, const Expr *expr, bool address, Polynomial *result);
__isl_give isl_pw_aff *affine_from_expr(Analysis *analysis, const Site *site, const Expr *expr);
// Where `condition` is (is not) zero, over the iterators of the site; *exact becomes false where the set is larger.
__isl_give isl_set *condition_set(Analysis *analysis, const Site *site, const Expr *condition, bool truth, bool *exact);

// The definition that `symbol` has wherever `expr` reads it: it is assigned once, before every use. NULL: none.
const Expr *symbol_definition(const Analysis *analysis, const Symbol *symbol);
const Expr *symbol_value(const Analysis *analysis,
                         const Symbol *symbol); // of one that may be a floating-point number as well
// Takes the divisors of the expression that are parameters to be positive, which the launcher tests before all else.
void assume_divisors(Analysis *analysis, const Expr *expr);
bool is_accepted_divisor(const Analysis *analysis, const Expr *expr); // whether it was taken to be so
bool expr_is_invariant(const Analysis *analysis,
                       const Expr *expr); // only parameters and integers: the host can evaluate it

// ---- coalesce.c: the same in fewer pieces

__isl_give isl_set *coalesce_set(__isl_take isl_set *set);
__isl_give isl_pw_aff *coalesce_aff(__isl_take isl_pw_aff *value,
                                    bool *exact); // not exact: isl would change it, it is as given
__isl_give isl_pw_multi_aff *coalesce_point(__isl_take isl_pw_multi_aff *point);

// ---- expression.c: back to C

// In I64 (conditions: int). NULL when a number does not fit. `words`: in the user's spelling, for messages.
Expr *expr_from_aff(Analysis *analysis, __isl_take isl_pw_aff *value, __isl_take isl_set *known, bool words);
Expr *expr_from_set(Analysis *analysis, __isl_take isl_set *condition, __isl_take isl_set *known, bool words);
// A value at a place inside the loops from `innermost` outwards, over their iterators; holds within `domain`.
Expr *expr_over_loops(Analysis *analysis, const LoopNode *innermost, __isl_keep isl_set *domain,
                      __isl_keep isl_pw_aff *value);
// Whether C's text is no sum of iterators and parameters in numbers without end: a choice, or in a type that wraps
// around.
bool expr_hides_value(const Expr *expr);

// ---- inline_values.c

// abs(x), or a helper that only chooses and computes: its result in terms of its arguments. NULL: anything else.
Expr *call_value(Arena *arena, const Expr *call);

// ---- table.c

// An element of a constant table, one number for each subscript. NULL: it is no such element, or not affine.
__isl_give isl_pw_aff *table_value(Analysis *analysis, const Site *site, const Expr *access);

// ---- access_range.c: sets of elements whose first and last are touched, and which hold all that are

// Of a subscript that is no affine function: i % m, i / m and the like. NULL: nobody knows.
__isl_give isl_set *reach_of(Analysis *analysis, const Site *site, const Expr *subscript);
// From the smallest to the largest subscript of each dimension. NULL: these do not meet in one element that is touched.
__isl_give isl_set *reach_box(Analysis *analysis, const AccessSite *where);

// monotone.c: of a subscript that goes one way with each iterator. NULL: it does not, or nobody knows where it begins
// and ends.
__isl_give isl_set *reach_of_monotone(Analysis *analysis, const Site *site, const Expr *subscript);

// ---- assume.c

// Records that `violation`, a part of `domain`, must be empty. True: it is, or is so under a run-time assumption that
// leaves something of the domain; false: nothing that the host can test excludes it.
bool assume_empty(Analysis *analysis, __isl_take isl_set *violation, __isl_keep isl_set *domain);
// Of several such sets of sizes one must be empty, where the nest runs at all. They leave room for work; false: the
// host cannot test them.
bool assume_one_empty(Analysis *analysis, isl_set *const *violations, int count, __isl_keep isl_set *runs);
// The same of what the program itself says, such as the constant length of a row: loops are as short as that.
bool assume_declared(Analysis *analysis, __isl_take isl_set *violation, __isl_keep isl_set *domain);
bool assume_in_type(Analysis *analysis, const Site *site, __isl_keep isl_pw_aff *value, const Type *type);
void assume_limit(Analysis *analysis, const ArrayFact *fact, int64_t limit); // its flat subscripts lie in 0..limit
void assume_no_overlap(Analysis *analysis);
void assume_unless_equal(Facts *facts); // of the arrays in Facts.equals
// Whether a store to the one array may change what is read of the other, or of a scalar that lies in memory; by C's
// rules on types.
bool may_change(const ArrayFact *read, const ArrayFact *written);
bool may_change_scalar(const ArrayFact *fact, const Symbol *symbol);

// ---- work.c: sizes at which all loops have many iterations, as far as what is known by now allows

void find_room(Analysis *analysis);
bool leaves_room(Analysis *analysis,
                 __isl_keep isl_set *context); // some of them are in the context; also where nobody knows

// What was assumed before a question, so that it can be taken back where the answer is of no use.
typedef struct Attempt {
    int assumptions, divisors;
    isl_set *context, *room;
} Attempt;
Attempt begin_attempt(Analysis *analysis);
void end_attempt(Analysis *analysis, Attempt *attempt, bool take_back);
bool type_limits(const Type *type, int64_t *smallest, int64_t *largest); // u64: the largest is INT64_MAX

// ---- domain.c

bool build_loop(Analysis *analysis, LoopNode *node, const Site *outer);
void final_values(Analysis *analysis);
LoopNode *find_loop(const Analysis *analysis, LoopId id);

// ---- access.c, delinearize.c

bool collect_accesses(Analysis *analysis);                                     // also builds the loops; false: refused
const Directive *directive_at(const Analysis *analysis, const LoopNode *node); // NULL: none is about this loop
void delinearize(Analysis *analysis);
// spread.c: sees dimensions whose strides need not divide each other, each access in its own way if no other does.
// false: they do not fit, and nothing is assumed.
bool see_spread(Analysis *analysis, const Array *array);
bool see_views(Analysis *analysis, const Array *array);
void forget_dimensions(Analysis *analysis, const Array *array);
bool is_spread(const Analysis *analysis, const Array *array); // seen by one of them
bool has_own_views(const Analysis *analysis,
                   const Array *array); // not all of its accesses are in one box that they touch at its corners
bool same_view(const Analysis *analysis, int first, int second);
// packed.c: sees the rows of a triangle in one dimension: then `dims` of its accesses are row and column. false: it is
// none.
bool find_packed(Analysis *analysis, const Array *array);
const Packed *packed_rows(const Analysis *analysis, const Array *array); // NULL: it was not seen so
Expr *packed_offset(Analysis *analysis, const Packed *packed, Expr *row, Expr *column);
// symbols.c
void find_symbols(Analysis *analysis);
SymbolInfo *symbol_info(const Analysis *analysis, const Symbol *symbol); // NULL: not written in the nest
int array_depth(const Analysis *analysis, const Array *array); // loops around a local array's declaration, else 0
bool stmt_writes(const Stmt *root, const Symbol *symbol, const Array *array);

// ---- values.c: follows the walk of access.c

const Expr *current_value(const Analysis *analysis, const Symbol *symbol); // NULL: not known
void value_assigned(Analysis *analysis, const Symbol *symbol, Operator op, Expr *value, const Type *compute);
void values_written(Analysis *analysis, const Stmt *root); // `root` may have written its symbols any number of times
CurrentValues values_saved(Analysis *analysis);
void values_restored(Analysis *analysis, const CurrentValues *saved);
void values_merged(Analysis *analysis, const CurrentValues *before, Expr *condition, const CurrentValues *yes,
                   const CurrentValues *no);

// ---- initial_element.c

// The access with the elements that it surely touches at first, where a choice compares with what it has chosen so far.
Expr *entry_access(Analysis *analysis, const Stmt *stmt, const Expr *access, const Site *site);

// ---- depend.c

bool pairs_within_budget(Analysis *analysis); // false: refused
void find_dependences(Analysis *analysis);    // refuses a nest with too many
const Dependence *carried_by(const Analysis *analysis, const LoopNode *loop, const Dependence *after);
void find_example(Analysis *analysis, const LoopNode *loop, const Dependence *witness); // of a loop that carries it
bool depend_carries(const Dependence *dependence, LoopId loop);
// Pairs of values of the iterators down to the loop's that conflict, the loop carrying them: the outer ones are equal.
bool may_conflict(const Analysis *analysis, int first,
                  int second); // two accesses, by index: of one place, one of them a write
__isl_give isl_map *conflict_pairs(Analysis *analysis, int first, int second,
                                   bool *may);                  // iterations in which they touch one element
bool map_may_hold(Analysis *analysis, __isl_take isl_map *map); // it is not empty, as far as can be told
// Whether in some of the pairs of iterations the first access runs before the second one; true where that is not known.
bool may_run_before(Analysis *analysis, int first, int second, __isl_take isl_map *pairs);
// From iterations of the source to those of the sink that conflict with them and run later, the loop that carries it
// deciding.
__isl_give isl_map *dependent_instances(Analysis *analysis, const Dependence *dependence);
__isl_give isl_map *carried_conflicts(Analysis *analysis, const Dependence *dependence, const LoopNode *loop);

// ---- stride.c, words.c

StrideKind affine_stride(Analysis *analysis, const Access *access, const LoopNode *loop, int64_t *constant);
bool dependence_explains(const Facts *facts, const Dependence *dependence); // its words name a reason: a scan, a cast

bool is_array_scan(const Dependence *dependence, int carrier); // scan.c: b[i] = b[i-1] + a[i], the distance known

// ---- section.c

// What the directive says of the array: copy(A[0:n]), or copy(A) without a range. NULL: nothing.
const ClauseItem *section_item(const Analysis *analysis, const Directive *directive, const Array *array,
                               ClauseKind *kind);
const char *visible_name(const Analysis *analysis, const Array *array); // as a clause names it: "x", "dst->grid"
// The section of the directive in front of a loop of the region, around this access. NULL: its subscripts tell.
const ClauseItem *section_around(const Analysis *analysis, int index, ClauseKind *kind);
bool has_section_inside(const Analysis *analysis, const Array *array);         // some access has one around it
bool section_holds_at_entry(const Analysis *analysis, const ClauseItem *item); // it names nothing that the region sets
bool section_range(Analysis *analysis, const ClauseItem *item, ArrayFact *fact); // false: an extent is not known
Expr *section_value(Analysis *analysis, const char *text); // section_value.c: of a bound; NULL is 0
// section_check.c: whether the access, which touches `elements`, stays within the section, whose range `fact` has;
// otherwise an error, or an assumption.
void check_section(Analysis *analysis, const ClauseItem *item, ClauseKind kind, const ArrayFact *fact, int access,
                   __isl_take isl_set *elements);
void section_widen(Analysis *analysis, ArrayFact *fact, const ArrayFact *more); // to what either touches

// ---- update.c, reduction.c, private.c, footprint.c

bool loop_stands_in(const LoopNode *inner, const LoopNode *outer); // or is it; outer NULL: the whole nest
void find_updates(Analysis *analysis);
void find_reductions(Analysis *analysis);
void check_reduction_clauses(Analysis *analysis);
// The last iteration of the loop is the last of the nest to run: the loops around it run it each time. `assume`: so
// that the launcher tests it.
bool runs_last(Analysis *analysis, const LoopNode *loop, bool assume);
const LoopNode *private_region(const Analysis *analysis,
                               const Access *access); // the loop that what it accesses is private to, or NULL
void find_privates(Analysis *analysis);
// Whether each iteration of the loop (NULL: the nest) reads only elements that it has surely written before.
bool reads_are_covered(Analysis *analysis, const Array *array, const LoopNode *loop);
bool find_footprints(Analysis *analysis);
// set_bounds.c, of sets of elements: how far the first or the last is from [0]...[0]; the limit of one subscript (NULL:
// not known); when there are any (NULL: always, or not known).
Expr *set_end_offset(Analysis *analysis, const Array *array, __isl_keep isl_set *elements, bool last);
Expr *dimension_limit(Analysis *analysis, __isl_keep isl_set *elements, int d, bool last);
Expr *when_touched(Analysis *analysis, __isl_keep isl_set *elements);
// inspector.c: gives the array the range that a walk of the launcher finds (Facts.measures). false: the host cannot
// tell it, as far as the other arrays' ranges are known so far.
bool measure_array(Analysis *analysis, ArrayFact *fact);
void find_index_arrays(Analysis *analysis); // index_array.c: completes the facts of find_footprints
void share_rotated(Analysis *analysis);     // swap_buffers.c: arrays whose pointers change places are moved alike
// Extent of an element dimension as parameters see it, NULL: unknown.
Expr *known_extent(const Analysis *analysis, const Array *array, int d);
// The same of each access alone; of one that is spread.
bool ends_are_known(Analysis *analysis, const Array *array);
// Whether the smallest (and the largest) subscripts of all dimensions belong to one element that is touched.
bool corners_are_touched(Analysis *analysis, const Array *array);

#endif

// What the files of analysis/ share: isl objects behind the facts. Types only. No other room includes this header.
//
// A loop nest is seen as isl sees it. The iterators around a statement are the set dimensions of its domain, outermost
// first: a loop of depth d is dimension d, and its value is the iterator's, not a count. Everything that the nest does
// not change is a parameter. Parameters carry the C expression that computes them on the host.
//
// Every isl call runs under an operation limit. NULL from isl means "unknown" everywhere here; query_begin() opens a
// new allowance. Functions mark isl arguments give, take and keep as isl does.
#ifndef CURESTRUCT_ANALYSIS_ANALYSIS_H
#define CURESTRUCT_ANALYSIS_ANALYSIS_H

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

enum { MAX_TERMS = 24, MAX_DEGREE = 8 };

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
    int64_t limit; // its value must not exceed this, or the C text would mean something else (32-bit unsigned products)
} Polynomial;

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
    bool exact;         // the domain is exactly what runs; otherwise it contains it
    bool affine;        // bounds and step are affine
    bool bounded;       // bounds are
    Polynomial *base;   // its dimension counts from this: for j in i*m..(i+1)*m. NULL: it is the iterator's value
    const char *opaque; // LOOP_OPAQUE: why ("is left by 'break'"), or NULL
    bool data_bound;    // opaque for nothing but its bounds, or those of loops around it, that depend on data
    const Clause *independent; // asserted for the loop, or NULL
    bool relies;               // a dependence was dropped, or is no part of a reduction, because of that
    bool leaves;               // a loop of the host that a 'break' leaves: its last iterations may not happen
    Parameter iterator;        // the iterator as a parameter, where it is held fixed
    Expr *lower, *upper;       // LoopFact's
    CurrentValues entry;       // the values of scalars before it, as far as known
    isl_set *sure;             // values in `domain` that the iterator certainly has if the loop runs; NULL: all of them
    isl_pw_aff
        *step;  // a step that is not a constant, over the iterators down to this one; NULL: constant or not affine
    int number; // of its text in Analysis.pairs, -1: it has none
};

// The position of an expression in the nest.
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

// factor * monomial * value, of which the value is not affine.
typedef struct OpaqueTerm {
    const Expr *value; // of type I64
    int64_t factor;
    Monomial monomial;
} OpaqueTerm;

typedef struct AccessSite {
    LoopNode *loop;
    isl_set *domain;
    isl_set *possible;          // the domain where Analysis.met is known; NULL: not asked, or not known
    int position;               // textual order, reads of a statement before its write
    int declared;               // a local: how many loops enclose its declaration; otherwise 0
    bool exact;                 // happens for every point of the domain
    bool duplicate;             // the same access of the same statement was seen before
    bool at_entry;              // the current choice of an argmin is assumed to be its initial one (initial_element.c)
    int ndim;                   // subscripts, those of a path into a struct included
    int nelement;               // the first of them, which say which element of the array it is
    Expr *offset;               // a constant part of the flat subscript that `dims` leave out, or NULL
    isl_pw_aff *dims[MAX_DIMS]; // after delinearization; NULL: may be anything
    bool is_fixed[MAX_DIMS];    // the subscript is one number everywhere (asked once, by depend_find)
    int64_t fixed[MAX_DIMS];
    int nraw;
    Polynomial *raw[MAX_DIMS]; // before; NULL: not affine in any way
    bool spread;               // its dimensions have Access.pitches (spread.c)
    isl_set
        *reach; // elements of a flat array that is touched without an affine function; or NULL (owned by the analysis)
    // The flat subscript as a polynomial plus terms that are not affine but may have bounds; NULL: it
    // has no such parts (analysis/depend/element_range.h).
    Polynomial *known;
    VECTOR(OpaqueTerm) rest;
    bool within; // its dimensions are those of `known`: some of them are not in `dims`
    isl_pw_aff *low[MAX_DIMS],
        *high[MAX_DIMS]; // (within) a subscript that is not in `dims` lies between these; or NULL
    // (within) the launcher tests that this value, which data give, lies in 0..row_length; or NULL
    Expr *in_row, *row_length;
    int update; // index in Analysis.updates whose place this access is, or -1
    int number; // of its text in Analysis.pairs, -1: it has none
} AccessSite;

// A statement of the form place = place op value, an argmin, or an assignment that the last iteration decides.
typedef struct Update {
    const Stmt *stmt; // the ST_ASSIGN or ST_IF
    const Expr *place;
    const Choice *choice; // FORM_CHOICE with a key; otherwise NULL
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
    const Expr *value;       // its value wherever it is read: it has one definition, before every use. Otherwise NULL
    const Stmt *declaration; // SYM_LOCAL
    int depth;               // SYM_LOCAL: how many loops enclose its declaration
    bool is_fixed;           // it is written once, before every use
} SymbolInfo;

typedef struct UnknownRange {
    const Array *array;
    Loc loc; // an access of unknown place
} UnknownRange;

// An array of rows that grow by one: element c of row e, 0 <= c <= e, has the subscript (e*(e+1) + 2*c + start) / 2, or
// the negative of that if it decreases.
typedef struct Packed {
    const Array *array;
    bool falls;
    Expr *start; // NULL: 0
} Packed;

// An array of which the launcher tests that no two iterations of a loop touch one element: of all loops around its only
// access, or with `rows`, of the outermost one alone, by whose iterator. Their elements then lie one after another. Or
// that subscripts which data give stay within their rows (AccessSite.in_row).
typedef struct Scatter {
    const Array *array;
    const Symbol *rows;
    bool in_row;
} Scatter;

// A symbol that the launcher computes with, under the name that was asked for.
typedef struct Counter {
    const char *name;
    const Symbol *symbol;
} Counter;

typedef struct SizeProduct {
    const Parameter *whole, *one, *other; // whole = one * other
} SizeProduct;

// A question about a value of a domain, with its answer (asked.h).
typedef struct Asked {
    isl_set *domain, *context;
    isl_pw_aff *value, *extent; // extent: whether the value is never outside of 0..extent; NULL: its expression
    isl_pw_aff *divisor;        // instead of both: the value divided by it, or the remainder
    const LoopNode *loop;       // whose iterators the expression has
    bool remainder;
    bool never;
    Expr *expr;
    isl_pw_aff *result; // of a division; NULL: it is not known
} Asked;

// A condition on sizes that was written as C, where `known` holds (expression.c).
typedef struct WrittenCondition {
    isl_set *condition, *known;
    bool spelled; // words, too
    Expr *expr, *words;
} WrittenCondition;

// What was assumed so that a set of sizes is empty, and what was known of the parameters before and after (assume.c).
typedef struct Assumed {
    isl_set *violation, *domain, *context, *type_ranges, *room, *after;
    bool sure;        // Analysis.sure
    bool holds, adds; // adds: the assumption
    Assumption assumption;
    long operations;
} Assumed;

typedef struct KnownPairs KnownPairs; // known_pairs.h

// From iterations of a tree's loops to those of the source (known_relations.h).
typedef struct KnownRelation {
    const char *key;
    isl_map *map;
    long operations; // of isl, to find it
} KnownRelation;

struct FactsInternal {
    Arena *arena;
    Diag *diag;
    Nest *nest;
    Facts *facts;
    isl_ctx *ctx;
    VECTOR(Parameter *) parameters;
    isl_set *context;             // what is known or assumed of the parameters: a parameter set
    isl_set *met;                 // the context that `possible` of the accesses meets; NULL: of none
    isl_set *type_ranges;         // what their types allow
    isl_set *room;                // sizes at which loops have many iterations (work.c); NULL: not asked yet
    VECTOR(SizeProduct) products; // of parameters, which work.c knows of
    int listed_products;          // parameters among which it has looked for them
    int view;                     // of the accesses that spread.c considers, while it considers one view; otherwise 0
    VECTOR(LoopNode *) loops;     // pre-order
    VECTOR(SymbolInfo) symbols;
    CurrentValues values;     // of scalars, while the nest is walked
    VECTOR(AccessSite) sites; // parallel to facts->accesses
    VECTOR(Update) updates;
    VECTOR(Scatter) scatters;
    VECTOR(UnknownRange) unknown_ranges; // of arrays whose subscripts do not tell it
    const Facts *same;                   // of a nest that accesses the same elements, or NULL
    VECTOR(Counter) counters;
    VECTOR(Packed) packed;
    VECTOR(isl_set *) sets; // owned, freed at the end
    VECTOR(isl_pw_aff *) affs;
    VECTOR(Asked) asked;              // so far
    VECTOR(WrittenCondition) written; // so far
    VECTOR(Assumed) assumed;          // so far
    VECTOR(KnownRelation) relations;
    KnownPairs *pairs;             // of all sources of the nest
    Loc assumption_loc;            // what is being looked at, for assumptions
    VECTOR(const Expr *) divisors; // parameters, and expressions of them, that the launcher tests to be positive
    int position;
    long operations;        // of isl, so far
    long order_operations;  // of them for the order of finished trees, which have their own allowance
    int budget;             // emptiness tests left for this nest
    bool over_limit;        // some query gave up
    bool sure;              // what is assumed now is broken by no call of a correct program
    bool divides;           // the nest divides iterators, and may be understood with two loops for each (uncollapse)
    bool failed;            // refused: reported
    bool again;             // an assertion was disproved: the nest is to be analysed without it
    bool changes_its_input; // the nest reads an array that it also writes
};

#endif

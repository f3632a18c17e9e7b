// The intermediate representation: one tree for everything from the user's serial loops to the finished kernel.
//
// A Unit is one input file. It holds the Nests that directives name, and a description of the host text around them. A
// Nest is a tree of statements (Stmt) over expressions (Expr), symbols (scalars) and arrays.
//
// Rules that hold everywhere (ir/check.c tests them between passes):
//   * Stmt, Expr and Loop are not edited once built; a transformation returns a new tree that may share subtrees.
//   * A loop's identity is its LoopId; a symbol's and an array's is its pointer. Names are for people and for the text.
//   * Every Expr has a type, and C's implicit conversions are explicit EX_CAST nodes: both operands of an arithmetic or
//     comparison operator have the operator's type (shifts excepted). So its text means the same in C and C++.
//   * Expressions have no side effects. Assignment and calls for effect are statements.
#ifndef CURESTRUCT_IR_IR_H
#define CURESTRUCT_IR_IR_H

#include "ir/diag.h"
#include "ir/tested.h"

typedef struct Type Type;
typedef struct Field Field;
typedef struct Symbol Symbol;
typedef struct Array Array;
typedef struct Stmt Stmt;
typedef struct Loop Loop;
typedef struct Function Function;
typedef struct Nest Nest;
typedef struct Unit Unit;
typedef struct Directive Directive; // frontend/directives/directive.h; it begins with a DirectiveText
typedef struct HostFile HostFile;   // frontend/host.h: what the splicer needs to know of the user's text

// What a directive says, all that the IR knows of it.
typedef struct DirectiveText {
    const char *text; // its clauses
} DirectiveText;

enum { MAX_DIMS = 8, MAX_DEPTH = 16, MAX_DISTINCT = 4 };

// ---- types: canonical, interned by type_* (equal types are equal pointers)

typedef enum TypeKind {
    TY_VOID,
    TY_BOOL, // _Bool
    TY_I8,
    TY_U8,
    TY_I16,
    TY_U16,
    TY_I32,
    TY_U32,
    TY_I64,
    TY_U64, // by width and signedness; `name` distinguishes long from long long
    TY_F32,
    TY_F64,
    TY_STRUCT,  // a struct (unions are refused)
    TY_POINTER, // only as the type of a helper function's parameter or of an argument for it
} TypeKind;

struct Field {
    const char *name;
    const Type *type; // the element type when it is an array
    int64_t offset;   // bytes
    int ndim;         // 0: not an array
    int64_t extent[MAX_DIMS];
};

struct Type {
    TypeKind kind;
    const char *name;    // canonical C spelling: "float", "unsigned char", "long", "struct vec2" or the typedef of an
                         // unnamed struct
    int64_t size, align; // bytes
    Field *fields;       // TY_STRUCT
    int nfields;
    Field *pointers; // TY_STRUCT: its pointer members, which are not among `fields`; type NULL: to anything
    int npointers;
    const Type *pointee; // TY_POINTER
    Loc loc;             // TY_STRUCT: where it is defined
    bool is_local; // TY_STRUCT: has a name of ours, because its own name, if any, is not known where the kernels are
};

const Type *type_scalar(TypeKind kind); // the plain type of that kind: I8 is "signed char", I64 "long"
const Type *type_named(TypeKind kind, const char *spelling); // "char", "long long", ... of a scalar kind
const Type *type_pointer(const Type *pointee);
bool type_is_integer(const Type *type); // _Bool included
bool type_is_float(const Type *type);
bool type_is_half(const Type *type); // TY_U16 with the name crs_half or crs_bfloat: the bits of a number in memory
bool type_is_signed(const Type *type);
bool type_is_arithmetic(const Type *type);
const Type *type_promoted(const Type *type); // C's integer promotion
const Type *type_common(const Type *left,
                        const Type *right);         // C's usual arithmetic conversions of two arithmetic types
bool type_widens(const Type *from, const Type *to); // both integers, and every value of `from` is one of `to`
void type_release(void);                            // at exit, so that leak checkers see nothing

// ---- symbols: scalars

typedef enum SymbolRole {
    SYM_PARAM,    // set outside the nest, only read in it: a kernel or launcher argument by value
    SYM_LIVE,     // set outside, written in the nest; its value may be needed afterwards if `live_after`
    SYM_ITERATOR, // the iterator of a Loop; never assigned in the body
    SYM_LOCAL,    // declared inside the nest (or made by a transformation): one per iteration of the loop around its
                  // ST_DECLARE
    SYM_ARGUMENT, // a parameter of a helper Function
} SymbolRole;

struct Symbol {
    const char *name; // unique within the nest; an identifier in C and in C++
    const Type *type;
    SymbolRole role;
    Loc loc;          // its declaration
    const char *host; // SYM_PARAM, SYM_LIVE, iterators declared outside: C text of its value on the host ("dst->rows")
    const char *host_before;    // C text of its value where the nest begins, which sets it first; NULL: `host`
    const char *host_guard;     // SYM_PARAM: the host can read it if this C text holds; NULL: always
    const char *host_otherwise; // C text of its value where that does not hold; NULL: 0
    const char *given;          // SYM_PARAM: whether the pointer with this C text is not null
    bool live_after;            // SYM_LIVE and iterators declared outside: the function may read it after the nest
    const char *pointer_after;  // (live_after) C in front of `+= n`: pointers move by so many elements; `host` is "0"
    bool is_enum;               // (host) of an enumerated type, which in C++ nothing converts to by itself
    bool is_derived;            // Array.is_derived of the pointer that it is read through
    bool address_taken; // other code (or a store through a pointer) may reach it: a global, a member, &x somewhere
    bool is_volatile;
};

// ---- arrays

typedef enum Space {
    SPACE_GLOBAL,   // the user's array; device global memory in a kernel
    SPACE_SCRATCH,  // device memory that a transformation made (partial results); allocated by the launcher
    SPACE_SHARED,   // one per block
    SPACE_REGISTER, // one per thread, indexed by constants after unrolling; also the user's small local arrays
} Space;

// How the host holds it.
typedef enum ArrayHost {
    HOST_NONE,    // made by a transformation, or local to the nest
    HOST_POINTER, // `host` is a C expression for a pointer to element [0]...[0], row-major with `extent`
    HOST_ROWS,    // `float **`, or with three dimensions `float ***`: the launcher packs and unpacks the rows
} ArrayHost;

typedef VECTOR(const Expr *) HostReads;

struct Array {
    const char *name; // unique within the nest; an identifier in C and in C++
    const Type *element;
    const Type *declared; // the source's elements, if it accesses parts of them, which these are; or NULL
    Space space;
    ArrayHost held;
    const char *host;   // the C text of the pointer: "A", "&G[0][0]", "dst->data"; NULL for HOST_NONE
    bool is_followed;   // `host` follows pointers in memory, which need not be there unless the nest accesses the array
    bool is_of_library; // a table of constants that `host` finds without memory of the program
    const int64_t *row_path; // HOST_ROWS: bytes between the pointers of the table, offsets of pointers on, -1; or NULL
    HostReads host_reads;    // elements of other arrays whose values `host` rests on
    const char *host_guard;  // the host can compute `host` if this C text holds; NULL: always
    int ndim;                // subscripts that an access has
    // extent[d] of dimension d, over parameters. extent[0] of a pointer is NULL: unknown. A flat pointer has ndim 1;
    // analysis may find more dimensions in its subscripts (analysis/arrays/delinearize.h) without changing the array.
    Expr *extent[MAX_DIMS];
    Loc loc;                  // its declaration
    const void *base;         // the origin of its pointer in the function, one object for each origin; NULL: not known
    Expr *from_base;          // (base) bytes between them, over parameters
    bool is_const;            // the element type is const-qualified
    const int64_t *constants; // its elements, row-major, if it is a constant table of integers; otherwise NULL
    const double *reals;      // likewise, of floating-point numbers
    bool is_enum;             // the elements are of an enumerated type, which C++ does not treat as `element`
    bool is_restrict;
    bool is_derived; // the function may compute its pointer from one that is `restrict`, which C allows
    bool is_object;  // names an object (a global or local array): overlaps no other such object
    bool is_volatile;
    bool live_after; // a local array of the function: may be read after the nest. Always true for the caller's memory.
    bool rotates; // HOST_POINTER, HOST_ROWS: the nest exchanges its pointer with others (ST_ROTATE), and then `host` is
                  // its first value; arrays that are exchanged with each other have one element type and one shape
    const char *pointer_after; // (rotates) its text in C, "A", if the function may read it after the nest, or NULL
    bool counts_blocks;        // SPACE_SCRATCH: counters of IN_LAST_BLOCK, 0 before and after every kernel
    // SPACE_SCRATCH, of TY_U64: cells of so many bytes, 8 or 16, in which blocks pass values on to others (IN_PASS_ON);
    // the first one counts turns (IN_NEXT_TURN). 0 when made, later as an earlier launch has left it. 0: no cells.
    int passes;
    const Symbol *fresh_in; // SPACE_SCRATCH: the iterator of the loop whose iterations each get another such array
    // of arrays made by stage and the like
    int pad;             // elements added to the innermost extent
    const Array *staged; // the array whose elements it holds, or NULL
    bool of_threads;     // SPACE_SHARED: no element is used by more than one thread
};

// Whether they are one array of the nest, perhaps of two candidates, one of which has made fewer dimensions of it.
bool array_is(const Array *array, const Array *other);
bool array_is_temporary(const Array *array);           // SPACE_SCRATCH: one array for a whole call, of no special use
bool arrays_are_apart(const Array *a, const Array *b); // since one is `restrict`, or both name objects
int64_t array_bytes(const Array *array);               // if its extents are constant, with `pad`; otherwise 0

// ---- expressions

typedef enum Operator {
    OP_NONE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_REM, // + - * / %   (C semantics: / and % truncate)
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_SHL,
    OP_SHR, // & | ^ << >>
    OP_LOGICAL_AND,
    OP_LOGICAL_OR, // && ||      (type int)
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE, // the operands have one type; the result is int
    OP_MIN,
    OP_MAX, // made by transformations (bounds, reductions): a < b ? a : b,  a > b ? a : b
    OP_FLOOR_DIV,
    OP_CEIL_DIV,
    OP_FLOOR_MOD, // of the tool's own making: divisor positive
    OP_NEG,
    OP_NOT,
    OP_COMPLEMENT, // unary - ! ~
} Operator;

static inline bool op_is_shift(Operator op)
{
    return op == OP_SHL || op == OP_SHR;
}

static inline bool op_is_logical(Operator op)
{
    return op == OP_LOGICAL_AND || op == OP_LOGICAL_OR;
}

static inline bool op_is_comparison(Operator op)
{
    return op >= OP_EQ && op <= OP_GE;
}

// The comparison with its operands exchanged; any other operator is itself.
static inline Operator op_mirrored(Operator op)
{
    switch (op) {
    case OP_LT: return OP_GT;
    case OP_LE: return OP_GE;
    case OP_GT: return OP_LT;
    case OP_GE: return OP_LE;
    default: return op;
    }
}

// The comparison that holds where this one does not, NaN aside.
static inline Operator op_negated(Operator comparison)
{
    switch (comparison) {
    case OP_EQ: return OP_NE;
    case OP_NE: return OP_EQ;
    case OP_LT: return OP_GE;
    case OP_LE: return OP_GT;
    case OP_GT: return OP_LE;
    default: return OP_LT; // OP_GE
    }
}

typedef enum ExprKind {
    EX_INT,       // 42              also enum constants, sizeof, character constants, folded
    EX_FLOAT,     // 1.5f            `text` as written (decimal or hex), or made from `real`
    EX_SYMBOL,    // x
    EX_ACCESS,    // A[i][j+1]       A[i].pos[2] with a path
    EX_UNARY,     // -a
    EX_BINARY,    // a + b
    EX_SELECT,    // c ? a : b
    EX_CAST,      // (float)a
    EX_CALL,      // sqrtf(a)        a math function or a helper Function
    EX_INTRINSIC, // threadIdx.x     what only a kernel has; made by transformations
    EX_ADDRESS,   // &A[i]           operand[0] is the access; made by transformations, and for pointer arguments
} ExprKind;

typedef enum Intrinsic {
    IN_THREAD_X,
    IN_THREAD_Y,
    IN_THREAD_Z, // threadIdx.x   type unsigned int, as all of these
    IN_BLOCK_X,
    IN_BLOCK_Y,
    IN_BLOCK_Z, // blockIdx.x
    IN_BLOCK_DIM_X,
    IN_BLOCK_DIM_Y,
    IN_BLOCK_DIM_Z,
    IN_GRID_DIM_X,
    IN_GRID_DIM_Y,
    IN_GRID_DIM_Z,
    IN_SHUFFLE_XOR,  // __shfl_xor_sync(full mask, operand[0], operand[1])   type of operand[0]
    IN_SHUFFLE_DOWN, // __shfl_down_sync(full mask, operand[0], operand[1])
    IN_SHUFFLE_UP,   // __shfl_up_sync(full mask, operand[0], operand[1])
    IN_SHUFFLE_FROM, // __shfl_sync(full mask, operand[0], operand[1]): of that lane of the warp
    IN_LAST_SET, // crs_last_set(operand[0], operand[1]): the last lane up to [1] whose [0] is set, or < 0   type int
    IN_SHUFFLE_FIRST, // __shfl_sync(full mask, operand[0], 0, operand[1]): of the first of so many lanes (EX_INT)
    IN_ATOMIC_ADD,    // atomicAdd(operand[0] (an EX_ADDRESS), operand[1]): the old value
    IN_ATOMIC_MIN,
    IN_ATOMIC_MAX,
    IN_ATOMIC_AND,
    IN_ATOMIC_OR,
    IN_ATOMIC_XOR,
    IN_ADD_WORDS,   // crs_add_words(&low[i], &high[i], value): to the words of a sum of 64 bits   type void
    IN_THREADFENCE, // __threadfence()   type void
    // Of neighbouring elements (EX_ADDRESS to, EX_ADDRESS from, EX_INT how many), by up to 16 bytes at once; type void
    IN_LOAD_LANES,  // crs_load_lanes<4>(&a_lanes[0], &a[i])
    IN_STORE_LANES, // crs_store_lanes<4>(&a[i], &a_lanes[0])
    IN_LOAD_ANY,    // crs_load_any<4>(&a_lanes[0], &a[i]): one access if the address allows it, otherwise several
    IN_STORE_ANY,
    IN_LOAD_INSIDE, // crs_load_inside<4>(&a_lanes[0], &a[i], &a[first], &a[last]): 0 for those beyond a[first]..a[last]
    IN_STORE_SOME,  // crs_store_some<4>(&a[i], &a_lanes[0], first, end): those of the elements 0..4 in first..end
    IN_LOAD_WORDS,  // as the three above, of bytes that are used as whole words (pair_lanes.h)
    IN_STORE_WORDS,
    IN_LOAD_ANY_WORDS,
    IN_TO_ALIGNED,   // crs_to_aligned(&a[i], 16): how many elements further the address is a multiple of 16; type long
    IN_ALIGNED,      // crs_aligned(&a[i], 16): the address is a multiple of operand[1]   type int
    IN_LAST_BLOCK,   // crs_last_block(&done[0], n): one call by all threads of each of n blocks; 1 in the block that
                     // calls last and sees what the others wrote. operand[0]: in an array that counts_blocks; type int
    IN_COPIES_CLOSE, // crs_close_copies()   the thread's asynchronous copies since the last call are a group; type void
    IN_COPIES_WAIT,  // crs_wait_copies<n>(): at most the n (operand[0]) newest groups of the thread are under way then
    // Blocks that pass values on to those with larger numbers, through an array with `passes`
    IN_NEXT_TURN,  // crs_next_turn(&states[0], n): one call by all threads of each of n blocks: the number of the
                   // launch, above the 32 bits that count calls; type unsigned long
    IN_PASS_ON,    // crs_pass_on(&states[i], value, turn)   type void
    IN_AWAIT,      // crs_await(&states[i], turn, 0.0f): waits for the value of this launch, which has operand[2]'s type
    IN_AWAIT_SETS, // crs_await_sets(&states[i], exists, turn), by all lanes (runtime/prelude/device.cuh)   type int
    IN_PREFETCH,   // crs_prefetch(&a[i]): a hint that its 128 bytes will be read soon   type void
    // The best of what threads have found, the largest number, in an array that counts_blocks
    IN_OFFER,        // crs_offer(&best[0], value): keeps it if it is larger   type void
    IN_OFFERED,      // crs_offered(&best[0]): the largest so far, INT64_MIN: none   type long
    IN_ADD_PRODUCTS, // crs_add_products(&c00, &c01, &c10, &c11, a0, a1, b), by all lanes of a warp   type void
} Intrinsic;

// One step of the path from an array element into a struct: .name[subscripts]
typedef struct Member {
    const Field *field;
    Expr **subscripts; // field->ndim of them
} Member;

struct Expr {
    ExprKind kind;
    const Type *type;
    Loc loc;     // loc.file NULL when made by a transformation
    Operator op; // EX_UNARY, EX_BINARY
    Intrinsic intrinsic;
    int64_t integer;          // EX_INT; a u64 value is stored as its bits
    double real;              // EX_FLOAT
    const char *text;         // EX_FLOAT: spelling; EX_CALL: name of the math function; EX_INT: how CUDA text spells a
                              // limit of the device, or NULL
    const Symbol *symbol;     // EX_SYMBOL
    const Array *array;       // EX_ACCESS
    const Function *function; // EX_CALL of a helper; NULL for a math function
    Expr **operands;          // EX_ACCESS: the array's ndim subscripts; otherwise the operands in source order (SELECT:
                              // condition first)
    int noperands;
    Member *path; // EX_ACCESS: steps into a struct element, outermost first
    int npath;
    bool fits_int; // EX_ACCESS of several subscripts: an int holds its offset and the parts of that (narrow.c)
};

// Whether only the first operand is always evaluated: c ? a : b, a && b, a || b.
static inline bool expr_branches(const Expr *expr)
{
    return expr->kind == EX_SELECT || (expr->kind == EX_BINARY && op_is_logical(expr->op));
}

// Of what is assigned, a scalar or an element.
static inline const char *place_name(const Expr *place)
{
    return place->kind == EX_SYMBOL ? place->symbol->name : place->array->name;
}

// ---- statements

typedef enum Binding {
    BIND_SERIAL,
    BIND_UNROLL, // serial, unrolled completely (#pragma unroll)
    BIND_VECTOR, // lanes of vector accesses: serial, unrolled completely where these are possible
    BIND_THREAD_X,
    BIND_THREAD_Y,
    BIND_THREAD_Z,
    BIND_BLOCK_X,
    BIND_BLOCK_Y,
    BIND_BLOCK_Z,
    BIND_LANE, // a warp lane
    BIND_HOST, // serial, on the host around kernels
} Binding;

typedef int LoopId; // 0 is none; unique within the Nest

// Where a serial loop around kernels runs.
typedef enum Persistence {
    PERSISTS_NOT,      // on the host, which launches each kernel
    PERSISTS_IN_BLOCK, // in one kernel of one block: what would be kernels wait for one another at __syncthreads()
    PERSISTS_IN_GRID,  // in one kernel whose blocks are all resident, around barriers of the grid
} Persistence;

// Sums of products by tensor cores: the loop over the 4 terms, and in it those over 2 rows and 2 columns of a lane.
typedef enum TensorPart { TENSOR_NONE, TENSOR_SUM, TENSOR_ROWS, TENSOR_COLUMNS } TensorPart;

struct Loop {
    LoopId id;
    LoopId origin;    // the loop of the source that it is or was made from
    const char *name; // "i", "i.tile", "i.elem"; the second i of the source is "i#2"
    const Symbol *iterator;
    Expr *lower;   // first value
    Expr *upper;   // exclusive when step > 0; otherwise below the last iteration: for i in n-1..-1 step -1
    Expr *step;    // an EX_INT other than 0, or an invariant expression of known sign (see step_sign)
    int step_sign; // +1 or -1
    // Geometric loops: the iterator is multiplied by it (step_sign > 0) or divided by it, and it is at least 2; 0: the
    // loop is not geometric. `step` is then the change of the iterator, in terms of itself. Such a loop has no trip
    // count and is never bound.
    int64_t factor;
    bool may_wrap;  // lower + trips * step may not fit in the iterator's type, and then C wraps around
    int64_t tested; // an unsigned loop written `i + tested < bound`: that sum must not wrap either
    bool endless;   // a while loop around other loops, which only `break` leaves; counts its iterations from 0, and
                    // `upper` is larger than any of them
    bool from_zero; // a signed iterator compared as an unsigned number: its first value must not be negative
    bool not_equal; // written `i != upper`: right only if step divides the distance, and upper is not passed already
    Binding binding;
    // Tiling a loop keeps the user's words in the body. The inner part says how the source's iterator follows from the
    // parts: for i.elem in 0..128 defines i = lower + step * (i.tile * 128 + i.elem). The definition holds inside the
    // innermost loop whose iterator it mentions. NULL: the loop has its own iterator only.
    const Symbol *defines;
    Expr *definition;
    // Neighbouring iterations are neighbouring ones of its origin, and a loop inside has a stride over them (`cyclic`).
    bool cyclic;
    // Block bindings: the largest number of blocks, each of which takes every limit-th iteration; 0: no limit. Thread
    // bindings: the number of threads, 0: as many as `upper` says. Vectors: the number of vector elements. Loops that
    // persist: threads of a block, 0: lowering decides.
    int64_t limit;
    bool launches_parts;      // BIND_HOST: each iteration launches a part of one grid, which is rarely too large
    int64_t multiple;         // the number of iterations is a multiple of it; 0: nothing is known
    const Symbol *serpentine; // unrolled loops: backwards where this iterator of an outer one is odd; or NULL
    bool swizzled;  // for thread bindings y and x, of an even number of threads each: the iterations (i, j) of
                    // two rows of threads are (y & ~1 | x & 1, x / 2 + y % 2 * half of a row)
    int copies;     // serial loops: this many iterations side by side (#pragma unroll n); 0: nvcc decides
    bool opaque;    // serial loops: nvcc must not know how the iterator moves (transform/lower/opaque.c)
    bool has_teams; // threads inside work for one iteration: what they share has elements for each (team_scan)
    bool ahead;     // serial loops: vectors that an iteration loads all at once are loaded in the previous iteration
    bool carries;   // serial loops: values pass on to the next iteration (rotate, exact_minmax.c), so the order stays
    TensorPart tensor; // what a warp's tensor cores compute at once
    int slides; // unrolled loops around vectors: stays a loop whose windows move along; 2: what moves is loaded earlier
    bool unordered; // vectors: the lanes, and the threads around them, may run in any order
    int min_blocks; // block bindings: at least this many blocks of the kernel should fit on an SM; 0: no requirement
    Persistence persists;                // serial loops around concurrent ones
    const Array *distinct[MAX_DISTINCT]; // a statement that writes elements of it writes other ones in each iteration
                                         // (known from the source, where a counter says which); the rest NULL
};

typedef enum StmtKind {
    ST_BLOCK,   // { a; b; }
    ST_LOOP,    // for i in lo..hi step s { body }
    ST_ASSIGN,  // place = value         place op= value with op
    ST_DECLARE, // float x = value       a SYM_LOCAL, or an array (SPACE_SHARED, SPACE_REGISTER) with no value;
                //                       in a kernel also the SYM_ITERATOR of a loop that became an index: never changes
    ST_IF,      // if (condition) body else otherwise
    ST_WHILE,   // while (condition) body      do body while (condition) with `test_after`
    ST_BREAK,   // break                 of the innermost ST_WHILE or ST_LOOP
    ST_CONTINUE, // continue
    ST_RETURN,   // return value          in helper functions only
    ST_EVALUATE, // f(x)                  a call or an intrinsic for its effect
    ST_BARRIER,  // __syncthreads()       __syncwarp() with `warp`, crs_grid_barrier() with `blocks`
    ST_KERNEL,   // kernel name { body }  one launch; everything above it runs on the host
    ST_ROTATE,   // a, b = b, a           pointers change places, on the host: each array becomes another one
} StmtKind;

struct Stmt {
    StmtKind kind;
    Loc loc;
    int id;       // the statement of the source that it is a copy of (those of stmt_is_numbered), from 1; 0: made
    Stmt **items; // ST_BLOCK
    int nitems;
    Loop *loop;          // ST_LOOP
    Stmt *body;          // ST_LOOP, ST_IF, ST_WHILE, ST_KERNEL
    Stmt *otherwise;     // ST_IF, or NULL
    Expr *place;         // ST_ASSIGN: EX_SYMBOL or EX_ACCESS
    Operator op;         // ST_ASSIGN: OP_NONE, or the operator of a compound assignment
    const Type *compute; // ST_ASSIGN with op: the type in which C computes it (place and value are converted to it,
                         // the result back to the place's type); `value` has this type except for shifts
    // ST_ASSIGN of an element in global memory to shared memory:
    int neighbours;    // the number of neighbours copied at once, 4 to 16 bytes; 0: one
    bool asynchronous; // complete after a wait for its group
    bool lines;        // a hint: other threads read the rest of its line of 128 bytes
    Expr *value;       // ST_ASSIGN, ST_DECLARE (may be NULL), ST_RETURN (may be NULL), ST_EVALUATE
    Expr *condition;   // ST_IF, ST_WHILE: an integer or pointer-free arithmetic expression, tested against 0;
                       // asynchronous assignments: copied only if it is not 0 (a symbol), NULL: always
    bool test_after;   // ST_WHILE: do ... while
    bool warp, blocks; // ST_BARRIER
    bool all_threads;  // made by a transformation for all threads of the block (copying to shared memory, combining
                       // partial results): lowering puts no guard around it. Not used after lowering.
    Symbol *symbol;    // ST_DECLARE of a scalar
    Array *array;      // ST_DECLARE of an array
    const Array **rotated,
        **taken; // ST_ROTATE: rotated[i] becomes what taken[i] was; `taken` is a permutation of `rotated`
    int nrotated;
    bool limited; // ST_IF with the name of a version: the version is wrong where the condition does not hold (`limit`)
    const Directive *directive; // ST_LOOP inside a region: the directive before it, or NULL
    const char *name; // ST_KERNEL: its name in the output, crs_...; ST_IF on the host: the version of the schedule in
                      // `body`, or NULL
    const char *note; // ST_KERNEL: comment lines above it, for people, interned, or NULL
    // ST_KERNEL: extents of the launch over host values; unset dimensions are NULL (1)
    Expr *grid[3], *block[3];
    int min_blocks;       // __launch_bounds__ second argument, 0: none
    Persistence persists; // ST_KERNEL: it runs a whole loop; in the grid: of blocks that wait for one another, of which
                          // the launcher starts `grid` or as many as are resident
};

// A static function of the file that a nest calls, emitted as a device function.
struct Function {
    const char *name; // the user's
    const Type *result;
    const Symbol **parameters; // SYM_ARGUMENT
    int nparameters;
    Stmt *body;
    Loc loc;
    bool pure;       // reads and writes nothing but its parameters and locals
    bool by_members; // a parameter of the user's is a struct: here each member is one
};

// ---- nests and units

typedef struct FinalValue {
    const Symbol *symbol; // its value after the nest
    Expr *value;          // over SYM_PARAM symbols and its own value before
} FinalValue;

struct Nest {
    Unit *unit;
    const Directive *directive;
    const char *function_name; // the user's function around it
    int number;                // index of the nest in its function, from 1
    const char *kernel_name;   // the launcher's: crs_<name or function>_<number>, with --host a hash; kernels add to it
    Loc loc;                   // the directive
    Loc extent;                // the bytes of the statement(s) that are replaced, without the directive
    size_t lead;               // where other compilers' pragmas of the first statement begin; or extent.begin
    bool is_region;            // begin ... end
    bool is_worksharing;      // all threads of a team of OpenMP come to it, and share the iterations of the user's loop
    const char *words;        // in messages: "loop 'i'", "the loop", "the region"
    Loc stmt_loc;             // the loop; of a region: nothing
    Stmt *body;               // ST_LOOP, or ST_BLOCK for a region and until canonical_nest (frontend/normalize)
    VECTOR(Symbol *) symbols; // all of them, in order of first mention
    VECTOR(Array *) arrays;
    VECTOR(Function *) functions; // helpers, callees before callers
    VECTOR(FinalValue) entries;   // known values of variables at the beginning of the body, if the body changes them
    VECTOR(FinalValue) finals;    // final values of variables that the body no longer changes
    VECTOR(Assertion) assertions;
    const struct Leaving *leaving; // frontend/host.h; NULL: nothing leaves the nest
    VECTOR(FunctionChoice) choices;
    VECTOR(Rising) risings;
    VECTOR(SizeCopy) copies;
    VECTOR(const Symbol *) ways;   // offsets of pointers from outside: none is left after canonical_nest
    VECTOR(FinalValue) row_loops;  // of ways of a table's pointers: iterators whose loops take one pointer at a time
    int next_loop, next_stmt;      // ids
    VECTOR(const Array *) ordered; // the launcher cannot test that no two iterations write one element of it
    bool refused;                  // diagnosed already; stays serial
    bool checked;                  // its `reduction` clauses, which are about the loops as the user wrote them
    bool reordered; // the user's loops came to the elements in another order, which would show if arrays were one
    const struct Guards *guards; // frontend/host.h
};

struct Unit {
    Arena *arena;
    Diag *diag;
    const SourceFile *source;
    const char *shown_path; // of the source, in emitted text
    VECTOR(Nest *) nests;   // in source order
    HostFile *host;
    long analysis_limit; // operations for each nest; 0: the usual number
    bool allocates;      // it is a program that allocates memory: its calls of malloc and free may note the blocks
};

// ---- constructors. All allocate in `arena`; types of results follow C unless said.

Expr *expr_int(Arena *arena, int64_t value, const Type *type);
Expr *expr_index(Arena *arena, int64_t value); // an EX_INT of type I64, the type of made index arithmetic
Expr *expr_float(Arena *arena, double value, const Type *type);
Expr *expr_zero(Arena *arena, const Type *type); // of an arithmetic type
Expr *expr_symbol(Arena *arena, const Symbol *symbol);
Expr *expr_access(Arena *arena, const Array *array, Expr *const *subscripts); // array->ndim of them, copied
// The access as one of that array, by those subscripts (array->ndim of them, copied): with its path, type and place.
Expr *expr_access_by(Arena *arena, const Expr *access, const Array *array, Expr *const *subscripts);
// Without the casts around it that keep every value, as a subscript is held: a subscript has no width of its own. What
// the device gives, such as an index of a thread, keeps its cast: that pair has a name of its own in a kernel.
Expr *expr_without_widening(Expr *expr);
// The access with one more step at the end of its path: .field[subscripts], field->ndim of them, copied.
Expr *expr_member(Arena *arena, const Expr *access, const Field *field, Expr *const *subscripts);
Expr *expr_unary(Arena *arena, Operator op, Expr *operand);
// Converts the operands to `type` (op's operand type) if they differ; comparisons and logical operators give int. Folds
// integer constants and neutral elements of integers (x + 0, x * 1, 0 * x, min(3, 5)).
Expr *expr_binary(Arena *arena, Operator op, Expr *left, Expr *right, const Type *type);
Expr *expr_both(Arena *arena, Expr *left, Expr *right);                // left && right; where one is NULL, the other
Expr *expr_truth(Arena *arena, Expr *expr);                            // expr != 0; comparisons and logic as they are
Expr *expr_select(Arena *arena, Expr *condition, Expr *yes, Expr *no); // yes and no have one type
Expr *expr_cast(Arena *arena, const Type *type, Expr *operand);        // returns `operand` when it has the type already
Expr *expr_call(Arena *arena, const Type *type, const char *name, const Function *function, Expr *const *arguments,
                int count);
Expr *expr_intrinsic(Arena *arena, Intrinsic intrinsic, const Type *type, Expr *const *operands, int count);
Expr *expr_address(Arena *arena, Expr *access);

// Index arithmetic in I64, for transformations and analysis.
Expr *index_cast(Arena *arena, Expr *expr); // expr_cast to I64
Expr *index_add(Arena *arena, Expr *left, Expr *right);
Expr *index_sub(Arena *arena, Expr *left, Expr *right);
Expr *index_mul(Arena *arena, Expr *left, Expr *right);
Expr *index_min(Arena *arena, Expr *left, Expr *right);
Expr *index_max(Arena *arena, Expr *left, Expr *right);
Expr *index_ceil_div(Arena *arena, Expr *left, int64_t divisor); // divisor > 0
// How often the loop runs, I64, never negative.
Expr *loop_trip_count(Arena *arena, const Loop *loop);
bool loop_ends_as_written(const Loop *loop); // it counts from lower to upper without any assumption

Stmt *stmt_block(Arena *arena, Stmt *const *items, int count); // flattens nested blocks; one item is returned itself
typedef VECTOR(Stmt *) StmtList;
int stmt_count(const Stmt *body);             // of statements: the items of a block; 1 if it is not a block, 0 for NULL
Stmt *stmt_item(const Stmt *body, int index); // of these
Stmt *stmt_loop(Arena *arena, const Loop *loop, Stmt *body); // the loop is copied
Stmt *stmt_loop_for(Arena *arena, const Stmt *old, const Loop *loop,
                    Stmt *body); // the same in the place of `old`: it has its location
Stmt *stmt_assign(Arena *arena, Expr *place, Operator op, Expr *value, const Type *compute);
Stmt *stmt_declare(Arena *arena, Symbol *symbol, Expr *value);
Stmt *stmt_declare_array(Arena *arena, Array *array);
Stmt *stmt_if(Arena *arena, Expr *condition, Stmt *body, Stmt *otherwise);
Stmt *stmt_while(Arena *arena, Expr *condition, Stmt *body, bool test_after);
Stmt *stmt_simple(Arena *arena, StmtKind kind); // BREAK, CONTINUE, BARRIER
bool stmt_is_numbered(const Stmt *stmt); // of a kind that has an id: assignments, declarations, evaluations and jumps
Stmt *stmt_evaluate(Arena *arena, Expr *value);
Stmt *stmt_rotate(Arena *arena, const Array *const *rotated, const Array *const *taken, int count); // both are copied
Stmt *stmt_kernel(Arena *arena, const char *name, Stmt *body);

// A fresh symbol or array of the nest; the name gets a suffix when the nest has it already.
Symbol *nest_symbol(Nest *nest, const char *name, const Type *type, SymbolRole role);
Array *nest_array(Nest *nest, const char *name, const Type *element, Space space, Expr *const *extent, int ndim);
LoopId nest_loop_id(Nest *nest);

// ---- walks

// Pre-order over all statements below and including `root`. The visitor returns false to skip the children.
typedef bool StmtVisitor(void *context, const Stmt *stmt);
void stmt_walk(const Stmt *root, StmtVisitor *visit, void *context);
// Pre-order over all expressions in `expr`, itself included; then of all expressions of one statement, not of others.
typedef bool ExprVisitor(void *context, const Expr *expr);
void expr_walk(const Expr *expr, ExprVisitor *visit, void *context);
void stmt_expressions(const Stmt *stmt, ExprVisitor *visit, void *context);
void stmt_walk_expressions(const Stmt *root, ExprVisitor *visit,
                           void *context); // of the whole tree, loop bounds included

// Rebuilding. A rewriter gets a node whose children were rewritten already and returns it or another one. Nodes that do
// not change are shared, not copied. NULL from a statement rewriter removes the statement. If the operands of a node
// changed but their types did not, its constructor builds it again, so constants fold. One rewriter of two may be NULL.
typedef Expr *ExprRewriter(void *context, Expr *expr);
typedef Stmt *StmtRewriter(void *context, Stmt *stmt);
Expr *expr_rewrite(Arena *arena, Expr *expr, ExprRewriter *rewrite, void *context);
Stmt *stmt_rewrite(Arena *arena, Stmt *root, StmtRewriter *stmts, ExprRewriter *exprs, void *context);

Expr *expr_substitute(Arena *arena, Expr *expr, const Symbol *symbol, Expr *with);
Stmt *stmt_substitute(Arena *arena, Stmt *stmt, const Symbol *symbol, Expr *with); // definitions and bounds included
// Every expression that equals one, by another of its type.
Expr *expr_replace_equal(Arena *arena, Expr *expr, const Expr *old, Expr *with);
Stmt *stmt_replace_equal(Arena *arena, Stmt *stmt, const Expr *old, Expr *with);
Stmt *stmt_use_array(Arena *arena, Stmt *stmt, const Array *array, const Array *with); // at the same subscripts

// Copies all nodes and texts of the tree (copy.c); symbols, arrays, functions and directives are shared. NULL for NULL.
Expr *expr_copy(Arena *arena, const Expr *expr);
Stmt *stmt_copy(Arena *arena, const Stmt *stmt);

bool expr_equal(const Expr *left, const Expr *right); // same structure; locations are ignored
// Of two accesses to one array: whether they are to different members, a[i].x and a[j].y, whatever the elements.
bool expr_members_apart(const Expr *left, const Expr *right);
bool expr_mentions(const Expr *expr, const Symbol *symbol);
bool stmt_mentions(const Stmt *root, const Symbol *symbol); // an expression of it or below it
bool expr_has_access(const Expr *expr);                     // of an array: the expression or a part of it
bool expr_is_indirect(const Expr *expr);                    // an access of which a subscript has one
bool expr_is_int(const Expr *expr, int64_t value);          // an EX_INT of that value, casts looked through
const Expr *expr_strip_casts(const Expr *expr);             // looks through integer-to-integer casts only
const Stmt *stmt_find_loop(const Stmt *root, LoopId id);    // the ST_LOOP or NULL
bool stmt_contains(const Stmt *root, const Stmt *stmt);     // the very node, itself included
const Stmt *stmt_first_numbered(const Stmt *root);          // the first one with an id, or NULL
bool stmt_contains_id(const Stmt *root, int id);            // a copy of the source's statement `id`; false for id 0
const Stmt *stmt_find_loop_named(const Stmt *root, const char *name);
bool stmt_rotates(const Stmt *root); // holds an ST_ROTATE

// ---- text form: the only dump (print.c), and read back (parse.h)
//
// print_tree holds everything that changes meaning; what is as usual is left out. Not in it: places in the source, but
// for whether there is one (`made`: by a transformation); Stmt.note; Nest.loc, extent, lead, words, guards,
// reordered and assertions, which the emitted file needs; and of lowered trees, those with kernels, what ties a tree to
// its source: Stmt.id, all_threads and directive, Loop.origin, Array.staged. print_stmt, for messages, leaves these out
// as well.

void print_expr(Text *out, const Expr *expr);
void print_stmt(Text *out, const Stmt *stmt, int indent);
void print_tree(Text *out, const Nest *nest, const Stmt *body); // what the nest declares, and the tree: stands alone
void print_nest(Text *out, const Nest *nest);                   // the same with its own body
const char *expr_text(Arena *arena, const Expr *expr);
const char *operator_text(Operator op);    // "+", "min"
const char *binding_text(Binding binding); // "block.x", "" for serial

// ---- consistency (check.c): internal_bug with the offending node's text when a rule above is broken

void check_nest(const Nest *nest, const Stmt *body, const char *after_pass);
// The same as a text: the first broken rule and its place; NULL: there is none.
const char *nest_broken_rule(Arena *arena, const Nest *nest, const Stmt *body);

#endif

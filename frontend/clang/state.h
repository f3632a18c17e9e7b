// What the files of the libclang reader share: the reader, the nest that it reads, and its variables. Types only.
// No file outside of clang, control, dataflow, numbers and program of frontend/ may include it.
#ifndef CURESTRUCT_FRONTEND_CLANG_STATE_H
#define CURESTRUCT_FRONTEND_CLANG_STATE_H

#include "frontend/directives/attach.h"
#include "frontend/directives/from.h"
#include "ir/ir.h"

#include <clang-c/Index.h>

typedef struct Reader Reader;
typedef struct Variable Variable;
typedef struct DeclFacts DeclFacts;
typedef struct Helper Helper;

// Statements and expressions of a function are numbered in the order of the walk (scan.c): a moment. So questions such
// as "is it written in the body?" also have answers inside of macros, where everything has the same position in the
// text.
typedef VECTOR(size_t) Moments; // increasing

// A mention of a local variable and the nests whose values it may read: all, or (last > 0) those within [first, last),
// because the variable is set again in between.
typedef struct Exposure {
    size_t mention, first, last;
} Exposure;

// A variable, a field, or a function that functions of the unit mention.
struct DeclFacts {
    CXCursor cursor;
    DeclFacts *next;                  // in its bucket
    bool address_taken;               // &x, or of a part of it
    bool is_array_base;               // a pointer that is subscripted or added to
    Moments mentions, writes, stores; // a store: through it (p[i] = .., *p = ..)
    Moments addresses;                // where its address is taken
    Moments sets;                     // of writes, the plain assignments: the mention that follows is the target
    VECTOR(Exposure) exposures;       // of a variable of one function, valid while exposures_known (live.c)
    bool exposures_known;
    Variable *variable; // while a nest or a helper is read
    int variable_epoch; // valid only while this is Reader.epoch
    const Type *record; // a struct: its type once read
    Helper *helper;     // a function: what was made of it
    int scanned_site;   // a function: the index of its SITE_FUNCTION + 1, 0: not scanned
};

typedef struct SiteDetail { // parallel to Site (attach.h), same index
    CXCursor cursor;
    size_t first, last;         // moments: [first, last)
    size_t body_first;          // loops: where the body begins
    size_t first_part_last;     // the end of the first part: of a `for` that has one, its init part
    DeclFacts *iterator;        // for loops: what the init part sets, or NULL
    const Directive *directive; // of a loop inside a region, or NULL
} SiteDetail;

// A lvalue: a variable, an element of an array with a path into it, or one of two that a condition chooses.
enum { MAX_PATH = 6 };
typedef struct Choice Choice;
typedef struct Reference {
    Variable *variable; // set: the variable itself
    Array *array;
    Expr *subscripts[MAX_DIMS];
    int nsubscripts;
    const Field *fields[MAX_PATH];
    Expr *field_subscripts[MAX_PATH][MAX_DIMS];
    int nfield_subscripts[MAX_PATH];
    int npath;
    bool closed;          // a pointer to it cannot be added to
    const Type *view;     // the program sees the bits of the number as this type (bits.h); NULL: as what it is
    const Type *stored;   // (view) what it is
    Expr *view_index;     // (view) which part of the number, if their sizes differ: so many views from its first byte
    Expr *view_bytes;     // (view_index, of an array) and so many bytes
    const Choice *choice; // set: which of two it is; the rest but `type` is not set
    CXType type;          // of the lvalue, canonical
} Reference;

// What a pointer points to that the nest chooses: `c ? p : q`, or a member or an element of that.
struct Choice {
    Expr *condition;
    Reference yes, no;
};

typedef enum VariableHome {
    HOME_FUNCTION, // declared in the function, outside of the nest
    HOME_GLOBAL,   // with static storage
    HOME_NEST,     // declared in the nest or the helper
} VariableHome;

// Of a pointer of which the nest knows what it points to (Variable.target): whether it is null at this point.
typedef enum Nullness { NOT_NULL, IS_NULL, MAY_BE_NULL } Nullness;

struct Variable {
    DeclFacts *facts;
    CXCursor cursor; // VarDecl, ParmDecl, FieldDecl
    CXType type;     // canonical
    VariableHome home;
    const char *name; // for the IR
    const char *host; // C text, NULL in HOME_NEST
    Variable *parent, *members, *next_member;
    bool through_pointer; // a member reached by ->
    Symbol *symbol;
    Array *array;
    Array *kept;                      // a pointer: its array in another version of the nest (unswitch.h)
    const Reference *target;          // a pointer: the element that it points to
    Nullness nullness;                // IS_NULL, MAY_BE_NULL: `target` is not a place
    int nulls;                        // how often it was set to null by now
    const Symbol *way;                // a pointer that walks: how far it is from where it began
    VECTOR(const Reference *) places; // a pointer that the nest assigns: an element of each array that it points into
    Expr *value;               // a parameter, or a variable that is only initialized: the expression that it stands for
    CXCursor function;         // a pointer to a function that is known: the function; otherwise null
    const char *function_text; // a pointer to a function that the host knows before the nest: its C text; or NULL
    bool is_chosen;            // a pointer that the host computes (host_pointer.h)
    bool is_followed;          // the host follows pointers in memory to it (host_pointer.h)
    HostReads host_reads;      // (is_chosen) Array.host_reads
    const int64_t *row_path;   // (is_chosen) of a table of pointers, Array.row_path
    int elements, zero;        // (is_chosen) how many there are, and before the place that it points to; 0: not known
    bool is_table;             // `host` is a table of constants without a name
    CXType pointee;            // a pointer to void: the pointer type that the nest converts it to; otherwise no pointer
    size_t set_in;             // (branch_pointers.h) of the block with the last assignment, the end; 0: none
    size_t declared_in;        // the same of its declaration
    int assignments;           // to a pointer, that were read so far
    int skips;                 // that are known before they are read
};

typedef enum HelperState { HELPER_NEW, HELPER_READING, HELPER_READ, HELPER_REFUSED } HelperState;
struct Helper {
    HelperState state;
    CXCursor definition;
    Function *function;
    const char *reason; // HELPER_REFUSED: why it cannot be a device function
    Loc place;
    const char *note;
    bool recursive;
    VECTOR(Helper *) callees;
};

typedef struct MacroRange {
    size_t begin, end;
} MacroRange;

typedef struct LoopContext { // the ST_LOOPs around what is being read
    const Symbol *iterator;
    DeclFacts *facts;
    bool not_negative;
    const Loop *loop; // where it counts; otherwise NULL
} LoopContext;

// A pointer that changes places with others in the nest.
typedef struct Rotating {
    DeclFacts *facts;
    Array *array;
} Rotating;

// Where an array of the nest comes from.
typedef struct Origin {
    const Array *array;
    DeclFacts *facts;
} Origin;

// A table of pointers, and the variable that says how far the nest has moved them; NULL: it does not.
typedef struct RowWay {
    const Array *table;
    const Symbol *way;
} RowWay;

// A variable whose arrays have elements of another type than it says: a smaller one, which the nest accesses, too.
typedef struct Narrowed {
    DeclFacts *facts;
    const Type *type;
} Narrowed;

// A pointer that only serves for that: `tmp` of `tmp = a; a = b; b = tmp`.
typedef struct Carrier {
    DeclFacts *facts;
    CXCursor place;
    int mentions; // that are explained so
} Carrier;

// What returns in the middle of a function that is read in place.
typedef struct EarlyReturns {
    CXCursor call;
    const Type *type; // of the result; NULL: no number
    bool wanted, found;
    Symbol *symbol;    // holds the result, once there is one
    Reference *record; // or does, if the result is a struct or a complex number
    Symbol *left;      // whether a loop of the function has returned
    int from_loops;    // returns in loops
} EarlyReturns;

// Jumps out of a loop to a label after it.
typedef struct Escape {
    CXCursor label;
    Symbol *left; // whether one was made
    int jumps;    // so far
    int depth;    // of loops around what is being read, from that loop on
} Escape;

enum { MAX_VERSIONS = 2 }; // conditions whose values the versions of a nest differ by

// Whether a nest names the rows of a table by numbers alone (pointer_tables.h).
typedef struct NumberedTable {
    CXCursor table;
    bool is_numbered;
} NumberedTable;

// The nest or the helper that is being read.
typedef struct Frame {
    const struct Frame *outer;
    Nest *nest;         // or
    Function *function; // a helper
    Helper *helper;
    int epoch;
    int function_site;                // of the function with the nest
    bool nest_repeats;                // a loop of the function encloses the nest
    size_t nest_first, nest_last;     // moments of the nest
    int nest_site, nest_site_end;     // its statements
    StmtList *before;                 // where statements go: the block being read
    int conditional;                  // > 0: evaluated only sometimes, nothing may be put in front
    VECTOR(const Symbol *) changing;  // those that are assigned after their declaration
    VECTOR(const Symbol *) assumed;   // those that something read before relies on not to be assigned
    VECTOR(const char *) local_names; // of a helper
    LoopContext loops[MAX_DEPTH];
    int nloop;
    EarlyReturns *early; // of the function that is read in place
    Escape *escape;      // of the loop that is being read, or NULL
    int inline_depth, expr_depth, stmt_depth;
    CXCursor inlining[MAX_DEPTH];
    int next_stmt, next_loop;   // of a helper
    int annotated_site;         // the loop that the nest is; -1: a region
    int nhost;                  // of the loops around: those that stay on the host
    int breakable, continuable; // > 0: a loop around takes a break, a continue
    int jumps;                  // > 0: in a block with labels or cases
    int block_depth;            // stmt_depth of the statements of the { } being read
    size_t block_last;          // its last moment
    VECTOR(const char *) loop_names;
    VECTOR(Variable *) hosted;             // pointers that the host computes
    VECTOR(NumberedTable) numbered_tables; // that were looked at
    VECTOR(Variable *) pointed;            // local pointers with a target
    VECTOR(Rotating) rotating;             // pointers that change places
    VECTOR(Origin) origins;                // of arrays that the host holds
    VECTOR(RowWay) row_ways;               // of tables of pointers
    CXCursor pointer_test, switches; // unswitch.h: of the outermost `if` around that does; of one with an assignment
    bool version[MAX_VERSIONS];      // (nversion) of what Reader.unswitched has
    int nversion;
    VECTOR(Symbol *) version_ways; // of its pointers
    VECTOR(Variable *) version_pointers;
    VECTOR(FinalValue) given; // parameters of functions that are read in place, which nothing changes: their values
    VECTOR(Carrier) carriers; // those that hold one of them meanwhile
    CXCursor converted;       // a pointer to void that is being read as one of type converted_to
    CXType converted_to;
    bool refused, recursive; // the first refusal
    bool refused_call;       // because of a function that kernels cannot call, or of a text that it is given
    Loc refused_at;
    const char *refused_because, *refused_note;
} Frame;

// A directive of OpenMP or OpenACC in the text.
typedef struct FromSite {
    const FromDirective *from;
    size_t begin, end;
    bool from_macro;
    int site;       // the statement that follows it, or -1
    int function;   // the site of the function around it, or -1
    int attachment; // what it became, or -1
    bool joined;    // its data clauses belong to the nest of the loop that follows it
    bool inside;    // a nest or a region holds its statement
    bool goes;      // it is not in the output: it was obeyed, or is inside of one that was
} FromSite;

// A function that a file named beside the input defines, and that could not be read.
typedef struct MissingFunction {
    const char *name, *path, *why;
} MissingFunction;

// A branch that leaves the nest, and why it is not read.
typedef struct LeavingBranch {
    CXCursor branch;
    const char *because, *note;
    Loc loc;
} LeavingBranch;

// A function that a pointer may lead to and that kernels cannot call: the nest stays serial where the pointer does.
typedef struct PassedOver {
    CXCursor function;
    const char *pointer, *because;
    Loc loc;
} PassedOver;

typedef struct Renamed {
    const char *from, *to;
} Renamed;

struct Reader {
    Arena *arena, *scratch; // scratch: for one nest
    Diag *diag;
    Unit *unit;
    CXTranslationUnit clang;
    CXFile main_file;
    const char *path;
    const char *const *arguments;
    int nargument;
    VECTOR(MacroRange) macros; // outermost expansions in the main file, in order
    VECTOR(CXCursor) stack;    // of children being gathered
    VECTOR(SourceFile *) files;
    VECTOR(CXFile) file_keys;

    // scan
    DeclFacts **buckets;
    int nbucket, ndecl;
    VECTOR(Site) sites;
    VECTOR(SiteDetail) details;
    int *site_buckets; // of loops and blocks, by cursor
    int nsite_bucket, nlisted_site;
    VECTOR(int) site_chain;
    size_t moment;
    VECTOR(Attachment) attachments, nest_attachments; // the latter: of each nest of the unit
    int from;                                         // bits of FromLanguage: those that are read
    bool of_program;                                  // the host's code is read even if there are no nests
    VECTOR(FromSite) from_sites;
    const struct PragmaMacros *pragmas;
    bool has_other_files; // whose functions may be read
    VECTOR(MissingFunction) missing;
    VECTOR(SourceFile *) user_files; // those files, without their texts
    VECTOR(SourceFile *) printed;    // texts of parts of other files, with the places that the parts have there
    VECTOR(Renamed) renamed;         // functions of other files whose names this file needs itself

    VECTOR(PassedOver) passed_over; // of the nest that is being read, and the one that is to be added
    bool passes_over;
    VECTOR(Narrowed) narrowed;      // of that nest
    VECTOR(CXCursor) host_branches; // of that nest: the `if`s whose first branch only the host can run
    VECTOR(LeavingBranch) leaving;  // of that nest
    VECTOR(CXCursor) unswitched;    // of that nest: conditions that it is read once for each value of (unswitch.h)
    bool keeps_loops;               // that was refused
    bool reads_again;               // one of these has grown
    bool keeps_branches;            // without them the nest would do nothing

    Frame frame;
    int last_epoch;
};

#endif

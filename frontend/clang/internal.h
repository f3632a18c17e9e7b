// What the files of the libclang reader share. No other file may include this.
//
//   reader.c     read_unit: parse, report, walk through the phases below
//   source.c     cursors to places in the text, children of a cursor
//   find_directives.c  finds the directives, expands macros in them
//   scan.c       one walk over a function: its statements, and who mentions and writes what
//   attach.c           directives to statements (without libclang)
//   scope.c      the names that a directive sees
//   clauses.c    whether names in clauses are declared
//   nest.c       a directive and its statement to a Nest
//   types.c      types, array shapes
//   variable.c   variables to symbols and arrays
//   lvalue.c      lvalues and pointers
//   literal.c    constants
//   expr.c       values
//   null_test.c      tests of pointers against null
//   pointer_loop.c       pointers that a for statement steps
//   assign.c     assignments
//   swap_buffers.c     pointers that change places
//   pointer_induction.c       pointers that are incremented
//   words.c      names of constructs for messages
//   call.c       calls: math functions, helper functions
//   inline.c     calls that are read in place
//   memory.c     memset and memcpy
//   loop.c       loops that count
//   while.c      other loops
//   header.c     whether a for statement counts
//   continue.c   continue to if and else
//   switch.c     switch statements
//   goto.c       jumps forward to if and else
//   stmt.c       the other statements
//   init.c       declarations in a nest with their initializers
//   single_assignment.c      variables that hold one value
//   live.c       what is read behind the nest
//   scalar_replacement.c     structs as the sum of their members
//   host.c       what the splicer and the harness want to know
//   cplusplus.c  whether a text is C++
#ifndef CURESTRUCT_FRONTEND_CLANG_INTERNAL_H
#define CURESTRUCT_FRONTEND_CLANG_INTERNAL_H

#include "frontend/directives/attach.h"
#include "frontend/host.h"
#include "frontend/reader.h"

#include <clang-c/Index.h>

typedef struct Reader Reader;
typedef struct Variable Variable;
typedef struct DeclFacts DeclFacts;
typedef struct Helper Helper;

typedef VECTOR(size_t) Moments; // increasing
// ---- what a scan found (scan.c). Places in a function are numbered in the order of the walk: a Moment. So
// questions such as "written in the body?" hold inside macros as well, where all has one place in the text.

// A mention of a local variable and the nests that it may read from: all, or (last > 0) those within [first, last),
// since elsewhere the variable is set again in between.
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
    VECTOR(Exposure) exposures;       // of a variable of one function, valid while exposures_known (live.c)
    bool exposures_known;
    Variable *variable; // while a nest or a helper is read
    int variable_epoch; // valid only while this is Reader.epoch
    const Type *record; // a struct: its type once read
    Helper *helper;     // a function: what was made of it
    int scanned_site;   // a function: the index of its SITE_FUNCTION + 1, 0: not scanned
};

typedef struct SiteDetail { // beside Site (attach.h), same index
    CXCursor cursor;
    size_t first, last;         // moments: [first, last)
    size_t body_first;          // loops: where the body begins
    size_t first_part_last;     // where the first of its parts ends: of a `for` that has one, its init part
    DeclFacts *iterator;        // for loops: what the init part sets, or NULL
    const Directive *directive; // of a loop inside a region, or NULL
} SiteDetail;

// ---- variables of a nest or a helper (variable.c)

// A lvalue: a variable, or an element of an array with a path into it.
enum { MAX_PATH = 6 };
typedef struct Reference {
    Variable *variable; // set: the variable itself
    Array *array;
    Expr *subscripts[MAX_DIMS];
    int nsubscripts;
    const Field *fields[MAX_PATH];
    Expr *field_subscripts[MAX_PATH][MAX_DIMS];
    int nfield_subscripts[MAX_PATH];
    int npath;
    bool closed; // a pointer to it cannot be added to
    CXType type; // of the lvalue, canonical
} Reference;

typedef enum VariableHome {
    HOME_FUNCTION, // declared in the function, outside of the nest
    HOME_GLOBAL,   // with static storage
    HOME_NEST,     // declared in the nest or the helper
} VariableHome;

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
    const Reference *target; // a pointer: the element that it points to
    const Symbol *way;       // a pointer that walks: how far it is from where it began
    Expr *value;             // a parameter, or one that is only initialized: the expression that it stands for
};

// ---- helpers

typedef enum HelperState { HELPER_NEW, HELPER_READING, HELPER_READ, HELPER_REFUSED } HelperState;
struct Helper {
    HelperState state;
    CXCursor definition;
    Function *function;
    const char *reason; // HELPER_REFUSED: why it is no device function
    Loc place;
    const char *note;
    bool recursive;
    VECTOR(Helper *) callees;
};

// ---- the reader

typedef struct MacroRange {
    size_t begin, end;
} MacroRange;

typedef struct LoopContext { // the ST_LOOPs around what is being read
    const Symbol *iterator;
    DeclFacts *facts;
    bool not_negative;
} LoopContext;

// A pointer that changes places with others in the nest.
typedef struct Rotating {
    DeclFacts *facts;
    Array *array;
} Rotating;

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
    Symbol *symbol; // holds the result, once there is one
} EarlyReturns;

// The nest or the helper that is being read.
typedef struct Frame {
    const struct Frame *outer;
    Nest *nest;         // or
    Function *function; // a helper
    Helper *helper;
    int epoch;
    int function_site;                // of the function that the nest stands in
    bool nest_repeats;                // a loop of the function stands around the nest
    size_t nest_first, nest_last;     // moments of the nest
    int nest_site, nest_site_end;     // its statements
    StmtList *before;                 // where statements go: the block being read
    int conditional;                  // > 0: evaluated only sometimes, nothing may be put in front
    VECTOR(const Symbol *) changing;  // those that are assigned after their declaration
    VECTOR(const Symbol *) assumed;   // those that something read before relies on not to be assigned
    VECTOR(const char *) local_names; // of a helper
    LoopContext loops[MAX_DEPTH];
    int nloop;
    const char *inline_reason; // why the function that is read in place is no device function
    EarlyReturns *early;       // of that function
    int inline_depth, expr_depth, stmt_depth;
    CXCursor inlining[MAX_DEPTH];
    int next_stmt, next_loop;   // of a helper
    int annotated_site;         // the loop that the nest is; -1: a region
    int nhost;                  // of the loops around: those that stay on the host
    int breakable, continuable; // > 0: a loop around takes a break, a continue
    int block_depth;            // stmt_depth of the statements of the { } being read
    size_t block_last;          // its last moment
    VECTOR(const char *) loop_names;
    VECTOR(FinalValue) entries;     // of variables that the nest changes: what they hold where it begins
    VECTOR(const Symbol *) walking; // the ways of pointers from outside of the nest
    VECTOR(Variable *) pointed;     // local pointers with a target
    VECTOR(Rotating) rotating;      // pointers that change places
    VECTOR(Carrier) carriers;       // those that hold one of them meanwhile
    bool refused, recursive;        // the first refusal
    Loc refused_at;
    const char *refused_because, *refused_note;
} Frame;

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
    VECTOR(Attachment) attachments;

    Frame frame;
    int last_epoch;
};

// ---- source.c

SourceFile *source_of_file(Reader *reader, CXFile file);
void collect_macros(Reader *reader);
bool is_in_main_file(const Reader *reader, CXCursor cursor);
Loc cursor_loc(Reader *reader, CXCursor cursor); // rounded out to macro expansions
// The bytes of a statement in its file with its semicolon; false: half of it comes out of a macro.
bool statement_range(Reader *reader, CXCursor stmt, size_t *begin, size_t *end);
Loc bytes_loc(Reader *reader, size_t begin, size_t end); // of the main file
const MacroRange *macro_around(const Reader *reader,
                               size_t offset); // the expansion in the main file that holds the byte, or NULL

typedef struct Children {
    CXCursor *items;
    int count;
} Children;
Children children_of(Reader *reader, CXCursor cursor);         // in scratch memory
Children expression_children(Reader *reader, CXCursor cursor); // without type references and attributes
CXCursor strip_parens(Reader *reader, CXCursor expr);          // and __extension__
CXCursor strip_conversions(Reader *reader, CXCursor expr);     // parentheses and implicit conversions
bool is_null_cursor(CXCursor cursor);
bool cursor_mentions(CXCursor expr, CXCursor decl);                // the variable; sizeof does not count
const char *take_string(Reader *reader, CXString string);          // interned; disposes
const char *cursor_name(CXCursor cursor);                          // interned
size_t skip_blanks(const char *text, size_t length, size_t at);    // and comments and line splices
size_t find_semicolon(const char *text, size_t length, size_t at); // just behind the next one outside of brackets

// ---- scan.c

DeclFacts *facts_of(Reader *reader, CXCursor decl);     // made when new
int scan_function(Reader *reader, CXCursor function);   // index of its SITE_FUNCTION; once
int site_of(Reader *reader, CXCursor stmt);             // of a loop or a { }; -1: not scanned
int moments_from(const Moments *moments, size_t first); // index of the first that is not before
bool moments_in(const Moments *moments, size_t first, size_t last);
CXCursor
written_variable(Reader *reader,
                 CXCursor expr); // what an assignment to `expr` writes: a DeclRefExpr or MemberRefExpr, else null

// ---- find_directives.c

void find_directives(Reader *reader); // fills attachments and host->directives, restricts
void refuse_headers(Reader *reader);  // says that directives in the user's headers are not obeyed

// ---- scope.c

typedef struct Named {
    const char *name; // interned
    CXCursor decl;
} Named;
typedef VECTOR(Named) Scope; // the innermost first, in scratch memory
Scope scope_of(Reader *reader, int site,
               size_t end); // declared in the function in front of `end`, around what the site holds
Scope scope_of_file(Reader *reader);
Scope scope_of_members(Reader *reader, CXType record);
const Named *scope_find(const Scope *scope, const char *name); // NULL: none
bool is_macro(Reader *reader, const char *name);
bool is_declared_in(CXCursor stmt, const char *name); // a variable

// ---- clauses.c

void check_clauses(Reader *reader); // of all directives that are attached
void warn_of_idle_clauses(Reader *reader, const Nest *nest, const Attachment *attachment); // about what it does not use

// ---- nest.c

void read_nests(Reader *reader);
void find_guards(Reader *reader); // of the nests (guards.c)
// Nothing below can be read because of what stands at `cursor`. The first reason is the one reported.
void refuse(Reader *reader, CXCursor cursor, const char *format, ...) __attribute__((format(printf, 3, 4)));
void refuse_at(Reader *reader, Loc loc, const char *note, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// ---- types.c

const Type *read_type(Reader *reader, CXType type); // NULL: the IR has none like it
const char *type_obstacle(CXType type); // why, in words that follow "it is": "a union", "of type long double"
const Field *find_field(const Type *record, const char *name);
CXType canonical(CXType type);  // unqualified, too
bool is_address(CXCursor expr); // of pointer type, or an array

// What a declarator says about an array or a pointer.
typedef struct Shape {
    bool is_pointer; // the outermost dimension is a pointer's
    bool is_rows;
    bool is_const, is_restrict, is_volatile;
    bool is_vla; // some dimension is no constant
    int ndim;
    int64_t constant[MAX_DIMS];   // or -1
    CXCursor dimension[MAX_DIMS]; // its expression where it is no constant; null: unknown
    CXType element;
    const char *obstacle; // in words, or NULL
} Shape;
Shape shape_of(Reader *reader, CXCursor decl, CXType type);

// ---- constant_table.c

const int64_t *constant_table(Reader *reader, CXCursor decl, const Array *array); // NULL: it is none

// ---- variable.c

Variable *find_variable(Reader *reader, CXCursor reference);         // of a DeclRefExpr
Variable *find_declared(Reader *reader, CXCursor decl, CXCursor at); // of a VarDecl or ParmDecl
Variable *declare_variable(Reader *reader, CXCursor decl);           // in the nest
Variable *member_variable(Reader *reader, Variable *base, CXCursor field, bool arrow);
const Symbol *variable_symbol(Reader *reader, Variable *variable, CXCursor at); // NULL: refused
Array *variable_array(Reader *reader, Variable *variable, CXCursor at);
bool is_written_in_nest(const Reader *reader, const Variable *variable);
bool is_live_after(Reader *reader, const Variable *variable);
void mark_assigned(Reader *reader, const Symbol *symbol);
Array *new_array(Reader *reader, const char *name, const Type *element, Space space, Expr *const *extent, int ndim);
Symbol *new_symbol(Reader *reader, const char *name, const Type *type, SymbolRole role, Loc loc);

// ---- pointer_base.c

// What the pointer was made of, where it is set once: `float *m = a + n / 2`.
void find_pointer_base(Reader *reader, const Variable *variable, Array *array);

// ---- single_assignment.c

// What the function's variable holds wherever it is read, in terms of others that do not change; NULL: not known.
// An integer that nothing in the function changes, made of variables that are set once; NULL: it is none.
Expr *known_expression(Reader *reader, CXCursor expr, const Type *type);
Expr *known_value(Reader *reader, CXCursor decl);
// The same of a variable that the nest changes, where the nest begins: `int k = 0;` or `k = n - 1;` stands before it.
Expr *value_at_nest(Reader *reader, CXCursor decl);

// ---- live.c

// Whether the function, in which all is structured, may read the local variable behind the nest before setting it
// again.
bool is_read_behind(Reader *reader, DeclFacts *facts);
bool is_in_switch(const Reader *reader, int site); // where a case label may be jumped to

// ---- lvalue.c

bool read_reference(Reader *reader, CXCursor expr, Reference *reference);
bool read_pointer(Reader *reader, CXCursor expr, Reference *reference);        // what it points to
Expr *load_reference(Reader *reader, const Reference *reference, CXCursor at); // its value (or place), NULL: refused
bool reference_member(Reader *reader, const Reference *base, const Field *field, Reference *member);
bool is_stable(Reader *reader,
               Expr *expr); // its value stays what it is; later assignments to what it mentions are refused
bool freeze_reference(Reader *reader, Reference *reference, const char *name); // its subscripts stay what they are now
bool reference_add(Reader *reader, Reference *reference, Expr *index, CXCursor at); // so many elements further

// ---- literal.c

Expr *read_integer_constant(Reader *reader, CXCursor expr,
                            const Type *type); // by clang's evaluation; NULL when not constant, nothing is refused
Expr *read_floating(Reader *reader, CXCursor expr, const Type *type);

// ---- expr.c

Expr *read_value(Reader *reader, CXCursor expr);
Expr *read_converted(Reader *reader, CXCursor expr, const Type *type);
Expr *read_condition(Reader *reader, CXCursor expr);
Expr *located(Reader *reader, Expr *expr, CXCursor at);
Expr *read_pointer_test(Reader *reader, CXCursor expr); // null_test.c: whether it is not null
Expr *read_null_comparison(Reader *reader, CXCursor expr, Operator op, CXCursor left, CXCursor right);
Operator operator_of(enum CXBinaryOperatorKind kind);
const char *construct_name(Reader *reader, CXCursor cursor); // in words: "a string literal" (words.c)

// ---- assign.c

// Carries out `a = b`, `a += b`, `++a` or `a++` as a statement; *place: where the result is.
bool read_assignment(Reader *reader, CXCursor expr, Expr **place);
Expr *read_post_increment(Reader *reader, CXCursor expr, CXCursor operand); // the value before

// ---- swap_buffers.c

// `tmp = a; a = b; b = tmp;` as one statement; the number of statements that it stands for, 0: it is something else.
int read_rotation(Reader *reader, const CXCursor *stmts, int count);
// After the nest was read: no pointer may stand for what has changed places meanwhile. What does is refused.
void check_rotations(Reader *reader);

// ---- pointer_induction.c

// How far the pointer has gone, where the nest only increments it and nothing reads it behind the nest; else NULL.
const Symbol *walked_way(Reader *reader, Variable *variable);
// The same of a pointer that is declared in the nest and points to `target`, which is changed; false: it does more.
bool declare_walking(Reader *reader, CXCursor decl, Variable *variable, Reference *target);
void check_walks(Reader *reader,
                 const Stmt *body); // after inductions were closed; refuses the nest where a way is left

// ---- call.c, inline.c

Expr *read_call(Reader *reader, CXCursor call); // NULL: refused
bool read_call_statement(Reader *reader, CXCursor call);
bool is_memory_call(CXCursor call); // memory.c: memset and memcpy, as statements
bool read_memory_call(Reader *reader, CXCursor call);
typedef struct CallResult { // what is wanted of a call: nothing, a number or a struct
    bool wanted;
    Expr *value;
    Reference record;
} CallResult;
// Reads the callee's body in place; `helper` says why it is no device function.
bool inline_call(Reader *reader, CXCursor call, CXCursor definition, const Helper *helper, CallResult *result);
bool inline_record_call(Reader *reader, CXCursor call, Reference *record);
bool read_early_return(Reader *reader, CXCursor stmt); // of a function that is read in place

// ---- statements: they add to `reader->before`

bool read_statement(Reader *reader, CXCursor stmt);
Stmt *read_body(Reader *reader, CXCursor stmt); // as one statement; NULL: refused
bool read_statements(Reader *reader, const CXCursor *stmts, int count);
void add_statement(Reader *reader, Stmt *stmt, CXCursor at); // numbers it
int next_stmt_id(Reader *reader);
bool read_for(Reader *reader, CXCursor stmt);
bool read_while(Reader *reader, CXCursor stmt);
bool read_do(Reader *reader, CXCursor stmt);
bool read_switch(Reader *reader, CXCursor stmt);
bool has_labels(const CXCursor *stmts, int count); // of a block: then read_labelled reads it
bool read_labelled(Reader *reader, const CXCursor *stmts, int count);
bool read_declaration(Reader *reader, CXCursor stmt);
bool read_one_declaration(Reader *reader, CXCursor decl);
// `zeroed`: all of the place is 0 already.
bool initialize(Reader *reader, const Reference *place, CXCursor value, bool zeroed);
Stmt *remove_continue(Reader *reader, Stmt *body, CXCursor at); // ifs instead of continue
bool contains_jump(const Stmt *body, StmtKind kind);            // break or continue of this loop

// ---- scalar_replacement.c

typedef struct Fields {
    Reader *reader;
    VECTOR(CXCursor) items; // FieldDecls
} Fields;
typedef VECTOR(const Symbol *) Symbols;
typedef VECTOR(Expr *) Values;
Fields fields_of(Reader *reader, CXType record);
bool element_of(Reader *reader, const Reference *whole, int64_t index, Reference *element);
bool member_of(Reader *reader, const Reference *whole, CXCursor field, Reference *member);
void store_value(Reader *reader, Expr *place, Expr *value, CXCursor at);
bool declare_record(Reader *reader, CXCursor decl, CXCursor initializer); // a local struct; null: uninitialized
bool assign_record(Reader *reader, const Reference *place, CXCursor value, CXCursor at);
bool read_record_assignment(Reader *reader, CXCursor expr, CXCursor target, CXCursor value);
bool make_record(Reader *reader, CXType type, CXCursor value, CXCursor at, Reference *made); // an unnamed local struct
bool flatten_parameter(Reader *reader, Variable *variable, CXCursor at, Symbols *symbols);
bool flatten_argument(Reader *reader, CXCursor argument, Values *values); // a number, or the numbers in a struct

// ---- host.c

void read_host(Reader *reader);
void read_host_globals(Reader *reader); // after the nests: helpers have been scanned, too

#endif

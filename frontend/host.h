// What the splicer (codegen/host) and the harness (codegen/check) need to know about the user's text, gathered by
// frontend/clang. Byte ranges are offsets into Unit.source.
#ifndef CURESTRUCT_FRONTEND_HOST_H
#define CURESTRUCT_FRONTEND_HOST_H

#include "ir/ir.h"

typedef struct ByteRange {
    size_t begin, end;
} ByteRange;

typedef enum HostItemKind {
    HOST_FUNCTION, // a definition
    HOST_PROTOTYPE,
    HOST_VARIABLE,
    HOST_TYPE, // struct, enum, typedef
} HostItemKind;

typedef enum HostDefinition {
    DEFINES_NOTHING,     // `extern int a;`, and what is no variable
    DEFINES_TENTATIVELY, // `int a;`, of which a file may have several
    DEFINES_VALUE,       // `int a = 1;`
} HostDefinition;

// A declaration at file scope in the main file.
typedef struct HostItem {
    HostItemKind kind;
    const char *name;
    ByteRange range; // up to and including the closing brace or the semicolon
    bool is_static;
    bool is_inline;
    bool is_const; // variable: const has internal linkage in C++
    HostDefinition definition;
    bool in_macro; // begins inside a macro expansion; range.begin is the expansion's start
} HostItem;

// A conversion that C makes by itself and C++ does not.
typedef struct HostCast {
    ByteRange range; // of the expression; it may be in a nest, or overlap with others
    const char *type;
    bool wraps; // the expression needs parentheses
} HostCast;

typedef struct HostInclude {
    ByteRange range;      // from `#` to the end of the directive, without the newline
    bool is_system;       // found in a system directory
    const char *spelling; // "<math.h>" or "\"real.h\"" as written
    const char *path;     // the file it named
} HostInclude;

// A parameter of a function that has a nest.
typedef struct HostParam {
    const char *name;
    const char *type_text; // C spelling of the (adjusted) type, VLA dimensions included: "float (*)[m]"
    ByteRange range;       // of the whole parameter declaration
    bool is_pointer;
    bool is_rows;     // pointer to pointer
    int row_levels;   // further pointers between: 1 of `float ***p`
    bool is_vla;      // its type has a dimension that is not a constant: not C++
    bool is_const;    // the pointed-to (element) type is const
    const Type *type; // scalar: its type; pointer: the innermost element type (struct for `struct image *dst`); NULL:
                      // not representable
    int ndim;         // pointer: number of dimensions, the unknown first one included
    const char *extent[MAX_DIMS];      // C text of each dimension; extent[0] NULL if the type does not give it
    int64_t constant_extent[MAX_DIMS]; // its value if it is a constant, otherwise -1
} HostParam;

typedef struct HostFunction {
    const char *name;
    const char *result_text; // C spelling of the return type
    const Type *result;      // NULL: not representable, or it never returns a value (check then ignores it)
    HostParam *params;
    int nparams;
    ByteRange range;    // the definition
    size_t body_begin;  // just after its `{`
    size_t name_offset; // the position of its name
    bool is_static;
} HostFunction;

// A variable with linkage (or a file-scope static) that a function with a nest uses.
typedef struct HostGlobal {
    const char *name;
    const char *type_text;
    const Type *type; // element type
    int ndim;
    int64_t extent[MAX_DIMS];
    bool is_static, is_const, is_pointer;
} HostGlobal;

// A choice of the preprocessor for a nest that may be different when the output is compiled.
typedef enum GuardKind {
    GUARD_NUMBER,    // the macro, compared if its value is an integer of the preprocessor
    GUARD_TEXT,      // the macro, compared as an integer of that type or by its text
    GUARD_CONDITION, // what must not hold, as C text after #if
} GuardKind;

typedef struct Guard {
    GuardKind kind;
    const char *name;  // of the macro
    const char *text;  // the macro, with arguments where it takes some: "IDX(crs_1, crs_2)"; or the condition
    const char *value; // of the macro, all macros in it replaced; NULL: not known
    bool given;        // by -D
} Guard;

typedef struct Guards {
    Guard *items;
    int count, capacity;
} Guards;

// A nest that a `return` leaves, for example. The variable is not 0 after it if an iteration would leave it; then the
// nest has changed nothing else, and the serial loop runs.
typedef struct Leaving {
    const Symbol *symbol;       // SYM_LIVE
    const char *because, *note; // why the nest stays serial otherwise, and what there is to say at `loc`
    Loc loc;
} Leaving;

// The variable, or NULL.
static inline const Symbol *nest_left(const Nest *nest)
{
    return nest->leaving ? nest->leaving->symbol : NULL;
}

typedef struct FileRead {
    const char *path;
    bool is_system; // a header of the compiler or the system
} FileRead;

// Another C file of the program, and the arguments with which clang reads it.
typedef struct OtherFile {
    const char *path;
    const char *const *arguments;
    int nargument;
} OtherFile;

typedef enum MoveKind {
    MOVE_ENTER_COPYIN,
    MOVE_ENTER_CREATE,
    MOVE_ENTER_COPYIN_APART, // of OpenMP and OpenACC: loops of the host do not see it
    MOVE_ENTER_CREATE_APART,
    MOVE_EXIT_COPYOUT,
    MOVE_EXIT_DELETE,
    MOVE_FINALIZE_COPYOUT, // exit, however often it was entered
    MOVE_FINALIZE_DELETE,
    MOVE_UPDATE_HOST,
    MOVE_UPDATE_DEVICE,
    MOVE_WAIT,     // for all of the device
    MOVE_WAIT_FOR, // for the stream `first`
} MoveKind;

// A section of an array in `enter`, `exit` or `update`, as C expressions at the place of the directive.
typedef struct HostMove {
    MoveKind kind;
    const char *name;               // "A", "dst->data"
    const char *first, *end;        // addresses: of the first element, and just after the last one
    const char *bytes;              // of its elements; the addresses are as far apart, if there are no gaps
    const char *row_from, *row_end; // of a table of rows: first, end and bytes are about row `crs_row`; otherwise NULL
} HostMove;

typedef enum MovesPlace {
    MOVES_ALONE, // in the place of the directive
    MOVES_BEGIN, // before a statement, and
    MOVES_END,   // after it, in braces around all three
} MovesPlace;

typedef struct HostMoves {
    ByteRange range; // of the directive, or empty
    MovesPlace place;
    const char *condition; // they happen if it holds; NULL: always
    const char *function;
    Loc loc;
    VECTOR(HostMove) items;
} HostMoves;

// A text of ours in the user's code.
typedef struct HostInsertion {
    size_t at;
    size_t indent; // a place in the line whose indentation a newline in the text keeps
    const char *text;
} HostInsertion;

// A statement that OpenMP or OpenACC gives to the device.
typedef struct HostDevice {
    ByteRange range; // braces may be put around it; empty: a macro yields it or parts of it
    Loc loc;         // of the directive
    const char *words, *function;
    VECTOR(ByteRange) parts; // its outermost statements that are not blocks
} HostDevice;

// A loop of the host whose nests leave their arrays on the device from one to the next.
typedef struct HostKept {
    Loc loc;
    const char *function;
    bool leaves; // something in it makes all of them come back
} HostKept;

// Another file of the program. Its output defines the variable.
typedef struct HostOther {
    const char *path, *variable;
} HostOther;

// What the output assumes: that the program is linked with outputs that were made of the same files.
typedef struct HostWhole {
    const char *variable; // that this output defines
    VECTOR(HostOther) others;
} HostWhole;

// Functions of other files are read from texts that only libclang sees, in this folder.
#define OTHER_FUNCTIONS "/curestruct-functions"

struct HostFile {
    VECTOR(HostItem) items;               // in source order
    VECTOR(HostInclude) includes;         // of the main file, in source order
    VECTOR(const char *) system_includes; // "<stdio.h>": system headers reached through the user's own headers
    VECTOR(HostFunction) functions;       // those with a nest
    VECTOR(HostGlobal) globals;
    VECTOR(ByteRange) directives; // every curestruct directive, to be stripped
    VECTOR(HostMoves) moves;      // those that are statements; of those at one place, the outermost first
    VECTOR(HostDevice) devices;
    VECTOR(ByteRange) keywords;       // every `restrict`, and every `register` and `[static` with the following blank
    VECTOR(HostCast) casts;           // an outer one precedes those inside it
    VECTOR(FileRead) dependencies;    // files read in addition to the main file, for -MD
    VECTOR(HostInsertion) insertions; // before and after statements, in the order of the text where they meet
    VECTOR(HostKept) kept;
    const HostWhole *whole;        // NULL: nothing is assumed about other files of the program
    VECTOR(FileRead) others;       // of --whole, and what these include, for -MD
    VECTOR(OtherFile) looked_up;   // files of the program that define what nests call, beside those of --helpers
    VECTOR(ByteRange) allocations; // the name in each call of malloc, free and the like, unless a macro yields it
    bool notes_blocks;             // these calls note the blocks, because a launcher asks for them
    VECTOR(struct HostFunctionCode) code;          // host_code.h: all functions, if there are nests
    VECTOR(const struct FromHeader *) own_headers; // read as well, and in the compiler itself: omp.h
    VECTOR(const struct FromHeader *) own_alone;   // of these: an option defines the macro of the owner's compiler
};

bool host_is_of_other_file(const SourceFile *file);                        // text of such a function, or what it needs
const HostFunction *host_function(const HostFile *host, const char *name); // NULL when there is none

#endif

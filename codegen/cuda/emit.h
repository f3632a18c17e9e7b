// What the emitters of codegen/ share: spellings of names and types, whole lines, and the state of one emission.
#ifndef CURESTRUCT_CODEGEN_CUDA_EMIT_H
#define CURESTRUCT_CODEGEN_CUDA_EMIT_H

#include "codegen/codegen.h"

// `name` itself, or with the prefix crs_ if C++ or CUDA reserve the word.
const char *emit_name(const char *name);

// The same of a member, which a variable of CUDA's does not hide.
const char *emit_member_name(const char *name);
bool is_cuda_variable(const char *name); // threadIdx and its like
bool is_cuda_function(const char *name); // atomicAdd, cudaMalloc, cudaError_t and their like

// "float", "unsigned char", "struct vec2", "const float *"; _Bool is `bool` in LANGUAGE_CUDA.
const char *emit_type(const Type *type, Language language);
const char *emit_element_pointer(const Array *array, bool is_const,
                                 Language language);    // "const float *", space included
const char *emit_host_value(const Symbol *symbol);      // of a SYM_PARAM: "n", "(0 < n ? m[0] : 0)"
const char *emit_host_pointer(const Array *array);      // the same of its pointer
const char *emit_helper_name(const Function *function); // crs_fn_square
const char *emit_pitch_name(const Array *array);        // crs_pitch_A: the row length of a packed HOST_ROWS array
const char *emit_rows_name(const Array *array);         // crs_rows_A: of three dimensions, the rows of each table
const char *emit_row_stars(const Array *array);         // of the pointer to a HOST_ROWS array: "**"; otherwise "*"
void emit_string(Text *out, const char *text);          // as a C string literal, quotes included

void emit_line(Text *out, int indent, const char *format, ...) __attribute__((format(printf, 3, 4)));
void emit_indent(Text *out, int indent); // four spaces each

// #line 12 "mm.c": the next line of the text is line 12 of the input. And for text of our own, the file that is
// written: a placeholder that emit_own_lines replaces once the whole text is there.
void emit_source_line(Text *out, const Unit *unit, int line);
extern const char own_line[];
const char *emit_own_lines(Arena *arena, const char *text, const char *path);

typedef struct Emitter Emitter;
typedef struct Carried Carried; // pointer_induction.c
typedef struct Uses Uses;       // c_stmt.c
struct Emitter {
    Text *out;
    bool exact;       // products are rounded by themselves, never contracted into a multiply-add
    const Stmt *root; // what is emitted as one body: decides which of its declarations are used
    Uses *uses;       // of names in it; NULL: not counted yet
    void (*kernel)(Emitter *emitter, const Stmt *kernel, int indent); // ST_KERNEL in a host body
    void (*rotation)(Emitter *emitter, const Stmt *stmt, int indent); // ST_ROTATE in a host body
    void (*fetch)(Emitter *emitter, const Stmt *stmt, int indent);    // ST_DECLARE of an element's value in a host body
    void *context;
    bool shares;            // arrays in shared memory are places in `crs_shared`, whose size the launch says
    bool hints;             // loads of arrays that `root` does not write may have hints
    const Facts *facts;     // of the kernel's nest; NULL: not a kernel
    bool source;            // for people: subscripts as in the source, bindings of loops as comments
    const Unit *lines;      // before each statement a #line directive names its line in this input; NULL: none
    int line;               // (lines) of the last statement that has one
    const Carried *carried; // pointers of the loops around, innermost first
    int pointers;           // so many have had names
};

typedef VECTOR(const Symbol *) SymbolList;
typedef VECTOR(const Array *) ArrayList;
typedef VECTOR(const char *) NameList; // interned

// Symbols that `root` mentions and does not declare, and arrays in global or scratch memory that it accesses. Also what
// the extents and pitches of these arrays mention. Each is added once. Either list may be NULL.
void collect_free(Arena *arena, const Stmt *root, SymbolList *symbols, ArrayList *arrays);
void collect_expr(Arena *arena, const Expr *expr, SymbolList *symbols, ArrayList *arrays);
bool tree_writes(const Stmt *root, const Array *array);
bool tree_reads(const Stmt *root, const Array *array);

#endif

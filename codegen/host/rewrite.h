// The user's text around the kernels, rewritten: unit.c puts it into out.cu and into the file of --host.
#ifndef CURESTRUCT_CODEGEN_REWRITE_H
#define CURESTRUCT_CODEGEN_REWRITE_H

#include "codegen/cuda/emit.h"
#include "frontend/host.h"

typedef enum Form {
    FORM_ALONE, // C++ in out.cu: kernels and launchers precede the function that uses them
    FORM_CHECK, // the same with prototypes of the launchers: the form that is checked for being C++
    FORM_HOST,  // C, for --host
} Form;

// Bytes that were copied: [out, out + length) of the result are [source, source + length) of the input.
typedef struct Segment {
    size_t out, source, length;
} Segment;

typedef struct HostText {
    Text text;
    VECTOR(Segment) segments; // increasing in `out`
} HostText;

typedef struct Rewriting {
    Arena *arena;
    Unit *unit;
    Program *const *programs; // by nest, NULL where refused
    Form form;
    const char *output;     // the path that the text is for, NULL: standard output or unknown
    const char *prelude;    // the file of the prelude as out.cu includes it, NULL: out.cu has its text
    bool line_directives;   // #line after what was inserted
    const NameList *macros; // that the user's text defines
    NameList *emitted;      // device functions and local structs that the text has already
} Rewriting;

// The user's file in that form.
HostText rewrite_host(const Rewriting *rewriting);

// Text before a function: kernels and launchers of its programs (FORM_ALONE), or the launchers' prototypes.
void emit_function_head(Text *out, const Rewriting *rewriting, const Program *const *programs, int count);

bool is_first(const Rewriting *rewriting, const char *name); // interned; notes it in `emitted`

// The user's names that begin with crs_ get other names in kernels; false: one of them is also ours, reported
// (own_names.c).
bool separate_names(Unit *unit, Program *const *programs, Form form);

// The preprocessor's choices for the nest, checked again (guards.c). Once for each question of a file.
void emit_guards(Text *out, const Rewriting *rewriting, const Nest *nest, Language language);

// ---- structs (structs.c)

void emit_structs(Text *out, const Rewriting *rewriting); // definitions of all that kernels use
// A struct that is defined inside a function is unknown before it, and one without a name is unknown everywhere: it
// gets a name of ours there, and pointers to it are cast.
void name_local_structs(Unit *unit, Program *const *programs);
// Their definitions (FORM_ALONE) or declarations.
void emit_local_structs(Text *out, const Rewriting *rewriting, const Nest *nest);

// ---- edits (host_rewrite.c collects them, host_edit.c applies them)

typedef struct Edit {
    size_t begin, end; // the bytes that `text` replaces
    const char *text;
    const Program *program; // a nest: replaced by its launcher's call; the rewritten bytes are the serial loop
    int order;              // among insertions at one place
} Edit;

typedef struct Edits {
    const Rewriting *rewriting;
    VECTOR(Edit) items;
} Edits;

void edit_replace(Edits *edits, size_t begin, size_t end, const char *text);
void edit_insert(Edits *edits, size_t at, const char *text);
void edit_insert_lines(Edits *edits, size_t at, const char *lines); // before what begins at `at`
void edit_nest(Edits *edits, const Program *program);
// The bytes [begin, end) with the edits inside them.
HostText edits_apply(Edits *edits, size_t begin, size_t end);

bool is_cuda_name(const char *name); // CUDA's headers declare it: "max", "float4"

// ---- places in a text

size_t line_begin(const SourceFile *file, size_t at);
size_t line_end(const SourceFile *file, size_t at); // of the newline, or of the file
bool is_blank(const SourceFile *file, size_t begin, size_t end);
// The beginning of the comments right above `at`, without a blank line between; otherwise `at`.
size_t comment_begin(const Unit *unit, size_t at);
const char *line_directive(const Unit *unit, size_t at); // "#line 12 \"mm.c\"\n" for the line of `at`

void edit_directives(Edits *edits); // (host_directives.c)

// ---- text that C++ reads otherwise (host_meaning.c): calls of math functions, sizeof of what is an int in C

void edit_meaning(Edits *edits);

// ---- text that C++ refuses for want of a word (host_conversions.c): casts, several definitions of a variable

void edit_conversions(Edits *edits);

// ---- parameters that are no C++ (host_params.c): VLA and qualified arrays of functions with a nest

void edit_parameters(Edits *edits, const HostFunction *function);
void edit_keywords(Edits *edits, size_t begin, size_t end); // restrict is __restrict__ in C++, others nothing
// A C++ overload that takes pointers to rows for a function that takes flat ones; NULL if it takes none.
const char *flat_overload(const Rewriting *rewriting, const HostFunction *function);

#endif

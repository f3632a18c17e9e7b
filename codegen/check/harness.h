// What the files harness*.c and reference.c share: the check folder, part by part.
//
//   spec.c        tables: functions, types, sizes, roles (runtime/harness/spec.h)
//   serial.c      the user's file, and an entry that calls its functions
//   reference.c   the same, every restructured nest printed from the tree with calls of runtime/harness/hooks.h
//   out.cu        the compiler's output; also host.c if the file is not C++
//   generated.cu  out.cu (generated.c: host.c) and the entry
//   input/        the user's file, unchanged
//   user/         the user's own headers, each below its path on this machine
//   Makefile, README, harness/, simt/
#ifndef CURESTRUCT_CODEGEN_HARNESS_H
#define CURESTRUCT_CODEGEN_HARNESS_H

#include "codegen/codegen.h"
#include "frontend/host.h"
#include "frontend/options/options.h"
#include "transform/lower/program.h"

// Something in a nest's kernels that a check has to reach.
typedef struct Goal {
    const char *kernel; // the name
    const char *words;  // "" for a run; "a second iteration of i.turn"
    int version;        // of the program's, that the kernel is of; -1: there are none
    bool chosen;        // only a run counts in which the sizes choose the version
    Expr *
        condition; // over the launcher's parameters: it is reached if that version runs; NULL: other things decide, too
    bool certain;  // it is reached wherever the condition holds
    Expr *work;    // of a run: about how many statements all threads together execute; NULL: not known
} Goal;
typedef VECTOR(Goal) Goals;

typedef struct Harness {
    Arena *arena;
    Unit *unit;
    Program *const *programs;
    const Options *options;
    const char *folder;
    VECTOR(const HostFunction *) functions; // those to check, in source order
    bool host_form;                         // there is a host.c in addition to out.cu
    const char *input_folder;               // absolute: the folder of the input
    VECTOR(OtherFile) helpers;              // of --helpers, and those that were looked up
    Goals *goals;                           // of each nest of the unit; they are numbered in this order
} Harness;

// The nests of a function: indices of unit->nests, restructured ones only.
typedef VECTOR(int) NestList;
NestList harness_nests(const Harness *harness, const HostFunction *function);

// The function's body with the nests blanked out.
char *harness_host_text(const Harness *harness, const HostFunction *function, const NestList *nests);
bool harness_host_mentions(const Harness *harness, const HostFunction *function, const char *name);

// A constant that the function compares its size number `size` with, `trans == 'N'`.
typedef struct GuardedSize {
    int size;
    long value;
} GuardedSize;
typedef VECTOR(GuardedSize) GuardedSizeList;
// Adds those of `path`, the name of that size.
void harness_guards(const Harness *harness, const HostFunction *function, const char *path, int size,
                    GuardedSizeList *guards);
// An integer that the function is given by its address.
bool harness_is_reference(const Harness *harness, const HostFunction *function, const HostParam *param);

// Whether a launcher looks up in which block of the host's memory an array lies.
bool harness_looks_up_blocks(const Facts *facts);

// Whether the host's text is an element of an array that does not decrease (Nest.risings): the other ones have to fit.
bool harness_is_offset(const Nest *nest, const char *host);

// Whether the nests use an integer parameter as data: they compare it with elements of arrays, and neither a loop nor a
// subscript nor the text around them depends on it.
bool harness_is_compared(const Harness *harness, const HostFunction *function, const char *name);
// Whether some reduction keeps one element of many: an extreme, or whether some element has a property.
bool harness_selects(const Harness *harness, const HostFunction *function);

// The compiler's output: without a host part where the host text is C++, otherwise with one (`host_form`).
bool harness_emit(Harness *harness, Emission *emission);
void harness_spec(const Harness *harness, Text *out);
// crs_entry and crs_global; `before` is called before each call of a function and may be NULL.
void harness_entry(const Harness *harness, Text *out, void (*before)(const Harness *harness, Text *out, int function));
void harness_reference(const Harness *harness, Text *out);
void harness_makefile(const Harness *harness, Text *out);
void harness_readme(const Harness *harness, Text *out);

Goals harness_goals(Arena *arena, const Program *program);
int harness_first_goal(const Harness *harness, int nest); // the number of its first one

// Copies the user's own headers into folder/user. false: reported.
bool harness_copy_headers(const Harness *harness);
// The user's -I -D -U -include ... as they apply in the folder, quoted for make and the shell. `cplusplus`: without
// -std=.
const char *harness_flags(const Harness *harness, bool cplusplus);
// The absolute folder of an input; of standard input, the working directory.
const char *harness_input_folder(Arena *arena, const char *path);
// The path without `.` and `..`, absolute.
const char *absolute_path(Arena *arena, const char *path);

// ---- reference.c: one nest as serial C with hooks

// Defines `static void crs_reference_<index>(...)`. Numbers of reductions begin at *next_reduction, those of loops at
// *next_loop, those of goals at first_goal.
void reference_function(Arena *arena, Text *out, const Program *program, int index, int *next_reduction, int *next_loop,
                        const Goals *goals, int first_goal);
// The statement that calls it in place of the nest.
void reference_call(Arena *arena, Text *out, const Program *program, int index, const Goals *goals);
// Whether the nest (or a helper of it) calls a math function whose last bits differ between implementations.
bool reference_calls_math(const Program *program);

#endif

// What the files of bench share: bench.c (the folder), bench_sizes.c (the function's numbers), bench_data.c (what
// arrays are filled with), bench_library.c (rivals from vendors' libraries).
#ifndef CURESTRUCT_CODEGEN_BENCH_PARTS_H
#define CURESTRUCT_CODEGEN_BENCH_PARTS_H

#include "codegen/check/harness.h"

typedef struct Bench {
    Harness harness;
    Arena *arena;
    Diag *diag;
    const Options *options;
    const HostFunction *function;
    NestList nests;
    bool called_only; // its kernels alone cannot be replayed, so that only whole calls can be timed
} Bench;

// The value of an expression over symbols of a nest, in a scope with the function's parameters.
const char *bench_value(const Bench *bench, const Expr *expr);
bool bench_is_place_of(const char *host, const char *name); // "C", or "&C[0][0]" of C
bool bench_returns_number(const Bench *bench);
// Reports why the function cannot be timed; false.
__attribute__((format(printf, 2, 3))) bool bench_refuse(const Bench *bench, const char *format, ...);

// ---- bench_sizes.c

// Whether every integer has a value, and sizes with several values have equally many. false: reported.
bool bench_check_parameters(const Bench *bench);
// Whether the value can be computed from the function's numbers and from variables of the file.
bool bench_knows(const Bench *bench, const Expr *expr);
// Writes the table of sizes, and the head of the loop over it with the function's numbers as constants. In the loop,
// crs_size.crs_words is "n=1024, m=3", and crs_size.crs_swept the value of the parameter that the sweep is named after.
void bench_begin_sizes(const Bench *bench, Text *out);

// ---- bench_data.c

// What the nest knows of the array that the parameter points to, or NULL.
const ArrayFact *bench_fact_of(const Bench *bench, int nest, const HostParam *param);
bool bench_reorders_sums(const Bench *bench);
// The array's crs_bench::Values, and the text of its limit. Matrices whose diagonal is divided by are dominated by it,
// so that the results of solvers are finite.
const char *bench_values_of(const Bench *bench, const HostParam *param, const char **limit);
const char *bench_tolerance_of(const HostParam *param); // relative; "0": bit for bit

// ---- bench_library.c

// "cublas", "cub": what is said after --vs instead of FILE.cu:function.
bool bench_is_library(const char *rival);
// The library call that computes the same as the function's nest, on the buffers `set`. NULL with a reason: the library
// has none, or the nest was not recognized. Only the choice of a rival depends on it; the rival's results are compared
// like all others. *before: a call that has to run first whenever the buffers have new values, or NULL.
const char *bench_library_call(const Bench *bench, const char *library, const char *set, const char **before,
                               const char **reason);

#endif

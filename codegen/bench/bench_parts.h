// What the files of bench share: bench.c (the folder), bench_library.c (rivals out of vendors' libraries).
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
} Bench;

// The value of an expression over symbols of a nest, where the function's parameters are visible.
const char *bench_value(const Bench *bench, const Expr *expr);
bool bench_is_place_of(const char *host, const char *name); // "C", or "&C[0][0]" of C
bool bench_returns_number(const Bench *bench);

// ---- bench_library.c

// "cublas", "cub": what is said after --vs instead of FILE.cu:function.
bool bench_is_library(const char *rival);
// The call that does what the function's nest does, of the buffers `set`; NULL with a reason: the library has none, or
// it was not recognized. Only the choice of a rival depends on it: what the rival writes is compared like all. *before:
// a call that has to go before whenever the buffers have new values, or NULL.
const char *bench_library_call(const Bench *bench, const char *library, const char *set, const char **before,
                               const char **reason);

#endif

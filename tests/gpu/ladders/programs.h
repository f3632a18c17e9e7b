// The programs' ladders: NAME(x) is the function of rung x, RUNGS(X) all rungs, and LADDER_... which program it is.
#pragma once
#include "ladder.h"

static const Sizes lines[] = {{0}, {1}, {31}, {32}, {33}, {1000003}, {1 << 26}};
static const Sizes planes[] = {{0, 0}, {1, 1}, {31, 31}, {32, 32}, {33, 33}, {1009, 991}, {8192, 8192}};

#if defined LADDER_reduction
#define DECLARE(x) extern "C" float NAME(x)(int n, const float *a);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { *d.value = NAME(x)(s.n, d.a); }},
static Lengths lengths(const Sizes &s)
{
    return {s.n};
}
static Ladder ladder = {lines, 7, {1 << 20}, {1 << 26}, lengths};

#elif defined LADDER_scan || defined LADDER_elements
#define DECLARE(x) extern "C" void NAME(x)(int n, const float *x, float *y);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { NAME(x)(s.n, d.a, d.out); }},
static Lengths lengths(const Sizes &s)
{
    return {s.n, 0, 0, 0, s.n};
}
static Ladder ladder = {lines, 7, {1 << 20}, {1 << 26}, lengths};

#elif defined LADDER_histogram
#define DECLARE(x) extern "C" void NAME(x)(int n, const unsigned char *keys, int *counts);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { NAME(x)(s.n, d.keys, (int *)d.out); }},
static Lengths lengths(const Sizes &s)
{
    return {0, 0, s.n, 0, 256};
}
static Ladder ladder = {lines, 7, {1 << 20}, {1 << 26}, lengths};

#elif defined LADDER_segmented
#define DECLARE(x) extern "C" void NAME(x)(int n, const int *start, const float *x, float *sums);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { NAME(x)(s.n, d.start, d.a, d.out); }},
static const Sizes segments[] = {{0, 128}, {1, 128}, {31, 128}, {32, 128}, {33, 128}, {1000003, 17}, {1 << 20, 128}};
static Lengths lengths(const Sizes &s)
{
    return {0, 0, 0, s.n + 1L, s.n};
}
static Ladder ladder = {segments, 7, {4096, 128}, {1 << 20, 128}, lengths};

#elif defined LADDER_columns
#define DECLARE(x) extern "C" void NAME(x)(int n, int m, const float *A, float *sums);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { NAME(x)(s.n, s.m, d.a, d.out); }},
static Lengths lengths(const Sizes &s)
{
    return {(long)s.n * s.m, 0, 0, 0, s.m};
}
static Ladder ladder = {planes, 7, {512, 512}, {8192, 8192}, lengths};

#elif defined LADDER_transposition || defined LADDER_stencil || defined LADDER_plane
#define DECLARE(x) extern "C" void NAME(x)(int n, int m, const float *A, float *B);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { NAME(x)(s.n, s.m, d.a, d.out); }},
static Lengths lengths(const Sizes &s)
{
    return {(long)s.n * s.m, 0, 0, 0, (long)s.n * s.m};
}
static Ladder ladder = {planes, 7, {512, 512}, {8192, 8192}, lengths};

#elif defined LADDER_product
#define DECLARE(x) extern "C" void NAME(x)(int n, int m, int p, float *C, const float *A, const float *B);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { NAME(x)(s.n, s.m, s.p, d.out, d.a, d.b); }},
static const Sizes boxes[] = {{0, 0, 0},    {1, 1, 1},   {31, 31, 31},     {32, 32, 32},
                              {33, 33, 33}, {33, 31, 0}, {1009, 991, 107}, {8192, 8192, 8}};
static Lengths lengths(const Sizes &s)
{
    return {(long)s.n * s.p, (long)s.p * s.m, 0, 0, (long)s.n * s.m};
}
static Ladder ladder = {boxes, 8, {128, 128, 128}, {2048, 2048, 2048}, lengths};

#elif defined LADDER_layers
#define DECLARE(x) extern "C" void NAME(x)(int n, int m, int p, const float *A, float *B);
#define CALL(x) {#x, [](const Sizes &s, const Data &d) { NAME(x)(s.n, s.m, s.p, d.a, d.out); }},
static const Sizes layers[] = {{0, 0, 0},    {1, 1, 1},      {31, 31, 31},   {32, 32, 32},
                               {33, 33, 33}, {101, 97, 107}, {512, 512, 512}};
static Lengths lengths(const Sizes &s)
{
    long count = (long)s.n * s.m * s.p;
    return {count, 0, 0, 0, count};
}
static Ladder ladder = {layers, 7, {64, 64, 64}, {512, 512, 512}, lengths};
#endif

RUNGS(DECLARE)
static const Rung rungs[] = {RUNGS(CALL)};

int main(int argc, char **argv)
{
    ladder.rungs = rungs;
    ladder.rung_count = (int)(sizeof rungs / sizeof *rungs);
    return climb(argc, argv, ladder);
}

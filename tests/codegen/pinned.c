// Catches large arrays in the host's pinned memory that move to the device before a kernel and back after it, although
// one iteration loads and stores each element; arrays there that are used several times, or in one direction only, or
// in part, and do not move; an array that a nest reads as it was, but while it changes; and a fault after which the
// serial loop runs on such results.
// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t && cp %s %t/pinned.c && cd %t && %curestruct --no-residency pinned.c -o out.cu
// RUN: FileCheck --check-prefix=FLAGS --input-file=out.cu %s
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ out.cu -x none %simt_library -o out -lm -ldl
// RUN: %cxx -std=c++17 -w -pthread -DPINNED_MEMORY -I %simt -x c++ out.cu -x none %simt_library -o pinned -lm -ldl
// RUN: ./out > right
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TIME=times ./pinned | diff right - && FileCheck --check-prefix=COPIES \
// RUN:     --input-file=times %s
// RUN: CURESTRUCT_PINNED=7900 CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TIME=times2 ./pinned | diff right - && \
// RUN:     FileCheck --check-prefix=DIRECT --input-file=times2 %s
//
// COPIES: scale (pinned.c:{{[0-9]+}}) {{ *}}2 0 2 4 0.032
// DIRECT: scale (pinned.c:{{[0-9]+}}) {{ *}}2 0 2 2 0.016
// DIRECT: combine (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// DIRECT: add (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 1 0.008
// DIRECT: clear (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// DIRECT: fold (pinned.c:{{[0-9]+}}) {{ *}}1 0 {{[0-9]+}} 2 0.016
// DIRECT: repeat (pinned.c:{{[0-9]+}}) {{ *}}1 0 {{[0-9]+}} 2 0.016
// DIRECT: records (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// DIRECT: sum (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 3 0.008
// DIRECT: smooth (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// DIRECT: late (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
// DIRECT: filter (pinned.c:{{[0-9]+}}) {{ *}}1 0 1 2 0.016
//
// Nothing has changed when the first launch fails; after it, everything may have.
// RUN: CURESTRUCT_PINNED=7900 CURESTRUCT_SIMT_FAIL=launch:1 CURESTRUCT_SIMT_LEAKS=1 ./pinned 2> err | diff right - && \
// RUN:     grep -q 'scale (pinned.c:[0-9]*): serial: launch' err
// RUN: CURESTRUCT_PINNED=7900 CURESTRUCT_SIMT_FAIL=sync:1 not --crash ./pinned > out.txt 2> err
// RUN: grep -q 'scale (pinned.c:[0-9]*): error: kernel: .* on data that has changed)' err
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double *get(int count)
{
    void *memory = NULL;
#ifdef PINNED_MEMORY
    cudaMallocHost(&memory, count * sizeof(double));
#else
    memory = malloc(count * sizeof(double));
#endif
    for (int i = 0; i < count; i++)
        ((double *)memory)[i] = i % 17;
    return (double *)memory;
}

static void put(double *memory)
{
#ifdef PINNED_MEMORY
    cudaFreeHost(memory);
#else
    free(memory);
#endif
}

// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN | CRS_OUT | CRS_WRITTEN | CRS_STREAMS);
void scale(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * a[i] + a[i];
}

// FLAGS: {{crs_array}}_b(crs_now, "b", b, sizeof(double), CRS_IN);
// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_OUT | CRS_WRITTEN);
void combine(int rows, int columns, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i * columns + j] = b[i * columns + j] + j;
}

// FLAGS: {{crs_array}}_b(crs_now, "b", b, sizeof(double), CRS_IN);
// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN | CRS_OUT | CRS_WRITTEN | CRS_STREAMS);
void add(int rows, int columns, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i * columns + j] += b[i * columns + j];
}

// Some elements are not stored.
// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN | CRS_OUT | CRS_WRITTEN);
void clear(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > 20)
            a[i] = 0;
}

// Each is loaded, and half of them are stored.
// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN | CRS_OUT | CRS_WRITTEN);
void fold(int half, double *a)
{
#pragma curestruct
    for (int i = 0; i < half; i++)
        a[i] += a[i + half] / 2;
}

// All are used in each step.
// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN | CRS_OUT | CRS_WRITTEN);
void repeat(int n, int steps, double *a)
{
#pragma curestruct
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            a[i] = 1 / (1 + a[i] * a[i]);
}

// Two members of a record.
// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(struct pair), CRS_IN | CRS_OUT | CRS_WRITTEN);
struct pair {
    double x, y;
};
void records(int n, struct pair *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i].x = 2 * a[i].x;
}

double sum(int n, const double *a)
{
    double total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN);
// FLAGS: {{crs_array}}_b(crs_now, "b", b, sizeof(double), CRS_OUT | CRS_WRITTEN);
void smooth(int n, const double *restrict a, double *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
}

// The two may be one array, of which later elements are read as they were.
// FLAGS: {{crs_array}}_a(crs_now, "a", a,
void late(int n, double *a, const double *b)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        a[i] = b[i + 1] * 2;
}

// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN);
void filter(int n, const double *restrict a, double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n - 4; i++) {
        double mean = 0;
        for (int k = 0; k < 4; k++)
            mean += a[i + k];
        b[i] = mean;
    }
}

// Each thread has a row.
// FLAGS: {{crs_array}}_a(crs_now, "a", a, sizeof(double), CRS_IN | CRS_OUT | CRS_WRITTEN);
void rows(int rows, int columns, double *a)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        double last = 0;
        for (int j = 0; j < columns; j++) {
            last = (last > 100 ? 0 : 0.5 * last * last) + a[i * columns + j];
            a[i * columns + j] = last;
        }
    }
}

static double check(int n, const double *a)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += a[i] * (i % 13);
    return all;
}

int main(void)
{
    double *a = get(N), *b = get(N);
    double *part = a + N / 2;
    scale(N, a);
    printf("%.15g\n", check(N, a));
    scale(N - 20, a + 1); // too few bytes
    printf("%.15g\n", check(N, a));
    combine(20, 50, b, a);
    add(20, 50, b, a);
    clear(N, b);
    fold(N / 2, b);
    repeat(N, 3, b);
    records(N / 2, (struct pair *)b);
    printf("%.15g %.15g\n", check(N, b), sum(N, b));
    smooth(N, a, b);
    printf("%.15g\n", check(N, b));
    late(N + 1 - 1, a, a);
    printf("%.15g\n", check(N, a));
    filter(N, a, b);
    printf("%.15g\n", check(N, b) + part[3]);
    rows(20, 50, b);
    printf("%.15g\n", check(N, b));
    put(a);
    put(b);
    return 0;
}

// Catches arrays that do not fit on the device whose nest runs serially although parts of its outermost loop fit; large
// arrays that do not move in both directions at once although chunks may run in any order; chunks that run at the same
// time although one reads or writes what another one writes; chunks that overlap, leave iterations out, or see other
// elements than the whole; a nest that runs in chunks although an iteration knows its number, its distance from the
// bound, or elements that do not move with it; what all chunks read and each of them copies; and a fault after which
// the program goes on with wrong values, or leaves memory allocated.
// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t && cp %s %t/chunks.c && cd %t
// RUN: %curestruct -Werror=refused -Wno-assume chunks.c -o out.cu && %cc -w chunks.c -o serial && ./serial > right
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ out.cu -x none %simt_library -o program -lm -ldl
// RUN: FileCheck --check-prefix=CALLS --input-file=out.cu %s
//
// Each array has 240000 bytes.
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TRACE=whole ./program | diff right - && not grep chunks whole
// RUN: CURESTRUCT_SIMT_MEMORY=250000 CURESTRUCT_CHUNKS=100000 CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TRACE=trace \
// RUN:     CURESTRUCT_TIME=times ./program 2> err | diff right - \
// RUN:     && FileCheck --check-prefix=TRACE --input-file=trace %s
// RUN: FileCheck --check-prefix=TIMES --input-file=times %s
// RUN: CURESTRUCT_SIMT_MEMORY=120000 CURESTRUCT_CHUNKS=100000 CURESTRUCT_TRACE=half ./program 2> err | diff right -
// RUN: FileCheck --check-prefix=HALF --input-file=half %s
//
// Too little to move, by the number of bytes that is the default: serial.
// RUN: CURESTRUCT_SIMT_MEMORY=250000 CURESTRUCT_TRACE=small ./program 2> err | diff right - && not grep chunks small
//
// HALF: crs_scale_1 device: in 2 chunks
// HALF: crs_records_1 device: in {{[0-9]+}} chunks
// HALF: crs_sums_1 device: in {{[0-9]+}} chunks
// HALF: crs_down_1 device: in {{[0-9]+}} chunks
// HALF: crs_number_1 serial:
// HALF: crs_total_1 serial:
//
// TRACE: crs_scale_1 device
// TRACE-NEXT: crs_smooth_1 device: in 2 chunks
// TRACE-NEXT: crs_rows_1 device: in 2 chunks
// TRACE-NEXT: crs_planes_1 device: in 3 chunks
// TRACE-NEXT: crs_records_1 device
// TRACE-NEXT: crs_pairs_1 device: in 2 chunks
// TRACE-NEXT: crs_sums_1 device
// TRACE-NEXT: crs_down_1 device
// TRACE-NEXT: crs_held_1 serial:
// TRACE-NEXT: crs_product_1 device: in 2 chunks
// TRACE-NEXT: crs_late_1 device: in 3 chunks
// TRACE-NEXT: crs_number_1 device
// TRACE-NEXT: crs_mirror_1 serial:
// TRACE-NEXT: crs_halves_1 serial:
// TRACE-NEXT: crs_columns_1 serial:
// TRACE-NEXT: crs_triangle_1 serial:
// TRACE-NEXT: crs_total_1 device
// TRACE-NEXT: crs_total_1 device
// TRACE-NEXT: crs_given_1 serial:
// TRACE-NOT: crs_
// TIMES: smooth (chunks.c:{{[0-9]+}}) {{ *}}1 0 2 4
//
// At the same time, and with faults. A chunk has 20000 bytes of all arrays.
// RUN: %curestruct --no-residency -Werror=refused -Wno-assume chunks.c -o moved.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ moved.cu -x none %simt_library -o moved -lm -ldl
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TRACE=once ./moved | diff right - && not grep chunks once
// RUN: CURESTRUCT_CHUNKS=20000 CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TRACE=moving CURESTRUCT_TIME=moving.times \
// RUN:     ./moved | diff right - && FileCheck --check-prefix=MOVING --input-file=moving %s
// RUN: FileCheck --check-prefix=COUNTS --input-file=moving.times %s
//
// Host threads that copy while a kernel runs under the CPU runtime's look for races are none of its threads.
// RUN: CURESTRUCT_CHUNKS=100 %curestruct check %examples/saxpy.c --size=n=4099 2>&1 | grep PASS
//
// MOVING: crs_scale_1 device: in 13 chunks
// MOVING-NEXT: crs_smooth_1 device: in 25 chunks
// MOVING-NEXT: crs_rows_1 device: in 25 chunks
// MOVING-NEXT: crs_planes_1 device: in 25 chunks
// MOVING-NEXT: crs_records_1 device: in 13 chunks
// MOVING-NEXT: crs_pairs_1 device: in 19 chunks
// MOVING-NEXT: crs_sums_1 device{{(: vectors)?$}}
// MOVING-NEXT: crs_down_1 device{{$}}
// MOVING-NEXT: crs_held_1 device{{$}}
// MOVING-NEXT: crs_product_1 device: in 25 chunks
// MOVING-NEXT: crs_late_1 device{{$}}
// MOVING-NEXT: crs_number_1 device{{$}}
// MOVING-NEXT: crs_mirror_1 device{{$}}
// MOVING-NEXT: crs_halves_1 device{{$}}
// MOVING-NEXT: crs_columns_1 device{{$}}
// MOVING-NEXT: crs_triangle_1 device{{$}}
// MOVING-NEXT: crs_total_1 device{{$}}
// MOVING-NEXT: crs_total_1 device{{$}}
// MOVING-NEXT: crs_given_1 device{{$}}
// COUNTS: scale (chunks.c:{{[0-9]+}}) {{ *}}1 0 13 26 0.480
// COUNTS: product (chunks.c:{{[0-9]+}}) {{ *}}1 0 25 51 0.465
//
// RUN: sh %S/Inputs/chunk-faults.sh > faults; FileCheck --check-prefix=FAULTS --implicit-check-not=wrong %s < faults
// FAULTS: right after malloc:
// FAULTS: stopped after launch:
// FAULTS: stopped after memcpy:
// FAULTS: stopped after sync:
// FAULTS: right after malloc:
// FAULTS: stopped after launch:
// FAULTS: stopped after memcpy:
// FAULTS: stopped after sync:
#include <stdio.h>
#include <stdlib.h>

enum { N = 30000, COLUMNS = 100, ROWS = N / COLUMNS };

// CALLS: return {{crs_in_chunks}}(crs_now, n, [&](long crs_from, long crs_fewer) {
// CALLS-NEXT: return {{crs_scale}}_1(a + crs_from, (int)(n - crs_fewer));
void scale(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 1.5 + 1;
}

void smooth(long n, const double *restrict a, double *restrict b)
{
#pragma curestruct
    for (long i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}

// CALLS: return {{crs_rows}}_1(b + crs_from * {{.*}}columns{{.*}}, a + crs_from *
void rows(long n, long columns, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        for (long j = 1; j < columns; j++)
            a[i * columns + j] = b[i * columns + j] - b[i * columns + j - 1];
}

void planes(int n, double (*restrict a)[10][20], const double (*restrict b)[10][20])
{
#pragma curestruct
    for (int i = 1; i <= n; i++)
        for (int j = 0; j < 9; j++)
            for (int k = 0; k < 20; k++)
                a[i][j][k] = b[i - 1][j + 1][k] / 2;
}

struct point {
    double x, y, z;
};
void records(unsigned long n, struct point *a)
{
#pragma curestruct
    for (unsigned long i = 0; i < n; i++) {
        double length = a[i].x * a[i].x + a[i].y * a[i].y;
        if (length > 1)
            a[i].z += length;
    }
}

void pairs(int n, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[2 * i] + b[2 * i + 1];
}

// Each chunk goes on from the sums, and from the row, of the one before.
void sums(long n, long m, double *restrict c, const double *restrict a)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            c[j] += a[i * m + j];
}

void down(long n, long m, double *a)
{
#pragma curestruct
    for (long i = 1; i < n; i++)
        for (long j = 0; j < m; j++)
            a[i * m + j] += 0.5 * (a[(i - 1) * m + j] > 0 ? a[(i - 1) * m + j] : 0);
}

// The last positive elements stay on the device, and no chunk would bring them back.
void held(long n, long m, double *restrict c, const double *restrict a, double *restrict part)
{
#pragma curestruct create(part)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) {
            part[j] = a[i * m + j] > 16.5 ? a[i * m + j] : part[j];
            c[i * m + j] = part[j];
        }
}

// All of b is used by each chunk.
void product(long n, long m, double *restrict c, const double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) {
            double sum = 0;
            for (long k = 0; k < 5; k++)
                sum += a[i * m + k] * b[k * m + j];
            c[i * m + j] = sum;
        }
}

// The two are one array, of which elements are read as they were.
void late(int n, double *a, const double *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i + 1] * 2;
}

void number(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] + i;
}

void mirror(int n, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[n - 1 - i];
}

void halves(int n, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i] + b[2 * i];
}

// The bound is the length of the rows, too.
void columns(long n, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        for (long j = 0; j < 100; j++)
            a[j * n + i] = b[j * n + i] * 3;
}

void triangle(int n, int m, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * m + j] = b[i * m + j] * 3;
}

double total(int n, const double *a)
{
    double sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += a[i] > 1e3;
    return sum;
}

// The section does not move.
void given(int n, double *restrict a, const double *restrict b)
{
#pragma curestruct copyin(b[0:N])
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

static double check(int n, const double *a)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += a[i] * (i % 13 + 1);
    return all;
}

static double a[N], b[N], part[COLUMNS];

static void show(const char *what)
{
    printf("%s %.15g %.15g\n", what, check(N, a), check(N, b));
    for (int i = 0; i < N; i++) {
        a[i] = i % 17;
        b[i] = i % 23 + 0.25 * (i % 7);
    }
}

int main(void)
{
    show("begin");
    scale(N, a);
    show("scale");
    smooth(N, a, b);
    show("smooth");
    rows(ROWS, COLUMNS, a, b);
    show("rows");
    planes(N / 200 - 1, (double (*)[10][20])a, (double (*)[10][20])b);
    show("planes");
    records(N / 3, (struct point *)a);
    show("records");
    pairs(N / 2, a, b);
    show("pairs");
    sums(ROWS, COLUMNS, a, b);
    show("sums");
    down(ROWS, COLUMNS, b);
    show("down");
    for (int i = 0; i < COLUMNS; i++)
        b[i] = 17 + i;
    held(ROWS, COLUMNS, a, b, part);
    show("held");
    product(ROWS, COLUMNS, a, b, b);
    show("product");
    late(N - 1, a, a);
    show("late");
    number(N, a);
    show("number");
    mirror(N, a, b);
    show("mirror");
    halves(N / 2, a, b);
    show("halves");
    columns(ROWS, a, b);
    show("columns");
    triangle(100, 300, a, b);
    show("triangle");
    printf("%g\n", total(N, a) + total(N, b));
    given(N, a, b);
    show("given");
    return 0;
}

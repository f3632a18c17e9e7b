// Catches arrays that move between nests without a loop around them; a place between them where the host reads or
// writes an array, or may do anything, without what it has to say before; values that come back although their memory
// is freed; a fault of the runtime after which the program goes on with wrong values, or leaves memory allocated.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d && %cc -w -c outside.c
// RUN: %curestruct -Werror=residency line.c -o line.cu && FileCheck --input-file=line.cu line.c
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ line.cu -x none outside.o \
// RUN:     %simt_library -o program -lm -ldl && %cc -w line.c outside.o -o serial -lm
// RUN: ./serial > serial.out && CURESTRUCT_SIMT_LEAKS=1 ./program | diff serial.out -
//
// Of the pipeline, the input goes in, and the result comes out with a sample of what is between.
// RUN: CURESTRUCT_TIME=times ./program p > /dev/null && FileCheck --check-prefix=TIMES --input-file=times %s
// TIMES: smooth (line.c:{{[0-9]+}}) {{ *}}1 0 1 1 0.008 {{.*}}
// TIMES: square (line.c:{{[0-9]+}}) {{ *}}1 0 1 0 0.000 {{.*}}
// TIMES: pipeline (line.c:{{[0-9]+}}) {{ *}}1 0 0 1 0.000 {{.*}}
// TIMES: pipeline (line.c:{{[0-9]+}}) {{ *}}1 0 1 0 0.000 {{.*}}
// TIMES: pipeline (line.c:{{[0-9]+}}) {{ *}}1 0 0 1 0.008 {{.*}}
//
// RUN: %curestruct line.c --host=line.host.c -o line.cuda.cu && %cc -std=c99 -Wall -Wextra -Werror -c line.host.c
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ line.cuda.cu -x none line.host.o outside.o %simt_library -o split \
// RUN:     -lm -ldl && CURESTRUCT_SIMT_LEAKS=1 ./split | diff serial.out -
//
// Each call that can fail, once.
// RUN: sh faults.sh > faults.out; FileCheck --check-prefix=FAULTS --implicit-check-not=wrong %s < faults.out
// FAULTS: right after malloc:1
// FAULTS: right after malloc:2
// FAULTS: stopped after memcpy:3
//--- faults.sh
for fault in malloc:1 malloc:2 malloc:3 malloc:4 memcpy:1 memcpy:2 memcpy:3 memcpy:5 launch:1 launch:2 launch:3 sync:1 \
    sync:2 sync:3; do
    CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_FAIL=$fault ./program > out 2> err
    status=$?
    if test $status = 0 && cmp -s serial.out out; then
        echo "right after $fault"
    elif test $status = 134 && grep -q 'curestruct: .*: error: ' err; then
        echo "stopped after $fault"
    else
        echo "wrong after $fault: status $status"
    fi
done 2> /dev/null
//--- outside.c
void outside(double *a) { a[0] = a[1] + 1; }
//--- line.c
#include <stdio.h>
#include <stdlib.h>
extern void outside(double *a);
#define N 1000
static double plain[N], other[N];

static void smooth(const double *restrict a, double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        b[i] = 0.5 * (a[i] + a[i > 0 ? i - 1 : 0]);
}

static void square(const double *restrict a, double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        b[i] = a[i] * a[i];
}

// CHECK: {{static}} void pipeline(
static void pipeline(const double *input, double *output)
{
    double *between = malloc(N * sizeof *between), *squares = malloc(N * sizeof *squares);
    // CHECK: int crs_kept = {{crs_keep_begin}}();
    // CHECK: {{smooth}}(input, between);
    smooth(input, between);
    square(between, squares);
    // CHECK: crs_host_reads("pipeline (line.c:{{[0-9]+}})", &squares[7], sizeof squares[7]); double sample = squares[7];
    double sample = squares[7];
#pragma curestruct
    for (int i = 0; i < N; i++)
        output[i] = squares[i] - between[i];
    printf("%.15g\n", sample);
    // CHECK: crs_host_frees("pipeline (line.c:{{[0-9]+}})", between, 0); free(between);
    free(between);
    // CHECK: crs_host_frees("pipeline (line.c:{{[0-9]+}})", squares, 0); free(squares);
    // CHECK: {{crs_keep_end}}("pipeline (line.c:{{[0-9]+}})", crs_kept);
    free(squares);
    // CHECK: {{printf}}
    printf("%.15g\n", output[N - 1]);
}

// What may do anything ends a run, and so does a return. One nest is none.
// CHECK: {{static}} double ends(
static double ends(double *a, int early)
{
    // CHECK-NOT: {{crs_keep_begin}}();
    // CHECK: {{outside}}(a);
    smooth(a, plain);
    outside(a);
    // CHECK: {   int crs_kept = {{crs_keep_begin}}();
    // CHECK: {{smooth}}(a, other);
    smooth(a, other);
    // CHECK: crs_keep_end("ends (line.c:{{[0-9]+}})", crs_kept), {{.*}}other[1];
    if (early)
        return other[1];
    smooth(other, plain);
    // CHECK: crs_keep_end("ends (line.c:{{[0-9]+}})", crs_kept);   }
    // CHECK: crs_keep_off("ends (line.c:{{[0-9]+}})"); {{outside}}(plain);
    outside(plain);
    // CHECK: {   int crs_kept = {{crs_keep_begin}}();
    smooth(plain, a);
    a[3] = 5;
    smooth(a, other);
    // CHECK: crs_keep_end("ends (line.c:{{[0-9]+}})", crs_kept);   }
    // CHECK: crs_host_reads({{.*}}return a[0]
    return a[0] + other[N - 1] + other[3];
}

// Nests that share no array, and statements that a jump may leave out.
// CHECK: {{static}} double none(
// CHECK-NOT: {{crs_keep_begin}}();
static double none(double *a, double *b)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma curestruct
    for (int i = 0; i < N; i++)
        b[i] = 2 * i;
    return a[4] + b[5];
}

// CHECK: {{static}} double chosen(
// CHECK-NOT: {{crs_keep_begin}}();
// CHECK: {{static}} double freed(
static double chosen(double *a, double *b, int which)
{
    switch (which) {
    case 0: smooth(a, b); /* falls through */
    case 1: square(b, a); break;
    default: smooth(b, a);
    }
    return a[4] + b[5];
}

// The pointer is another one when the memory is freed, or none is freed.
static double freed(int which)
{
    double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b), sum = 0;
    smooth(plain, a);
    smooth(a, b);
    double *c = which ? a : b;
    (void)(which > 1 && (free(c), 1));
    which == 1 ? free(c) : (void)0;
    long *again = malloc(N * sizeof *again);
    for (int i = 0; i < N; i++)
        again[i] = i;
    smooth(which ? b : a, other);
    for (int i = 0; i < N; i++)
        sum += other[i] + again[i];
    free(again);
    if (!which)
        sum += c[5];
    free(which ? b : a);
    if (!which)
        free(b);
    return sum;
}

static double sum_of(const double *a)
{
    double sum = 0;
#pragma curestruct
    for (int i = 0; i < N; i++)
        sum += a[i];
    return sum;
}

static void add(double *a, double value)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        a[i] += value;
}

// Declarations are visible after the run, and in the next one. A choice between strings reads no array.
// CHECK: {{static}} double declares(
static double declares(double *a, double *b)
{
    // CHECK: int crs_kept = {{crs_keep_begin}}();
    add(a, 1);
    double one = sum_of(a), two = sum_of(a);
    // CHECK: crs_keep_end("declares (line.c:{{[0-9]+}})", crs_kept);
    outside(b);
    // CHECK: {{    }}crs_kept = {{crs_keep_begin}}();
    // CHECK: {{add}}(a, one);
    add(a, one);
    // CHECK-NOT: crs_host_{{reads}}
    // CHECK: {{printf}}("%s\n", one
    printf("%s\n", one > 1 ? "more" : "less");
    add(a, two);
    // CHECK: crs_keep_end("declares (line.c:{{[0-9]+}})", crs_kept);
    return one + two;
}

// CHECK: {{static}} double returns(
// CHECK-NOT: {{crs_keep_begin}}();
// CHECK: {{static}} void several(
static double returns(double *a)
{
    add(a, 1);
    return sum_of(a);
}

static void several(double *a)
{
    add(a, 1);
    add(plain, 1);
    add(plain, plain[abs(3)]), add(plain, plain[abs(4)]);
}

// No text can be put into the macro: the run is none, and a call of the function ends one. Its loop keeps data.
#define BOTH(a) add(a, 1); a[1] = a[2]
// CHECK: {{static}} void in_a_macro(
static void in_a_macro(double *a)
{
    add(a, 2);
    BOTH(a);
    // CHECK: {   int crs_kept = {{crs_keep_begin}}();
    // CHECK: for (int t
    for (int t = 0; t < 3; t++)
        add(a, 3);
    // CHECK: crs_keep_end("in_a_macro
}

static void last_in_a_macro(double *a)
{
    add(a, 2);
    BOTH(a);
}

#define MANY(a) for (int t = 0; t < 3; t++) add(a, 1); a[1] = a[2] + a[3]
static void loop_in_a_macro(double *a)
{
    MANY(a);
}

// CHECK: {{static}} void around_a_macro(
// CHECK-NOT: {{crs_keep_begin}}();
// CHECK: {{int}} main(
static void around_a_macro(double *a)
{
    add(a, 1);
    in_a_macro(a);
}

int main(int count, char **words)
{
    static double third[N];
    for (int i = 0; i < N; i++)
        third[i] = plain[i] = i % 7;
    pipeline(plain, other);
    if (count > 1)
        return words[1][0] != 'p';
    printf("%.15g\n", ends(third, 1));
    printf("%.15g\n", ends(third, 0));
    printf("%.15g\n", declares(third, plain));
    printf("%.15g\n", returns(third));
    several(third);
    around_a_macro(third);
    printf("%.15g\n", third[1] + third[5]);
    void (*call)(double *) = last_in_a_macro;
    for (int i = 0; i < N; i++)
        third[i] = i;
    call(third);
    printf("%.15g\n", third[1]);
    call = loop_in_a_macro;
    call(third);
    printf("%.15g %.15g\n", third[1], plain[5]);
    for (int which = 0; which < 3; which++) {
        printf("%.15g\n", none(plain, other));
        printf("%.15g\n", chosen(plain, other, which));
        printf("%.15g\n", freed(which));
    }
    return 0;
}

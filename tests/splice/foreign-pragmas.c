// Catches pragmas of other compilers that stay in front of the brace instead of the loop that they are about: text that
// does not compile. They go with the serial loop; a stand-alone one, or one of a statement, stays where it is. Where
// the threads of a team share the loop, one of them runs the nest; where teams do, all would, so that it is refused.
// RUN: %curestruct -DSHARED %s -o %t.cu 2> %t.err; grep -v "CHECK" %t.cu | FileCheck %s
// RUN: FileCheck --check-prefix=REFUSED %s < %t.err
// RUN: %same %s %t
// RUN: %same --host %s %t.host
// RUN: %cxx -std=c++17 -fopenmp -Wall -Werror -Wno-unknown-pragmas -I %simt -x c++ -DSHARED -fsyntax-only %t.cu
// CHECK: if (crs_fill_1(
// CHECK-NEXT: #pragma omp parallel for
// CHECK-NEXT: for (int i
// CHECK: if (crs_fill_2(
// CHECK-NEXT: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for
// CHECK-NEXT: #endif
// CHECK-NEXT: // between
// CHECK: if (crs_fill_3(
// CHECK-NEXT: _Pragma("GCC ivdep")
// CHECK: if (crs_fill_4(
// CHECK-NEXT: UNROLLED
// CHECK: #pragma GCC diagnostic pop
// CHECK-NEXT: {{ *}}{   if (crs_fill_5(
// CHECK: {   int crs_failed;
// CHECK-NEXT: #pragma omp barrier
// CHECK-NEXT: #pragma omp single copyprivate(crs_failed)
// CHECK-NEXT: crs_failed = crs_fill_6(a, n);
// CHECK-NEXT: if (crs_failed != 0) {
// CHECK-NEXT: #pragma omp for
// CHECK-NEXT: for (int i
// CHECK: #pragma omp distribute
// CHECK-NEXT: for (int i
// REFUSED: foreign-pragmas.c:79:1: warning: loop 'i' stays serial: the threads of a parallel region share its iterations, and each of them would run all of it [-Wrefused]
// REFUSED: foreign-pragmas.c:78:1: note: they share it by this
// REFUSED: 6 of 7 nests restructured
#include <stdio.h>
#define UNROLLED _Pragma("GCC unroll 4")

static void fill(int *a, int n)
{
#pragma omp parallel for
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 3 * i;
    if (n > 5)
#ifdef _OPENMP
#pragma omp parallel for
#endif
    // between
#pragma curestruct
        for (int i = 0; i < n; i++) {
#pragma GCC ivdep
            for (int k = 0; k < 3; k++)
                a[i] += k;
        }
    else
#pragma curestruct
        _Pragma("GCC ivdep")
        for (int i = 0; i < n; i++)
            a[i] += 5;
    _Pragma("curestruct") UNROLLED
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma GCC diagnostic push
#pragma GCC diagnostic pop
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] += 1;
#ifdef SHARED
#pragma omp parallel
    {
#pragma omp for
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] += i;
    }
#pragma omp teams
    {
#pragma omp distribute
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] += i;
    }
#endif
}

int main(void)
{
    int a[100], sum = 0;
    fill(a, 100);
    for (int i = 0; i < 100; i++)
        sum += a[i] * i;
    printf("%d\n", sum);
    return 0;
}

// Catches pragmas of other compilers that stay in front of the brace instead of the loop that they are about: text that
// does not compile. They go with the serial loop; a stand-alone one, or one of a statement, stays where it is; where
// threads share the loop, all of them would run the nest, so that it is refused.
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
// CHECK: #pragma omp for
// CHECK-NEXT: for (int i
// REFUSED: foreign-pragmas.c:65:1: warning: loop 'i' stays serial: the threads of a parallel region share its iterations, and each of them would run all of it [-Wrefused]
// REFUSED: foreign-pragmas.c:64:1: note: they share it by this
// REFUSED: 5 of 6 nests restructured
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

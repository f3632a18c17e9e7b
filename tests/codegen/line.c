// Catches #line directives that are off: with --line, __LINE__ and messages of the compiler name the input's lines.
// RUN: %curestruct --line %s -o %t.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ %t.cu -x none %simt_library -o %t.program -lm -ldl
// RUN: %t.program | grep "^19 25 28 30 38$"
//
// Statements of kernels and device functions name their lines in the input, and what else is made its line in the
// output, so that nvcc, gdb and profilers show either.
// RUN: mkdir -p %t.d && cd %t.d && %curestruct --line --no-versions %S/Inputs/line.c -o out.cu \
// RUN:     && FileCheck %S/Inputs/line.c < out.cu
// RUN: %curestruct --line --no-versions %S/Inputs/line.c -o cuda.cu --host=host.c \
// RUN:     && FileCheck %S/Inputs/line.c < cuda.cu
// RUN: for f in out.cu cuda.cu host.c; do awk -v f="\"$f\"" '$1 == "#line" && $3 == f { n++; if ($2 != NR + 1) \
// RUN:     { print; exit 1 } } END { exit !n }' $f || exit 1; done
// RUN: not grep 'line crs_own' out.cu cuda.cu host.c
// RUN: %cxx -std=c++17 -g -I %simt -x c++ -c out.cu -o out.o && %cc -g -c host.c -o host.o
#include <stdio.h>
#include <stddef.h> /* the line after the next is 19 */

static const int top = __LINE__ - 0 * sizeof(ptrdiff_t);
static int inside, behind, above;

/* a comment that stays with its function */
static void mark(int *a, int n)
{
    above = __LINE__;
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = __LINE__; /* taken by the kernel as well */
    // behind the nest
    behind = __LINE__;
    inside = a[n - 1];
}

int main(void)
{
    int a[30];
    mark(a, 30);
    printf("%d %d %d %d %d\n", top, above, inside, behind, __LINE__);
    return 0;
}
// UNSUPPORTED: asan

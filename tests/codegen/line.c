// Catches #line directives that are off: with --line, __LINE__ and messages of the compiler name the input's lines.
// RUN: %curestruct --line %s -o %t.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ %t.cu -x none %simt_library -o %t.program -lm -ldl
// RUN: %t.program | grep "^8 14 17 19 27$"
#include <stdio.h>
#include <stddef.h> /* the next line is 8 */

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

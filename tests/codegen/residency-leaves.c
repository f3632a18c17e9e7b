// Catches arrays that stay on the device after control has left the function that keeps them there: by a return in a
// loop that keeps data or in a loop of the host inside of it, by a goto out of a row of nests; and an expression that
// runs a nest and calls a function that changes an array of the whole file. The jump in main keeps main itself from
// keeping data.
// RUN: %curestruct -w %s -o %t.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ %t.cu -x none %simt_library -o %t.program -lm -ldl
// RUN: %cc -w %s -o %t.serial && %t.serial > %t.out && CURESTRUCT_SIMT_LEAKS=1 %t.program | diff %t.out -
#include <stdio.h>

enum { N = 300 };
static double grid[N], other[N];

static void scale(double *a)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        a[i] = 0.5 * a[i] + i;
}

static int returns(void)
{
    for (int t = 0; t < 3; t++) {
        scale(grid);
        scale(other);
        if (grid[1] > -1)
            return t;
    }
    return -1;
}

static int returns_inside(void)
{
    for (int t = 0; t < 3; t++) {
        scale(grid);
        scale(other);
        for (int i = 0; i < N; i++)
            if (grid[i] > 5)
                return i;
    }
    return -1;
}

static void jumps(void)
{
    scale(grid);
    scale(other);
    scale(grid);
    if (grid[0] > -1)
        goto done;
    scale(other);
    scale(grid);
done:
    return;
}

static void bump(void)
{
    grid[5] += 1;
}

static void together(void)
{
    for (int t = 0; t < 3; t++) {
        scale(grid), bump();
        scale(grid);
    }
}

int main(void)
{
    int turns = 0;
again:
    printf("%d\n", returns());
    printf("%g %g\n", grid[50], other[50]);
    printf("%d\n", returns_inside());
    printf("%g %g\n", grid[50], other[50]);
    jumps();
    printf("%g %g\n", grid[50], other[50]);
    together();
    printf("%g %g\n", grid[5], grid[6]);
    if (++turns < 2)
        goto again;
    return 0;
}

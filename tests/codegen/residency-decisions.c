// Catches an array that is old on one side because a decision about a statement, or about the ones before it, was left
// out: functions that only write; an address that is another one by now; a nest between two reads; an expression that
// runs a nest and then uses the array; a bound in memory; a refused loop that runs nests; a goto or a return out of the
// loop; and a function whose text depends on options of the compiler. Also arrays that come back for a table of the C
// library.
// UNSUPPORTED: asan
// RUN: %curestruct %s -o %t.cu 2> %t.notes && FileCheck --check-prefix=NOTES --input-file=%t.notes %s
// RUN: FileCheck --check-prefix=LETTERS --input-file=%t.cu %s
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ %t.cu -x none %simt_library -o %t.program -lm -ldl
// RUN: %cc -w %s -o %t.serial && %t.serial > %t.out && CURESTRUCT_SIMT_LEAKS=1 %t.program | diff %t.out -
#include <ctype.h>
#include <stdio.h>

enum { N = 300 };
static double grid[N], other[N];

static void scale(double *a)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        a[i] = 0.5 * a[i] + i;
}

static void set(double *a, int i, double value)
{
    a[i] = value;
}

static void writes(void)
{
    for (int t = 0; t < 3; t++) {
        scale(grid);
        set(grid, 7, t);
        scale(grid);
    }
    printf("%g %g\n", grid[7], grid[8]);
}

static void moves_on(void)
{
    double sum = 0;
    for (int t = 0; t < 3; t++) {
        int i = 2 * t;
        scale(grid);
        sum += grid[i];
        i += 5;
        sum += grid[i];
    }
    printf("%g\n", sum);
}

static struct cell { double x, y; } cells[N];

static void scale_cells(void)
{
#pragma curestruct
    for (int i = 0; i < N; i++) {
        cells[i].x = 0.5 * cells[i].x + i;
        cells[i].y += 1;
    }
}

static void branches(struct cell *c)
{
    double sum = 0;
    for (int t = 0; t < 3; t++) {
        scale_cells();
        if (t == 7)
            sum += c->x;
        sum += c->x;
    }
    printf("%g\n", sum);
}

static void between(struct cell *c)
{
    double sum = 0;
    for (int t = 0; t < 3; t++) {
        sum += c->x;
#pragma curestruct
        for (int i = 0; i < N; i++)
            cells[i].x = 0.25 * cells[i].x + other[i] + i;
        sum += c->x;
    }
    printf("%g\n", sum);
}

static double chosen(void)
{
#ifdef WITH_GRID
    return grid[3];
#else
    return 3;
#endif
}

static void depends(void)
{
    double sum = 0;
    for (int t = 0; t < 3; t++) {
        scale(grid);
        // NOTES: [[@LINE+1]]:9: note: the arrays come back from the device before the call of 'chosen', and in it
        sum += chosen();
    }
    printf("%g\n", sum);
}

static double take(double *a)
{
    a[5] += 1;
    return a[5];
}

static void together(void)
{
    double sum = 0;
    for (int t = 0; t < 3; t++) {
        scale(grid), sum += take(grid);
        scale(grid), sum += grid[13];
        scale(grid);
    }
    printf("%g %g\n", sum, grid[5]);
}

static void jumps(void)
{
    for (int t = 0; t < 3; t++) {
        scale(grid);
        if (t == 1)
            goto done;
    }
done:
    printf("%g\n", grid[2]);
}

static int ends[N];

static void bounds(void)
{
    for (int t = 0; t < 3; t++) {
#pragma curestruct
        for (int i = 0; i < N; i++)
            ends[i] = (ends[i] + 7 * i + t) % N;
#pragma curestruct
        for (int i = 0; i < ends[t + 1]; i++)
            other[i] += 1;
    }
    printf("%g %g %d\n", other[6], other[20], ends[9]);
}

// Refused, and it runs nests.
static double refused(void)
{
    double sum = 0;
    for (int t = 0; t < 3; t++) {
#pragma curestruct
        for (int k = 0; k < 2; k++) {
            scale(grid);
            if (grid[4] > 1e9)
                return 0;
            sum += grid[4];
        }
    }
    return sum;
}

static int leaves(void)
{
    for (int t = 0; t < 3; t++) {
        scale(grid);
        if (grid[1] > -1)
            return t;
    }
    return -1;
}

// LETTERS: static void letters(
// LETTERS: int crs_kept = crs_keep_begin();
// LETTERS-NEXT: (int t = 0;
// LETTERS-NEXT: {   if (crs_letters_1(
static void letters(int n, const unsigned char *text, int *counts)
{
    for (int t = 0; t < 3; t++)
#pragma curestruct
        for (int i = 0; i < n; i++)
            counts[i] += isalpha(text[i]) != 0;
}

int main(void)
{
    int last = leaves();
    printf("%d %g\n", last, grid[50]);
    jumps();
    bounds();
    double sum = refused();
    printf("%g\n", sum);
    together();
    writes();
    moves_on();
    branches(&cells[9]);
    between(&cells[11]);
    depends();
    static unsigned char text[N];
    static int counts[N];
    for (int i = 0; i < N; i++)
        text[i] = (unsigned char)(i * 7);
    letters(N, text, counts);
    for (int i = 0; i < N; i++)
        last += counts[i] * i;
    printf("%d\n", last);
    return 0;
}

// Catches a struct that a function gets by value, as *p, and whose pointers are lost; and one of which the function
// changes its own copy, which the caller must not see.
// RUN: %same %s %t
// RUN: %curestruct -DREFUSED %s -o %t.cu 2>&1 | FileCheck %s
#include "Inputs/checksum.h"

struct table {
    int rows, columns;
    const double *values;
    int *found;
    double scale;
};

static double element(struct table t, int r, int c)
{
    return t.values[r * t.columns + c] * t.scale;
}

// It hands its own on.
static double row(struct table t, int r)
{
    double sum = 0;
    for (int c = 0; c < t.columns; c++)
        sum += element(t, r, c);
    return sum;
}

static double through_pointer(const struct table *t, int r)
{
    return row(*t, r) + element(*t, r, 0);
}

static double rescaled(struct table t, int r)
{
    t.scale *= r;
    t.rows++;
    return t.scale + t.rows;
}

static void note(struct table t, int r)
{
    t.found[r] = (int)element(t, r, 1);
}

static void sums(const struct table *t, double *restrict to)
{
#pragma curestruct
    for (int r = 0; r < t->rows; r++)
        to[r] = row(*t, r) + through_pointer(t, r);
}

static void two(const struct table *a, struct table b, double *restrict to)
{
#pragma curestruct
    for (int r = 0; r < a->rows; r++)
        to[r] = row(*a, r) - row(b, r) * element((*a), r, 2);
}

static void copies(const struct table *t, double *restrict to)
{
#pragma curestruct
    for (int r = 0; r < t->rows; r++)
        to[r] = rescaled(*t, r) * t->scale + t->rows;
}

static void noted(struct table *t)
{
#pragma curestruct
    for (int r = 0; r < t->rows; r++)
        note(*t, r);
}

#ifdef REFUSED
static double moved(struct table t, int r)
{
    t.values += r;
    return t.values[0];
}
// CHECK: loop 'r' stays serial
static void moves(const struct table *t, double *restrict to)
{
#pragma curestruct
    for (int r = 0; r < t->rows; r++)
        to[r] = moved(*t, r);
}
// CHECK: 4 of 5 nests restructured
#endif

int main(void)
{
    static double values[30 * 7], others[30 * 9], to[30];
    static int found[30];
    for (int i = 0; i < 30 * 7; i++)
        values[i] = i * 37 % 101 / 4.0;
    for (int i = 0; i < 30 * 9; i++)
        others[i] = i * 53 % 89 / 8.0;
    struct table a = {30, 7, values, found, 0.5}, b = {30, 9, others, found, 2};
    sums(&a, to);
    SHOW(to);
    two(&a, b, to);
    SHOW(to);
    copies(&b, to);
    SHOW(to);
    noted(&b);
    SHOW(found);
    return 0;
}

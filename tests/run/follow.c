// Catches rows that are reached through more than one pointer and that the launcher looks for in another place: one
// step too few, the first member instead of the right one, the first struct instead of each. Pointers to void of which
// the members are read by another type, or twice. Rows that no iteration touches and whose struct is not there.
// RUN: %same %s %t
// RUN: %same --fallback -DONE %s %t
// RUN: %curestruct %s -o - | FileCheck %s
// RUN: %curestruct check %s --on=cpu --function combine | FileCheck %s --check-prefix=FILLED
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 19, LENGTH = 45 };

struct point {
    double first, *unused, *x, *y;
    double **turn;
};

struct inner {
    long length, own;
    double *data;
};

struct vector {
    void *content;
    void *operations;
};

struct part {
    int kind;
    struct {
        long at;
        float *heights;
    } land;
};

// FILLED: combine: 1 of 1 nests, {{[1-9][0-9]?}} of {{.*}} PASS
#define DATA(v) (((struct inner *)(v)->content)->data)
#define SIZE(v) (((struct inner *)(v)->content)->length)

// CHECK: crs_array_p_x.follow[0] = 16;
static void turn(int n, int length, struct point **p)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct point *point = p[i];
        for (int k = 0; k < length; k++) {
            double x = point->x[k], y = point->y[k];
            p[i]->x[k] = x * p[i]->turn[0][0] + y * point->turn[1][0];
            p[i]->y[k] = x * p[i]->turn[0][1] + y * point->turn[1][1] + point->first;
        }
    }
}

// The sum goes over another loop than the rows.
static void average(int n, int length, struct point **p, int omitted, double *average)
{
#pragma curestruct
    for (int k = 0; k < length; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            if (i == omitted)
                continue;
            sum += p[i]->x[k];
        }
        average[k] = sum / n;
    }
}

// CHECK: crs_array_X_content_data.follow[0] = 0;
// CHECK: crs_array_X_content_data.follow[1] = 16;
static void combine(int count, const double *c, struct vector **X, struct vector *z)
{
    double *to = DATA(z), *from;
    long length = SIZE(z);
#pragma curestruct
    for (int i = 0; i < count; i++) {
        from = DATA(X[i]);
        for (long k = 0; k < length; k++)
            to[k] += c[i] * from[k];
    }
}

// CHECK: ((struct inner *)z->content)->data
static void scale(struct vector *z, double factor)
{
#pragma curestruct
    for (long k = 0; k < SIZE(z); k++)
        DATA(z)[k] *= factor;
}

static void raise(int n, int length, struct part *parts)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < length; k++)
            parts[i].land.heights[k] += (float)(parts[i].kind + parts[i].land.at);
}

static struct point points[COUNT], *p[COUNT];
static struct inner inner[COUNT];
static struct vector vectors[COUNT], *X[COUNT];
static struct part parts[COUNT];
static double rows[4][COUNT][LENGTH], factors[COUNT], averages[LENGTH], turns[COUNT][2][2], *turn_rows[COUNT][2];
static float heights[COUNT][LENGTH];

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        int other = (i * 7 + 3) % COUNT;
        p[i] = &points[other];
        points[i] = (struct point){.first = i, .x = rows[0][other], .y = rows[1][i], .turn = turn_rows[i]};
        inner[i] = (struct inner){.length = LENGTH, .own = 1, .data = rows[2][other]};
        vectors[i].content = &inner[i];
        X[i] = &vectors[other];
        parts[i] = (struct part){.kind = i % 4, .land = {.at = i, .heights = heights[other]}};
        for (int k = 0; k < 2; k++)
            turn_rows[i][k] = turns[i][k];
        turns[i][0][0] = turns[i][1][1] = 0.5 + i;
        turns[i][0][1] = -(turns[i][1][0] = 0.25 * i);
        factors[i] = 1.5 * i - 7;
        for (int k = 0; k < LENGTH; k++)
            for (int r = 0; r < 4; r++)
                rows[r][i][k] = (r + 1) * i + 0.5 * k;
    }
#ifdef ONE
    points[5].x = points[6].x + 3; // rows that overlap are written: the serial loop runs
    turn(COUNT, LENGTH, p);
#else
    struct inner last = {LENGTH, 1, rows[3][0]};
    struct vector z = {&last, NULL};
    turn(COUNT, LENGTH, p);
    combine(COUNT, factors, X, &z);
    scale(&z, 0.125);
    raise(COUNT, LENGTH, parts);
    p[4] = NULL;
    average(COUNT, LENGTH, p, 4, averages);
#endif
    double total = 0;
    for (int k = 0; k < LENGTH; k++) {
        for (int i = 0; i < COUNT; i++)
            for (int r = 0; r < 4; r++)
                total += (i + r + 1) * rows[r][i][k] + heights[i][k] * (i % 5);
        printf("%g ", averages[k]);
    }
    printf("%.12g\n", total);
    return 0;
}

// Catches a region whose loop ends by what kernels compute: a condition tested with a stale value or too late, a
// counter that the host and the device count apart, a break that leaves too early, scalars that come back wrong.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#include <math.h>

enum { N = 24, NODES = 60, EDGES = 240 };

static double grid[N * N], other[N * N];
static int offsets[NODES + 1], targets[EDGES], level[NODES], next_level[NODES];
static double b[NODES], x[NODES], r[NODES], p[NODES], q[NODES], values[EDGES];
static int numbers[500];

// A while around two nests, as tutorials have it.
static int jacobi(int n, double *a, double *anew, double tol, int most, double *left)
{
    int iter = 0;
    double err = 1.0;
#pragma curestruct begin
    while (err > tol && iter < most) {
        err = 0.0;
#pragma curestruct
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++) {
                anew[j * n + i] =
                    0.25 * (a[j * n + i + 1] + a[j * n + i - 1] + a[(j - 1) * n + i] + a[(j + 1) * n + i]);
                err = fmax(err, fabs(anew[j * n + i] - a[j * n + i]));
            }
#pragma curestruct
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++)
                a[j * n + i] = anew[j * n + i];
        iter++;
    }
#pragma curestruct end
    *left = err;
    return iter;
}

// The same with pointers that change places, left by break in a counting loop, iterators declared outside.
static int swapping(int n, double *a, double *anew, double tol, int most)
{
    int iter, i, j;
    double *tmp;
#pragma curestruct begin
    for (iter = 0; iter < most; iter++) {
        double err = 0;
        for (j = 1; j < n - 1; j++)
            for (i = 1; i < n - 1; i++)
                anew[j * n + i] =
                    0.25 * (a[j * n + i + 1] + a[j * n + i - 1] + a[(j - 1) * n + i] + a[(j + 1) * n + i]);
        for (j = 1; j < n - 1; j++)
            for (i = 1; i < n - 1; i++)
                err = fmax(err, fabs(anew[j * n + i] - a[j * n + i]));
        tmp = a, a = anew, anew = tmp;
        if (err < tol)
            break;
    }
#pragma curestruct end
    return iter;
}

// Levels of a search in breadth, by pulling: do and while, a flag, steps that depend on the step's number.
static int levels(int n, const int *from, const int *to, int *now, int *then)
{
    int changed, depth = 0;
#pragma curestruct begin copyin(to[0:EDGES]) copy(now[0:n])
    for (int v = 0; v < n; v++)
        now[v] = v == 0 ? 0 : -1;
    do {
        changed = 0;
        for (int v = 0; v < n; v++) {
            int found = 0;
            for (int e = from[v]; e < from[v + 1]; e++)
                found |= now[to[e]] == depth;
            then[v] = now[v] < 0 && found ? depth + 1 : now[v];
            changed |= then[v] != now[v];
        }
        for (int v = 0; v < n; v++)
            now[v] = then[v];
        depth++;
        if (depth == 7)
            continue;
    } while (changed);
#pragma curestruct end
    return depth * 10 + changed;
}

static int conjugate_gradients(int n, const int *from, const int *to, const double *a, const double *rhs, double *sol,
                               double *res, double *dir, double *prod, int most)
{
    double rho = 0;
    int it;
#pragma curestruct begin copyin(to[0:EDGES], a[0:EDGES]) copy(dir[0:n])
    for (int i = 0; i < n; i++) {
        sol[i] = 0;
        res[i] = dir[i] = rhs[i];
    }
    for (int i = 0; i < n; i++)
        rho += res[i] * res[i];
    for (it = 0; it < most; it++) {
        if (rho < 1e-6)
            break;
        for (int i = 0; i < n; i++) {
            double sum = 40 * dir[i];
            for (int k = from[i]; k < from[i + 1]; k++)
                sum += a[k] * dir[to[k]];
            prod[i] = sum;
        }
        double pq = 0;
        for (int i = 0; i < n; i++)
            pq += dir[i] * prod[i];
        double alpha = rho / pq, before = rho;
        rho = 0;
        for (int i = 0; i < n; i++) {
            sol[i] += alpha * dir[i];
            res[i] -= alpha * prod[i];
            rho += res[i] * res[i];
        }
        for (int i = 0; i < n; i++)
            dir[i] = res[i] + rho / before * dir[i];
    }
#pragma curestruct end
    return it;
}

// What the host decides by is an element of an array; strides double from step to step.
static int doubling(int *data, int n)
{
    int turns = 0;
#pragma curestruct begin copy(data[0:n])
    for (int width = 1; width < n; width *= 2) {
        if (data[0] > 200)
            break;
        for (int i = 0; i < n; i++)
            data[i] += width;
        turns++;
    }
#pragma curestruct end
    return turns;
}

int main(void)
{
    double left;
    for (int i = 0; i < NODES; i++) {
        offsets[i] = i * EDGES / NODES;
        b[i] = i % 3 - 1;
        for (int k = offsets[i]; k < (i + 1) * EDGES / NODES; k++) {
            targets[k] = (i + (k % 4 < 2 ? 1 : 3) * (k % 2 ? 1 : NODES - 1)) % NODES;
            values[k] = 1;
        }
    }
    offsets[NODES] = EDGES;
    for (int most = 0; most < 40; most += 13) {
        for (int i = 0; i < N * N; i++)
            grid[i] = other[i] = i < N ? 8 : i % 5;
        printf("%d\n", jacobi(N, grid, other, 0.05, most, &left));
        printf("%g\n", left);
        SHOW(grid), SHOW(other);
        printf("%d\n", swapping(N, grid, other, 0.02, most));
        SHOW(grid), SHOW(other);
    }
    printf("%d\n", levels(NODES, offsets, targets, level, next_level));
    SHOW(level);
    printf("%d\n", conjugate_gradients(NODES, offsets, targets, values, b, x, r, p, q, 50));
    for (int i = 0; i < NODES; i += 7)
        printf("%.9f\n", x[i]);
    printf("%d\n", doubling(numbers, 500));
    SHOW(numbers);
    return 0;
}

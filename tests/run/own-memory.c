// Catches: memory that each iteration gets anew and iterations share on the device, with a size of another number of
// elements, or without its zeros; a test for NULL whose branch costs the nest.
// RUN: %curestruct check --on cpu --from=omp %s 2>&1 | FileCheck %s
#include <stdlib.h>
#include <string.h>

// CHECK: variable: 1 of 1 nests, {{.*}} PASS
void variable(int m, int n, const double *a, double *out)
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        double t[n];
        for (int j = 0; j < n; j++)
            t[j] = a[i * n + j] * 2;
        double s = 0;
        for (int j = 0; j < n; j++)
            s += t[j] * t[n - 1 - j];
        out[i] = s;
    }
}

static double median(const double *row, int n)
{
    double *t = calloc(n + 1, sizeof(double)), *copy = malloc(sizeof(double) * n);
    if (t == NULL || !copy)
        abort();
    memcpy(copy, row, n * sizeof(double));
    for (int j = 0; j < n; j++) {
        int k = j;
        while (k > 0 && t[k - 1] > copy[j]) {
            t[k] = t[k - 1];
            k--;
        }
        t[k] = copy[j];
    }
    double r = t[n / 2] + t[n];
    free(t);
    free(copy);
    return r;
}
// CHECK: medians: 1 of 1 nests, {{.*}} bit for bit, PASS
void medians(int m, int n, const double *a, double *out)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        out[i] = median(a + (long)i * n, n);
}

// CHECK: assigned: 1 of 1 nests, {{.*}} PASS
void assigned(int m, int n, const double *a, double *out)
{
    int i, j;
    double *t, s;
#pragma omp parallel for private(t, j, s)
    for (i = m - 1; i >= 0; i--) {
        t = (double *)malloc(2 * n * sizeof(double));
        for (j = 0; j < n; j++) {
            t[2 * j] = a[i * n + j];
            t[2 * j + 1] = -t[2 * j];
        }
        for (s = 0, j = 0; j < 2 * n; j++)
            s += t[j] * t[2 * n - 1 - j];
        out[i] = s;
        free(t);
    }
}

// CHECK: planes: 1 of 1 nests, {{.*}} bit for bit, PASS
void planes(int m, int n, const float *a, float *out)
{
#pragma omp parallel for
    for (int i = 0; i < m; i += 2) {
        float u[n][3];
        for (int j = 0; j < n; j++) {
            u[j][0] = a[i * n + j];
            u[j][1] = -u[j][0];
            u[j][2] = 1;
        }
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[n - 1 - j][1] + u[j][2];
    }
}

// CHECK: steps: 1 of 1 nests, {{.*}} bit for bit, PASS
void steps(int t, int m, int n, float *a)
{
#pragma curestruct
    for (int k = 0; k < t; k++)
        for (int i = 0; i < m; i++) {
            float old[n];
            for (int j = 0; j < n; j++)
                old[j] = a[i * n + j];
            for (int j = 1; j < n; j++)
                a[i * n + j] = old[j - 1] + 0.5f * old[j];
        }
}

// A branch that is never taken, whose condition has an effect.
// CHECK: effects: 1 of 1 nests, {{.*}} bit for bit, PASS
void effects(int m, float *a)
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        int k = i;
        float *t = malloc(sizeof *t);
        if (k++, !t)
            abort();
        if (k++, 0)
            abort();
        *t = k;
        a[i] += *t;
        free(t);
    }
}

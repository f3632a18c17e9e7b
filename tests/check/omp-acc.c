// Catches a program of OpenMP or OpenACC that computes something else than its serial loops: private and last values,
// a region, a block that loses its threads, loops that the threads of another function share, and run-time calls, of
// which no library has the functions.
// Then elements of a thread's own, by its number, by a list or by a declaration, that are taken for a race because one
// thread runs all iterations here; and a reduction by key that the directive names.
// RUN: %curestruct check --from=omp,acc --on cpu --size n=500,steps=3 %s 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=NONE --implicit-check-not='[-Wrace]' %s < %t.err
// NONE: 'parallel' has no effect
// CHECK: diffuse: 1 of 1 nests, {{.*}} PASS
// CHECK: shared: 1 of 1 nests, {{.*}} PASS
// CHECK: team: 3 of 3 nests, {{.*}} PASS
// CHECK: parts: 2 of 2 nests, {{.*}} PASS
// CHECK: by_key: 1 of 1 nests, {{.*}} PASS
// RUN: %curestruct --from=omp,acc %s -o %t.cu 2> %t.err
// RUN: FileCheck --check-prefix=TEXT --implicit-check-not='#pragma {{omp|acc}}' %s < %t.cu
// TEXT: #ifdef _OPENMP
// TEXT-NEXT: #include <omp.h>
// TEXT-NEXT: #else
// TEXT: static inline double omp_get_wtime(void)
// TEXT: #if defined _OPENMP
// TEXT-NEXT: #error "curestruct made the kernels where the line above does not hold
#include <omp.h>
#include <stdlib.h>

double diffuse(int n, int steps, double *restrict u, double *restrict v)
{
#pragma acc data copy(u[0:n]) create(v[0:n])
    for (int t = 0; t < steps; t++) {
#pragma acc parallel loop present(u, v)
        for (int i = 1; i < n - 1; i++)
            v[i] = 0.5 * (u[i - 1] + u[i + 1]);
#pragma acc parallel loop present(u, v)
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
    return u[n / 2];
}

void shared(int n, float *x)
{
    int i;
    float t;
#pragma omp for private(t)
    for (i = 0; i < n; i++) {
        t = x[i];
        x[i] = t * t;
    }
}

float team(int n, const int *restrict key, float *restrict x, float *restrict y, int *restrict count)
{
    double begin = omp_get_wtime();
    float last = 0, top = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        x[0] = (float)omp_get_num_threads();
#pragma omp for lastprivate(last) nowait
        for (int i = 1; i < n; i++) {
            last = x[i] + 1;
            y[i] = last;
        }
#pragma omp barrier
#pragma omp for reduction(max : top)
        for (int i = 0; i < n; i++)
            if (x[i] > top)
                top = x[i];
        shared(n, x);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        count[key[i] & 7]++;
    }
    return omp_get_wtime() >= begin ? last + top : 0;
}

static int own_number(void)
{
    return omp_get_thread_num();
}

double parts(int n, const double *restrict x, const double *restrict y)
{
    double part[8] = {0}, team[8] = {0}, sum = 0;
#pragma omp parallel num_threads(8)
    {
        int me = own_number();
#pragma omp for
        for (int i = 0; i < n; i++)
            part[me] += x[i];
    }
#pragma omp parallel for num_threads(8)
    for (int i = 0; i < n; i++)
        team[omp_get_thread_num()] += y[i] * omp_get_num_threads();
    for (int i = 0; i < 8; i++)
        sum += part[i] + team[i];
    return sum;
}

double by_key(int n, const unsigned char *restrict key, const double *restrict x)
{
    double sums[256] = {0};
#pragma omp parallel for reduction(+ : sums[:256])
    for (int i = 0; i < n; i++)
        sums[key[i]] += x[i];
    return sums[0] + sums[7];
}

void own(int n, const double *restrict x, double *restrict y)
{
    double listed[n], team[n];
#pragma omp parallel for private(listed)
    for (int i = 1; i < n; i++) {
        listed[0] = listed[1] = x[i];
        y[i] = listed[0] + listed[1];
    }
#pragma omp parallel private(team)
    {
        double *declared = malloc(2 * sizeof *declared);
#pragma omp for
        for (int i = 1; i < n; i++) {
            team[0] = team[1] = y[i];
            y[i] = team[0] * team[1];
        }
#pragma omp for
        for (int i = 1; i < n; i++) {
            declared[0] = declared[1] = y[i];
            y[i] = declared[0] - 2 * declared[1];
        }
        free(declared);
    }
}

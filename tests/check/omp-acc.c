// Catches a program of OpenMP or OpenACC that computes something else than its serial loops: private and last values,
// a region, a block that loses its threads, loops that the threads of another function share, and run-time calls, of
// which no library has the functions.
// RUN: %curestruct check --from=omp,acc --on cpu --size n=500,steps=3 %s 2> %t.err | FileCheck %s
// CHECK: diffuse: 1 of 1 nests, {{.*}} PASS
// CHECK: shared: 1 of 1 nests, {{.*}} PASS
// CHECK: team: 3 of 3 nests, {{.*}} PASS
// RUN: %curestruct --from=omp,acc %s -o %t.cu 2> %t.err
// RUN: FileCheck --check-prefix=TEXT --implicit-check-not='#pragma {{omp|acc}}' %s < %t.cu
// TEXT: #ifdef _OPENMP
// TEXT-NEXT: #include <omp.h>
// TEXT-NEXT: #else
// TEXT: static inline double omp_get_wtime(void)
// TEXT: #if defined _OPENMP
// TEXT-NEXT: #error "curestruct made the kernels where the line above does not hold
#include <omp.h>

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

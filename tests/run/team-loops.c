// Catches loops under `omp for` that each thread of the team runs as a whole, a call before all threads have come to
// it, and results that one thread alone gets.
// RUN: %same -fopenmp %s %t
// RUN: %same --host -fopenmp %s %t
// RUN: %same %s %t
#include <stdio.h>

enum { N = 5000 };
static double a[N], b[N];
static int count, last;

static void shared_loops(int n, double *restrict x, double *restrict y, double *sum)
{
    double total = 0;
#pragma omp parallel
    {
#pragma omp for nowait schedule(static)
        for (int i = 0; i < n; i++)
            x[i] = 0.5 * i;
#pragma omp for
#pragma curestruct
        for (int i = 0; i < n; i++)
            y[n - 1 - i] += 2 * x[i] + 1;
#ifdef _OPENMP
#pragma omp for reduction(+ : total)
#endif
#pragma curestruct
        for (int i = 0; i < n; i++)
            total += (int)y[i] % 7;
#pragma omp for lastprivate(last) reduction(+ : count)
#pragma curestruct
        for (int i = 0; i < n; i++) {
            last = (int)x[i];
            count += y[i] > 100;
        }
    }
    *sum = total;
}

int main(void)
{
    double sum;
    shared_loops(N, a, b, &sum);
    printf("%g %g %g %d %d\n", sum, b[0], b[N / 3], count, last);
    return 0;
}

// Programs in three spellings (same.py).
#include <math.h>

typedef struct Grid {
    int rows, columns;
    double *cells;
} Grid;

void saxpy(int n, float a, const float *x, float *y)
{
//@own -
//@omp target map(to: x[0:n]) map(y[0:n])
//@acc -
//@own copyin(x[0:n]) copy(y[0:n])
//@omp teams distribute parallel for simd
//@acc kernels copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

double dot(int n, const double *x, const double *y)
{
    double s = 0;
//@own reduction(+:s) copyin(x[0:n], y[:n])
//@omp target teams distribute parallel for reduction(+:s) map(to: x[0:n], y[:n]) map(tofrom: s)
//@acc parallel loop reduction(+:s) pcopyin(x[0:n], y[:n]) copy(s)
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

void rows(int n, int m, const float *restrict a, float *restrict sums)
{
//@own
//@omp parallel for default(none) shared(a, sums, n, m)
//@acc parallel loop
    for (int i = 0; i < n; i++) {
        float s = 0;
//@own -
//@omp simd reduction(+: s)
//@acc loop reduction(+: s)
        for (int j = 0; j < m; j++)
            s += a[i * m + j];
        sums[i] = s;
    }
}

void jacobi(int n, int steps, double *restrict u, double *restrict v)
{
//@own begin copy(u[0:n*n]) create(v[0:n*n])
//@omp target data map(tofrom: u[0:n*n]) map(alloc: v[0:n*n])
//@acc data copy(u[0:n*n]) create(v[0:n*n])
    for (int t = 0; t < steps; t++) {
//@own
//@omp target teams distribute parallel for collapse(2)
//@acc parallel loop collapse(2) present(u[0:n*n], v) async(1)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
//@own
//@omp target teams distribute parallel for collapse(2)
//@acc kernels async(1)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = v[i * n + j];
//@own -
//@omp -
//@acc wait(1)
    }
//@own end
//@omp -
//@acc -
}

void scatter(int n, const int *index, const float *x, float *y)
{
//@own independent
//@omp parallel for schedule(static, 4)
//@acc parallel loop gang vector_length(64)
    for (int i = 0; i < n; i++)
        y[index[i]] = x[i];
}

void histogram(int n, const unsigned char *key, int *count)
{
//@own
//@omp parallel for
//@acc parallel loop
    for (int i = 0; i < n; i++)
//@own -
//@omp atomic
//@acc atomic update
        count[key[i]]++;
}

double largest(const Grid *grid)
{
    double top = 0;
    int i, j;
//@own reduction(max: top) private(j)
//@omp parallel for reduction(max: top) private(j)
//@acc parallel loop reduction(max: top) private(j)
    for (i = 0; i < grid->rows; i++)
        for (j = 0; j < grid->columns; j++)
            top = fmax(top, fabs(grid->cells[i * grid->columns + j]));
    return top;
}

void spmv(int n, int m, const int *start, const int *column, const double *value, const double *x, double *y)
{
//@own copyin(start[0:n+1], column[0:m], value[0:m], x[0:n])
//@omp target teams loop map(to: start[0:n+1], column[0:m], value[0:m], x[0:n])
//@acc parallel loop copyin(start[0:n+1], column[0:m]) present(value[0:m], x[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
//@own -
//@omp loop reduction(+: s)
//@acc loop seq
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}

float last(int n, const float *restrict x, float *restrict y)
{
    float t = 1, u = 0;
//@own
//@omp parallel for firstprivate(t) lastprivate(u)
//@acc kernels loop
    for (int i = 0; i < n; i++) {
        u = x[i] + t;
        y[i] = u * u;
    }
    return u;
}

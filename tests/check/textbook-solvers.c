// Catches an iterative or direct solver, or a simulation over structs of arrays, that is refused or wrong: sequential
// loops with scalars, reductions, pivots and rows that change places between their kernels.
// UNSUPPORTED: asan
// RUN: env CURESTRUCT_CHECK_SIZES=2 %curestruct check --on cpu %s | FileCheck %s
// CHECK: jacobi_solve: 1 of 1 nests, {{.*}} PASS
// CHECK: power: 1 of 1 nests, {{.*}} PASS
// CHECK: cg: 1 of 1 nests, {{.*}} PASS
// CHECK: kmeans_update: 1 of 1 nests, {{.*}} PASS
// CHECK: lu_pivot: 1 of 1 nests, {{.*}} PASS
// CHECK: thomas_rows: 1 of 1 nests, {{.*}} PASS
// CHECK: thomas_columns: 1 of 1 nests, {{.*}} PASS
// CHECK: step: 1 of 1 nests, {{.*}} PASS
// CHECK: multiply: 1 of 1 nests, {{.*}} PASS
// CHECK: by_value: 1 of 1 nests, {{.*}} PASS
// CHECK: blend: 1 of 1 nests, {{.*}} PASS
#include <math.h>

int jacobi_solve(int n, double a[n][n], double b[n], double x[n], double y[n], int most, double eps)
{
    int t;
#pragma curestruct
    for (t = 0; t < most; t++) {
        double change = 0;
        for (int i = 0; i < n; i++) {
            double s = b[i];
            for (int j = 0; j < n; j++)
                if (j != i)
                    s -= a[i][j] * x[j];
            y[i] = s / a[i][i];
        }
        for (int i = 0; i < n; i++) {
            change = fmax(change, fabs(y[i] - x[i]));
            x[i] = y[i];
        }
    }
    return t;
}

void power(int n, const float *restrict a, float *restrict x, float *restrict y, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        float norm = 0;
        for (int i = 0; i < n; i++) {
            y[i] = 0;
            for (int j = 0; j < n; j++)
                y[i] += a[i * n + j] * x[j];
            norm += y[i] * y[i];
        }
        norm = sqrtf(norm);
        for (int i = 0; i < n; i++)
            x[i] = y[i] / norm;
    }
}

void cg(int n, double a[n][n], double b[n], double x[n], double r[n], double p[n], double q[n], int steps)
{
    double rr = 0, pq, alpha, beta, next;
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = b[i];
        p[i] = b[i];
    }
    for (int i = 0; i < n; i++)
        rr += r[i] * r[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            q[i] = 0;
            for (int j = 0; j < n; j++)
                q[i] += a[i][j] * p[j];
        }
        pq = 0;
        for (int i = 0; i < n; i++)
            pq += p[i] * q[i];
        alpha = rr / pq;
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        next = 0;
        for (int i = 0; i < n; i++)
            next += r[i] * r[i];
        beta = next / rr;
        rr = next;
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
    }
#pragma curestruct end
}

void kmeans_update(int n, int k, int d, const float *restrict x, const int *restrict owner, float *restrict centre,
                   int *restrict count)
{
#pragma curestruct begin copy(centre[0:k * d], count[0:k])
    for (int c = 0; c < k; c++) {
        count[c] = 0;
        for (int j = 0; j < d; j++)
            centre[c * d + j] = 0;
    }
    for (int i = 0; i < n; i++) {
        int c = owner[i];
        count[c]++;
        for (int j = 0; j < d; j++)
            centre[c * d + j] += x[i * d + j];
    }
    for (int c = 0; c < k; c++)
        for (int j = 0; j < d; j++)
            centre[c * d + j] /= count[c];
#pragma curestruct end
}

void lu_pivot(int n, double a[n][n], int pivot[n])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        int p = k;
        double top = fabs(a[k][k]);
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > top) {
                top = fabs(a[i][k]);
                p = i;
            }
        pivot[k] = p;
        for (int j = 0; j < n; j++) {
            double t = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = t;
        }
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
}

void thomas_rows(int m, int n, double a[n], double b[n], double c[n], double d[m][n], double w[m][n])
{
#pragma curestruct
    for (int r = 0; r < m; r++) {
        w[r][0] = c[0] / b[0];
        d[r][0] /= b[0];
        for (int i = 1; i < n; i++) {
            double f = 1 / (b[i] - a[i] * w[r][i - 1]);
            w[r][i] = c[i] * f;
            d[r][i] = (d[r][i] - a[i] * d[r][i - 1]) * f;
        }
        for (int i = n - 2; i >= 0; i--)
            d[r][i] -= w[r][i] * d[r][i + 1];
    }
}

void thomas_columns(int n, int m, const float *restrict a, const float *restrict b, const float *restrict c,
                    float *restrict d, float *restrict w)
{
#pragma curestruct
    for (int r = 0; r < m; r++) {
        w[r] = c[0] / b[0];
        d[r] /= b[0];
        for (int i = 1; i < n; i++) {
            float f = 1 / (b[i] - a[i] * w[(i - 1) * m + r]);
            w[i * m + r] = c[i] * f;
            d[i * m + r] = (d[i * m + r] - a[i] * d[(i - 1) * m + r]) * f;
        }
        for (int i = n - 2; i >= 0; i--)
            d[i * m + r] -= w[i * m + r] * d[(i + 1) * m + r];
    }
}

struct particles { int n; double *x, *y, *z, *vx, *vy, *vz, *m; };
void step(struct particles *p, double dt, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < p->n; i++) {
            double ax = 0, ay = 0, az = 0;
            for (int j = 0; j < p->n; j++) {
                double dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i], dz = p->z[j] - p->z[i];
                double r2 = dx * dx + dy * dy + dz * dz + 1e-3, s = p->m[j] / (r2 * sqrt(r2));
                ax += s * dx;
                ay += s * dy;
                az += s * dz;
            }
            p->vx[i] += dt * ax;
            p->vy[i] += dt * ay;
            p->vz[i] += dt * az;
        }
        for (int i = 0; i < p->n; i++) {
            p->x[i] += dt * p->vx[i];
            p->y[i] += dt * p->vy[i];
            p->z[i] += dt * p->vz[i];
        }
    }
}

struct matrix { int rows, columns, stride; float *at; };
#define M(m, i, j) (m)->at[(i) * (m)->stride + (j)]
void multiply(const struct matrix *a, const struct matrix *b, struct matrix *c)
{
#pragma curestruct
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->columns; j++) {
            float s = 0;
            for (int k = 0; k < a->columns; k++)
                s += M(a, i, k) * M(b, k, j);
            M(c, i, j) = s;
        }
}

void by_value(struct matrix a, struct matrix b)
{
#pragma curestruct
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.columns; j++)
            b.at[j * b.stride + i] = a.at[i * a.stride + j];
}

typedef struct { float r, g, b, a; } pixel;
void blend(int n, const pixel *restrict over, pixel *restrict under)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float k = 1 - over[i].a;
        under[i].r = over[i].r * over[i].a + under[i].r * k;
        under[i].g = over[i].g * over[i].a + under[i].g * k;
        under[i].b = over[i].b * over[i].a + under[i].b * k;
    }
}

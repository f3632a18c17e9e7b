// Catches statistics, rows that are normalized, clusters, sparse products, forces, filters, prices or shortest paths
// that are refused or wrong.
// RUN: env CURESTRUCT_CHECK_SIZES=3 %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct check --on cpu --function covariance --size n=45,m=128 %s
// CHECK: correlation: 1 of 1 nests, {{.*}} PASS
// CHECK: covariance: 3 of 3 nests, {{.*}} PASS
// CHECK: softmax: 1 of 1 nests, {{.*}} PASS
// CHECK: softmax_in_place: 1 of 1 nests, {{.*}} PASS
// CHECK: layer_norm: 1 of 1 nests, {{.*}} PASS
// CHECK: layer_norm_moments: 1 of 1 nests, {{.*}} PASS
// CHECK: kmeans: 1 of 1 nests, {{.*}} PASS
// CHECK: kmeans_plane: 1 of 1 nests, {{.*}} PASS
// CHECK: spmv: 1 of 1 nests, {{.*}} PASS
// CHECK: spmv_struct: 1 of 1 nests, {{.*}} PASS
// CHECK: forces: 1 of 1 nests, {{.*}} PASS
// CHECK: forces_arrays: 1 of 1 nests, {{.*}} PASS
// CHECK: blur: 1 of 1 nests, {{.*}} PASS
// CHECK: blur_zero: 1 of 1 nests, {{.*}} PASS
// CHECK: black_scholes: 1 of 1 nests, {{.*}} PASS
// CHECK: floyd_vla: 1 of 1 nests, {{.*}} PASS
// CHECK: floyd_flat: 1 of 1 nests, {{.*}} PASS
// CHECK: floyd_global: 1 of 1 nests, {{.*}} PASS
// CHECK: chain: 1 of 1 nests, {{.*}} PASS
#include <math.h>

enum { N = 40 };
static int dist[N][N];

void correlation(int n, int m, double x[n][m], double corr[m][m], double mean[m], double dev[m])
{
#pragma curestruct begin
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += x[i][j];
        mean[j] /= n;
        dev[j] = 0;
        for (int i = 0; i < n; i++)
            dev[j] += (x[i][j] - mean[j]) * (x[i][j] - mean[j]);
        dev[j] = sqrt(dev[j] / n);
        if (dev[j] <= 0.1)
            dev[j] = 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            x[i][j] -= mean[j];
            x[i][j] /= sqrt((double)n) * dev[j];
        }
    for (int a = 0; a < m - 1; a++) {
        corr[a][a] = 1;
        for (int b = a + 1; b < m; b++) {
            corr[a][b] = 0;
            for (int i = 0; i < n; i++)
                corr[a][b] += x[i][a] * x[i][b];
            corr[b][a] = corr[a][b];
        }
    }
    corr[m - 1][m - 1] = 1;
#pragma curestruct end
}

void covariance(int n, int m, float *restrict x, float *restrict cov, float *restrict mean)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i * m + j];
        mean[j] = sum / n;
    }
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] -= mean[j];
#pragma curestruct
    for (int a = 0; a < m; a++)
        for (int b = a; b < m; b++) {
            float sum = 0;
            for (int i = 0; i < n; i++)
                sum += x[i * m + a] * x[i * m + b];
            cov[a * m + b] = cov[b * m + a] = sum / (n - 1);
        }
}

void softmax(int rows, int columns, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float top = x[i * columns];
        for (int j = 1; j < columns; j++)
            if (x[i * columns + j] > top)
                top = x[i * columns + j];
        float sum = 0;
        for (int j = 0; j < columns; j++) {
            y[i * columns + j] = expf(x[i * columns + j] - top);
            sum += y[i * columns + j];
        }
        for (int j = 0; j < columns; j++)
            y[i * columns + j] /= sum;
    }
}

void softmax_in_place(int rows, int columns, double **x)
{
    int i, j;
#pragma curestruct
    for (i = 0; i < rows; i++) {
        double *row = x[i], top = -INFINITY, sum = 0;
        for (j = 0; j < columns; j++)
            top = fmax(top, row[j]);
        for (j = 0; j < columns; j++)
            sum += row[j] = exp(row[j] - top);
        for (j = 0; j < columns; j++)
            row[j] /= sum;
    }
}

void layer_norm(int rows, int d, const float *restrict x, const float *restrict gamma, const float *restrict beta,
                float *restrict y)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        const float *in = x + r * d;
        float *out = y + r * d;
        float mean = 0, variance = 0;
        for (int i = 0; i < d; i++)
            mean += in[i];
        mean /= d;
        for (int i = 0; i < d; i++) {
            float shift = in[i] - mean;
            variance += shift * shift;
        }
        variance /= d;
        float scale = 1.0f / sqrtf(variance + 1e-5f);
        for (int i = 0; i < d; i++)
            out[i] = (in[i] - mean) * scale * gamma[i] + beta[i];
    }
}

void layer_norm_moments(int rows, int d, double x[rows][d], double y[rows][d])
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < d; i++) {
            sum += x[r][i];
            squares += x[r][i] * x[r][i];
        }
        double mean = sum / d, rstd = 1 / sqrt(squares / d - mean * mean + 1e-5);
        for (int i = 0; i < d; i++)
            y[r][i] = (x[r][i] - mean) * rstd;
    }
}

void kmeans(int points, int clusters, int d, const float *restrict x, const float *restrict centre, int *restrict owner)
{
#pragma curestruct
    for (int p = 0; p < points; p++) {
        float least = INFINITY;
        int best = -1;
        for (int c = 0; c < clusters; c++) {
            float distance = 0;
            for (int k = 0; k < d; k++) {
                float t = x[p * d + k] - centre[c * d + k];
                distance += t * t;
            }
            if (distance < least) {
                least = distance;
                best = c;
            }
        }
        owner[p] = best;
    }
}

struct points { int n; float *x, *y; int *owner; };

void kmeans_plane(struct points *p, const float (*restrict centre)[2], int clusters)
{
#pragma curestruct
    for (int i = 0; i < p->n; i++) {
        int best = 0;
        float least = 3.4e38f;
        for (int c = 0; c < clusters; c++) {
            float dx = p->x[i] - centre[c][0], dy = p->y[i] - centre[c][1];
            float distance = dx * dx + dy * dy;
            if (distance < least)
                least = distance, best = c;
        }
        p->owner[i] = best;
    }
}

void spmv(int rows, const int *restrict start, const int *restrict column, const double *restrict value,
          const double *restrict x, int columns, int entries, double *restrict y)
{
#pragma curestruct copyin(column[0:entries], value[0:entries], x[0:columns])
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

struct csr { int rows, columns, entries; int *start, *column; float *value; };

void spmv_struct(const struct csr *a, const float *restrict x, float *restrict y)
{
#pragma curestruct copyin(a->column[0:a->entries], a->value[0:a->entries], x[0:a->columns])
    for (int i = 0; i < a->rows; i++) {
        y[i] = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            y[i] += a->value[k] * x[a->column[k]];
    }
}

struct body { float x, y, z, mass; };

void forces(int n, const struct body *restrict b, float (*restrict f)[3])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
            float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            float s = b[j].mass * inverse * inverse * inverse;
            fx += dx * s;
            fy += dy * s;
            fz += dz * s;
        }
        f[i][0] = fx;
        f[i][1] = fy;
        f[i][2] = fz;
    }
}

void forces_arrays(int n, const double *restrict x, const double *restrict y, const double *restrict m,
                   double *restrict ax, double *restrict ay)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        ax[i] = ay[i] = 0;
        for (int j = 0; j < n; j++) {
            if (i == j)
                continue;
            double dx = x[j] - x[i], dy = y[j] - y[i];
            double r2 = dx * dx + dy * dy + 0.01, r = sqrt(r2);
            ax[i] += m[j] * dx / (r2 * r);
            ay[i] += m[j] * dy / (r2 * r);
        }
    }
}

void blur(int h, int w, const float *restrict in, const float *restrict taps, int radius, float *restrict middle,
          float *restrict out)
{
#pragma curestruct begin
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -radius; k <= radius; k++) {
                int at = x + k;
                if (at < 0)
                    at = 0;
                if (at >= w)
                    at = w - 1;
                sum += in[y * w + at] * taps[k + radius];
            }
            middle[y * w + x] = sum;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -radius; k <= radius; k++) {
                int at = y + k < 0 ? 0 : y + k >= h ? h - 1 : y + k;
                sum += middle[at * w + x] * taps[k + radius];
            }
            out[y * w + x] = sum;
        }
#pragma curestruct end
}

void blur_zero(int h, int w, float in[h][w], float out[h][w], float t[h][w], float taps[5])
{
#pragma curestruct begin
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = 0;
            for (int k = -2; k <= 2; k++)
                if (x + k >= 0 && x + k < w)
                    t[y][x] += in[y][x + k] * taps[k + 2];
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[y][x] = 0;
            for (int k = -2; k <= 2; k++)
                if (y + k >= 0 && y + k < h)
                    out[y][x] += t[y + k][x] * taps[k + 2];
        }
#pragma curestruct end
}

static float cnd(float d)
{
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228040143267793994605993438f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k
        * a5)))));
    if (d > 0)
        c = 1.0f - c;
    return c;
}

void black_scholes(int n, const float *restrict price, const float *restrict strike, const float *restrict years,
                   float rate, float volatility, float *restrict call, float *restrict put)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = price[i], x = strike[i], t = years[i];
        float root = sqrtf(t);
        float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        float d2 = d1 - volatility * root;
        float c1 = cnd(d1), c2 = cnd(d2), e = expf(-rate * t);
        call[i] = s * c1 - x * e * c2;
        put[i] = x * e * (1.0f - c2) - s * (1.0f - c1);
    }
}

void floyd_vla(int n, int d[n][n])
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

void floyd_flat(int n, float *d)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float through = d[i * n + k] + d[k * n + j];
                d[i * n + j] = d[i * n + j] < through ? d[i * n + j] : through;
            }
}

void floyd_global(void)
{
#pragma curestruct
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                dist[i][j] = dist[i][j] < dist[i][k] + dist[k][j] ? dist[i][j] : dist[i][k] + dist[k][j];
}

void chain(int n, long m[n][n], const int *restrict p)
{
#pragma curestruct
    for (int length = 2; length < n; length++)
        for (int i = 1; i < n - length + 1; i++) {
            int j = i + length - 1;
            m[i][j] = 1L << 40;
            for (int k = i; k < j; k++) {
                long cost = m[i][k] + m[k + 1][j] + (long)p[i - 1] * p[k] * p[j];
                if (cost < m[i][j])
                    m[i][j] = cost;
            }
        }
}

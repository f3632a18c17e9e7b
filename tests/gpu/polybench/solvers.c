// The solvers and factorizations of PolyBench 4.2.1, and its kernels of other kinds, written from their definitions.
#include <math.h>

// a = l l^T, in place, the lower half
void cholesky(int n, double a[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
#pragma curestruct end
}

// A symmetric Toeplitz matrix: the recursion of Levinson and Durbin
void durbin(int n, const double r[n], double y[n], double z[n])
{
    double alpha, beta = 1;
#pragma curestruct begin
    y[0] = -r[0];
    alpha = y[0];
    for (int k = 1; k < n; k++) {
        double sum = 0;
        beta = (1 - alpha * alpha) * beta;
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
#pragma curestruct end
}

// Columns made orthogonal: a = q r
void gramschmidt(int m, int n, double a[m][n], double r[n][n], double q[m][n])
{
#pragma curestruct begin
    for (int k = 0; k < n; k++) {
        double norm = 0;
        for (int i = 0; i < m; i++)
            norm += a[i][k] * a[i][k];
        r[k][k] = sqrt(norm);
        for (int i = 0; i < m; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < n; j++) {
            r[k][j] = 0;
            for (int i = 0; i < m; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++)
                a[i][j] -= q[i][k] * r[k][j];
        }
    }
#pragma curestruct end
}

// a = l u, in place
void lu(int n, double a[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
#pragma curestruct end
}

// a = l u, then l y = b and u x = y
void ludcmp(int n, double a[n][n], const double b[n], double x[n], double y[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double w = a[i][j];
            for (int k = 0; k < j; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w / a[j][j];
        }
        for (int j = i; j < n; j++) {
            double w = a[i][j];
            for (int k = 0; k < i; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w;
        }
    }
    for (int i = 0; i < n; i++) {
        double w = b[i];
        for (int j = 0; j < i; j++)
            w -= a[i][j] * y[j];
        y[i] = w;
    }
    for (int i = n - 1; i >= 0; i--) {
        double w = y[i];
        for (int j = i + 1; j < n; j++)
            w -= a[i][j] * x[j];
        x[i] = w / a[i][i];
    }
#pragma curestruct end
}

// l x = b
void trisolv(int n, const double l[n][n], double x[n], const double b[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
#pragma curestruct end
}

// A recursive filter along rows and columns, in both directions
void deriche(int w, int h, const float in[w][h], float out[w][h], float y1[w][h], float y2[w][h])
{
    float alpha = 0.25f, k = (1 - expf(-alpha)) * (1 - expf(-alpha)) / (1 + 2 * alpha * expf(-alpha) - expf(2 * alpha));
    float a1 = k, a2 = k * expf(-alpha) * (alpha - 1), a3 = k * expf(-alpha) * (alpha + 1), a4 = -k * expf(-2 * alpha);
    float b1 = powf(2, -alpha), b2 = -expf(-2 * alpha);
#pragma curestruct begin
    for (int i = 0; i < w; i++) {
        float before = 0, last = 0, last2 = 0;
        for (int j = 0; j < h; j++) {
            y1[i][j] = a1 * in[i][j] + a2 * before + b1 * last + b2 * last2;
            before = in[i][j];
            last2 = last;
            last = y1[i][j];
        }
    }
    for (int i = 0; i < w; i++) {
        float after = 0, after2 = 0, last = 0, last2 = 0;
        for (int j = h - 1; j >= 0; j--) {
            y2[i][j] = a3 * after + a4 * after2 + b1 * last + b2 * last2;
            after2 = after;
            after = in[i][j];
            last2 = last;
            last = y2[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = y1[i][j] + y2[i][j];
    for (int j = 0; j < h; j++) {
        float before = 0, last = 0, last2 = 0;
        for (int i = 0; i < w; i++) {
            y1[i][j] = a1 * out[i][j] + a2 * before + b1 * last + b2 * last2;
            before = out[i][j];
            last2 = last;
            last = y1[i][j];
        }
    }
    for (int j = 0; j < h; j++) {
        float after = 0, after2 = 0, last = 0, last2 = 0;
        for (int i = w - 1; i >= 0; i--) {
            y2[i][j] = a3 * after + a4 * after2 + b1 * last + b2 * last2;
            after2 = after;
            after = out[i][j];
            last2 = last;
            last = y2[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = y1[i][j] + y2[i][j];
#pragma curestruct end
}

// Shortest paths between all pairs
void floyd_warshall(int n, int path[n][n])
{
#pragma curestruct begin
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
#pragma curestruct end
}

// Pairs of bases in a sequence: dynamic programming over its parts
void nussinov(int n, const char base[n], int table[n][n])
{
#pragma curestruct begin
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            int best = table[i][j];
            best = best >= table[i][j - 1] ? best : table[i][j - 1];
            if (i + 1 < n) {
                best = best >= table[i + 1][j] ? best : table[i + 1][j];
                int inside = table[i + 1][j - 1] + (i < j - 1 && base[i] + base[j] == 3 ? 1 : 0);
                best = best >= inside ? best : inside;
            }
            for (int k = i + 1; k < j; k++)
                best = best >= table[i][k] + table[k + 1][j] ? best : table[i][k] + table[k + 1][j];
            table[i][j] = best;
        }
#pragma curestruct end
}

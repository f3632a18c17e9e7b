// Catches a product of matrices or of a matrix and a vector that is refused or wrong, in the orders and array styles of
// textbooks.
// RUN: env CURESTRUCT_CHECK_SIZES=2 %curestruct check --on cpu %s | FileCheck %s
// CHECK: mm2: 1 of 1 nests, {{.*}} PASS
// CHECK: mm3: 1 of 1 nests, {{.*}} PASS
// CHECK: mm_rows: 1 of 1 nests, {{.*}} PASS
// CHECK: atax: 1 of 1 nests, {{.*}} PASS
// CHECK: bicg: 1 of 1 nests, {{.*}} PASS
// CHECK: mvt: 2 of 2 nests, {{.*}} PASS
// CHECK: gesummv: 1 of 1 nests, {{.*}} PASS
// CHECK: gemver_global: 1 of 1 nests, {{.*}} PASS
// CHECK: syrk: 1 of 1 nests, {{.*}} PASS
// CHECK: syrk_order: 1 of 1 nests, {{.*}} PASS
// CHECK: syrk_both: 1 of 1 nests, {{.*}} PASS
// CHECK: syr2k: 1 of 1 nests, {{.*}} PASS
// CHECK: trmm: 1 of 1 nests, {{.*}} PASS
// CHECK: trmm_flat: 1 of 1 nests, {{.*}} PASS
// CHECK: symm: 1 of 1 nests, {{.*}} PASS
// CHECK: symm_global: 1 of 1 nests, {{.*}} PASS
// CHECK: doitgen: 1 of 1 nests, {{.*}} PASS
// CHECK: doitgen_local: 1 of 1 nests, {{.*}} PASS
enum { N = 40 };
static double A[N][N], B[N][N], C[N][N], D[N][N], E[N][N], F[N][N];

void mm2(int n, int m, int k, int l, float alpha, float beta, const float *restrict a, const float *restrict b,
         const float *restrict c, float *restrict t, float *restrict d)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += alpha * a[i * k + p] * b[p * m + j];
            t[i * m + j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < l; j++) {
            float sum = beta * d[i * l + j];
            for (int p = 0; p < m; p++)
                sum += t[i * m + p] * c[p * l + j];
            d[i * l + j] = sum;
        }
#pragma curestruct end
}

void mm3(int n, double a[n][n], double b[n][n], double c[n][n], double d[n][n], double e[n][n], double f[n][n],
         double g[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            e[i][j] = 0;
            for (int k = 0; k < n; k++)
                e[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f[i][j] = 0;
            for (int k = 0; k < n; k++)
                f[i][j] += c[i][k] * d[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            g[i][j] = 0;
            for (int k = 0; k < n; k++)
                g[i][j] += e[i][k] * f[k][j];
        }
#pragma curestruct end
}

void mm_rows(int n, double **a, double **b, double **c)
{
    int i, j, k;
#pragma curestruct
    for (i = 0; i < n; i++)
        for (k = 0; k < n; k++)
            for (j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}

void atax(int m, int n, const double *restrict a, const double *restrict x, double *restrict y, double *restrict t)
{
#pragma curestruct begin
    for (int j = 0; j < n; j++)
        y[j] = 0;
    for (int i = 0; i < m; i++) {
        t[i] = 0;
        for (int j = 0; j < n; j++)
            t[i] += a[i * n + j] * x[j];
        for (int j = 0; j < n; j++)
            y[j] += a[i * n + j] * t[i];
    }
#pragma curestruct end
}

void bicg(int n, int m, double a[n][m], double s[m], double q[n], double p[m], double r[n])
{
#pragma curestruct begin
    for (int j = 0; j < m; j++)
        s[j] = 0;
    for (int i = 0; i < n; i++) {
        q[i] = 0;
        for (int j = 0; j < m; j++) {
            s[j] += r[i] * a[i][j];
            q[i] += a[i][j] * p[j];
        }
    }
#pragma curestruct end
}

void mvt(int n, float **a, float *restrict x, float *restrict y, const float *restrict u, const float *restrict v)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += a[i][j] * u[j];
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += a[j][i] * v[j];
}

void gesummv(int n, double alpha, double beta, double a[n][n], double b[n][n], double x[n], double y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double s = 0, t = 0;
        for (int j = 0; j < n; j++) {
            s += a[i][j] * x[j];
            t += b[i][j] * x[j];
        }
        y[i] = alpha * s + beta * t;
    }
}

void gemver_global(double alpha, double beta)
{
#pragma curestruct begin
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] += B[0][i] * B[1][j] + B[2][i] * B[3][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            C[0][i] += beta * A[j][i] * C[1][j];
    for (int i = 0; i < N; i++)
        C[0][i] += C[2][i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            C[3][i] += alpha * A[i][j] * C[0][j];
#pragma curestruct end
}

void syrk(int n, int m, double alpha, double beta, const double *restrict a, double *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            c[i * n + j] *= beta;
            for (int k = 0; k < m; k++)
                c[i * n + j] += alpha * a[i * m + k] * a[j * m + k];
        }
}

void syrk_order(int n, int m, double alpha, double beta, double a[n][m], double c[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += alpha * a[i][k] * a[j][k];
    }
}

void syrk_both(void)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += A[k][i] * A[k][j];
            C[i][j] = sum;
            C[j][i] = sum;
        }
}

void syr2k(int n, int m, float alpha, float beta, float **a, float **b, float **c)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
    }
}

void trmm(int m, int n, double alpha, double a[m][m], double b[m][n])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = alpha * b[i][j];
        }
}

void trmm_flat(int m, int n, float alpha, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            float t = b[i * n + j];
            for (int k = i + 1; k < m; k++)
                t += a[k * m + i] * b[k * n + j];
            b[i * n + j] = alpha * t;
        }
}

void symm(int m, int n, double alpha, double beta, double a[m][m], double b[m][n], double c[m][n])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double t = 0;
            for (int k = 0; k < i; k++) {
                c[k][j] += alpha * b[i][j] * a[i][k];
                t += b[k][j] * a[i][k];
            }
            c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * t;
        }
}

void symm_global(double alpha)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double t = 0;
            for (int k = 0; k < N; k++)
                t += (k <= i ? A[i][k] : A[k][i]) * B[k][j];
            C[i][j] = alpha * t;
        }
}

void doitgen(int nr, int nq, int np, double a[nr][nq][np], double c[np][np], double sum[np])
{
#pragma curestruct
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
                for (int s = 0; s < np; s++)
                    sum[p] += a[r][q][s] * c[s][p];
            }
            for (int p = 0; p < np; p++)
                a[r][q][p] = sum[p];
        }
}

void doitgen_local(float (*a)[8][16], int nr, const float (*c)[16])
{
#pragma curestruct
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < 8; q++) {
            float sum[16];
            for (int p = 0; p < 16; p++) {
                sum[p] = 0;
                for (int s = 0; s < 16; s++)
                    sum[p] += a[r][q][s] * c[s][p];
            }
            for (int p = 0; p < 16; p++)
                a[r][q][p] = sum[p];
        }
}

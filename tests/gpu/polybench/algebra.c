// The kernels of PolyBench 4.2.1 (L.-N. Pouchet, T. Yuki) that are products of matrices and vectors, written from their
// definitions. table.ini has the sizes.

// d = alpha a b c + beta d
void mm2(int ni, int nj, int nk, int nl, double alpha, double beta, double tmp[ni][nj], const double a[ni][nk],
         const double b[nk][nj], const double c[nj][nl], double d[ni][nl])
{
#pragma curestruct begin
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            tmp[i][j] = 0;
            for (int k = 0; k < nk; k++)
                tmp[i][j] += alpha * a[i][k] * b[k][j];
        }
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nl; j++) {
            d[i][j] *= beta;
            for (int k = 0; k < nj; k++)
                d[i][j] += tmp[i][k] * c[k][j];
        }
#pragma curestruct end
}

// g = (a b) (c d)
void mm3(int ni, int nj, int nk, int nl, int nm, double e[ni][nj], const double a[ni][nk], const double b[nk][nj],
         double f[nj][nl], const double c[nj][nm], const double d[nm][nl], double g[ni][nl])
{
#pragma curestruct begin
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            e[i][j] = 0;
            for (int k = 0; k < nk; k++)
                e[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < nj; i++)
        for (int j = 0; j < nl; j++) {
            f[i][j] = 0;
            for (int k = 0; k < nm; k++)
                f[i][j] += c[i][k] * d[k][j];
        }
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nl; j++) {
            g[i][j] = 0;
            for (int k = 0; k < nj; k++)
                g[i][j] += e[i][k] * f[k][j];
        }
#pragma curestruct end
}

// y = a^T (a x)
void atax(int m, int n, const double a[m][n], const double x[n], double y[n], double t[m])
{
#pragma curestruct begin
    for (int j = 0; j < n; j++)
        y[j] = 0;
    for (int i = 0; i < m; i++) {
        t[i] = 0;
        for (int j = 0; j < n; j++)
            t[i] += a[i][j] * x[j];
        for (int j = 0; j < n; j++)
            y[j] += a[i][j] * t[i];
    }
#pragma curestruct end
}

// s = a^T r, q = a p
void bicg(int m, int n, const double a[n][m], double s[m], double q[n], const double p[m], const double r[n])
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

// a[r][q][..] = a[r][q][..] c4
void doitgen(int nr, int nq, int np, double a[nr][nq][np], const double c4[np][np], double sum[np])
{
#pragma curestruct begin
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
                for (int s = 0; s < np; s++)
                    sum[p] += a[r][q][s] * c4[s][p];
            }
            for (int p = 0; p < np; p++)
                a[r][q][p] = sum[p];
        }
#pragma curestruct end
}

// c = alpha a b + beta c
void gemm(int ni, int nj, int nk, double alpha, double beta, double c[ni][nj], const double a[ni][nk],
          const double b[nk][nj])
{
#pragma curestruct begin
    for (int i = 0; i < ni; i++) {
        for (int j = 0; j < nj; j++)
            c[i][j] *= beta;
        for (int k = 0; k < nk; k++)
            for (int j = 0; j < nj; j++)
                c[i][j] += alpha * a[i][k] * b[k][j];
    }
#pragma curestruct end
}

// a += u1 v1^T + u2 v2^T; x = beta a^T y + z; w = alpha a x
void gemver(int n, double alpha, double beta, double a[n][n], const double u1[n], const double v1[n],
            const double u2[n], const double v2[n], double w[n], double x[n], const double y[n], const double z[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += beta * a[j][i] * y[j];
    for (int i = 0; i < n; i++)
        x[i] += z[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] += alpha * a[i][j] * x[j];
#pragma curestruct end
}

// y = alpha a x + beta b x
void gesummv(int n, double alpha, double beta, const double a[n][n], const double b[n][n], double t[n],
             const double x[n], double y[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        t[i] = 0;
        y[i] = 0;
        for (int j = 0; j < n; j++) {
            t[i] += a[i][j] * x[j];
            y[i] += b[i][j] * x[j];
        }
        y[i] = alpha * t[i] + beta * y[i];
    }
#pragma curestruct end
}

// x1 += a y1, x2 += a^T y2
void mvt(int n, double x1[n], double x2[n], const double y1[n], const double y2[n], const double a[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x1[i] += a[i][j] * y1[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x2[i] += a[j][i] * y2[j];
#pragma curestruct end
}

// c = alpha a b + beta c, where a is symmetric and its lower half is given
void symm(int m, int n, double alpha, double beta, double c[m][n], const double a[m][m], const double b[m][n])
{
#pragma curestruct begin
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double t = 0;
            for (int k = 0; k < i; k++) {
                c[k][j] += alpha * b[i][j] * a[i][k];
                t += b[k][j] * a[i][k];
            }
            c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * t;
        }
#pragma curestruct end
}

// The lower half of c = alpha (a b^T + b a^T) + beta c
void syr2k(int n, int m, double alpha, double beta, double c[n][n], const double a[n][m], const double b[n][m])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
    }
#pragma curestruct end
}

// The lower half of c = alpha a a^T + beta c
void syrk(int n, int m, double alpha, double beta, double c[n][n], const double a[n][m])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += alpha * a[i][k] * a[j][k];
    }
#pragma curestruct end
}

// b = alpha a^T b, where a is lower triangular with a diagonal of ones
void trmm(int m, int n, double alpha, const double a[m][m], double b[m][n])
{
#pragma curestruct begin
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = alpha * b[i][j];
        }
#pragma curestruct end
}

// Catches rows of a triangle that are taken for rows of another length or begin at another place: a lost or repeated
// element, and a copy of more or less of the array than the loops touch, which lies between two pages that cannot be
// read.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#include "Inputs/edge.h"

static float *floats(long count, int at_end)
{
    float *x = (float *)edge(count * (long)sizeof(float), at_end);
    for (long i = 0; i < count; i++)
        x[i] = (float)(i * 37 % 101 + 1) / 4;
    return x;
}

static double *doubles(long count, int at_end)
{
    double *x = (double *)edge(count * (long)sizeof(double), at_end);
    for (long i = 0; i < count; i++)
        x[i] = (double)(i * 37 % 101 + 1) / 4;
    return x;
}

static void show(const char *name, const void *bytes, long count)
{
    printf("%s %016lx\n", name, checksum_bytes(bytes, (unsigned long)count));
}

static void lower(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i * (i + 1) / 2 + j] = x[i] * x[j];
}

static void upper(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            A[i * n - i * (i - 1) / 2 + (j - i)] += x[i] * x[j];
}

static void pdist(int n, int d, const double *restrict X, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double s = 0;
            for (int k = 0; k < d; k++)
                s += (X[i * d + k] - X[j * d + k]) * (X[i * d + k] - X[j * d + k]);
            out[n * i - i * (i + 1) / 2 + j - i - 1] = s;
        }
}

static void pdist2(int n, const float *x, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            out[n * (n - 1) / 2 - (n - i) * (n - i - 1) / 2 + j - i - 1] = x[i] * x[j];
}

static void usz(unsigned long n, float *A, const float *x)
{
#pragma curestruct
    for (unsigned long i = 0; i < n; i++)
        for (unsigned long j = 0; j <= i; j++)
            A[i * (i + 1) / 2 + j] = x[i] * x[j];
}

static void castsz(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            A[(unsigned long)i * (i - 1) / 2 + j] = x[i] * x[j];
}

static void chol(int n, double *A)
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        A[j * (j + 1) / 2 + j] = A[j * (j + 1) / 2 + j] * 0.5;
        for (int i = j + 1; i < n; i++)
            A[i * (i + 1) / 2 + j] /= A[j * (j + 1) / 2 + j];
        for (int i = j + 1; i < n; i++)
            for (int k = j + 1; k <= i; k++)
                A[i * (i + 1) / 2 + k] -= A[i * (i + 1) / 2 + j] * A[k * (k + 1) / 2 + j];
    }
}

static void colL(int n, float *A, const float *x)
{
#pragma curestruct
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++)
            A[i + j * (2 * n - j - 1) / 2] *= x[i];
}

static void local(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int row = i * (i + 1) / 2;
        for (int j = 0; j <= i; j++)
            A[row + j] = x[i] * x[j];
    }
}

static void rdup(int n, const float *x, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - i; j++)
            out[i * (2 * n - i + 1) / 2 + j] = x[i] + j;
}

static void overlap(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            A[i * (i - 1) / 2 + j] = A[(i + 1) * i / 2 + j] + x[j];
}

static void swapped(int n, float *A, float *B, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            B[i * n + j] = i >= j ? A[i * (i + 1) / 2 + j] : A[j * (j + 1) / 2 + i];
}

struct c { float re, im; };
static void complex_pairs(int n, struct c *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            A[i * (i + 1) / 2 + j].re = x[i] * x[j];
            A[i * (i + 1) / 2 + j].im += x[i] - x[j];
        }
}

static void from_end(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n - 1 - i; j++)
            A[(n - 1 - i) * (n - i) / 2 + j] = x[i] - x[j];
}

static void shifted(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 3; i < n; i++)
        for (int j = 1; j < i - 1; j++)
            A[5 + (i + 1) * (i + 2) / 2 + j] = x[i] - x[j];
}

static void tiled(int n, float *A, const float *x)
{
#pragma curestruct
    for (int b = 0; b < n; b += 16)
        for (int t = 0; t < 16; t++)
            for (int j = 0; j <= b + t; j++)
                A[(b + t) * (b + t + 1) / 2 + j] = x[b + t] - x[j];
}

static void rowwise(int n, const int *m, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            if (m[j])
                A[(i * i + i) / 2 + j] -= x[j] * x[i];
}

static void shr(long n, double *A, const double *x)
{
#pragma curestruct
    for (long i = 1; i <= n; i++)
        for (long j = 1; j <= i; j++)
            A[(i * (i - 1) >> 1) + j - 1] = x[i - 1] * x[j - 1];
}

static void rows_of(int n, const double *x, double *A, double *s)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i * (i + 1) / 2 + j] = x[i] * x[j];
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int j = 0; j <= i; j++)
            t += A[i * (i + 1) / 2 + j];
        s[i] = t;
    }
#pragma curestruct end
}

static void twolower(int n, double *A, double *s)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            A[i * (i + 1) / 2 + j] += A[i * (i + 1) / 2 + i] * s[j];
}

static void previous(int n, double *A)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            A[i * (i + 1) / 2 + j] = A[(i - 1) * i / 2 + j] * 2;
}

static void trsv(int n, const double *L, double *x)
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        x[j] /= L[j * (j + 1) / 2 + j];
        for (int i = j + 1; i < n; i++)
            x[i] -= L[i * (i + 1) / 2 + j] * x[j];
    }
}

static void floats_of(int n, int at_end)
{
    long all = (long)n * (n + 1) / 2, strict = (long)n * (n - 1) / 2;
    float *x = floats(n, at_end), *A = floats(all, at_end), *S = floats(strict, at_end);
    lower(n, A, x), show("lower", A, all * 4);
    upper(n, A, x), show("upper", A, all * 4);
    pdist2(n, x, S), show("pdist2", S, strict * 4);
    usz((unsigned long)n, A, x), show("usz", A, all * 4);
    castsz(n, S, x), show("castsz", S, strict * 4);
    colL(n, A, x), show("colL", A, all * 4);
    local(n, A, x), show("local", A, all * 4);
    float *square = floats((long)n * n, at_end);
    swapped(n, A, square, x), show("swapped", square, (long)n * n * 4);
    rdup(n, x, A), show("rdup", A, all * 4);
    overlap(n, A, x), show("overlap", A, all * 4);
    struct c *pairs = (struct c *)floats(all * 2, at_end);
    complex_pairs(n, pairs, x), show("complex_pairs", pairs, all * 8);
    from_end(n, A, x), show("from_end", A, all * 4);
    long first = 16, last = n > 3 ? 5 + (long)n * (n + 1) / 2 + n - 3 : first - 1;
    shifted(n, floats(last - first + 1, at_end) - first, x);
    int m = n / 16 * 16;
    tiled(m, A, x), show("tiled", A, (long)m * (m + 1) / 2 * 4);
    int *mask = (int *)edge((long)n * 4, at_end);
    for (int i = 0; i < n; i++)
        mask[i] = i * 7 % 5 < 3;
    rowwise(n, mask, A, x), show("rowwise", A, all * 4);
}

static void doubles_of(int n, int at_end)
{
    long all = (long)n * (n + 1) / 2;
    double *x = doubles(n, at_end), *A = doubles(all, at_end), *s = doubles(n, at_end);
    pdist(n, 3, doubles(3L * n, at_end), A + (at_end ? n : 0)), show("pdist", A, all * 8);
    shr(n, A, x), show("shr", A, all * 8);
    rows_of(n, x, A, s), show("rows_of", s, (long)n * 8), show("rows_of", A, all * 8);
    twolower(n, A, s), show("twolower", A, all * 8);
    previous(n, A), show("previous", A, all * 8);
    for (int i = 0; i < n; i++)
        A[(long)i * (i + 1) / 2 + i] = 1 << i % 5;
    trsv(n, A, x), show("trsv", x, (long)n * 8);
    chol(n, A), show("chol", A, all * 8);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 31, 64, 97};
    for (int at_end = 0; at_end < 2; at_end++)
        for (int k = 0; k < 8; k++) {
            floats_of(sizes[k], at_end);
            doubles_of(sizes[k], at_end);
        }
    return 0;
}

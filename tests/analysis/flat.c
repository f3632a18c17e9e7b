// Rows that are not seen in flat subscripts (refused loops), or seen where they overlap (wrong results).
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s

#include <stddef.h>

// CHECK-LABEL: write B[i * ld + j] as [i][j] of ld
// CHECK: assume ld >= m{{$}}
void leading_dimension(int n, int m, int ld, float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[i*ld+j] = 1;
}

// CHECK-LABEL: read B[(n - 1 - i) * n + (n - 1 - j)] as
// CHECK: array B: read copyin, from 0 to ((long)n - 1) * n + ((long)n - 1) when (long)n >= 1
// CHECK-NOT: assume
void turned(int n, float *restrict A, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i*n+j] = B[(n-1-i)*n + (n-1-j)];
}

// CHECK-LABEL: write A[2 * (i * m + j)] as
// CHECK: write A[2 * (i * m + j) + 1] as
// CHECK-NOT: assume
void interleaved(int n, int m, float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            A[2*(i*m+j)] = 1;
            A[2*(i*m+j)+1] = 0;
        }
}

// CHECK: loop i: parallel
// CHECK-NEXT: loop j: parallel
// CHECK: array A: written copyout, from base to base + (((long)n - 1) * m + ((long)m - 1))
void offset(int n, int m, int base, float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[base + i*m+j] = 1;
}

// CHECK: loop i: parallel
// CHECK: assume m <= 100 || n <= 0
void constant_rows(int n, int m, float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i*100+j] = 1;
}

// CHECK: loop i: parallel
// CHECK-NEXT: loop j: reduction #0, not affine
// CHECK: array B: read copyin, from 0 to ((long)n - 1) * m + ((long)m - 1)
void segments(int n, int m, float *restrict s, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = 0;
        for (int j = i*m; j < (i+1)*m; j++)
            t += B[j];
        s[i] = t;
    }
}

// CHECK: loop i: parallel
// CHECK: array A: read copyin, from 1 to (long)n - 1 when (long)n >= 2
// CHECK: assume n >= 1
void wraps(unsigned n, const float *A, float *restrict B)
{
#pragma curestruct
    for (unsigned i = 0; i < n - 1; i++)
        B[i] = A[i+1];
}

// CHECK-LABEL: read x[b * m + q][d] as [b][q][d] of m x 4
// CHECK: array x: read copyin, from 0 to (((long)n - 1) * m + ((long)m - 1)) * 4 + 3
void rows_of_four(int n, int m, const float (*x)[4], float (*restrict y)[4])
{
#pragma curestruct
    for (int b = 0; b < n; b++)
        for (int q = 0; q < m; q++)
            for (int d = 0; d < 4; d++)
                y[b*m+q][d] = 2 * x[b*m+q][d];
}

// The end of a row rather than where all rows begin.
// CHECK: array B: read copyin, from (long)m - 1 to ((long)m + n - 2) * ld
// CHECK: assume ld >= m{{$}}
void from_the_end(int n, int m, int ld, float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i*m+j] = B[(i + j)*ld + (m - 1) - j];
}

// CHECK: write A[(i * ld + 3 * j) * m + k] as [i][3L * j][k] of ld x m
// CHECK: assume ld + 2 >= 3 * m
void every_third_row(int n, int m, int ld, float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                A[(i*ld + 3*j)*m + k] = 1;
}

// The last row that runs backwards begins in front of the array unless m is large enough.
// CHECK: loop i: sequential
// CHECK-NEXT: loop j: parallel
// CHECK: write A[i * (m + 3) * m + j * m + (m - 1 - k)] as [i][j][{{.*}} - k - 4] of m + 3 x m
// CHECK: assume m + 3 >= 7
void short_turned_rows(int n, int m, float *restrict A, float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        B[i] = B[i + 2];
        for (int j = 2; j < m; j++)
            for (int k = 1; k < 4; k++)
                A[i * (m + 3) * m + j * m + (m - 1 - k)] = j;
    }
}

// Rows that no iterator chooses, exchanged or added: those of two parameters are the same one, or apart. Rows of one
// product alone overlap as before.
// CHECK: loop k: parallel{{$}}
// CHECK: read A[p * n + k] as [p][k] of n
// CHECK: write A[q * n + k] as [q][k] of n
// CHECK-NOT: assume
// CHECK: loop k: parallel{{$}}
// CHECK: write A[p * ld + k] as [p][k] of ld
// CHECK: assume ld >= n || n <= 0
// CHECK: loop k: sequential, 'A[p * ld + k + 1]' written here is read as 'A[p * ld + k]'
void rows_exchanged(int n, int p, int q, float *restrict A)
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        float kept = A[p * n + k];
        A[p * n + k] = A[q * n + k];
        A[q * n + k] = kept;
    }
}
void rows_of_a_part(int n, int ld, int p, int q, float *restrict A)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        A[p * ld + k] -= 2 * A[q * ld + k];
}
void row_moved(int n, int ld, int p, float *restrict A)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        A[p * ld + k + 1] = A[p * ld + k];
}

// Heads that share keys: the divisor is itself a quotient of sizes.
// CHECK: array K: read copyin, from 0L / (h / shared) * d to
// CHECK: assume shared >= 1
// CHECK-NEXT: assume h / shared >= 1
void shared_heads(int h, int shared, int n, int d, float *restrict out, const float *restrict K)
{
#pragma curestruct
    for (int a = 0; a < h; a++)
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int k = 0; k < d; k++)
                sum += K[(i * shared + a / (h / shared)) * d + k];
            out[a * n + i] = sum;
        }
}

// Rows that no iterator chooses: the first and the last plane, and in z also where there are two planes at least.
// CHECK: loop i: parallel
// CHECK-NEXT: loop k: parallel
// CHECK: write u[(i * n + (n - 1)) * n + k] as [i][(long)n - 1][k] of n x n
// CHECK-NOT: assume
void wrapped_rows(int n, double *u)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int k = 0; k < n; k++) {
            u[(i * n + 0) * n + k] = u[(i * n + (n - 2)) * n + k];
            u[(i * n + (n - 1)) * n + k] = u[(i * n + 1) * n + k];
        }
}

// CHECK: loop j: parallel
// CHECK-NEXT: loop k: parallel
// CHECK: assume n >= 2 || n <= 0{{$}}
void wrapped_planes(int n, double *u)
{
#pragma curestruct
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            u[(0 * n + j) * n + k] = u[((n - 2) * n + j) * n + k];
            u[((n - 1) * n + j) * n + k] = u[(1 * n + j) * n + k];
        }
}

// A product of eight parameters and iterators with them.
// CHECK: loop i: parallel
// CHECK: loop d: parallel
void eight_dimensions(long o, long v, double *r)
{
#pragma curestruct
    for (long i = 0; i < o; i++)
        for (long j = 0; j < o; j++)
            for (long k = 0; k < o; k++)
                for (long l = 0; l < o; l++) {
                    long first = (((i * o + j) * o + k) * o + l) * v * v * v * v;
                    for (long a = 0; a < v; a++)
                        for (long b = 0; b < v; b++)
                            for (long c = 0; c < v; c++)
                                for (long d = 0; d < v; d++)
                                    r[first + ((a * v + b) * v + c) * v + d] /= i + d + 1;
                }
}

// Columns of Fortran begin with element 1: one of m elements has the elements 1 to m.
// CHECK: read a[i + j * ld] as [j][i] of ld
// CHECK: array a: read written copyin copyout, from (long)ld + 1 to (long)n * ld + ((long)m - 1) + 1 when
// CHECK: assume ld >= m{{$}}
void columns_from_one(int m, int n, int ld, double *a)
{
#pragma curestruct
    for (int j = 1; j <= n; j++)
        for (int i = 1; i <= m; i++)
            a[i + j * ld] = a[i + j * ld] * 2;
}

// Rows begin where the one of the accesses begins that begins first.
// CHECK: write a[j * ld + i] as [j][i] of ld
// CHECK: assume k + ld >= m + 1{{$}}
void rows_from_k(int k, int m, int n, int ld, double *restrict a)
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        double first = a[j * ld + k];
        for (int i = k + 1; i <= m; i++)
            a[j * ld + i] /= first;
    }
}

// CHECK: write a[j * 100 + i] as [j][i] of 100
// CHECK: assume m <= 100 || n <= 0
void constant_rows_from_one(int m, int n, double *restrict a)
{
#pragma curestruct
    for (int j = 0; j < n; j++)
        for (int i = 1; i <= m; i++)
            a[j * 100 + i] = i;
}

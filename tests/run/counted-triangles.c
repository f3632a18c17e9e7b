// Catches a position in a packed triangle that a loop counts, and that is wrong in some row: by the elements of the
// rows before it, by an element that a row has after its loop, by a row that has none, or by what the counter held at
// first.
// RUN: %same %s %t
// RUN: %curestruct -v -Werror=refused -Werror=sequential %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: 9 of 9 nests restructured
#include "Inputs/checksum.h"
#include "Inputs/edge.h"

static double *doubles(long count, int at_end)
{
    double *x = (double *)edge(count * (long)sizeof(double), at_end);
    for (long i = 0; i < count; i++)
        x[i] = (double)(i * 37 % 101 + 1) / 4;
    return x;
}

static void lower(int n, double *restrict A, const double *x)
{
    int at = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[at++] = x[i] * x[j];
}

static void upper(int n, double *restrict A, const double *x)
{
    int i, j, at;
#pragma curestruct
    for (at = 0, i = 0; i < n; i++)
        for (j = i + 1; j < n; j++, at++)
            A[at] = x[i] - 3 * x[j];
}

static void diagonal(int n, double *restrict A, const double *x)
{
    unsigned long at = 0;
#pragma curestruct
    for (unsigned long i = 0; i < (unsigned long)n; i++) {
        for (unsigned long j = 0; j < i; j++, at++)
            A[at] = x[i] + x[j];
        A[at] = x[i] * 2;
        at++;
    }
}

static void distances(unsigned long n, double *restrict A, const double *x)
{
    unsigned long at = 0;
#pragma curestruct
    for (unsigned long i = 0; i < n; i++)
        for (unsigned long j = i + 1; j < n; j++) {
            *(A + at) = x[i] - 2 * x[j];
            at += 1;
        }
}

static void matrices(int count, int n, double *restrict A, const double *restrict x)
{
    int i, j, k, at;
    long size = (long)n * (n + 1) / 2;
#pragma curestruct
    for (i = 0; i < count; i++) {
        double *own = A + i * size;
        const double *square = x + (long)i * n * n;
        for (at = 0, j = 0; j < n; j++) {
            for (k = 0; k < j; k++, at++)
                own[at] = square[j * n + k] + square[k * n + j];
            own[at] = square[j * n + j];
            at++;
        }
    }
}

static void unpack(int n, double *restrict square, const double *restrict A)
{
    int at = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++, at++) {
            square[i * n + j] = A[at];
            square[j * n + i] = A[at];
        }
}

static int below_one(int n, double *restrict A, const double *x)
{
    int at = 3;
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            A[at++] = x[i] - x[j];
    return at;
}

static int wide(int n, double *restrict sum, const double *restrict A)
{
    int at = 1, none;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < 2 * i + 3; j++)
            s += A[at++];
        none = at;
        sum[i] = s;
    }
    return at + (n > 0 ? none : 0);
}

// The rows end at m: those of i >= m have no elements, and their lengths are not negative.
static void cut(int n, int m, double *restrict sum, const double *restrict A)
{
    int at = 0;
#pragma curestruct copyin(A[0 : m * m])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = i; j < m; j++)
            s += A[at++];
        sum[i] = s;
    }
}

static void show(const char *name, const void *bytes, long count, long more)
{
    printf("%s %016lx %ld\n", name, checksum_bytes(bytes, (unsigned long)count * sizeof(double)), more);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 31, 32, 33, 100, 129};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        for (int at_end = 0; at_end < 2; at_end++) {
            long packed = (long)n * (n + 1) / 2, strict = (long)n * (n - 1) / 2;
            const double *x = doubles(n, at_end);
            double *A = doubles(packed, at_end);
            lower(n, A, x);
            show("lower", A, packed, 0);
            diagonal(n, A, x);
            show("diagonal", A, packed, 0);
            A = doubles(strict, at_end);
            upper(n, A, x);
            show("upper", A, strict, 0);
            distances((unsigned long)n, A, x);
            show("distances", A, strict, 0);
            A = doubles(4 * packed, at_end);
            matrices(4, n, A, doubles(4L * n * n, at_end));
            show("matrices", A, 4 * packed, 0);
            double *square = doubles((long)n * n, at_end);
            unpack(n, square, doubles(packed, at_end));
            show("unpack", square, (long)n * n, 0);
            A = doubles(strict + 3, at_end);
            int end = below_one(n, A, x);
            show("below_one", A, strict + 3, end);
            double *sum = doubles(n, at_end);
            end = wide(n, sum, doubles(2L * n * n + 5 * n + 9, at_end));
            show("wide", sum, n, end);
            cut(n, n + 3, sum, doubles((n + 3L) * (n + 3), at_end));
            show("cut", sum, n, 0);
            cut(n, n / 2, sum, doubles((long)(n / 2) * (n / 2), at_end));
            show("cut short", sum, n, 0);
        }
    }
    return 0;
}

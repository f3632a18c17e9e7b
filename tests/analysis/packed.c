// Catches rows of a triangle in one dimension that are not seen, so that loops stay serial or more is copied than the
// triangle; and rows that are taken for such although they meet, begin elsewhere, or may wrap around.
// RUN: %curestruct --dump-after=analyze %s -o - 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REFUSED < %t.err

// CHECK: loop i: parallel
// CHECK: loop j: parallel
// CHECK: array A: written copyout, from 0 to (((long)n - 1) * n + ((long)n - 1) * 2) / 2 when (long)n >= 1
void lower(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i * (i + 1) / 2 + j] = x[i] * x[j];
}

// CHECK: array A: read written copyin copyout, from 0 - (
// CHECK-SAME: when (long)n >= 1
void upper(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            A[i * n - i * (i - 1) / 2 + (j - i)] += x[i] * x[j];
}

// CHECK: assume n <= 2147483647
void unsigned_rows(unsigned long n, float *restrict A, const float *x)
{
#pragma curestruct
    for (unsigned long i = 0; i < n; i++)
        for (unsigned long j = 0; j <= i; j++)
            A[i * (i + 1) / 2 + j] = x[j];
}

// CHECK: loop i: sequential
// CHECK: loop j: parallel
void previous_row(int n, float *A)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            A[i * (i + 1) / 2 + j] = A[(i - 1) * i / 2 + j] * 2;
}

// REFUSED: 'A[i * (i + 1) / 2 + j]' written here may be written again by another iteration
void too_long(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i + 1; j++)
            A[i * (i + 1) / 2 + j] = x[j];
}

// REFUSED: 'A[i * (i - 1) / 2 + j]' written here may be written again by another iteration
void too_early(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i * (i - 1) / 2 + j] = x[j];
}

// REFUSED: 'A[i * (i + 2) / 2 + j]' written here may be written again by another iteration
void rounded(int n, float *A, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i * (i + 2) / 2 + j] = x[j];
}

// REFUSED: 'A[i * (i + 1) / 2 + j]' written here may be written again by another iteration
void wrapping(unsigned n, float *A, const float *x)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j <= i; j++)
            A[i * (i + 1) / 2 + j] = x[j];
}

// REFUSED: 'A[i * (i + 1) / 2 + j]' written here may be read as
void two_ways(int n, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i * (i + 1) / 2 + j] = A[i * n - i * (i - 1) / 2 + (j - i)];
}

// Catches tiles of a triangle whose last rows have no element, so that what these rows alone choose is not there: it
// was loaded from beyond the array. And accesses beside the loop of the rows, which do not end where these do.
// RUN: %curestruct check --on cpu --size n=4,m=7,p=5 --size n=33,m=5,p=17 --size n=40,m=300,p=150 %s | FileCheck %s
// RUN: %curestruct --emit=schedule %s | FileCheck --check-prefix=SCHEDULE %s
#include <stddef.h>

// CHECK: lower: 1 of 1 nests, {{.*}}PASS
// SCHEDULE-LABEL: nest crs_lower_1 {
// SCHEDULE: rectangularize k at j.elem;
void lower(int n, int m, int p, float C[p][m], const float A[p][n], const float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; ++i)
        for (int j = 1; j < m; j++)
            for (int k = j; k < p; k++)
                C[k][j] += A[k][i] * B[j][i];
}

// CHECK: falling: 1 of 1 nests, {{.*}}PASS
void falling(int n, int m, int p, float C[m][p], const float A[p][n], const float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p - j; k++)
                C[j][k] += A[k][i] * B[j][i];
}

// The first rows have none.
// CHECK: rising: 1 of 1 nests, {{.*}}PASS
void rising(int n, int m, int p, float C[m][p + m], const float A[p + m][n], const float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; j++)
            for (int k = 3; k < j; k++)
                C[j][k] += A[k][i] * B[j][i];
}

// What follows the row's loop is used in all rows.
// CHECK: beside: 1 of 1 nests, {{.*}}PASS
// SCHEDULE-LABEL: nest crs_beside_1 {
// SCHEDULE: stage B shared
void beside(int n, int m, int p, float *restrict A, float *restrict C, float *restrict B)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = i; k < p; k++)
                sum += A[k] * A[j];
            C[i * m + j] = sum + B[j * (n + 1) + i + 1];
        }
}

// An unsigned sum hides where the rows end.
// CHECK: hidden: 1 of 1 nests, {{.*}}PASS
// SCHEDULE-LABEL: nest crs_hidden_1 {
// SCHEDULE: stage A shared
void hidden(size_t n, size_t m, size_t p, float C[p][p], const float A[p][m], const float B[m][p])
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            for (size_t k = i + 1; k < p; k++)
                C[i][k] += B[j][k] * A[i][j];
}

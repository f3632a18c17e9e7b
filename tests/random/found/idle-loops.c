// Catches a loop that carries no update of a reduction because one iteration of it makes them all: its threads all
// wrote the result.
// RUN: %curestruct check --on cpu --size n=130,m=65 --size n=37,m=31 %s | FileCheck %s
// RUN: %curestruct --emit=schedule %s | FileCheck --check-prefix=SCHEDULE %s

// CHECK: trace: 1 of 1 nests, {{.*}}PASS
// SCHEDULE-LABEL: nest crs_trace_1 {
// SCHEDULE: reduce s
float trace(int n, float A[n][n])
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == j)
                s += A[i][j];
    return s;
}

// CHECK: greatest: 1 of 1 nests, {{.*}}PASS
// SCHEDULE-LABEL: nest crs_greatest_1 {
// SCHEDULE: reduce s
int greatest(int n, int m, float A[n + 1][n], float *restrict value)
{
    float s = 1.0;
    int at = 0;
#pragma curestruct
    for (int i = n - 1; i >= 0; i = i - 1)
        for (int j = 0; j < m; ++j) {
            if (j != i)
                continue;
            if (A[i + 1][i] >= s) {
                s = A[i + 1][i];
                at = i;
            }
        }
    *value = s;
    return at;
}

// CHECK: rows: 1 of 1 nests, {{.*}}PASS
// SCHEDULE-LABEL: nest crs_rows_1 {
// SCHEDULE: reduce s
void rows(int n, long A[n][64][64], long s[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < 64; k++)
                if (k == j)
                    s[i] += A[i][j][k];
}

// Two loops, neither of which makes all of them: they take turns.
// CHECK: two: 1 of 1 nests, {{.*}}PASS
// SCHEDULE-LABEL: nest crs_two_1 {
// SCHEDULE-NOT: reduce
int two(int n, int m, int A[n][m])
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            if (i == j)
                s += A[i][j];
        for (int j = 0; j < m; j++)
            if (i == j + 1)
                s += A[i][j];
    }
    return s;
}

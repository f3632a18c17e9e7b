// Rows so few and long that each is added up in parts by several blocks. Catches parts that overlap or leave elements
// out at the end of a row, results that begin with something already, and sizes at which the launcher takes the
// version.
// RUN: %curestruct check --on cpu --size rows=1,columns=131072 --size rows=3,columns=131071 \
// RUN:     --size rows=3,columns=196611 %s | FileCheck %s
// RUN: env CURESTRUCT_VERSION=parts %curestruct check --on cpu --size rows=3,columns=1030 %s | FileCheck %s

// CHECK: sums: 1 of 1 nests, {{.*}}PASS
void sums(int rows, int columns, const float *restrict A, float *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += A[i * columns + j];
        sums[i] = s;
    }
}

// CHECK: onto: 1 of 1 nests, {{.*}}PASS
void onto(int rows, int columns, const long A[rows][columns], const long x[columns], long y[rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            y[i] += A[i][j] * x[j];
}

// CHECK: greatest: 1 of 1 nests, {{.*}}PASS
void greatest(int rows, int columns, const int A[rows][columns], int peak[rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        int most = A[i][0];
        for (int j = 1; j < columns; j++)
            most = A[i][j] > most ? A[i][j] : most;
        peak[i] = most;
    }
}
// UNSUPPORTED: asan

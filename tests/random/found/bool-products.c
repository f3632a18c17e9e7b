// Catches copies of several _Bool at once to shared memory that the CPU has no vectors for: the generated code did not
// compile.
// RUN: %curestruct check --on cpu --size n=37,m=40,p=33 %s | FileCheck %s

// CHECK: product: 1 of 1 nests, {{.*}}PASS
void product(int n, int m, int p, int C[n][m], const _Bool A[n][p], const _Bool B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

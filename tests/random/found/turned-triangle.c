// Catches tiles in shared memory of loops that have changed places: the bounds of one depend on the other then, and not
// as in the source, so that rows of the tile were loaded from beyond what the nest touches, where p is less than n.
// RUN: %curestruct check --on cpu --size n=33,m=5,p=17 --size n=32,m=33,p=16 --size n=4,m=7,p=5 %s | FileCheck %s

// CHECK: turned: 1 of 1 nests, {{.*}}PASS
void turned(int n, int m, int p, int C[n][p][n + m], const int *restrict A, const int *restrict B)
{
#pragma curestruct
    for (int i = 1; i < n; ++i)
        for (int j = 2; j < n; j++)
            for (int k = j; k < p; ++k)
                if (B[k] < 0)
                    C[i][k][j] = A[(j * (p + 1) + k - 2) * n + i] % 10;
}

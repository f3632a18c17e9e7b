// Catches a sum in a register around loops of which only later iterations have terms: the first one said that there are
// none.
// RUN: %curestruct check --on=cpu -w --size n=2,m=2,p=2 --size n=3,m=3,p=3 %s | FileCheck %s
// CHECK: PASS
void sums(int n, int m, int p, int *restrict sum, const int *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = i; k < p; k++)
                for (int l = 1; l < k + 1; l++)
                    sum[i] = (5 - a[l]) % 10 + sum[i];
}

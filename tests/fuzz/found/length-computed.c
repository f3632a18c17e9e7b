// Catches a parallel loop whose length depends on what the nest computes: the host has to know how many blocks to launch.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
int grow(int n, int m, int k)
{
// CHECK: [[#@LINE+4]]:9: warning: the loop 'j.block' cannot become an index: its length depends on values that are computed inside the nest [-Wrefused]
// CHECK: 0 of 1 nests restructured
#pragma curestruct
    for (int i = 2; i < k; i++)
        for (int j = n - 1 - i; j <= m; j++)
            n += 8;
    return n;
}

// Catches a parallel loop whose length depends on what the nest computes, launched with the value from before: the host
// has to know how many blocks there are, in every turn of the loop around.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK: grow: 1 of 1 nests, {{.*}}, bit for bit, PASS
int grow(int n, int m, int k)
{
#pragma curestruct
    for (int i = 2; i < k; i++)
        for (int j = n - 1 - i; j <= m; j++)
            n += 8;
    return n;
}

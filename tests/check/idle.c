// Catches a kernel without statements, and a check that waits for it: loops that only count or move a pointer leave
// what the launcher computes.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct %s -o - | FileCheck --check-prefix=TEXT %s
// CHECK: moves: 1 of 1 nests, {{.*}}bit for bit, PASS{{$}}
// TEXT-NOT: __global__
int moves(int n, int m, const float *a)
{
    const float *p = a;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p++;
    return (int)(p - a);
}

// CHECK: counts: 1 of 1 nests, {{.*}}bit for bit, PASS{{$}}
int counts(int n, int k)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        k += 3;
    return k;
}

// CHECK: guarded: 1 of 1 nests, {{.*}}bit for bit, PASS{{$}}
long guarded(int n, long k, int c)
{
    long m = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c > 3) {
        }
        k += 2;
        m += k;
    }
    return m + k;
}

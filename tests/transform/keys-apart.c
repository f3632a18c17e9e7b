// Catches sums by key that share a loop, so that each thread has copies of all of them in global memory; and two
// updates of one array that get loops and copies of their own.
// RUN: %curestruct %s -o - --emit=schedule | FileCheck %s

// CHECK: nest crs_two_1
// CHECK-NEXT: distribute i {1} {2};
// CHECK: privatize h shared
// CHECK: privatize g shared
void two(int n, const unsigned char *restrict a, const unsigned char *restrict b, int *restrict h, int *restrict g)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        h[a[i]]++;
        g[b[i]]++;
    }
}

// CHECK: nest crs_rows_1
// CHECK-NEXT: distribute i {1} {2};
// CHECK: privatize sum global fixed
void rows(int n, int f, int s, const int *restrict key, const float *restrict x, float *restrict sum,
          int *restrict count)
{
#pragma curestruct copy(sum[0:s * f], count[0:s])
    for (int i = 0; i < n; i++) {
        count[key[i]]++;
        for (int k = 0; k < f; k++)
            sum[key[i] * f + k] += x[i * f + k];
    }
}

// CHECK: nest crs_one_1
// CHECK-NOT: distribute
// CHECK: privatize h
void one(int n, const int *restrict a, const int *restrict b, int *restrict h)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        h[a[i]]++;
        h[b[i]]++;
    }
}

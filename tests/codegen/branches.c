// Catches barriers that order nothing, tests inside of tests that are one test, and equal tests one after the other;
// and a barrier that is gone although threads wait for each other there, or equal tests joined although the first one
// changes what they test.
// UNSUPPORTED: asan
// RUN: %curestruct %s -o %t.cu 2>/dev/null && grep -v CHECK %t.cu | FileCheck %s
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck --check-prefix=SAME %s

#define ONE_EACH schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x")

// The warps' sums are read after a barrier, and nothing is written over them.
// SAME: sum: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // sum (
// CHECK: s_part_parts[threadIdx.x / 32] = s_part;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: if (threadIdx.x == 0) {
// CHECK-NEXT: for (long warp = 1; warp < 8; warp++)
// CHECK-NEXT: s_part += s_part_parts[warp];
// CHECK-NEXT: s_parts[i_block] = s_part;
// CHECK-NEXT: }
// CHECK-NOT: __syncthreads
// CHECK: crs_last_block(
// CHECK: __syncthreads
// CHECK-NOT: __syncthreads
// CHECK-LABEL: int crs_sum_1(
float sum(int n, const float *restrict x)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

// SAME: nested: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // nested (
// CHECK: if (a[i] > 0.0f && b[i] > 0.0f)
// CHECK-NEXT: c[i] = 1.0f;
// CHECK-NEXT: if (i < m) {
// CHECK-NEXT: c[i] += 2.0f;
// CHECK-NEXT: a[i] = 3.0f;
// CHECK-NEXT: }
// CHECK-NEXT: }
void nested(int n, int m, float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct ONE_EACH
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            if (b[i] > 0)
                c[i] = 1;
        if (i < m)
            c[i] += 2;
        if (i < m)
            a[i] = 3;
    }
}

// SAME: apart: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // apart (
// CHECK: if (a[i] > 0.0f)
// CHECK-NEXT: a[i] = -a[i];
// CHECK-NEXT: if (a[i] > 0.0f)
// CHECK-NEXT: b[i] = 1.0f;
// CHECK: if (k > 2)
// CHECK-NEXT: k -= 2;
// CHECK-NEXT: if (k > 2)
// CHECK-NEXT: b[i] += k;
// CHECK-NEXT: if (a[i] < 0.0f) {
// CHECK-NEXT: if (b[i] > 0.5f)
// CHECK-NEXT: b[i] = 2.0f;
// CHECK-NEXT: } else {
// CHECK-NEXT: b[i] = 4.0f;
// CHECK-NEXT: }
void apart(int n, float *restrict a, float *restrict b)
{
#pragma curestruct ONE_EACH
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            a[i] = -a[i];
        if (a[i] > 0)
            b[i] = 1;
        int k = i % 5;
        if (k > 2)
            k -= 2;
        if (k > 2)
            b[i] += k;
        if (a[i] < 0) {
            if (b[i] > 0.5f)
                b[i] = 2;
        } else {
            b[i] = 4;
        }
    }
}

// Catches scratch memory that nvcc does not know to be apart from other pointers, where each thread reads its own
// results alone: two sums in it are then stored in each iteration. And memory that is taken to be apart although other
// threads change it: blocks tell one another what they have found, or threads of a block wait for one another.
// RUN: echo "nest crs_filter_1 { distribute i {1 2} {3 4 5 6}; fuse i i#2; tile i 64; bind i.tile block.x; \
// RUN:     bind i.elem thread.x; }" > %t.schedule
// RUN: %curestruct %s --schedule=%t.schedule -o - | FileCheck %s
// RUN: %curestruct %s -o - | FileCheck %s --check-prefix=OTHERS

// CHECK-LABEL: crs_filter_1_k1(
// CHECK: float *__restrict__ re_each,
// CHECK: float *__restrict__ im_each, int n, int m)
void filter(int n, int m, const float in[n + m][2], const float tap[m][2], float out[n][2])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float re = 0, im = 0;
        for (int k = 0; k < m; k++) {
            re += tap[k][0] * in[i + k][0] - tap[k][1] * in[i + k][1];
            im += tap[k][0] * in[i + k][1] + tap[k][1] * in[i + k][0];
        }
        out[i][0] = re;
        out[i][1] = im;
    }
}

// OTHERS: crs_total_1_k1(
// OTHERS-SAME: float *sum_parts,
float total(int n, const float *x)
{
    float sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

// Catches kernels that a loop on the host launches one after the other at their full distance; one that may begin early
// and does not wait for what the kernels before it write; and one that waits although it is launched once, or together
// with all its blocks.
// RUN: %curestruct --no-versions -Wno-sequential %s -o %t.cu && FileCheck --input-file=%t.cu %s
// CHECK: crs_steps_1_k1(const float *a, float *__restrict__ b, int n)
// CHECK: {
// CHECK-NEXT: crs_wait_for_kernels();
// CHECK: crs_steps_1_k2(float *__restrict__ a, const float *b, int n)
// CHECK: {
// CHECK-NEXT: crs_wait_for_kernels();
// CHECK: for (int t = 0
// CHECK: crs_launch_ahead(crs_now, crs_steps_1_k1,
// CHECK: crs_launch_ahead(crs_now, crs_steps_1_k2,
void steps(int count, int n, float *restrict a, float *restrict b)
{
#pragma curestruct begin
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5f * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    }
#pragma curestruct end
}

// CHECK-NOT: wait_for_kernels
// CHECK: crs_launch(crs_now, crs_once_1_k1,
void once(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
}

// CHECK-NOT: wait_for_kernels
// CHECK: crs_launch_together(crs_now, crs_resident_1_k1,
void resident(int count, int n, float *restrict a, float *restrict b)
{
#pragma curestruct begin schedule("bind i block.x; bind i#2 block.x; persist t grid")
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5f * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    }
#pragma curestruct end
}

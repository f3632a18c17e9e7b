// Catches a helper that is printed though no kernel calls it, of which nvcc warns; or one lost that only another helper
// calls.
// RUN: %curestruct %s -o - | FileCheck %s
// CHECK-NOT: {{crs_fn}}_smaller
// CHECK: static __device__ float {{crs_fn}}_half(
// CHECK: static __device__ float {{crs_fn}}_quarter(
// CHECK-NOT: {{crs_fn}}_smaller
static int smaller(int a, int b)
{
    return a < b ? a : b;
}
static float half(float x)
{
    return x * 0.5f;
}
static float quarter(float x)
{
    return half(half(x));
}
void tiles(int n, float *restrict to, const float *restrict from)
{
#pragma curestruct
    for (int first = 0; first < n; first += 32)
        for (int i = first; i < smaller(first + 32, n); i++)
            to[i] = quarter(from[i]);
}

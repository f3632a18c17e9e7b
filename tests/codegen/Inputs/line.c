static float bounded(float x)
{
    if (x > 1)
        return 1;
    return x;
}

void f(int n, float *restrict a, const float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float x = b[i] * 2;
        if (x > 0)
            a[i] = bounded(x);
        else
            a[i] = x + 1;
    }
}
// CHECK:      static __device__ float crs_fn_bounded(float x)
// CHECK-NEXT: {
// CHECK-NEXT: #line 3 "{{.*}}line.c"
// CHECK-NEXT:     if (x > 1.0f)
// CHECK-NEXT: #line 4 "{{.*}}line.c"
// CHECK-NEXT:         return 1.0f;
// CHECK:      #line [[#]] "{{out.cu|cuda.cu}}"
// CHECK:      static __global__
// CHECK:      #line 12 "{{.*}}line.c"
// CHECK-NEXT: float x = b{{.*}} * 2.0f;
// CHECK-NEXT: #line 13 "{{.*}}line.c"
// CHECK-NEXT: if (x > 0.0f)
// CHECK-NEXT: #line 14 "{{.*}}line.c"
// CHECK-NEXT: a[i] = crs_fn_bounded(x);
// CHECK-NEXT: else
// CHECK-NEXT: #line 16 "{{.*}}line.c"
// CHECK-NEXT: a[i] = x + 1.0f;
// CHECK:      #line [[#]] "{{out.cu|cuda.cu}}"
// CHECK:      crs_f_1

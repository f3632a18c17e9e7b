// Catches index arrays that are drawn such that next to nothing is gathered, or not at all because nobody says how
// large the gathered array is; and a launcher that cannot read them where they lie in device memory.
// RUN: env CURESTRUCT_CHECK_SIZES=6 %curestruct check --on cpu -v %s | FileCheck %s
// CHECK: gather: 1 of 1 nests, 6 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: rows: 1 of 1 nests, 6 of {{[0-9]+}} size{{s?}} ran on the device
// CHECK-SAME: PASS
// CHECK: also with all arrays in device memory
void gather(int n, const int *idx, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[idx[i]];
}

void rows(int n, const int *ptr, const int *col, const float *val, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}

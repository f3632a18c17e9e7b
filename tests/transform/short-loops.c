// Catches threads without elements where a loop along memory is short; a version with fewer dimensions that is taken
// although the launcher does not test what it assumes, or that cannot be read again; and versions where no other plan
// is faster.
// RUN: %curestruct --emit=schedule %s -o %t.schedule && FileCheck %s < %t.schedule
// RUN: %curestruct %s -o %t.cu && FileCheck %s --check-prefix=CUDA < %t.cu
// RUN: %curestruct --schedule=%t.schedule %s -o %t.again.cu && cmp %t.cu %t.again.cu

// CHECK-LABEL: nest crs_scale_1
// CHECK: version short when c <= {{[0-9]+}};
// CHECK-NEXT: collapse i j;
// CHECK-NEXT: collapse i_j k;
// CHECK: vectorize i_j_k.lane;
// CHECK: version long;
// CUDA: crs_scale_1_short_k1
// CUDA: a[i_j_k] * t[(int)(i_j_k % c)]
// CUDA: if (crs_version(crs_now, "short", c >= 0 &&
// CUDA-NEXT: (c >= 1 || (long)n * m * c <= 0) && c <= {{[0-9]+}}, true)) {
void scale(int n, int m, int c, const float a[n][m][c], const float t[c], float b[n][m][c])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < c; k++)
                b[i][j][k] = a[i][j][k] * t[k];
}

// In place, at products: its loops cannot be one.
// CHECK-LABEL: nest crs_butterfly_1
// CHECK: version short when half <= {{[0-9]+}};
// CHECK-NEXT: tile b 64;
// CHECK-NEXT: tile i 4;
// CHECK: version long;
// CHECK-NEXT: tile b 8;
// CHECK-NEXT: tile i 32;
void butterfly(int blocks, int half, float *restrict x)
{
#pragma curestruct
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < half; i++) {
            float u = x[b * 2 * half + i], v = x[b * 2 * half + half + i];
            x[b * 2 * half + i] = u + v;
            x[b * 2 * half + half + i] = u - v;
        }
}

// CHECK-LABEL: nest crs_one_1
// CHECK-NOT: version
void one(int n, const float *a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
}

// Blocks of one thread, each with a product of 4 x 4.
// CHECK-LABEL: nest crs_products_1
// CHECK-NEXT: collapse i j;
// CHECK: bind i_j.elem thread.x;
void products(int n, const float a[n][4][4], const float b[n][4][4], float c[n][4][4])
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                float sum = 0;
                for (int k = 0; k < 4; k++)
                    sum += a[t][i][k] * b[t][k][j];
                c[t][i][j] = sum;
            }
}

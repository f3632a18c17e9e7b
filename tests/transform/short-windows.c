// Catches a layer of which copies hold the steps of a short window alone: windows of known lengths, up to 15, are part
// of the sum, and others by a version; products of many small matrices without tiles, because rows of constant length
// in flat arrays were taken for windows or had no box; and tiles for few results that are mostly empty.
// RUN: %curestruct --emit=schedule -w %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_layer_1 {
// CHECK-NEXT: version windows when K < 128 && K / 16 * 16 < K;
// CHECK-NEXT: collapse c k;
// CHECK: stage in shared at c_k.tile
// CHECK: version least when OC <= 32 && OW <= 32;
// CHECK: version large;
// CHECK-NOT: collapse
// CHECK: }
void layer(int N, int IC, int OC, int OW, int IW, int K, const float *restrict in, const float *restrict w,
           float *restrict out)
{
#pragma curestruct
    for (int n = 0; n < N; n++)
        for (int o = 0; o < OC; o++)
            for (int x = 0; x < OW; x++) {
                float s = 0;
                for (int c = 0; c < IC; c++)
                    for (int k = 0; k < K; k++)
                        s += in[(n * IC + c) * IW + x + k] * w[(o * IC + c) * K + k];
                out[(n * OC + o) * OW + x] = s;
            }
}

// CHECK-LABEL: nest crs_layer_of_three_1 {
// CHECK: version large;
// CHECK-NEXT: collapse c k;
// CHECK: tile o 64;
// CHECK: stage in shared at c_k.tile
void layer_of_three(int N, int IC, int OC, int OW, const float *restrict in, const float *restrict w,
                    float *restrict out)
{
#pragma curestruct
    for (int n = 0; n < N; n++)
        for (int o = 0; o < OC; o++)
            for (int x = 0; x < OW; x++)
                for (int c = 0; c < IC; c++)
                    for (int k = 0; k < 3; k++)
                        out[(n * OC + o) * OW + x] += in[(n * IC + c) * (OW + 2) + x + k] * w[(o * IC + c) * 3 + k];
}

// CHECK-LABEL: nest crs_products_1 {
// CHECK-NEXT: bind t block.z;
// CHECK-NEXT: tile i 32;
// CHECK-NEXT: tile j 32;
// CHECK: stage a shared at k.tile transpose pad 4;
// CHECK-NEXT: stage b shared at k.tile;
void products(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++) {
                float s = 0;
                for (int k = 0; k < 32; k++)
                    s += a[(t * 32 + i) * 32 + k] * b[(t * 32 + k) * 32 + j];
                c[(t * 32 + i) * 32 + j] = s;
            }
}

// CHECK-LABEL: nest crs_transform_1 {
// CHECK-NOT: u.lane
// CHECK: }
void transform(int n, const float *restrict c, const float *restrict in, float *restrict out)
{
#pragma curestruct
    for (int b = 0; b < n; b++)
        for (int u = 0; u < 8; u++) {
            float s = 0;
            for (int x = 0; x < 8; x++)
                s += c[u * 8 + x] * in[b * 8 + x];
            out[b * 8 + u] = s;
        }
}

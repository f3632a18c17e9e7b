// Layers whose windows have any length, and many small products in flat arrays. Catches elements of a channel that are
// taken from the next one, steps of the sum that are left out or done twice where its length is no multiple of a copy,
// results beyond 32 rows or columns, and sizes at which the launcher takes the versions.
// RUN: %curestruct check --on cpu --size N=2 --size IC=5 --size OC=3 --size OC=65 --size OW=33 --size K=1 --size K=3 \
// RUN:     --size K=16 --size K=21 --size IW=100 --size step=1 --size step=2 --function=layer %s \
// RUN:     | FileCheck --check-prefix=LAYER %s
// RUN: %curestruct check --on cpu --size N=2,IC=19,OC=33,OW=70 --function=layer_of_three %s \
// RUN:     | FileCheck --check-prefix=THREE %s
// RUN: %curestruct check --on cpu --size n=1 --size n=5 --function=products %s | FileCheck --check-prefix=PRODUCTS %s
// RUN: %curestruct check --on cpu --size n=3 --size m=1 --size m=31 --size m=32 --size m=33 --function=batch %s \
// RUN:     | FileCheck --check-prefix=BATCH %s

// LAYER: layer: 1 of 1 nests, {{.*}}PASS
void layer(int N, int IC, int OC, int OW, int IW, int K, int step, const float *restrict in, const float *restrict w,
           float *restrict out)
{
#pragma curestruct
    for (int n = 0; n < N; n++)
        for (int o = 0; o < OC; o++)
            for (int x = 0; x < OW; x++) {
                float s = 0;
                for (int c = 0; c < IC; c++)
                    for (int k = 0; k < K; k++)
                        s += in[(n * IC + c) * IW + x * step + k] * w[(o * IC + c) * K + k];
                out[(n * OC + o) * OW + x] = s;
            }
}

// THREE: layer_of_three: 1 of 1 nests, {{.*}}PASS
void layer_of_three(int N, int IC, int OC, int OW, const double *restrict in, const double *restrict w,
                    double *restrict out)
{
#pragma curestruct
    for (int n = 0; n < N; n++)
        for (int o = 0; o < OC; o++)
            for (int x = 0; x < OW; x++)
                for (int c = 0; c < IC; c++)
                    for (int k = 0; k < 3; k++)
                        out[(n * OC + o) * OW + x] += in[(n * IC + c) * (OW + 2) + x + k] * w[(o * IC + c) * 3 + k];
}

// PRODUCTS: products: 1 of 1 nests, {{.*}}PASS
void products(int n, const int *restrict a, const int *restrict b, long *restrict c)
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int i = 0; i < 24; i++)
            for (int j = 0; j < 32; j++) {
                long s = 0;
                for (int k = 0; k < 40; k++)
                    s += (long)a[(t * 24 + i) * 40 + k] * b[(t * 40 + k) * 32 + j];
                c[(t * 24 + i) * 32 + j] = s;
            }
}

// BATCH: batch: 1 of 1 nests, {{.*}}PASS
void batch(int n, int m, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                float s = 0;
                for (int k = 0; k < m; k++)
                    s += a[(t * m + i) * m + k] * b[(t * m + k) * m + j];
                c[(t * m + i) * m + j] = s;
            }
}
// UNSUPPORTED: asan

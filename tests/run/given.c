// Catches tests of pointers that may be null: a null pointer that is followed, or one that is there and left alone.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 500, M = 20 };
typedef struct {
    float *weights, *bias;
} Layer;
static float a[N], b[N], c[N], d[N];

static void blend(int n, const float *restrict x, const float *restrict y, const float *share, float *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = x[i] * (share ? share[i] : 0.5f) + (y != NULL ? y[i] : 0);
}

static void gradients(int n, const float *restrict from, float *restrict da, float *restrict db, float *restrict dc)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (da)
            da[i] += from[i] * 2;
        if (!db || n < 3)
            dc[i] -= from[i];
        else
            db[i] += from[i];
    }
}

static float biased(const float *bias, int i)
{
    if (bias == NULL)
        return 1;
    return bias[i];
}

static void rows(int n, int m, Layer layer, const float *restrict from, float *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += layer.weights[i * m + j] * from[j];
        if (layer.bias != 0 && m > 1)
            sum += layer.bias[i];
        to[i] = sum + biased(layer.bias, i);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13, b[i] = i % 7, c[i] = i % 5;
    blend(N, a, b, c, d);
    SHOW(d);
    blend(N, a, NULL, NULL, d);
    SHOW(d);
    blend(0, NULL, NULL, NULL, NULL);
    gradients(N, a, b, c, d), gradients(N, a, NULL, c, d), gradients(N, a, b, NULL, d);
    SHOW(b);
    SHOW(c);
    SHOW(d);
    rows(M, M, (Layer){a, b}, c, d);
    rows(M / 2, M, (Layer){a, NULL}, c, d + M);
    SHOW(d);
    return 0;
}

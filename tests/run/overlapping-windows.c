// Catches sums into windows that overlap which never run on the device, lose a term or add one to another element: by
// sizes that the call or constants give, with windows that do not overlap, that lie beside the image, and of no terms.
// RUN: %same %s %t
// RUN: %same --fallback -DEQUAL %s %t
#include <stdio.h>

enum { N = 4096 };

static float in[N], weight[N], out[N], other[N];

static void overlap_add(int frames, int len, int hop, const float *restrict x, const float *restrict w,
                        float *restrict y, float *restrict norm)
{
#pragma curestruct
    for (int f = 0; f < frames; f++)
        for (int j = 0; j < len; j++) {
            y[f * hop + j] += x[f * len + j] * w[j];
            norm[f * hop + j] += w[j] * w[j];
        }
}

static void by_constants(int frames, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (long f = 1; f < frames; f++)
        for (long j = 2; j < 13; j++)
            y[f * 4 + j] -= x[f * 13 + j];
}

static void transposed(int n, int k, int s, const float x[n], const float w[k], float y[(n - 1) * s + k])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float value = x[i];
        for (int j = 0; j < k; j++)
            y[i * s + j] += value * w[j];
    }
}

static void upsample(int n, int m, const float x[n][m], const float w[4][3], float y[2 * n + 2][2 * m + 1])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int u = 0; u < 4; u++)
                for (int v = 0; v < 3; v++)
                    y[2 * i + u][2 * j + v] += x[i][j] * w[u][v];
}

static void to_image(int planes, int h, int w, int kh, int kw, int s, int t, int pad, int oh, int ow,
                     const float *restrict columns, float *restrict image)
{
#pragma curestruct
    for (int p = 0; p < planes; p++)
        for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++)
                for (int i = 0; i < oh; i++)
                    for (int j = 0; j < ow; j++) {
                        int y = i * s + u - pad, x = j * t + v - pad;
                        if (y >= 0 && y < h && x >= 0 && x < w)
                            image[(p * h + y) * w + x] += columns[(((p * kh + u) * kw + v) * oh + i) * ow + j];
                    }
}

// Channels of the input are summed, those of the output are not.
static void channels(int ins, int outs, int n, int k, int s, int length, const float *restrict x,
                     const float *restrict w, float *restrict y)
{
#pragma curestruct
    for (int c = 0; c < ins; c++)
        for (int o = 0; o < outs; o++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < k; j++)
                    y[o * length + i * s + j] += x[c * n + i] * w[(c * outs + o) * k + j];
}

// The lengths of rows and planes are sums.
static void transposed_planes(const float *x, const float *w, float *y, int ci, int co, int h, int wd, int k, int s)
{
    int oh = (h - 1) * s + k, ow = (wd - 1) * s + k;
#pragma curestruct
    for (int c = 0; c < ci; c++)
        for (int o = 0; o < co; o++)
            for (int i = 0; i < h; i++)
                for (int j = 0; j < wd; j++) {
                    float v = x[(c * h + i) * wd + j];
                    for (int u = 0; u < k; u++)
                        for (int t = 0; t < k; t++)
                            y[(o * oh + i * s + u) * ow + j * s + t] += v * w[((c * co + o) * k + u) * k + t];
                }
}

// With one array for both, the source reads what an earlier window has changed.
static void following(int n, const float *x, float *y)
{
#pragma curestruct
    for (int f = 0; f < n; f++)
        for (int j = 0; j < 13; j++)
            y[f * 4 + j] -= x[f * 4 + j + 1] * 0.5f;
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        in[i] = (float)(i * 7 % 11 - 4), weight[i] = (float)(i * 5 % 7 - 2), out[i] = (float)(i % 3), other[i] = 1;
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (out[i] + 3 * other[i]) * (i % 89 + 1);
    printf("%s %.17g\n", name, sum);
    fill();
}

// By one element, with a loop of channels inside; some windows reach beyond the ends of what they are of.
static void by_one(int n, int k, int channels, const float *restrict image, const float *restrict kernel,
                   float *restrict sums)
{
#pragma curestruct
    for (int u = 0; u < 3; u++)
        for (int i = -1; i < n; i++)
            for (int j = 0; j < k; j++)
                for (int c = 0; c < channels; c++)
                    for (int v = 0; v < 5; v++)
                        sums[(i + u + 1) * (k + 4) + j + v] +=
                            image[((i + 1) * k + j) * channels + c] * kernel[(c * 3 + u) * 5 + v];
}

int main(void)
{
    static const int sizes[][3] = {{9, 8, 3}, {0, 8, 3}, {7, 0, 2}, {1, 1, 1}, {5, 4, 9}, {70, 33, 1}, {33, 40, 40}};
    fill();
#ifdef EQUAL
    following(10, out, out);
    show("following");
    return 0;
#endif
    following(10, in, out);
    show("following");
    for (int i = 0; i < 7; i++) {
        int n = sizes[i][0], k = sizes[i][1], s = sizes[i][2];
        overlap_add(n, k, s, in, weight, out, other);
        show("overlap_add");
        by_constants(n, in, out);
        show("by_constants");
        if (n > 0 && k > 0)
            transposed(n, k, s, in, weight, out);
        show("transposed");
        if (n > 0 && k > 0)
            upsample(n < 9 ? n : 9, k, (const float(*)[k])in, (const float(*)[3])weight, (float(*)[2 * k + 1])out);
        show("upsample");
        to_image(2, 11, 7, 3, 2, s, 1 + i % 3, i % 3, n / 6, 4, in, out);
        show("to_image");
        channels(2, 3, n, k, s, n * s + k, in, weight, out);
        show("channels");
        by_one(n < 9 ? n : 9, k, i % 3 + 1, in, weight, out);
        show("by_one");
        transposed_planes(in, weight, out, 2, 3, n % 8, 5, k % 5, s % 4 + 1);
        show("transposed_planes");
    }
    return 0;
}

// Catches ranges by the bounds that a nest puts on computed subscripts: what lies beyond the array is written, is read
// where no memory is, the host's old values are taken for those that an earlier nest has left on the device, or the
// bounds are those of another path (after `continue`, in a helper, of a search, of a float). The page after the array
// may only be read; with GAP nothing is there, and the serial loop runs.
// RUN: %same %s %t
// RUN: %same --fallback -DGAP %s %t
#include <math.h>
#include <stdio.h>
#include <sys/mman.h>

static int least(int a, int b)
{
    if (a < b)
        return a;
    return b;
}

static void counts(int n, int bins, const float *x, int *h)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int b = (int)(x[i] / (1.0f / bins)); // a quotient, which the host does not compute for the device
        if (b < 0)
            continue;
        h[least(b, bins - 1)]++;
    }
}

static void grow(int n, int *h)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        h[i] += 1 + i;
}

static void places(int n, int m, const double *edges, const float *x, const double *table, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int low = 0, high = m - 1;
        while (low <= high) {
            int middle = (low + high) / 2;
            if (edges[middle] < x[i])
                low = middle + 1;
            else
                high = middle - 1;
        }
        float t = fminf(fmaxf(x[i] * (m - 1), 0.0f), (float)(m - 2));
        int k = (int)t, c = (int)floorf(x[i] * 77), ring = (c % m + m) % m;
        out[i] = low + table[k] + table[k + 1] * 3 + table[ring] * 5 + table[(int)(x[i] * 1000) & 7];
    }
}

static void warp(int w, int h, const float *x, const float *image, float *out)
{
#pragma curestruct
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++) {
            float u = x[c] * w, v = x[r] * h;
            if (u >= 0 && u < w && v >= 0 && v < h)
                out[r * w + c] = image[(size_t)(int)v * w + (int)u];
            else
                out[r * w + c] = -1;
        }
}

// An array that stays on the device between the nests.
static void kept(int n, const float *x)
{
    enum { BINS = 32 };
    static int h[BINS];
    for (int t = 0; t < 3; t++) {
        grow(BINS, h);
        counts(n, BINS, x, h);
    }
    for (int i = 0; i < BINS; i++)
        printf("%d ", h[i]);
}

int main(void)
{
    enum { PAGE = 4096, N = 500, BINS = 32, HAS = 17, M = 20, SIDE = 23 };
    char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int *h = (int *)(pages + PAGE) - HAS;
    static float x[N], image[SIDE * SIDE], out[SIDE * SIDE];
    static double edges[M], table[M], found[N];
    for (int i = 0; i < N; i++)
        x[i] = (i * 37 % 100 - 10) / 200.0f; // at most 0.445, so that no bin beyond the 15th is touched
    for (int i = 0; i < M; i++)
        edges[i] = i / 40.0, table[i] = i * i;
    for (int i = 0; i < SIDE * SIDE; i++)
        image[i] = i;
#ifdef GAP
    mprotect(pages + PAGE, PAGE, PROT_NONE);
#else
    mprotect(pages + PAGE, PAGE, PROT_READ);
#endif
    for (int t = 0; t < 3; t++) {
        grow(HAS, h);
        counts(N, BINS, x, h);
    }
    kept(N, x);
    places(N, M, edges, x, table, found);
    warp(SIDE, SIDE, x, image, out);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += found[i] * (i + 1);
    for (int i = 0; i < SIDE * SIDE; i++)
        sum += out[i] * i;
    for (int i = 0; i < HAS; i++)
        printf("%d ", h[i]);
    printf("%.17g\n", sum);
    return 0;
}

// Catches a range that an inspector computes from iterators and parameters alone, and that is not what the nest
// touches: numbers that the nest sets in branches or in an inner loop, or that keep their value of the iteration
// before; a range that is too small, or memory beyond the arrays, which is not there. The inspectors are kernels.
// RUN: %same %s %t
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int least(int a, int b)
{
    return a < b ? a : b;
}

// The gradient of a pool: each pixel gathers from the windows that it is in, in one of two layouts.
static void windows(int n, int w, int h, int channels, int size, int step, int last, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int x, y, c;
        if (last) {
            c = i % channels;
            x = i / channels % w;
            y = i / channels / w;
        } else {
            x = i % w;
            y = i / w % h;
            c = i / w / h;
        }
        int xs = x < size ? 0 : (x - size) / step + 1, xe = least(x / step + 1, (w - size) / step + 1);
        int ys = y < size ? 0 : (y - size) / step + 1, ye = least(y / step + 1, (h - size) / step + 1);
        int begin = last ? c : c * ((w - size) / step + 1) * ((h - size) / step + 1);
        float sum = 0;
        for (int v = ys; v < ye; v++)
            for (int u = xs; u < xe; u++)
                sum += from[begin + (v * ((w - size) / step + 1) + u) * (last ? channels : 1)];
        to[i] = sum;
    }
}
// The subscript follows from a loop.
static void digits(int n, int bits, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int d = 0; d < bits; d++)
            sum += i >> d & 1;
        to[i] = from[sum * sum];
    }
}

// A float is compared with doubles, as a constant without `f` is.
static void traced(int n, const float *where, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float x = where[i];
        if (x < 0.5)
            x = 0.5;
        if (x > n + 0.5)
            x = n + 0.5f;
        int at = (int)x;
        to[i] = from[at] - from[at + 1] * 2;
    }
}

// Just before a page that is not there.
static float *at_end(int count)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = ((size_t)count * sizeof(float) + page - 1) / page * page;
    char *memory = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory + bytes, page, PROT_NONE);
    float *values = (float *)(memory + bytes) - count;
    for (int i = 0; i < count; i++)
        values[i] = (float)(i % 37) - 11;
    return values;
}

static void show(const char *name, const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 0.875 + values[i];
    printf("%s %.17g\n", name, sum);
}

int main(void)
{
    enum { W = 19, H = 11, CHANNELS = 3, SIZE = 3, STEP = 2, OW = (W - SIZE) / STEP + 1, OH = (H - SIZE) / STEP + 1 };
    float *to = at_end(W * H * CHANNELS);
    for (int last = 0; last < 2; last++) {
        windows(W * H * CHANNELS, W, H, CHANNELS, SIZE, STEP, last, at_end(OW * OH * CHANNELS), to);
        show("windows", to, W * H * CHANNELS);
    }
    windows(W * H + W, W, H, CHANNELS, SIZE, STEP, 0, at_end(OW * OH + OW), to);
    show("windows", to, W * H + W);
    digits(400, 9, at_end(8 * 8 + 1), to);
    show("digits", to, 400);
    float *where = at_end(400);
    for (int i = 0; i < 400; i++)
        where[i] = where[i] * 31 + (float)i / 7;
    traced(400, where, at_end(403), to);
    show("traced", to, 400);
    return 0;
}

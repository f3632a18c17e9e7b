// Catches assignments and calls in parts of expressions that are not always evaluated: that always run, that never run,
// that run before what the expression evaluates first; and truth values of numbers below 1 that become 0.
// RUN: %same %s %t
#include <stdio.h>

enum { COUNT = 523, MOST = 100 };

static long clips;

#define CLIP(x, counter) \
    ((x) < 0 ? (x) < -MOST ? ++(counter), -MOST : (x)-0.5 : (x) > MOST ? ++(counter), MOST : (x) + 0.5)

static int steps(double x)
{
    int count = 0;
    while (x > 1) {
        x /= 2;
        count++;
    }
    return count;
}

static void clip(int n, const double *x, int *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = (int)CLIP(x[i], clips);
}

static long long find(int n, const double *x, const int *y, int *out)
{
    double last;
    long long sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = 0;
        out[i] = x[i] > 0 && (k = y[i] / 2, k % 3 != 1) ? k : -k;
        if (y[i] % 4 == 0 || (last = x[i] / 200, last))
            sum += k + 1;
        out[i] += y[i] > 3 ? steps(x[i] * 9) : 0;
        out[i] += 10 * (x[i] < 0 || (k++ > 4 && (x[i] / 300 || k > 7))) + k;
    }
    return sum;
}

static double x[COUNT];
static int y[COUNT], out[COUNT];

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        x[i] = (i * 37 % 401) - 200.0 + (i % 3 == 0) * 0.25;
    clip(COUNT, x, y);
    printf("%lld\n", find(COUNT, x, y, out));
    long total = 0;
    for (int i = 0; i < COUNT; i++)
        total += (i % 19) * y[i] + (i % 23) * out[i];
    printf("%ld %ld\n", total, clips);
    return 0;
}

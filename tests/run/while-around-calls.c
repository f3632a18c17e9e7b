// Catches a loop of a region that is not seen to hold other loops since they are in functions that it calls: around
// them, in its condition, or in the condition of a `break`; and one that runs once more or less than it should.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#include <math.h>

enum { N = 65 };
static double a[N], b[N];

static double sweep(int n, double from[n], double to[n])
{
    double most = 0;
    for (int i = 1; i < n - 1; i++) {
        to[i] = 0.5 * (from[i - 1] + from[i + 1]);
        most = fmax(most, fabs(to[i] - from[i]));
    }
    for (int i = 1; i < n - 1; i++)
        from[i] = to[i];
    return most;
}

static void until_small(int n, double from[n], double to[n], double tolerance)
{
    double most = 1;
#pragma curestruct begin
    while (most > tolerance)
        most = sweep(n, from, to);
#pragma curestruct end
}

static void in_condition(int n, double from[n], double to[n], double tolerance)
{
#pragma curestruct begin
    while (sweep(n, from, to) > tolerance)
        ;
#pragma curestruct end
}

static int repeated(int n, double from[n], double to[n], double tolerance, int most)
{
    int steps = 0;
    double error;
#pragma curestruct begin
    do {
        error = sweep(n, from, to);
        steps++;
    } while (error > tolerance && steps < most);
#pragma curestruct end
    return steps;
}

static int left_early(int n, double from[n], double to[n], double tolerance, int most)
{
    int steps;
#pragma curestruct begin
    for (steps = 0; steps < most; steps++)
        if (sweep(n, from, to) < tolerance)
            break;
#pragma curestruct end
    return steps;
}

int main(void)
{
    int steps[3];
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 64;
    until_small(N, a, b, 3);
    until_small(N, a, b, 1);
    SHOW(a);
    in_condition(N, a, b, 0.5);
    SHOW(a);
    steps[0] = repeated(N, a, b, 0.25, 100);
    steps[1] = repeated(N, a, b, 0, 7);
    SHOW(a);
    a[0] = 90;
    steps[2] = left_early(N, a, b, 0.5, 60);
    SHOW(a);
    SHOW(steps);
    return 0;
}

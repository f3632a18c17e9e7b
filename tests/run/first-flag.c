// Catches a flag that says whether an iteration is the first of its kind, and is taken for cleared before it is, or for
// another number; a loop in which no iteration, the first or the last clears it; its value after the loop.
// RUN: %same %s %t
// RUN: %curestruct -DSEARCH %s -o %t.cu 2> %t.err
// RUN: FileCheck %s < %t.err
#include <stdio.h>

enum { N = 4000 };
static double a[N], b[N];
static int c[N];

static double quotient(int n, int *kept)
{
    int none = 1;
    double least = 1e300;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (b[i] == 0)
            continue;
        else {
            if (!none)
                least = least < a[i] / b[i] ? least : a[i] / b[i];
            else {
                least = a[i] / b[i];
                none = 0;
            }
        }
    }
    *kept = none;
    return least;
}

// From 3 to 5, asked for by a comparison; also read elsewhere in the loop.
static long sums(int n, int *kept)
{
    int state = 3;
    long sum = 0, last = 7;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        sum += state;
        if (c[i] > 2) {
            if (state == 3) {
                sum = c[i];
                state = 5;
            } else {
                sum += 2 * c[i];
                last = last > c[i] ? last : c[i];
            }
        }
    }
    *kept = state;
    return sum * 3 + last;
}

#ifdef SEARCH
// The first value alone has no other branch: a search, which is not to run in one thread.
int found(int n)
{
    int at = -1, looks = 1;
// CHECK: first-flag.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'looks' written here is read by a later iteration [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (looks && c[i] > 4) {
            at = i;
            looks = 0;
        }
    return at + looks;
}
#endif

int main(void)
{
    for (int from = 0; from < 4; from++) {
        for (int i = 0; i < N; i++) {
            int on = from == 0 || (from == 1 ? i >= 1777 : from == 2 && i == N - 1);
            a[i] = i * 37 % 101 - 50;
            b[i] = on ? i % 3 + 0.5 : 0;
            c[i] = on ? i * 13 % 11 : 1;
        }
        for (int n = 0; n <= N; n += N / 2) {
            int none, state;
            double least = quotient(n, &none);
            long sum = sums(n, &state);
            printf("%.17g %d %ld %d\n", least, none, sum, state);
        }
    }
    return 0;
}

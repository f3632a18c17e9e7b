// Catches a case that falls through which does not run the statements of the next one, or runs those of another case.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static int kind_of(int k, int c)
{
    switch (k) {
    case 0: return 7;
    case 1:
        switch (c) {
        case 0: return 10;
        case 1: return 11;
        }
    case 2:
        switch (c) {
        case 0: return 20;
        case 2: return 22;
        default: c += 3;
        }
    case 3: return 30 + c;
    }
    return -1;
}

static void falls(int n, const int *k, int *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int sum = 0;
        switch (k[i]) {
        case 5: sum += 1;
        default: sum += 10;
        case 2: {
            int twice = 2 * i;
            sum += twice;
        }
        case 3: sum += 1000; break;
        case 4: sum = 5;
        case 7: case 8: sum += 3;
        }
        out[i] = sum;
    }
}

static void inlined(int n, const int *k, int *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = kind_of(k[i], i % 4) * 2 + kind_of(i % 4, k[i] % 3);
}

int main(void)
{
    enum { N = 400 };
    static int k[N], out[N];
    for (int i = 0; i < N; i++)
        k[i] = i * 7 % 11;
    falls(N, k, out);
    SHOW(out);
    inlined(N, k, out);
    SHOW(out);
    return 0;
}

// Catches elements that the loop does not write being overwritten by what the device memory held: the range that is
// copied out must have been copied in where writes are conditional.
// RUN: %same %s %t
#include <stdio.h>

static void mark(const int *key, int *out, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (key[i] % 3 == 0)
            out[i] = -i;
}

int main(void)
{
    enum { N = 777 };
    int key[N], out[N];
    for (int i = 0; i < N; i++) {
        key[i] = i * 7 % 31;
        out[i] = 1000 + i;
    }
    mark(key, out, N);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 % 1000003 + out[i];
    printf("%ld %d %d %d\n", sum, out[0], out[1], out[N - 1]);
    return 0;
}

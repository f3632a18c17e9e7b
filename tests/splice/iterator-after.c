// Catches an iterator that keeps its old value: it is declared before the loop and read after it, for loops that run,
// that do not run at all, that count down, and by steps that pass the end.
// RUN: %same %s %t
#include <stdio.h>

int main(void)
{
    int a[1000];
    int i = 77;
    for (int n = 0; n <= 1000; n += 250) {
#pragma curestruct
        for (i = 0; i < n; i++)
            a[i] = i;
        printf("up to %d: %d\n", n, i);
    }
    long k;
#pragma curestruct
    for (k = 990; k >= 10; k -= 7)
        a[k] = (int)k;
    printf("down: %ld\n", k);
    unsigned u = 5;
    int lower = 5, upper = 5;
#pragma curestruct
    for (i = lower; i <= upper; i += 10)
        a[i] = 1;
    printf("once: %d\n", i);
    upper = 2;
#pragma curestruct
    for (i = lower; i < upper; i++)
        a[i] = 1;
    printf("never: %d\n", i);
#pragma curestruct
    for (u = 3; u != 900; u += 3)
        a[u] = 2;
    printf("unequal: %u\n", u);
    long sum = 0;
    for (i = 0; i < 1000; i++)
        sum += (long)a[i] * (i + 1);
    printf("%ld\n", sum);
    return 0;
}

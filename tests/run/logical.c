// Catches an old value other than 0 or 1 that becomes 1 although no update ran, or stays although one did.
// RUN: %same %s %t
#include <stdio.h>

static int data[2000];

static int any(int n, int found, int limit)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (data[i] > limit)
            found = found || data[i] > 7 * limit;
    return found;
}

static int all(int n, int every)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        every = every && data[i] >= 0;
    return every;
}

int main(void)
{
    for (int i = 0; i < 2000; i++)
        data[i] = i % 50;
    for (int n = 0; n <= 2000; n += n < 2 ? 1 : 999)
        for (int old = 0; old < 8; old += 7)
            printf("%d %d %d %d\n", any(n, old, 3), any(n, old, 100), any(n, old, 49), all(n, old));
    data[1234] = -1;
    printf("%d %d\n", all(2000, 5), all(1234, 5));
    return 0;
}

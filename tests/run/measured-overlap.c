// Catches a walk over index arrays that goes by offsets which the nest would change before it reads them: after the
// first write they lead out of all memory.
// RUN: %same --fallback %s %t
#include <stdio.h>

static void chain(int n, const int *ptr, const int *at, const int *step, int *end)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int s = ptr[i + 1];
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += step[at[k]];
        end[i] = s;
    }
}

int main(void)
{
    int ptr[102] = {0, 2}, at[1000], step[1000];
    for (int i = 0; i < 1000; i++) {
        at[i] = 999 - i;
        step[i] = i % 3 - 1 + (i & 1);
    }
    for (int i = 2; i < 102; i++)
        ptr[i] = (i & 1 ? -1 : 1) * 2000000000;
    chain(100, ptr, at, step, ptr + 2);
    for (int i = 0; i < 102; i++)
        printf("%d ", ptr[i]);
    printf("\n");
    return 0;
}

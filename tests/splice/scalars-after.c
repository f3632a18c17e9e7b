// Catches scalar results that do not come back: a reduction into a local, a parameter, a global and a struct member,
// and one whose loop does not run.
// RUN: %same %s %t
#include <stdio.h>

struct totals {
    long sum;
    int most;
};
static long global_sum;

static int reduce(const int *a, int n, struct totals *t, int start)
{
    int count = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            count++;
#pragma curestruct
    for (int i = 0; i < n; i++)
        start += a[i];
#pragma curestruct
    for (int i = 0; i < n; i++)
        global_sum += 3 * a[i];
    long sum = t->sum;
    int most = t->most;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        sum += a[i] * 5;
        if (a[i] > most)
            most = a[i];
    }
    t->sum = sum;
    t->most = most;
    return count * 100000 + start;
}

int main(void)
{
    int a[1234];
    for (int i = 0; i < 1234; i++)
        a[i] = i * 37 % 101 - 50;
    struct totals t = {7, -1000};
    for (int n = 0; n <= 1234; n += 617) {
        int result = reduce(a, n, &t, 11);
        printf("%d: %d %ld %ld %d\n", n, result, global_sum, t.sum, t.most);
    }
    return 0;
}

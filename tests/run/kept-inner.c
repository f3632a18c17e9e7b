// Catches a scalar that is taken for one value of all iterations because the loop that sets it inside might not run,
// and one that is private although it then does not: the launcher has to test it.
// RUN: %same %s %t
// RUN: %same --fallback -DEMPTY %s %t
#include <stdio.h>

#ifdef EMPTY
#define COLUMNS 0
#else
#define COLUMNS 19
#endif

// Set in the inner loop, used after it.
static void behind(int n, int m, const int *a, int *b, int *c)
{
    int last = 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            last = a[i * m + j];
            c[i * m + j] = last * 3;
        }
        b[i] = last;
    }
}

// Its last value is wanted.
static short wanted(int n, int m, const short *a, short *b)
{
    short last = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 2; j < m; j++) {
            last = (short)(a[j] + i);
            b[i * m + j] = last * 2;
        }
    return last;
}

// So is an iterator's.
static int iterator(int n, int m, int *b)
{
    int k = 5;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i; j < n + m; j++)
            for (k = 0; k < m; k++)
                b[(i + j) * m + k] = k + i;
    return k;
}

int main(void)
{
    static int a[200 * 19], b[200 * 19 * 2], c[200 * 19];
    static short s[200], t[200 * 19];
    for (int i = 0; i < 200 * 19; i++)
        a[i] = i * 7 % 53;
    for (int i = 0; i < 200; i++)
        s[i] = (short)(i * 3);
    const int sizes[] = {1, 2, 33, 100};
    for (int k = 0; k < 4; k++) {
        int n = sizes[k];
        behind(n, COLUMNS, a, b, c);
        long sum = wanted(n, COLUMNS, s, t);
        for (int i = 0; i < n; i++)
            sum = sum * 3 + b[i];
        for (int i = 0; i < 200 * 19; i++)
            sum = sum * 5 + c[i] + t[i];
        printf("%ld %d %d\n", sum, n, COLUMNS);
    }
    for (int k = 0; k < 3; k++) {
        int value = iterator(k + 1, COLUMNS, b);
        long sum = 0;
        for (int i = 0; i < 200; i++)
            sum = sum * 3 + b[i];
        printf("%d %ld\n", value, sum);
    }
    return 0;
}

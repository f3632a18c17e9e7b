// Catches a wrong end of the replaced text: the loop's last tokens, its body, or all of it come from a macro.
// RUN: %same %s %t
#include <stdio.h>

#define SET(place, value) place = value
#define END_FOR ; }
#define STATEMENT(a, i) a[i] += 3;
#define LOOP(v, n) for (int v = 0; v < (n); v++)
#define TWICE(x) (2 * (x))

static void fill(int *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        SET(a[i], TWICE(i));
    a[0] = 5;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i] += 1 END_FOR
    a[1] = 6;
#pragma curestruct
    for (int i = 0; i < n; i++)
        STATEMENT(a, i)
    a[2] = 7;
#pragma curestruct
    LOOP(k, n - 1)
        a[k] *= 2;
    a[3] = 8; /* after a macro */
}

int main(void)
{
    int a[500];
    fill(a, 500);
    long sum = 0;
    for (int i = 0; i < 500; i++)
        sum = sum * 31 % 1000003 + a[i];
    printf("%ld %d %d %d %d %d\n", sum, a[0], a[1], a[2], a[3], a[499]);
    return 0;
}

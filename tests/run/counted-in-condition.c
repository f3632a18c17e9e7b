// Catches a loop that a break leaves and whose condition counts down: the counter changes once more where there is no
// iteration.
// RUN: %same %s %t
#include <stdio.h>
static double A4[10];

static unsigned f(int n, int m, double *restrict A, int *s)
{
    unsigned j = 5;
    int s6 = 0;
#pragma curestruct
    for (long i = n; i > 2; i--) {
        for (j = m - 2; j-- > 0;) {
            if (j > 0)
                break;
            A[j + 1] = 3 + A[j + 1];
            s6 = s6 || (j == 3);
        }
    }
    *s = s6;
    return j;
}
int main(void)
{
    int s;
    for (int m = 2; m < 6; m++)
        printf("%u ", f(5, m, A4, &s));
    printf("\n");
    return 0;
}

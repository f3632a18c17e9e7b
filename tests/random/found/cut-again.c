// Catches a loop that is cut again where an earlier cut has already left the point out: the iteration at the point was
// done a second time, because the domain of the loop was not known exactly.
// RUN: %same %s %t
#include <stdio.h>

static unsigned char g[66][65];

static int step(int n, int m, int p)
{
    int j = 5;
#pragma curestruct
    for (int i = n; i-- > 0;) {
        for (j = 0; j < m; ++j) {
            g[j + 1][j] = (g[2 * i + 1][i + i] * 5) + g[j - 1 + 1][j];
            for (int k = 0; k < p; ++k)
                g[(2 * j) + 1 + 1][m - 1] = g[5 + 1][j] * 3;
        }
    }
    return j;
}

int main(void)
{
    for (int i = 0; i < 66 * 65; i++)
        g[i / 65][i % 65] = i * 7 % 251;
    printf("%d\n", step(4, 7, 5));
    printf("%d\n", step(33, 5, 17));
    for (int i = 0; i < 66 * 65; i++)
        printf("%d ", g[i / 65][i % 65]);
    return 0;
}

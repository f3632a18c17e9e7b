// Catches loops that are put inside of one that a 'break' leaves: the 'break' then leaves them instead, for a thread
// that computes several of their iterations.
// RUN: %same %s %t
#include <stdio.h>

static void both(int n, const double limits[restrict n], const double levels[restrict n],
                 const short marks[restrict n][n], double out[restrict n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++) {
                if (limits[l] >= levels[k])
                    break;
                out[i][k] += marks[k][l] + 3 * marks[i][l];
            }
}

int main(void)
{
    enum { N = 9 };
    static double limits[N], levels[N], out[N][N];
    static short marks[N][N];
    for (int i = 0; i < N; i++) {
        limits[i] = i * 5 % N;
        levels[i] = i * 7 % N;
        for (int k = 0; k < N; k++)
            marks[i][k] = (short)(i * 11 + k * k);
    }
    both(N, limits, levels, marks, out);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            printf("%d %d: %g\n", i, k, out[i][k]);
    return 0;
}

// Catches a stencil in space that has vectors alone, where rows lie any number of elements apart, and a choice between
// two versions where the number is known, or where elements of one thread fill its registers.
// RUN: %curestruct --plan=first --emit=schedule %s | FileCheck %s
// RUN: env CURESTRUCT_VERSION=single %same %s %t.single
// RUN: %same %s %t
#include <stdio.h>

enum { N = 9, M = 11, EVEN = 140, ODD = 139 };

#define SEVEN(a, k, i, j) (2 * a[k][i][j] + 3 * a[k][i][j - 1] + 5 * a[k][i][j + 1] + 7 * a[k][i - 1][j] + 11 * \
    a[k][i + 1][j] + 13 * a[k - 1][i][j] + 17 * a[k + 1][i][j])

// CHECK: nest crs_any_
// CHECK-NEXT: version aligned when p / 4 * 4 >= p;
// CHECK-NEXT: tile j 4 as
// CHECK: version single;
// CHECK-NEXT: tile j 1 as
static void any(int n, int m, int p, const float old[n][m][p], float next[n][m][p])
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = SEVEN(old, k, i, j);
}

// CHECK: nest crs_even_
// CHECK-NEXT: tile j 4 as
// CHECK-NOT: version
static void even(const float old[N][M][EVEN], float next[N][M][EVEN])
{
#pragma curestruct
    for (int k = 1; k < N - 1; k++)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < EVEN - 1; j++)
                next[k][i][j] = SEVEN(old, k, i, j);
}

// CHECK: nest crs_odd_
// CHECK-NEXT: tile j 1 as
// CHECK-NOT: version
static void odd(const float old[N][M][ODD], float next[N][M][ODD])
{
#pragma curestruct
    for (int k = 1; k < N - 1; k++)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < ODD - 1; j++)
                next[k][i][j] = SEVEN(old, k, i, j);
}

// 27 of 36 elements and more for each result.
// CHECK: nest crs_cube_
// CHECK-NOT: version
static void cube(int n, int m, int p, const float old[n][m][p], float next[n][m][p])
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = SEVEN(old, k, i, j) + old[k - 1][i - 1][j - 1] + old[k - 1][i - 1][j + 1] +
                                old[k - 1][i + 1][j - 1] + old[k - 1][i + 1][j + 1] + old[k + 1][i - 1][j - 1] +
                                old[k + 1][i - 1][j + 1] + old[k + 1][i + 1][j - 1] + old[k + 1][i + 1][j + 1];
}

static float old[N][M][EVEN], next[N][M][EVEN];

static void show(const char *name)
{
    double sum = 0;
    for (int e = 0; e < N * M * EVEN; e++) {
        sum += (e % 101) * (double)(&next[0][0][0])[e];
        (&next[0][0][0])[e] = -1;
    }
    printf("%s %.17g\n", name, sum);
}

int main(void)
{
    for (int e = 0; e < N * M * EVEN; e++) {
        (&old[0][0][0])[e] = (float)(e * 7 % 64);
        (&next[0][0][0])[e] = -1;
    }
    for (int p = 1; p <= EVEN; p += p < 6 ? 1 : 67) {
        any(N, M, p, (void *)old, (void *)next);
        show("any");
        cube(N - 1, M - 1, p, (void *)old, (void *)next);
        show("cube");
    }
    even(old, next);
    show("even");
    odd((const float(*)[M][ODD])old, (float(*)[M][ODD])next);
    show("odd");
    return 0;
}

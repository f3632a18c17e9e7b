// Catches a wavefront that is not found, a diagonal that is left out or done before the one that it needs, a factor
// that is too small, a tile that begins before those above it and to its left, or before those of earlier sweeps, an
// extremum that leaves out an element, sweeps that overtake each other, and a triangle from its diagonal to its corner,
// each element of which needs all before it in its row and column.
// RUN: %same %s %t
// RUN: %curestruct -Werror=sequential %s --emit=schedule | FileCheck %s
// CHECK: nest crs_edits_1 {
// CHECK-NEXT: tile i 32;
// CHECK-NEXT: skew j by i.elem;
// CHECK: persist j.skew.elem block;
// CHECK-NEXT: skew j.skew.tile by i.tile 2;
// CHECK: nest crs_local_alignment_1 {
// CHECK-NEXT: skew j by i;
// CHECK: reduce best shuffle;
// CHECK: nest crs_nine_1 {
// CHECK-NEXT: tile i 32;
// CHECK-NEXT: skew j by i.elem 2;
// CHECK: skew j.skew.tile by i.tile 3;
// CHECK: nest crs_sweeps_1 {
// CHECK-NEXT: tile t 8;
// CHECK-NEXT: skew i by t.elem;
// CHECK: skew j by i.skew.elem;
// CHECK-NEXT: skew j.skew by t.elem;
// CHECK: persist j.skew.skew.elem block;
// CHECK-NEXT: skew j.skew.skew.tile by i.skew.tile 2;
// CHECK-NEXT: skew j.skew.skew.tile.skew by t.tile 3;
// CHECK: nest crs_folded_1 {
// CHECK-NEXT: skew j by i;
// CHECK: cyclic k 32;
// CHECK: reduce best shuffle;
#include <stdio.h>
enum { N = 70, M = 91 };
static int d[(N + 1) * (M + 1)], h[(N + 1) * (M + 1)];
static double g[N][M], q[N][M];
static int folds[N][N];
static void edits(int n, int m, const unsigned char *a, const unsigned char *b, int *restrict d)
{
    int columns = m + 1;
#pragma curestruct
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int change = d[(i - 1) * columns + j - 1] + (a[i - 1] != b[j - 1]);
            int remove = d[(i - 1) * columns + j] + 1, insert = d[i * columns + j - 1] + 1;
            int least = remove < insert ? remove : insert;
            d[i * columns + j] = change < least ? change : least;
        }
}
static int local_alignment(int n, int m, const unsigned char *a, const unsigned char *b, int *restrict h)
{
    int columns = m + 1, best = 0;
#pragma curestruct
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int s = h[(i - 1) * columns + j - 1] + (a[i - 1] != b[j - 1] ? -2 : 3);
            s = s > 0 ? s : 0;
            s = s > h[(i - 1) * columns + j] - 4 ? s : h[(i - 1) * columns + j] - 4;
            s = s > h[i * columns + j - 1] - 4 ? s : h[i * columns + j - 1] - 4;
            h[i * columns + j] = s;
            if (s > best)
                best = s;
        }
    return best;
}
// Nine points: two rows further on a diagonal.
static void nine(int n, int m, double a[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                       a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
                      9;
}
static void sweeps(int n, int m, int count, double a[n][m])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
static void folded(int n, const unsigned char *base, int t[n][n])
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            int best = t[i][j - 1];
            if (i + 1 < n) {
                best = t[i + 1][j] > best ? t[i + 1][j] : best;
                int pair = t[i + 1][j - 1] + (i < j - 1 && base[i] + base[j] == 6);
                best = pair > best ? pair : best;
            }
            for (int k = i + 1; k < j; k++)
                best = t[i][k] + t[k + 1][j] > best ? t[i][k] + t[k + 1][j] : best;
            t[i][j] = best;
        }
}
int main(void)
{
    unsigned char a[N], b[M];
    long sum = 0;
    double all = 0;
    for (int i = 0; i < N; i++)
        a[i] = (unsigned char)(i * i % 7);
    for (int j = 0; j < M; j++)
        b[j] = (unsigned char)(j * 5 % 7);
    for (int i = 0; i <= N; i++)
        d[i * (M + 1)] = i;
    for (int j = 0; j <= M; j++)
        d[j] = j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            g[i][j] = q[i][j] = (i * 31 + j * 17) % 23;
    edits(N, M, a, b, d);
    int best = local_alignment(N, M, a, b, h);
    nine(N, M, g);
    sweeps(N, M, 11, q);
    folded(N, a, folds);
    for (int i = 0; i < (N + 1) * (M + 1); i++)
        sum += (i % 5 + 1) * (d[i] + 3 * h[i]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += (i % 3 + 2 * (j % 7)) * folds[i][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            all += (i % 4 + j % 3) * g[i][j] - (i % 3 + j % 5) * q[i][j];
    printf("%d %d %ld %.17g\n", d[N * (M + 1) + M], best, sum, all);
}

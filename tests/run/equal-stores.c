// Catches assignments of one value by several iterations that are refused, or that lose an element: a thread that
// stores the whole of what it keeps would undo what another one has set. Conditions may ask for the element itself.
// RUN: %same %s %t
#include <stdio.h>

enum { N = 1021, ROOM = 6 };

static void flags(int n, int m, const int idx[n], unsigned char f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        f[idx[i]] = 1;
}

// Two statements, and a value that the nest reads.
static void both_ends(int n, int m, const int from[n], const int to[n], const short mark[1], short f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        f[from[i]] = mark[0];
        f[to[i]] = mark[0];
    }
}

// The inner loop uses one element.
static void some(int n, int m, const int idx[n], const float x[n][ROOM], int f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < ROOM; k++)
            if (x[i][k] > 4)
                f[idx[i]] = -3;
}

static void multiples(int n, int k, char composite[n])
{
#pragma curestruct
    for (int p = 2; p < k; p++)
        for (int q = 2; q * p < n; q++)
            composite[q * p] = 1;
}

static int visit(int n, int m, const int first[n + 1], const int to[m], const char now[n], int level[n], char next[n],
                 int depth)
{
    int changed = 0;
#pragma curestruct
    for (int u = 0; u < n; u++)
        if (now[u])
            for (int e = first[u]; e < first[u + 1]; e++) {
                int v = to[e];
                if (level[v] < 0) {
                    level[v] = depth;
                    next[v] = 1;
                    changed = 1;
                }
            }
    return changed;
}

// The other test of a level has one result before and after it is set.
static void levels(int n, int m, const int first[n + 1], const int to[m], int level[n], int *changed, int depth)
{
#pragma curestruct
    for (int u = 0; u < n; u++) {
        if (level[u] != depth)
            continue;
        for (int e = first[u]; e < first[u + 1]; e++)
            if (level[to[e]] < 0) {
                level[to[e]] = depth + 1;
                *changed = 1;
            }
    }
}

// The condition differs between iterations: what it asks is either what was there or the one value.
static void below(int n, int m, const int idx[n], const int x[n], int f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (f[idx[i]] != 7 && f[idx[i]] < x[i])
            f[idx[i]] = 7;
}

static void marks(int n, int m, const int idx[n], unsigned char f[m], short g[m])
{
    static const short mark[1] = {-9};
    flags(n, m, idx, f);
    if (n > 4)
        both_ends(n - 3, m, idx, idx + 3, mark, g);
}

int main(void)
{
    static int idx[N], f[N], x[N], h[N], first[N + 1], to[3 * N], level[N];
    static unsigned char a[N];
    static short g[N];
    static float y[N][ROOM];
    static char composite[N];
    static char now[2][N];
    double sum = 0;
    for (int n = 1; n <= N; n += 510) {
        for (int i = 0; i < N; i++) {
            idx[i] = (int)(i * (long)i * 7L % (n + 1) / 2);
            x[i] = i % 11, f[i] = i % 5, h[i] = i % 13, a[i] = (unsigned char)(2 * (i % 2)), g[i] = (short)i;
            composite[i] = 0, level[i] = -1, now[0][i] = now[1][i] = 0;
            for (int k = 0; k < ROOM; k++)
                y[i][k] = (float)((i * 5 + k * 3) % 7) - 2;
        }
        for (int i = 0; i <= n; i++)
            first[i] = 3 * i;
        for (int e = 0; e < 3 * n; e++)
            to[e] = (int)((e * 31L + e / 3) % n);
        marks(n, N, idx, a, g);
        some(n, N, idx, (const float(*)[ROOM])y, f);
        below(n, N, idx, x, h);
        multiples(n, 40, composite);
        level[0] = 0, now[0][0] = 1;
        int depth = 0;
        while (visit(n, 3 * n, first, to, now[depth % 2], level, now[(depth + 1) % 2], depth + 1))
            depth++;
        int searched[N] = {0}, last = 0, more = 1;
        for (int i = 1; i < n; i++)
            searched[i] = -1;
        for (; more; last++) {
            more = 0;
            levels(n, 3 * n, first, to, searched, &more, last);
        }
        for (int i = 0; i < n; i++)
            sum += searched[i] * (i % 7 + 1.0);
        for (int i = 0; i < N; i++)
            sum += (a[i] + 3 * g[i] + 5 * f[i] + 7 * h[i] + 11 * composite[i] + 13 * level[i] + now[depth % 2][i]) *
                   (double)(i % 97 + 1);
        printf("%d %d %.17g\n", n, depth, sum);
    }
    return 0;
}

// Catches first parts of loops and conditions that set several variables, where one of these is lost or is set too
// often; a variable that begins with what it held before the loop in place of what the first part sets; a first part
// that does not count where there are no iterations; and ranges of arrays whose subscripts are counted on in a variable
// from outside of the nest.
// RUN: %same %s %t
// RUN: %same --fallback -DUNORDERED %s %t
#include "Inputs/checksum.h"

enum { N = 300, K = 3 };
static float table[4 * N], rows[4 * N * K], sums[N], outs[8 * N * K];
static int state[N];

// The second target is the iterator, the first one counts beside it.
static void chained(int n, int kinds)
{
    int k, c, h;
#pragma curestruct
    for (k = h = 0; k < kinds; k++)
        for (c = 0; c < n; c++) {
            outs[h++] = table[c] + k;
            outs[h++] = table[c] * 2;
        }
}

static void counted_on(int n, int kinds)
{
    int k, c, i, h;
#pragma curestruct
    for (k = h = 0; k < kinds; k++)
        for (c = 0; c < n; c++) {
            i = state[c] + k * 20;
            outs[h++] += rows[i++] * table[c];
            outs[h++] += rows[i++] * table[c];
        }
}

// In each iteration of the inner loop, from the value that the row says.
static void from_rows(int n, int m)
{
    int c, i, j, h;
    float sum;
#pragma curestruct
    for (c = 0; c < n; c++) {
        i = state[c];
        sum = 0;
        for (j = h = 0; j < m; j++)
            sum += rows[i++] * table[h++];
        sums[c] = sum;
    }
}

static float after(int n)
{
    int i, last = 0, twice = 0;
    float found = 0;
    for (int t = 0; t < 3; t++) {
#pragma curestruct
        for (i = 0; i < n; i++) {
            last = state[i];
            twice = last * 2;
            sums[i] += twice;
        }
        if ((last = t) > 1)
            found += last;
        else
            twice = 3;
        found += last + twice;
    }
    return found;
}

static double total(int n, const float *restrict a)
{
    int i;
    double sum = 77;
#pragma curestruct
    for (sum = -0.5, i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static int any(int n, const float *restrict a, float *restrict b)
{
    int i, change = 9;
#pragma curestruct
    for (change = i = 0; i < n; i++)
        if (a[i] < 0) {
            b[i] = -a[i];
            change = 1;
        }
    return change;
}

static int furthest(int n, int from, const float *restrict a)
{
    int i, best = 5;
#pragma curestruct
    for (best = from + 1, i = 0; i < n; i++)
        if (a[i] > a[best])
            best = i;
    return best;
}

static float extremes(int n, const float *restrict a)
{
    int i, most = 3;
    float low = 1e30f, high = 9, scale = 7;
#pragma curestruct
    for (high = -1e30f, most = n - 2, scale = 0.25f, i = 0; i < n; i++) {
        if (a[i] < low)
            low = a[i];
        high = a[i] * scale > high ? a[i] * scale : high;
        most = (int)a[i] > most ? (int)a[i] : most;
    }
    return low + 10 * high + 100 * most + scale;
}

// A step from a table of constants, which nothing else of the loop sets; afterwards it is that still.
static int stepped(int n, int way, float *restrict b)
{
    static const int ways[4] = {1, 7, -3, 2};
    int i, f = 1000;
    float unit = 3;
#pragma curestruct
    for (f = ways[way & 3], unit = 0.5f, i = 4; i < n - 8; i++)
        b[i] = table[i + f] * unit;
    return f + (int)(4 * unit);
}

static int differences(int n, int m, const int *restrict a, float *restrict b)
{
    int i, earlier = 1000, before = 2000;
#pragma curestruct
    for (earlier = m + 1, i = 0; i < n; i++) {
        b[i] = a[i] - earlier;
        earlier = a[i];
    }
#pragma curestruct
    for (before = -m, i = 0; i < n; i++) {
        b[i] += 7 * before;
        before = a[i] + 1;
    }
    return earlier;
}

// Where the counter begins is known before the loop, too, and is another number.
static int counted_twice(int n, float *restrict b)
{
    int i, k = 7, down = 5;
#pragma curestruct
    for (k = 1, down = 2 * n, i = 0; i < n; i++) {
        b[k] = i + down;
        k += 2;
        down--;
    }
    return k - down;
}

// An else tells nothing else if the smallest value begins below the largest one, which the launcher tests.
static int range(int n, int from, int to, const int *restrict a)
{
    int i, low = to, high = from;
#pragma curestruct
    for (low = from, high = to, i = 0; i < n; i++)
        if (a[i] < low)
            low = a[i];
        else if (a[i] > high)
            high = a[i];
    return 1000 * high + low;
}

// No loop that changes the variable ever runs.
static int unchanged(int n, const int *restrict a)
{
    int s = 9, i, k;
#pragma curestruct
    for (i = 0, s = 4; i < n; i++)
        for (k = 1; k < 1; k++)
            s += a[i] * k;
    return s;
}

// Seven parts before the loop and six behind an iteration.
static int many(int n)
{
    int i, p, q, r, s, t, u;
#pragma curestruct
    for (p = 1, q = 2, r = 0, i = 0, s = -1, t = 5, u = 0; i < n; i++, p += 2, q -= 1, r += 3, s += 4, t -= 2) {
        outs[r] = table[p] + q * s;
        u += t & state[i];
    }
    return p + q + r + s + t + u;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        state[i] = (i * 7 + 190) % 200;
    for (int i = 0; i < 4 * N; i++)
        table[i] = i % 11;
    for (int i = 0; i < 4 * N * K; i++)
        rows[i] = i % 13;
    chained(N, K);
    counted_on(N, K);
    from_rows(N, 17);
    float found = after(N);
    for (int n = 0; n <= N; n += N / 2) {
        printf("%g %d %d ", total(n, table), any(n, outs, sums), furthest(n, 4, sums));
        printf("%d %d ", differences(n, 3, state, sums), counted_twice(n, outs));
        printf("%d %d ", unchanged(n, state), many(n));
#ifdef UNORDERED
        printf("%d ", range(n, 40, -7, state));
#else
        printf("%d ", range(n, -7, 40, state));
#endif
        printf("%g %d\n", extremes(n, sums), stepped(n, n, outs));
    }
    SHOW(outs);
    SHOW(sums);
    printf("%g\n", found);
}

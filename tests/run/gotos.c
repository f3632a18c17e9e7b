// Catches a jump forward that runs too much, too little or the wrong way: over one statement, to one of two ways, out
// of nested conditions, from both branches, after statements in braces, into what others fall into, and more than one
// label. Out of loops: what a jump skips is done, or what it does not skip is not, and loops around it go on.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 400 };
static float a[N], b[N], c[N], d[N];

static void over(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] > 3)
            goto behind;
        b[i] = a[i] * 2;
    behind:
        c[i] += b[i];
    }
}

static void ways(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        d[i] = 1;
        if (a[i] < 2) {
            d[i] += 3;
            goto low;
        }
        b[i] -= 1;
        if (b[i] > c[i])
            goto end;
        c[i] = b[i] * .5f;
        goto end;
    low:
        c[i] = -c[i];
    end:
        d[i] += c[i];
    }
}

static void both(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (d[i] <= 4) {
            goto first;
        } else {
            b[i] = 7;
            goto second;
        }
    first:
        a[i] += b[i];
        goto done;
    second:
        a[i] -= b[i];
    done:;
    }
}

static void nested(int n, int m)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++) {
            if (b[i] > c[j])
                goto next;
            s += c[j];
            if (s > 50)
                s -= 40;
        next:;
        }
        d[i] = s;
    }
}

static void some(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            goto third;
        if (i % 3 == 1)
            goto third_too;
        a[i] = 5;
        goto out;
    third:
    third_too:
        a[i] *= -1;
    out:
        continue;
    }
}

static float top(int n, int *where)
{
    float most = a[0];
    int at = 0;
#pragma curestruct
    for (int i = 1; i < n; i++) {
        if (a[i] > most)
            goto take;
        goto next;
    take:
        most = a[i];
        at = i;
    next:;
    }
    *where = at;
    return most;
}

// Out of one loop, before which the way may already have been left.
static void filter(int n, int taps)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        if (i < taps) {
            b[i] = -1;
            continue;
        }
        for (int j = 0; j < taps; j++) {
            if (a[i - j] == 3) {
                b[i] = -2;
                goto bad;
            }
            sum += a[i - j];
        }
        b[i] = sum;
        c[i] += 1;
    bad:
        continue;
    }
}

// Out of two loops, from two places; one more loop is left as ever.
static void deep(int n, int m)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            for (int k = 0; k < m; k++) {
                if (a[i] + j == k)
                    break;
                d[i] += 1;
                if (a[i] * j > 9 + k)
                    goto found;
            }
            if (a[i] == j)
                goto found;
            d[i] += 100;
        }
        d[i] = -d[i];
        for (int j = 0; j < 3; j++)
            d[i] -= 10000;
    found:
        d[i] *= 2;
    }
}

int main(void)
{
    int where;
    for (int i = 0; i < N; i++)
        a[i] = i % 7, b[i] = i % 5 - 1, c[i] = i % 11 - 4, d[i] = i % 3;
    over(N), ways(N), both(N - 1), nested(N, 30);
    SHOW(a);
    SHOW(b);
    SHOW(c);
    SHOW(d);
    some(N);
    SHOW(a);
    printf("%g\n", top(N, &where));
    printf("%d\n", where);
    for (int i = 0; i < N; i++)
        a[i] = i % 61 % 13;
    filter(N, 5), filter(7, 9), deep(N, 6), deep(40, 0);
    SHOW(b);
    SHOW(c);
    SHOW(d);
    return 0;
}

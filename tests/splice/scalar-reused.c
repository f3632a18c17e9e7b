// Catches a scalar that serves several loops, and whose last value is wanted or not: one that is set again before each
// later use needs nothing brought back, one that may be used before (in another branch, in the next turn, after a
// condition) does.
// RUN: %same %s %t
// RUN: %curestruct %s -o - | FileCheck %s
#include <stdio.h>

#define PRINT(array, count) for (int k = 0; k < (count); k++) printf("%d%c", (array)[k], k % 20 == 19 ? 10 : 32)

enum { N = 100 };
static int a[N], b[N], c[N][N];

// CHECK-LABEL: crs_set_again_1
// CHECK: if (crs_set_again_1(a) != 0)
static void set_again(void)
{
    int t, u, i, j;
#pragma curestruct
    for (i = 0; i < N; i++) {
        t = a[i] * 2;
        a[i] = t + t * t % 7;
    }
    for (i = 0; i < N; i++) {
        t = b[i];
        for (j = 0; j < i; j++)
            t += a[j];
        b[i] = t;
    }
    for (int turn = 0; turn < 3; turn++) {
        u = t = turn;
        a[u] += t;
#pragma curestruct
        for (i = 1; i < N; i++) {
            t = a[i - 1];
            for (j = 0; j < i; j++)
                c[i][j] += t;
        }
    }
}

static int kept(int way)
{
    int t = 5, u = 6, v = 7, w = 8, x = 9;
#pragma curestruct
    for (int i = 0; i < N - way; i++) {
        t = a[i] + 1;
        u = t + 1;
        v = u + 1;
        w = v + 1;
        x = w + 1;
        b[i] = x;
    }
    if (way > 3)
        t = 4;          // not always
    b[0] += t;
    switch (way) {
    case 1:
        u = 3;          // jumped over
        break;
    case 2:
        ;
        w = 1;
        b[1] += w;
    case 3:
        b[2] += u;
    }
    v += 1;             // reads it
    while (way-- > 0)
        w = way;        // perhaps never
    x = x + v;
    return t + u + v + w + x;
}

static int next_turn(int turns)
{
    int t = 1, u = 2, sum = 0;
    for (int turn = 0; turn < turns; turn++) {
        sum += t;       // from the turn before
        u = turn;
        sum += u;
#pragma curestruct
        for (int i = 0; i < N; i++) {
            t = a[i] + turn;
            u = t * 3;
            a[i] = u % 1000;
        }
    }
    return sum;
}

// The region itself reads in the next turn what it set.
static int around(int turns)
{
    int t = 1, u = 2, i;
    for (int turn = 0; turn < turns; turn++) {
        u = turn;
#pragma curestruct begin
        for (i = 0; i < N; i++)
            a[i] += t * i + u;
        t = 3;
        u = 5;
        for (i = 0; i < N; i++)
            b[i] += t + u;
#pragma curestruct end
    }
    return a[N - 1];
}

static int in_first_part(void)
{
    int i, j, sum = 0;
#pragma curestruct
    for (i = 3; i < N; i++)
        a[i] += b[i];
    for (i = i - 10; i < N; i++)
        sum += a[i];
#pragma curestruct
    for (j = 0; j < N - 1; j++)
        b[j] += 2;
    for (int k = j; k < N; k++)
        sum += b[k];
    for (j = 0; j < 10; j++)
        sum += j;
    return sum + j;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101, b[i] = i;
    set_again();
    printf("%d %d %d\n", kept(1), kept(2), kept(100));
    printf("%d %d\n", next_turn(4), in_first_part());
    printf("%d\n", around(3));
    PRINT(a, N);
    PRINT(b, N);
    PRINT(c[N - 1], N);
    return 0;
}

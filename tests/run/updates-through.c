// Catches an update that goes through temporaries or a function, and is no reduction, or one with another value than
// the serial loop's: of another member, with a temporary that changes in between.
// RUN: %same %s %t
#include <stdio.h>
#include <stdlib.h>
typedef struct Pair {
    long x, y;
} Pair;
static Pair plus(Pair a, Pair b)
{
    Pair c;
    c.x = a.x + b.x;
    c.y = a.y + b.y;
    return c;
}
static long sum_of(long a, long b)
{
    return a + b;
}
static long by_name(int n, const long *v)
{
    long s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        long old = s;
        long next = old + v[i];
        s = next;
    }
    return s;
}
static long by_function(int n, const long *v)
{
    long s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = sum_of(s, v[i] * 3);
    return s;
}
static Pair by_struct(int n, const Pair *v)
{
    Pair s = {0, 1};
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = plus(s, v[i]);
    return s;
}
// The number that is added changes in between.
static long changed(int n, const long *v)
{
    long s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        long add = v[i];
        long next = s + add;
        add = 2 * add;
        s = next;
        if (add > n)
            s += 1;
    }
    return s;
}
// By key, in members.
static void by_key(int n, const int *key, const Pair *v, Pair h[16])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = key[i] & 15;
        h[k] = plus(h[k], v[i]);
    }
}

// A temporary that another statement sets again, perhaps for nothing: its declaration stays.
static void set_again(int n, const long *x, int *restrict key, long *restrict v)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        long k = v[i];
        int d = key[i];
        v[i] = k & 63;
        key[i] = d & 15;
        k = x[i];
        if (k > 3) {
            d = 2;
            d = 3;
        }
        v[i] += k;
    }
}

int main(void)
{
    enum { N = 5000 };
    long *v = malloc(N * sizeof *v), sum = 0;
    Pair *pairs = malloc(N * sizeof *pairs), h[16] = {{0, 0}};
    int *key = malloc(N * sizeof *key);
    for (int i = 0; i < N; i++) {
        v[i] = i * 37L % 101;
        pairs[i] = (Pair){i % 13, i * 5L % 17};
        key[i] = i * 7 % 29;
    }
    printf("%ld %ld\n", by_name(N, v), by_function(N, v));
    Pair p = by_struct(N, pairs);
    printf("%ld %ld %ld\n", p.x, p.y, changed(N, v));
    for (int i = 0; i < N; i++)
        sum = sum * 3 + v[i];
    by_key(N, key, pairs, h);
    set_again(N / 2, v + N / 2, key, v);
    for (int i = 0; i < N; i++)
        sum = sum * 3 + v[i] - key[i];
    for (int i = 0; i < 16; i++)
        sum = sum * 5 + h[i].x - h[i].y;
    printf("%ld\n", sum);
    free(v);
    free(pairs);
    free(key);
    return 0;
}

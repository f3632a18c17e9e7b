// Catches a pointer that the nest chooses, `c ? p : q`: an arm's subscript that is computed although the other arm is
// chosen, a condition that changes later, half a number taken for no; a store to the wrong one, and one that happens
// twice. The same where branches choose, `if (c) p = a; else p = b;`.
// RUN: %same %s %t
#include <stdio.h>
#include <stdlib.h>
typedef struct Pair {
    float x, y[2];
} Pair;
enum { N = 100 };
static void chosen(int n, const float *a, const float *b, const int *flag, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *p = flag[i] ? a : b;
        out[i] = p[i] + (flag[i] > 1 ? a + 1 : b)[i];
    }
}
static void stores(int n, float *a, float *b, const int *flag)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float *p = flag[i] ? &a[i] : &b[i];
        *p += 2;
        (*p)++;
        p[0] *= 3;
    }
}
static void fields(int n, const float *a, const float *b, const float *c, const float *d, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float v[4], s = 0;
        for (int f = 0; f < 4; f++) {
            const float *u = f == 0 ? a : f == 1 ? b : f == 2 ? c : d;
            v[f] = u[i + 1] - u[i];
        }
        for (int f = 0; f < 4; f++)
            s += v[f];
        out[i] = s;
    }
}
static void structs(int n, const Pair *a, const Pair *b, int *index, const int *flag, Pair *out)
{
#pragma curestruct copyin(a[0 : n], b[0 : n])
    for (int i = 0; i < n; i++) {
        const Pair *p = flag[i] ? &a[index[i]] : b + i;
        int k = flag[i] & 1;
        Pair whole = *p;
        out[i].x = p->x + p->y[k] + whole.y[1];
        out[i].y[0] = whole.x;
        out[i].y[1] = 1;
    }
}
static float f(const float *p, int i)
{
    return p[i] * 2;
}
static void changes(int n, const float *a, const float *b, const int *flag, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int c = flag[i];
        const float *p = c ? a : b;
        c = 1 - c;
        out[i] = p[i] + c + f(c ? b : a, i);
    }
}
static void locals(int n, const int *flag, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float x = 1, y = 2, *p = flag[i] ? &x : &y;
        *p = 5;
        out[i] = x * 10 + y;
    }
}
static void half(int n, const float *a, const float *b, const float *weight, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *p = weight[i] ? a : b;
        out[i] = p[i];
    }
}
// Which of two is written is told by what the nest itself writes.
static void own_choice(int n, int *state, float *a, float *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        state[i] = i * 7 % 5 > 2;
        float *p = state[i] ? a : b;
        state[i] = 9;
        p[i] = p[i] > 3 ? -1 : i;
    }
}
// Three deep, with members, and steps inside of an expression.
static int deep(int n, Pair *a, Pair *b, Pair *c, const int *flag)
{
    int sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        Pair *p = flag[i] == 0 ? &a[i] : flag[i] == 1 ? &b[i] : &c[i];
        float before = p->y[1]++;
        p->x += before;
        sum += (int)p->x;
    }
    return sum;
}
// Branches that set the pointer and do more, one that changes what the condition and the place were made of, and one
// that leaves.
static void branches(int n, int m, float *restrict a, float *restrict b, int *flag, float *restrict out)
{
    float *p;
    int i, j;
#pragma curestruct
    for (i = 0; i < n; i++) {
        const float *q = a;
        int k = flag[i];
        if (k > 1) {
            q = b + (k & 3);
            k = 7;
            flag[i] = 0;
        }
        out[i] = q[i] + k;
        if (i % 5 == 1)
            continue;
        flag[i] += k;
        out[i] += q[0];
    }
#pragma curestruct
    for (i = 0; i < n; i++) {
        if (flag[i] < 2) {
            p = a + i * m;
            p[0] *= 2;
        } else if (flag[i] == 7) {
            out[i] = -1;
            continue;
        } else {
            p = b + i * m;
            *p -= 1;
        }
        for (j = 0; j < m; j++)
            p[j] += 1;
        out[i] += *p;
    }
}
// A value from before the condition; in three ways; two pointers at once.
static void again(int n, const float *a, const float *b, const float *c, const int *flag, float *restrict out)
{
    const float *p;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *q = b, *r;
        p = c;
        if (flag[i] == 1)
            p = a + 1;
        else if (flag[i] == 2)
            p = b;
        if (flag[i] == 0) {
            q = c + 1;
            r = a;
        } else {
            r = b + 1;
        }
        out[i] += p[i] + 10 * q[i] + 100 * r[i - (i > 0)];
    }
}
// The first branch leaves; the next ones use what they keep or set.
static void leaves_first(int n, int m, const float *a, const float *b, const int *flag, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *p = a, *q;
        int k = flag[i] % 4;
        if (flag[i] & 1) {
            k = 2;
            continue;
        } else if (m > 3) {
            q = b + 3;
            k += 1;
            out[i] -= p[i] + q[k];
        } else if (k > 1) {
            p = b + i;
            q = a + 1;
            out[i] += p[1];
        } else {
            q = a + i;
        }
        out[i] += p[k] + 10 * q[1];
    }
}
// Chosen, and then walked through: by a step in an expression, and by one that a condition makes.
static void walked(int n, int m, const float *a, float *restrict b, float *restrict c, const float *d, const int *flag,
                   float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *p = flag[i] ? a + i * m : flag[i + 1] ? d + 2 * i : a;
        float *q = flag[i] > 1 ? b + i * m : c + i * m, s = 0;
        for (int j = 0; j < m; j++) {
            s += *p++ * (j + 1);
            *q++ += s;
            if (j == 1)
                p += 2;
        }
        out[i] = s + p[-1];
    }
}
int main(void)
{
    float a[N + 1], b[N + 1], c[N + 1], d[N + 1], out[N];
    int flag[N], index[N];
    Pair u[N], v[N], w[N];
    double s = 0;
    for (int i = 0; i <= N; i++) {
        a[i] = i * 3 % 17;
        b[i] = i * 5 % 23;
        c[i] = i % 7;
        d[i] = i * i % 31;
    }
    for (int i = 0; i < N; i++) {
        flag[i] = i % 3;
        index[i] = (i * 37) % N;
        u[i] = (Pair){i, {i + 1, i + 2}};
        v[i] = (Pair){-i, {-i + 1, -i + 2}};
        if (!flag[i])
            index[i] = -1000000000;
    }
    chosen(N, a, b, flag, out);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + out[i];
    printf("%g\n", s);
    stores(N, a, b, flag);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + a[i] - 2 * b[i];
    printf("%g\n", s);
    fields(N, a, b, c, d, out);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + out[i];
    printf("%g\n", s);
    structs(N, u, v, index, flag, w);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + w[i].x + w[i].y[0] * 2;
    printf("%g\n", s);
    changes(N, a, b, flag, out);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + out[i];
    printf("%g\n", s);
    for (int i = 0; i < N; i++)
        d[i] = i % 3 * 0.4f;
    half(N, a, b, d, out);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + out[i];
    printf("%g\n", s);
    own_choice(N, index, a, b);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + a[i] - 2 * b[i] + index[i];
    printf("%g\n", s);
    printf("%d\n", deep(N, u, v, w, flag));
    for (int i = 0; i < N; i++)
        s = s * 1.01 + u[i].x + u[i].y[1] + v[i].x - w[i].y[1];
    printf("%g\n", s);
    branches(N / 4, 4, a, b, flag, out);
    again(N - 1, a, b, c, flag, out);
    walked(N / 4, 3, a, b, c, d, flag, out);
    leaves_first(N / 2, 2, a, b, flag, out);
    leaves_first(N / 2, 4, a, b, flag, out);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + a[i] + 2 * b[i] + out[i] + flag[i];
    printf("%g\n", s);
    locals(N, flag, out);
    for (int i = 0; i < N; i++)
        s = s * 1.01 + out[i];
    printf("%g\n", s);
}

// Catches an array that is old on one side, in programs whose host code reaches it in every way that C has: aliases,
// samples, boundaries, memcpy, freed and local memory, structs, tables of rows, globals; and whose control flow leaves
// loops by return, break and longjmp, calls functions that are not known, recursive ones, and others around nests.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: %cc -w -c outside.c && %cc -w many.c outside.o -o serial -lm && ./serial > serial.out
// RUN: %curestruct many.c -o many.cu 2> notes && FileCheck --check-prefix=NOTES --input-file=notes many.c
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-clobbered -pthread -I %simt -x c++ many.cu \
// RUN:     -x none outside.o %simt_library -o program -lm -ldl
// RUN: CURESTRUCT_SIMT_LEAKS=1 ./program > program.out && diff serial.out program.out
// RUN: %curestruct -Wno-residency many.c --host=host.c -o cuda.cu 2>&1 | count 0
// RUN: %cc -std=gnu11 -Wall -Wextra -Werror -Wno-clobbered -c host.c
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ cuda.cu -x none host.o outside.o %simt_library -o split -lm -ldl
// RUN: CURESTRUCT_SIMT_LEAKS=1 ./split > split.out && diff serial.out split.out
// RUN: for fault in malloc:3 malloc:9 malloc:30 launch:7 launch:90 sync:12; do \
// RUN:     CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_FAIL=$fault ./program > out 2> err; status=$?; \
// RUN:     test $status = 134 || diff serial.out out || exit 1; done
// RUN: %cc -w over.c -o serial && %curestruct over.c -o over.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ over.cu -x none %simt_library -o program -lm -ldl
// RUN: ./serial > serial.out && CURESTRUCT_SIMT_LEAKS=1 ./program 2> err | diff serial.out -
// RUN: FileCheck --check-prefix=OVER %s < err
// OVER: curestruct: f (over.c:{{[0-9]+}}): serial: 'b' and 'a' overlap
//--- over.c
#include <stdio.h>
static double s[8];
static void f(int n, double *a, double *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i] * 2 + 1;
}
static double big[200];
int main(void)
{
    for (int i = 0; i < 200; i++) big[i] = i;
    for (int t = 0; t < 4; t++) {
        f(6, big + 1, big);
        f(100, big, big);
        f(90, big + 100, big + 5);
        f(6, s, big + 7);
        f(50, big + 30, big);
        f(6, big + 30, s + 1);
    }
    double x = 0;
    for (int i = 0; i < 200; i++) x += big[i] * i;
    for (int i = 0; i < 8; i++) x += s[i] * i;
    printf("%.15g\n", x);
    return 0;
}
//--- outside.c
void outside(double *a, int n) { a[n / 3] += a[n / 2]; a[0] = 2; }
//--- many.c
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 500
typedef struct particle { double x, y; int id, cell; } particle;
struct state { int n, steps; double t, err; double *u, *v; double inner[64]; struct state *next; };
static double grid[N], other[N];
double shared_grid[N];
static int counts[N];
int limit = 40;
extern void outside(double *a, int n);
static jmp_buf env;

static void scale(int n, double *a, double f)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * f + 1;
}

static void smooth(int n, const double *restrict a, double *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}

static double norm(int n, const double *a)
{
    double s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i] * a[i];
    return s;
}

static double host_sum(int n, const double *a)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void both(struct state *s)
{
    scale(s->n, s->u, 0.5);
    s->v[0] = s->u[0];
    s->v[s->n - 1] = s->u[s->n - 1];
    smooth(s->n, s->u, s->v);
    s->err = norm(s->n, s->v);
    s->t += s->err;
}

static double early(int n, double *a)
{
    for (int t = 0; t < 50; t++) {
        scale(n, a, 0.9);
        if (norm(n, a) < 100 * n)
            return a[n / 2];
        if (t == 30)
            break;
    }
    return a[0];
}

static int searching(int n, double *a)
{
    for (int t = 0; t < 50; t++) {
        scale(n, a, 1.5);
        for (int i = 0; i < n; i++)
            if (a[i] > 1000)
                return i;
    }
    return -1;
}

static void opaque(int n, double *a)
{
    for (int t = 0; t < 5; t++) {
        scale(n, a, 1.01);
        // NOTES: many.c:[[@LINE+1]]:9: note: the arrays come back from the device before the call of 'outside' [-Wresidency]
        outside(a, n);
        scale(n, a, 0.99);
    }
}

static void with_log(int n, double *a, int t)
{
    scale(n, a, 1.01);
    if (t % 3 == 0)
        outside(a, n);
    scale(n, a, 0.99);
}

static void alias(int n, double *a)
{
    double *b = a + 7, *c = &a[n - 1];
    for (int t = 0; t < 5; t++) {
        scale(n, a, 1.01);
        *b = *b + 3;
        *c += b[1];
        scale(n - 20, b, 1.5);
        memcpy(a, b, 3 * sizeof *a);
        memset(a + 20, 0, 8);
    }
}

static int recurse(int n, double *a, int depth)
{
    if (depth == 0)
        return (int)a[1];
    scale(n, a, 1.1);
    int r = 0;
    for (int i = 0; i < 2; i++) {
        scale(n, a, 1.2);
        r += recurse(n, a, depth - 1);
        a[depth] += r;
    }
    return r;
}

static void globals(void)
{
    for (int t = 0; t < limit; t++) {
        scale(N, grid, 0.9);
        smooth(N, grid, shared_grid);
        counts[t] += (int)grid[3];
        if (t % 7 == 0)
            for (int i = 0; i < N; i++)
                other[i] += shared_grid[i];
        if (t % 10 == 3)
            grid[t] = other[t];
    }
}

static void particles(int n, particle *p, int steps)
{
    int t = 0;
    while (t++ < steps) {
#pragma curestruct
        for (int i = 0; i < n; i++) {
            p[i].x += 0.5 * p[i].y;
            p[i].cell = (int)(p[i].x * 3);
        }
        p[t % n].id = t;
        if (p[2].cell > 5) p[3].y = p[2].x; else p[4].y -= 1;
    }
}

static double local_array(int n, double *a)
{
    double s = 0;
    for (int t = 0; t < 6; t++) {
        double tmp[300];
#pragma curestruct
        for (int i = 0; i < 300; i++)
            tmp[i] = a[i % n] + t;
        for (int i = 0; i < 300; i++)
            s += tmp[i];
        scale(300, tmp, 2);
        s += tmp[17];
    }
    return s;
}

static double freed(int n)
{
    double s = 0;
    for (int t = 0; t < 6; t++) {
        double *tmp = malloc(n * sizeof *tmp);
        for (int i = 0; i < n; i++)
            tmp[i] = i + t;
        scale(n, tmp, 2);
        s += tmp[t];
        scale(n, tmp, 3);
        free(tmp);
        int *again = malloc(n * sizeof(double));
        for (int i = 0; i < 2 * n; i++)
            again[i] = i;
        s += again[n];
        free(again);
    }
    return s;
}

static void thrower(int n, double *a)
{
    scale(n, a, 3);
    if (a[0] > 10)
        longjmp(env, 1);
}

static int jumps(int n, double *a)
{
    if (setjmp(env))
        return -1;
    for (int t = 0; t < 10; t++)
        thrower(n, a);
    return 0;
}

static int catches(int n, double *a)
{
    int r = 0;
    for (int t = 0; t < 4; t++) {
        scale(n, a, 0.1);
        // NOTES: note: the arrays come back from the device before the call of 'jumps', because of a call that returns twice [-Wresidency]
        r += jumps(n, a);
        scale(n, a, 0.5);
    }
    return r;
}

static void nested(int n, double *a, double *b)
{
    for (int t = 0; t < 4; t++)
        for (int k = 0; k < 3; k++) {
            scale(n, a, 1.1);
            for (int m = 0; m < 2; m++)
                smooth(n, a, b);
            switch (k) {
            case 0: a[1] = b[1]; break;
            case 1: scale(n, b, 0.5); /* falls through */
            default: b[2] += a[2];
            }
        }
}

static void rows_of(int n, double **r, double *flat)
{
    for (int t = 0; t < 3; t++) {
#pragma curestruct
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                r[i][j] = r[i][j] + i * j;
        scale(n * n, flat, 1.5);
        r[1][1] += 1;
    }
}

static void pointers(struct state *s)
{
    struct state *p = s;
    for (int t = 0; t < 6; t++) {
        scale(p->n, p->u, 1.5);
        scale(64, p->inner, 1.25);
        p->inner[3] += p->t;
        p->next->t += p->inner[4] + 1;
        double *q = p->u;
        *q++ = 4;
        *q += 2;
        double *tmp = p->u; p->u = p->v; p->v = tmp;
        p->steps++;
        p = p->next;
    }
}

static void out(const char *name, int n, const double *a)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * (i % 17 + 1);
    printf("%s %.12g %.12g %.12g\n", name, a[0], a[n - 1], s);
}

static void fill(int n, double *a) { for (int i = 0; i < n; i++) a[i] = (i * 37) % 101 * 0.25; }

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    struct state s = {N, 0, 0, 0, a, b, {1, 2, 3, 4, 5, 6}, 0}, s2 = s;
    fill(N, a); fill(N, b);
    for (int t = 0; t < 20; t++) {
        both(&s);
        if (t % 5 == 0)
            printf("%d %.12g %.12g %.12g\n", t, s.err, s.t, host_sum(N, s.v));
    }
    out("both", N, b);
    fill(N, a); printf("%.12g\n", early(N, a)); out("early", N, a);
    fill(N, a); printf("%d\n", searching(N, a)); scale(N, a, 0.5); out("searching", N, a);
    fill(N, a); opaque(N, a); out("opaque", N, a);
    fill(N, a); for (int t = 0; t < 9; t++) { with_log(N, a, t); } out("log", N, a);
    fill(N, a); alias(N, a); out("alias", N, a);
    fill(N, a); printf("%d\n", recurse(N, a, 4)); out("recurse", N, a);
    fill(N, grid); globals(); out("grid", N, grid); out("shared", N, shared_grid); out("other", N, other);
    for (int i = 0, c = 0; i < N; i++) { c += counts[i] * i; if (i == N - 1) printf("%d\n", c); }
    particle p[20];
    for (int i = 0; i < 20; i++) p[i] = (particle){i, 1.0 / (i + 1), 0, 0};
    particle *q = malloc(sizeof p);
    memcpy(q, p, sizeof p);
    particles(20, q, 15);
    for (int i = 0; i < 20; i++) printf("%g %g %d %d;", q[i].x, q[i].y, q[i].id, q[i].cell);
    fill(N, a); printf("\n%.12g\n", local_array(N, a));
    printf("%.12g\n", freed(N));
    fill(N, a); printf("%d\n", jumps(N, a)); out("jumps", N, a);
    fill(N, a); printf("%d\n", catches(N, a)); out("catches", N, a);
    fill(N, a); fill(N, b); nested(N, a, b); out("nested", N, a); out("nested", N, b);
    double *rows[20]; fill(N, a);
    for (int i = 0; i < 20; i++) rows[i] = a + 20 * i;
    rows_of(20, rows, a); out("rows", N, a);
    s.next = &s2; s2.next = &s; s2.u = b; s2.v = a; fill(N, a); fill(N, b);
    pointers(&s); out("pointers", N, a); out("pointers", N, b); out("inner", 64, s.inner); out("inner", 64, s2.inner);
    printf("%.12g %.12g %d\n", s.t, s2.t, s.steps);
    free(a); free(b); free(q);
    return 0;
}

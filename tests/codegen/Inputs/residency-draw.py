"""Draws a program whose host code uses arrays around nests in random ways: draw.py SEED COUNT [straight] prints it.
Each of COUNT functions has a loop with nests, calls, samples, aliases, jumps and unknown calls, or the same without a
loop around and with memory that it frees; the program prints what all arrays hold after each."""

import random
import sys

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { R = 12, C = 20, N = R * C };
typedef struct cell { double x; int id; float w; } cell;
struct state { int n, k; double t, s; double *a, *b; float *f; cell *p; double in[40]; };
double common[N];
static double own[N];
static int count[N];
extern void unknown(double *a, float *f, struct state *s);
static void scale(int n, double *a, double c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * c + 1;
}
static void inner(const double *restrict a, double *restrict b)
{
#pragma curestruct
    for (int i = 1; i < R - 1; i++)
        for (int j = 1; j < C - 1; j++)
            b[i * C + j] = 0.25 * (a[(i - 1) * C + j] + a[(i + 1) * C + j] + a[i * C + j - 1] + a[i * C + j + 1]);
}
static void edge(double *a)
{
#pragma curestruct
    for (int i = 0; i < R; i++)
        a[i * C] = a[i * C + 1];
}
static void narrow(int n, const double *a, float *f)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        f[i] = (float)(a[i] * 0.5);
}
static void cells(int n, cell *p, const float *f)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p[i].x += f[i];
        p[i].id += i;
    }
}
static void tally(int n, const double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        count[i] += a[i] > 3;
}
static void look(int n, int from, const double *a, float *f)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (count[i] + from < N)
            f[i] += (float)a[count[i] + from];
}
static double sum(int n, const double *a)
{
    double s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static double host_sum(int n, const double *a)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static void host_add(double *a, int i) { a[i] += 1; }
static void round_off(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = (int)(a[i] * 16) % 4096 / 16.0;
}
"""

TAIL = """static void out(struct state *s, double *a, double *b, float *f)
{
    double x = s->t + s->s + s->k;
    for (int i = 0; i < N; i++) {
        x += a[i] * (i % 7 + 1) + b[i] * (i % 5 + 1) + f[i] * (i % 3 + 1) + common[i] * 2 + own[i] * 3 + count[i];
        x += s->p[i].x + s->p[i].id * 2 + s->p[i].w + (i < 40 ? s->in[i] * i : 0);
    }
    printf("%.10g\\n", x);
}
"""

OUTSIDE = """struct cell { double x; int id; float w; };
struct state { int n, k; double t, s; double *a, *b; float *f; struct cell *p; double in[40]; };
extern double common[];
void unknown(double *a, float *f, struct state *s)
{
    a[3] += f[2];
    f[1] += 1;
    s->t += common[5];
    common[6] += 1;
    s->p[2].id++;
    s->a[9] += 0.5;
    s->in[3] += 1;
}
"""


def pointer(draw):
    return draw.choice(["a", "b", "s->a", "s->b", "own", "common", "d->a"])


def index(draw):
    return draw.choice(["0", "t", "N - 1", "N / 2", "C + 1", "(t * 7) % N", "C * 3", "i"])


def place(draw):
    return draw.choice(
        [
            f"{draw.choice(['a', 'b', 's->a', 's->b', 'own', 'common', 'd->b'])}[{index(draw)}]",
            f"z[{draw.randrange(100)}]",
            "*z",
            "s->t",
            "s->s",
            "d->t",
            f"s->p[{index(draw)}].x",
            f"s->in[{draw.randrange(40)}]",
            "local",
        ]
    )


def nest(draw):
    return draw.choice(
        [
            f"scale({draw.choice(['N', 'C', 's->n', '9'])}, {pointer(draw)}, 0.5);",
            "inner(a, b);",
            "inner(s->a, s->b);",
            "inner(b, common);",
            f"edge({pointer(draw)});",
            f"narrow(N, {pointer(draw)}, s->f);",
            "cells(N, s->p, f);",
            "scale(C, z, 0.5);",
            f"tally(N, {pointer(draw)});",
            f"look({draw.choice(['N', 'C'])}, {draw.choice(['0', 't', 'C', 'N - 3'])}, {pointer(draw)}, s->f);",
            f"local += sum(N, {pointer(draw)});",
            f"s->s = sum(N, {pointer(draw)});",
            "scale(40, s->in, 0.25);",
        ]
    )


def simple(draw):
    return draw.choice(
        [
            f"{place(draw)} = {place(draw)} + 1;",
            f"{place(draw)} += 0.5;",
            f"{place(draw)}++;",
            f"f[{index(draw)}] = (float){place(draw)};",
            f"count[{index(draw)}]++;",
            f"s->p[{index(draw)}].id += s->k++;",
            f"s->p[{index(draw)}].w = f[{index(draw)}];",
            "{ double *swap = a; a = b; b = swap; }",
            "{ double *swap = s->a; s->a = s->b; s->b = swap; }",
            f"local += host_sum({draw.choice(['N', '5'])}, {pointer(draw)});",
            f"host_add({pointer(draw)}, {index(draw)});",
            "memcpy(a + 4, b, 6 * sizeof *a);",
            "memset(own + C, 0, sizeof *own);",
            f"for (int k = 0; k < C; k++) {draw.choice(['a', 'own', 's->b'])}[k] += {draw.choice(['b', 'common'])}[k];",
            f"if ({place(draw)} > 2) {simple(draw)}" if draw.random() < 0.5 else "z = s->a + 7 + t % 3;",
            "s->p[3] = s->p[t % 5];",
        ]
    )


def statement(draw, depth):
    kind = draw.random()
    if kind < 0.4:
        return [nest(draw)]
    if kind < 0.75 or depth % 9 > 2:
        return [simple(draw)]
    if kind < 0.85:
        body = block(draw, depth + 1)
        other = ["} else {"] + block(draw, depth + 1) if draw.random() < 0.4 else []
        return [f"if ({draw.choice(['t % 2 == 0', 't == 3', place(draw) + ' > 5'])}) {{"] + body + other + ["}"]
    if kind < 0.92:
        return ["for (int i = 0; i < 2; i++) {"] + block(draw, depth % 9 + 1) + ["}"]
    if kind < 0.95:
        return ["unknown(a, f, s);"]
    jump = draw.choice(["break;", "return;", "continue;"]) if depth < 9 else "return;"
    return [f"if ({place(draw)} > {draw.choice([1, 50, 1000])}) {jump}"]


def block(draw, depth):
    lines = []
    for _ in range(draw.randrange(1, 5)):
        lines += statement(draw, depth)
    return lines


def function(draw, number, callable_before):
    lines = [f"static void case_{number}(struct state *s, struct state *d, double *a, double *b, float *f)", "{"]
    lines += ["int i = 2, t = 1;", "double local = 0, *z = s->a + 7;"]
    lines += block(draw, 9) if draw.random() < 0.3 else []
    head = draw.choice(["for (t = 0; t < 5; t++) {", "while (t < 6) { t++;", "do { t++;"])
    lines.append(head)
    for _ in range(3):
        lines += block(draw, 0)
        if callable_before and draw.random() < 0.3:
            lines.append(f"case_{draw.choice(callable_before)}(s, d, a, b, f);")
    if draw.random() < 0.2:
        lines += [f"round_off({'40' if name == 's->in' else 'N'}, {name});" for name in ["a", "b", "own", "s->in"]]
    lines.append("} while (t < 5);" if head.startswith("do") else "}")
    lines += block(draw, 9) if draw.random() < 0.3 else []
    lines += ["s->t += local;", "(void)i;", "}"]
    return "\n".join(lines)


def freeing(draw):
    return draw.choice(
        [
            ["free(own_too);", "own_too = calloc(N, sizeof *own_too);"],
            ["free(own_too);", "own_too = malloc(N * sizeof *own_too);", "memcpy(own_too, a, N * sizeof *own_too);"],
            ["if (t++ % 2) {", "free(own_too);", "own_too = calloc(N, sizeof *own_too);", "}"],
            ["free(own_too);", "int *others = malloc(N * sizeof *own_too);", "for (int m = 0; m < 2 * N; m++)",
             "others[m] = m;", "scale(N, a, 0.5);", "local += others[N] + others[2 * N - 1];", "free(others);",
             "others = NULL;",
             "own_too = calloc(N, sizeof *own_too);"],
            ["t > 3 && (free(own_too), own_too = calloc(N, sizeof *own_too));"],
        ]
    )


def straight_function(draw, number, callable_before):
    lines = [f"static void case_{number}(struct state *s, struct state *d, double *a, double *b, float *f)", "{"]
    lines += ["int i = 2, t = 1;", "double local = 0, *z = s->a + 7, *own_too = malloc(N * sizeof *own_too);"]
    lines += ["memcpy(own_too, b, N * sizeof *own_too);"]
    freed = False
    for _ in range(4):
        lines += [nest(draw)] + [line.replace("return;", "{ free(own_too); return; }") for line in block(draw, 9)]
        lines.append(f"scale(N, {draw.choice(['own_too', 'own_too', 'a'])}, 0.5);")
        if draw.random() < 0.3:
            lines += ["switch (t) {", "case 0:", "scale(N, a, 2);", "inner(a, b);", "case 1:", "scale(N, b, 3);"]
            lines += ["host_add(b, 3);", "inner(b, a);", "break;", "default:", "scale(N, a, 0.25);", "}"]
        if callable_before and draw.random() < 0.4:
            lines.append(f"case_{draw.choice(callable_before)}(s, d, a, own_too, f);")
        if draw.random() < 0.4 and not freed:
            lines += freeing(draw)
            freed = True
        lines.append(draw.choice(["inner(own_too, a);", "inner(a, own_too);", "own_too[t] += a[5];"]))
    lines += ["s->t += local + sum(N, own_too) + sum(C, own_too + C);", "free(own_too);"]
    lines += [nest(draw)] if draw.random() < 0.5 else []
    return "\n".join(lines + ["(void)i;", "}"])


def main():
    straight = len(sys.argv) > 3
    draw = random.Random(int(sys.argv[1]))
    count = int(sys.argv[2])
    print(HEAD)
    for number in range(count):
        callable_before = [number - 1] if number and draw.random() < 0.5 else []
        print((straight_function if straight else function)(draw, number, callable_before))
    print(TAIL)
    print("int main(void)\n{")
    print("double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b); float *f = malloc(N * sizeof *f);")
    print("struct state *s = malloc(sizeof *s), *d; cell *p = malloc(N * sizeof *p); d = malloc(sizeof *d);")
    for number in range(count):
        print("for (int i = 0; i < N; i++) { a[i] = i % 9; b[i] = i % 11; f[i] = i % 5; p[i].x = i % 4; p[i].id = i; "
              "p[i].w = i % 6; common[i] = i % 3; own[i] = i % 2; count[i] = 0; }")
        print("*s = (struct state){N - 1, 0, 1, 2, a, b, f, p, {1, 2, 3}}; *d = *s;")
        print(f"case_{number}(s, d, a, b, f); out(s, a, b, f);")
    print("free(a); free(b); free(f); free(s); free(p); free(d); return 0;\n}")


if sys.argv[1] == "outside":
    print(OUTSIDE)
else:
    main()

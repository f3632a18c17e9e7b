// Catches two outputs of one program that define the same symbol, and names of kernels that an edit elsewhere changes:
// one text that is translated twice into one program, static functions of one name in files of one name, and edits of
// comments, of other functions and of other nests, also of the same function if a name is given. With --host the name
// says nothing of the folder of the output.
// RUN: split-file %s %t.d && mkdir -p %t.d/a %t.d/b %t.d/out
// RUN: for t in int double; do %curestruct -Werror=refused -DVALUE=$t -DNAME=first_$t %t.d/text.c -o %t.d/$t.cu \
// RUN:     && %cxx -std=c++17 -pthread -I %simt -DVALUE=$t -DNAME=first_$t -x c++ -c %t.d/$t.cu -o %t.d/$t.o \
// RUN:     || exit 1; done
// RUN: not grep 'extern "C" int crs_' %t.d/int.cu
// RUN: nm %t.d/int.o > %t.nm && not grep -E " [TDBRW] crs_" %t.nm
// RUN: %cc %t.d/main.c -c -o %t.d/main.o && %cxx -pthread %t.d/main.o %t.d/int.o %t.d/double.o %simt_library \
// RUN:     -o %t.d/program -ldl
// RUN: %t.d/program | grep "^9 4.5$"
//
// RUN: for t in int double; do %curestruct -Werror=refused -DVALUE=$t -DNAME=first_$t %t.d/text.c -o %t.d/$t.cu \
// RUN:     --host=%t.d/half.c && %cc -DVALUE=$t -DNAME=first_$t -c %t.d/half.c -o %t.d/$t.half.o \
// RUN:     && %cxx -std=c++17 -pthread -I %simt -x c++ -c %t.d/$t.cu -o %t.d/$t.o || exit 1; done
// RUN: %cxx -pthread %t.d/main.o %t.d/int.o %t.d/double.o %t.d/int.half.o %t.d/double.half.o %simt_library \
// RUN:     -o %t.d/program -ldl
// RUN: %t.d/program | grep "^9 4.5$"
//
// RUN: cp %t.d/text.c %t.d/a/x.c && cp %t.d/text.c %t.d/b/x.c && cd %t.d
// RUN: %curestruct a/x.c -o out/ax.cu --host=out/x.c && %curestruct ./a//x.c -o out/again.cu \
// RUN:     --host=a/../x.c && %curestruct b/x.c -o out/bx.cu --host=out/x.c
// RUN: grep -o "extern .C. int crs_work_1_[0-9a-f]*(" out/ax.cu > ax \
// RUN:     && grep -o "extern .C. int crs_work_1_[0-9a-f]*(" out/bx.cu > bx
// RUN: grep -xE '.* crs_work_1_[0-9a-f]{16}\(' ax && not diff ax bx
// RUN: grep -o "extern .C. int crs_work_1_[0-9a-f]*(" out/again.cu | diff ax -
//
// RUN: %curestruct before.c -o before.cu && %curestruct after.c -o after.cu
// RUN: grep -o "crs_kept_[0-9a-z_]*(" before.cu > before && grep -o "crs_kept_[0-9a-z_]*(" after.cu | diff before -
// RUN: grep "^crs_kept_2_k1($" before
//
// The text of kernels and launchers that an edit elsewhere leaves alone, but for the numbers of lines.
// RUN: for f in before after; do mkdir -p $f.d && cp $f.c $f.d/x.c && cd $f.d && \
// RUN:     %curestruct --no-versions x.c -o x.cu && %curestruct --no-versions x.c -o h.cu --host=h.c && \
// RUN:     sed -n -e '/^static .*crs_same/,/^}/p' -e '/^extern .*crs_same/,/^}/p' \
// RUN:     x.cu h.cu | sed 's/x.c:[0-9]*/x.c/' > text && cd .. || exit 1; done
// RUN: diff before.d/text after.d/text && grep -c '^static __global__' before.d/text | grep -qx 6
//
// A name that was given: a nest that is added before it changes neither kernel, launcher, schedule nor what is timed.
// RUN: %curestruct named.c --no-versions -o named.cu && %curestruct named.c --emit=schedule > named.schedule
// RUN: grep -x 'nest crs_steady_1 {' named.schedule
// RUN: %curestruct -Werror later.c --no-versions --schedule=named.schedule -o later.cu
// RUN: for f in named later; do sed -n '/crs_steady/,/^}/p' $f.cu | sed 's/ [(][a-z]*.c:[0-9]*/ (/' > $f.text; done
// RUN: diff named.text later.text && grep -c '^static .* crs_steady_1' named.text | grep -x 2
// RUN: %curestruct bench later.c --size n=10 --export=later.bench
// RUN: grep -x 'KERNELS = crs_kept_1_k1 crs_steady_1_k1' later.bench/Makefile
//
// RUN: %fails 1 %curestruct twice.c -o twice.cu | FileCheck --check-prefix=TWICE %s
// TWICE: twice.c:9:20: error: two nests of the file are called 'crs_work_1': give one of them another name
// TWICE: twice.c:3:1: note: the other one
// TWICE-NOT: error
//
// RUN: %fails 1 %curestruct taken.c -o taken.cu | FileCheck --check-prefix=TAKEN %s \
// RUN:     && %curestruct -Werror=refused taken.c -o taken.cu --host=taken.host.c
// clang-format off
// TAKEN: taken.h:1:12: error: 'crs_work_1' is the name of a launcher or a kernel of the output; names that start with crs_ are reserved
// TAKEN-NOT: error
// clang-format on
//--- taken.h
extern int crs_work_1;
//--- taken.c
#include "taken.h"
void work(int *a, int n)
{
    int crs_work_2 = 3; // crs_work_1
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = i + crs_work_2;
}
//--- text.c
#ifndef VALUE
#define VALUE float
#define NAME first
#endif
static VALUE work(VALUE *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 3 / 2;
    return a[0];
}
VALUE NAME(VALUE first);
VALUE NAME(VALUE first)
{
    VALUE a[200] = {first};
    return work(a, 200);
}
//--- main.c
#include <stdio.h>
int first_int(int);
double first_double(double);
int main(void)
{
    printf("%d %g\n", first_int(6), first_double(3));
    return 0;
}
//--- before.c
void other(int *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = i;
}
void kept(int *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] += a[i];
}
struct point {
    float at[3];
};
static float square(float x)
{
    return x * x;
}
float same(struct point *points, float *a, int n)
{
    float s = 0;
#pragma curestruct name(same_points)
    for (int i = 0; i < n; i++)
        a[i] = square(points[i].at[0]);
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += square(a[i]);
#pragma curestruct begin
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < n; i++)
            a[i] += square(a[i]);
#pragma curestruct end
    return s;
}
//--- after.c
// A comment.
#include <stdlib.h>
struct pair {
    float x, y;
};
static float halved(float x)
{
    return x / 2;
}
static float square(float x);
float new_one(struct pair *points, float *s_part, int n)
{
    float s = 0;
#pragma curestruct name(renamed)
    for (int i = 0; i < n; i++)
        points[i].x = halved(points[i].y);
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += s_part[i];
    return s;
}
void other(int *a, int n, int m)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = i * m;
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = i * m;
}
void kept(int *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * i; /* another */
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] += a[i];
}
struct point {
    float at[3];
};
static float square(float x)
{
    return x * x;
}
float same(struct point *points, float *a, int n)
{
    float s = rand();
#pragma curestruct name(same_points)
    for (int i = 0; i < n; i++)
        a[i] = square(points[i].at[0]);
    /* A comment inside of the function. */
    s -= 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += square(a[i]);
#pragma curestruct begin
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < n; i++)
            a[i] += square(a[i]);
#pragma curestruct end
    return s;
}
//--- named.c
void kept(int *a, int n)
{
#pragma curestruct name(steady)
    for (int i = 0; i < n; i++)
        a[i] += 3 * i;
}
//--- later.c
void kept(int *a, int *b, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = 2;
#pragma curestruct name(steady)
    for (int i = 0; i < n; i++)
        a[i] += 3 * i;
}
//--- twice.c
void work(int *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = i;
}
void g(int *a, int n)
{
#pragma curestruct name(work)
    for (int i = 0; i < n; i++)
        a[i] = i;
}

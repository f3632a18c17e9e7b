// Catches C that clang lets pass in C++ and that nvcc and g++ do not, and a second message or none for it.
// RUN: split-file %s %t.d
// RUN: %fails 1 %curestruct %t.d/order.c -o %t.d/order.cu | FileCheck --check-prefix=ORDER %s
// RUN: %fails 1 %curestruct %t.d/literal.c -o %t.d/literal.cu | FileCheck --check-prefix=LITERAL %s
// RUN: %fails 1 %curestruct %t.d/generic.c -o %t.d/generic.cu | FileCheck --check-prefix=GENERIC %s
// RUN: not test -e %t.d/order.cu
// RUN: %same --host %t.d/order.c %t.order
// RUN: %same --host %t.d/literal.c %t.literal
// RUN: %same %t.d/words.c %t.words
// ORDER: order.c:3:57: error: C++ does not accept this (the designators are not in the order of the fields); use --host=FILE.c
// ORDER: order.c:4:30: error: C++ does not accept this (array designators {{.*}}); use --host=FILE.c
// ORDER-NOT: error
// LITERAL: literal.c:5:26: error: C++ does not accept this (a compound literal is an array); use --host=FILE.c
// LITERAL-NOT: error
// GENERIC: generic.c:4:12: error: C++ does not accept this ('_Generic' {{.*}}); use --host=FILE.c
//--- order.c
#include <stdio.h>
struct options { int n; float k; const char *name; };
static struct options options = {.name = "scaled", .n = 5, .k = 2.0f};
static const int table[4] = {[2] = 3};
int main(void)
{
    float a[100];
#pragma curestruct
    for (int i = 0; i < 100; i++)
        a[i] = options.k * i;
    printf("%s %g %d\n", options.name, a[99], table[2]);
}
//--- literal.c
#include <stdio.h>
int main(void)
{
    float a[100];
    const int *weights = (int[]){1, 2, 3};
#pragma curestruct
    for (int i = 0; i < 100; i++)
        a[i] = 2.0f * i;
    printf("%g\n", a[99] + weights[2]);
}
//--- generic.c
float generic(int n, float *s);
float generic(int n, float *s)
{
    return _Generic(s[0], float: 1.0f, default: 2.0f);
#pragma curestruct
    for (int i = 0; i < n; i++)
        s[i] = 2.0f * s[i];
}
//--- words.c
#include <stdlib.h>
#include <stdio.h>
struct pair { int a; _Alignas(16) float b; };
static _Thread_local int here = 4;
static _Noreturn void leave(float x)
{
    for (;;)
        if (printf("%g\n", x))
            exit(3);
}
int main(void)
{
    _Static_assert(sizeof(struct pair) == 32, "two numbers apart");
    struct pair pair = (struct pair){1, 2.0f};
    float a[100];
#pragma curestruct
    for (int i = 0; i < 100; i++)
        a[i] = pair.b * i;
    leave(a[99] + here + _Alignof(struct pair));
}

// Catches code that may do anything and is taken for harmless, and a note that does not say why.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %curestruct --from=omp %s -o %t.omp.cu 2>&1 | FileCheck --check-prefix=OMP %s
// RUN: FileCheck --check-prefix=KEEP %s < %t.omp.cu
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ -c %t.cu -o %t.o
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void unknown(void);
static volatile int stop;
static void (*hook)(void);
static jmp_buf buffer;
static double table[100];

static void scale(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

static double sum(int n, double *a)
{
    double s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before a call through a pointer [-Wresidency]
void through_a_pointer(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        hook();
    }
}

// CHECK: [[@LINE+4]]:12: note: the arrays come back from the device before an access to a volatile or an atomic variable [-Wresidency]
void until_stop(int n, double *a)
{
    int t = 0;
    while (stop && t++ < 10)
        scale(n, a);
}

static void inner(void)
{
    unknown();
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'inner', and in it the call of 'unknown' [-Wresidency]
void in_a_function(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        inner();
    }
}

// CHECK: [[@LINE+4]]:9: note: the arrays come back from the device before an expression that runs nests and uses arrays [-Wresidency]
void mixed(int n, double *a)
{
    for (int t = 0; t < 3; t++)
        a[0] += sum(n, a) * a[1];
}

static void chosen(int n, double *a)
{
#ifdef __linux__
    scale(n, a);
#endif
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'chosen', because of a line of the preprocessor [-Wresidency]
void choice(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        chosen(n, a);
    }
}

static void entered(int n, double *a)
{
#pragma curestruct enter copyin(a[0:n])
    scale(n, a);
#pragma curestruct exit copyout(a[0:n])
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'entered', because of a directive that says which data stays [-Wresidency]
void by_hand(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        entered(n, a);
    }
}

__attribute__((weak)) void replaced(int n, double *a)
{
    scale(n, a);
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'replaced', because of an attribute of the function [-Wresidency]
void of_another_file(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        replaced(n, a);
    }
}

#include "Inputs/residency.h"

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'in_a_header', because of its place in a header [-Wresidency]
void of_a_header(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        in_a_header(n, a);
    }
}

#define COUNT(t, n) for (; t < n; t++)
static void counted(int n, double *a)
{
    int t = 0;
    COUNT(t, 3)
        scale(n, a);
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'counted', because of a loop whose head a macro yields [-Wresidency]
void counts(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        counted(n, a);
    }
}

#ifdef TALK
#define SAY(x) unknown()
#else
#define SAY(x)
#endif
static void says(int n, double *a)
{
    scale(n, a);
    SAY(a[0]);
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'says', because of a macro that depends on options [-Wresidency]
void talks(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        says(n, a);
    }
}

static int again(int n, double *a)
{
    if (setjmp(buffer))
        return 1;
    scale(n, a);
    return 0;
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'again', because of a call that returns twice [-Wresidency]
void twice(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        again(n, a);
    }
}

#define BOTH(n, a) scale(n, a); a[0] = a[1]
static void in_a_macro(int n, double *a)
{
    BOTH(n, a);
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'in_a_macro', because of a macro that yields more than a statement [-Wresidency]
void macros(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        in_a_macro(n, a);
    }
}

#define DEFINE(name) static void name(int n, double *a) { scale(n, a); }
DEFINE(made)

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'made', because of a macro that yields the function [-Wresidency]
void makes(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        made(n, a);
    }
}

static void assembly(int n, double *a)
{
    scale(n, a);
    __asm__ volatile("");
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'assembly', because of a statement that is not understood [-Wresidency]
void assembled(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        assembly(n, a);
    }
}

// CHECK: [[@LINE+5]]:16: note: the arrays come back from the device before an expression [-Wresidency]
double blocks(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        a[t] = ({ double x = a[0]; x; });
    }
    return a[0];
}

#define TEN(x) x x x x x x x x x x
#define MANY(x) TEN(TEN(TEN(x x x x x)))

// CHECK: [[@LINE+5]]:{{[0-9]+}}: note: the arrays come back from the device before an expression nested more than 4000 deep [-Wresidency]
void deep(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        table[t] = a[0] MANY(+ n);
    }
}

static int deep_again(int n, double *a)
{
    if (setjmp(buffer) MANY(+ 0))
        return 1;
    scale(n, a);
    return 0;
}

// CHECK: [[@LINE+5]]:9: note: the arrays come back from the device before the call of 'deep_again', because of a call that returns twice [-Wresidency]
void deep_twice(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        deep_again(n, a);
    }
}

// What is harmless.
// CHECK-NOT: [-Wresidency]
double quiet(int n, double *a)
{
    double s = 0;
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        table[t] += abs(t - n);
        if (t == 2)
            goto out;
        s += sum(n, a);
    }
out:
    return s;
}

// What chooses the code of a function closes its loops, and those of its callers.
// CHECK: note: no array stays by itself in the loops of 'counted', because of a loop whose head a macro yields [-Wresidency]
// CHECK: [[@LINE+5]]:1: note: no array stays by itself in the loops of 'choosing', because of a line of the preprocessor [-Wresidency]
// OMP: [[@LINE+4]]:1: note: no array stays by itself in the loops of 'choosing', because of a line of the preprocessor [-Wresidency]
void choosing(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
#ifdef TALK
        unknown();
#endif
        scale(n, a);
    }
}

// CHECK: note: no array stays by itself in the loops of 'calls_closed', because of a line of the preprocessor [-Wresidency]
void calls_closed(int n, double *a)
{
    for (int t = 0; t < 3; t++)
        chosen(n, a);
}

// A team of threads may run this, unless directives of OpenMP are read: then they are left out.
// CHECK: [[@LINE+4]]:1: note: no array stays by itself in the loops of 'team', because of a line of the preprocessor [-Wresidency]
// OMP-NOT: 'team'
void team(int n, double *a)
{
#pragma omp parallel
    for (int t = 0; t < 3; t++) {
#pragma omp for
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        scale(n, a);
    }
}
// KEEP: void team(
// KEEP-NEXT: {
// KEEP-NEXT: int crs_kept = crs_keep_begin();

// OMP: [[@LINE+5]]:1: note: no array stays by itself in the loops of 'given', because of a directive that gives a statement to the device [-Wresidency]
void given(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
#pragma omp target
        a[0] = t;
    }
}

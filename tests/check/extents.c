// Catches a check that blames the compiler, or cries wolf, for sizes or data with which the original itself leaves its
// arrays; headers above a folder in which no other header lies; and a function without sizes that is not tried when one
// with a single size stands before it.
// RUN: rm -rf %t && mkdir -p %t/below && echo 'enum { MOST = 50 };' > %t/most.h && cp %s %t/below/extents.c
// RUN: %curestruct check --on cpu %t/below/extents.c | FileCheck %s
// CHECK: rows: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK-NOT: {{.}}
// CHECK: smooth: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK-NOT: {{.}}
// CHECK: move: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK-NOT: {{.}}
// CHECK: squares: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// RUN: %fails 3 %curestruct check --on cpu --function squares --size n=17 %t/below/extents.c \
// RUN:     | FileCheck %s --check-prefix=SECTION
// SECTION: n=17{{.*}}the serial original touches more of 'a' than its data section says
// RUN: %fails 3 %curestruct check --on cpu --size n=60 %t/below/extents.c | FileCheck %s --check-prefix=LARGE
// LARGE: smooth: {{.*}} FAIL
// LARGE: n=60{{.*}}the serial original does what C leaves undefined
#include "../most.h"

static double x[MOST], before[MOST], z[MOST];
static int place[MOST];

void rows(int n, int m, float a[MOST][MOST])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += i - j;
}

void smooth(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] = (z[i] + z[i + 1]) / 2;
}

// The subscript goes through a scalar: what indices it allows is not seen.
void move(void)
{
    int from;
#pragma curestruct
    for (int i = 0; i < MOST; i++) {
        from = place[i] & 63;
        before[i] = z[MOST - 1 - from];
    }
}

// The data section holds for 33, whose squares leave no remainder of 32, and not for 17.
void squares(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct copyin(a[0:n])
    for (int i = 0; i < n; i++)
        b[i] = a[i * i % n] + a[i * i % n + 1];
}

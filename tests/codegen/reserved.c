// Catches names of the user's that are the prelude's as well, and those refused that merely begin in the same way.
// RUN: split-file %s %t.d
// RUN: %fails 1 %curestruct %t.d/clash.c -o %t.d/clash.cu | FileCheck %s
// RUN: not test -e %t.d/clash.cu
// RUN: %curestruct -Werror=refused %t.d/clash.c -o %t.d/half.cu --host=%t.d/half.c
// RUN: %cxx -std=c++17 -I %simt -x c++ -c %t.d/half.cu -o %t.d/half.cu.o && %cc -c %t.d/half.c -o %t.d/half.o
// RUN: %fails 1 %curestruct %t.d/type.c -o %t.d/type.cu --host=%t.d/type.host.c | FileCheck --check-prefix=TYPE %s
// RUN: %fails 1 %curestruct %t.d/result.c -o %t.d/result.cu | FileCheck --check-prefix=RESULT %s
// RUN: %same %t.d/fine.c %t.fine
// CHECK: clash.c:1:1: error: names that start with crs_ are reserved: 'crs_array'
// CHECK: clash.c:2:1: error: names that start with crs_ are reserved: 'crs_check'
// CHECK-NOT: error
// TYPE: type.c:4:1: error: names that start with crs_ are reserved: 'crs_dim'
// TYPE-NOT: error
// RESULT: result.c:4:1: error: names that start with crs_ are reserved: 'crs_out_sum'
//--- clash.c
struct crs_array { int n; };
static int crs_check(struct crs_array *a) { return a->n; }
void f(int *a, int n, struct crs_array *b)
{
    int bias = crs_check(b);
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = i + bias;
}
//--- type.c
struct crs_dim { int x; };
void f(struct crs_dim *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i].x = i;
}
//--- result.c
double f(const double *a, int n, double crs_out_sum)
{
    double sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += a[i] * crs_out_sum;
    return sum;
}
//--- fine.c
#include <stdio.h>
#define crs_call 9
struct crs_mine { int n; };
static int crs_helper(int a) { return a + 1; }
static int crs_now;
int main(void)
{
    struct crs_mine crs_array[300];
    int crs_check = crs_call;
#pragma curestruct
    for (int i = 0; i < 300; i++)
        crs_array[i].n = crs_helper(i) + crs_now + crs_check;
    printf("%d\n", crs_array[299].n);
}

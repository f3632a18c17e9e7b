// Catches names that change on the way (functions keep theirs, with C linkage), a static function that is exported, and
// two outputs that define the same symbol: both halves of two files are linked with a main compiled as C.
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/one.c -o %t.d/one.cu --host=%t.d/one-host.c
// RUN: %curestruct -Werror=refused %t.d/two.c -o %t.d/two.cu
// RUN: %cc -c %t.d/one-host.c -o %t.d/one-host.o && %cc -c %t.d/main.c -o %t.d/main.o
// RUN: %cxx -std=c++17 -Wall -pthread -I %simt -x c++ -c %t.d/one.cu -o %t.d/one.o
// RUN: %cxx -std=c++17 -Wall -pthread -I %simt -x c++ -c %t.d/two.cu -o %t.d/two.o
// RUN: nm %t.d/one-host.o | grep ' T one$'
// RUN: nm %t.d/two.o | grep ' T two$'
// RUN: nm %t.d/one.o %t.d/two.o %t.d/one-host.o > %t.nm && not grep -E " [TDBR] (same|table)" %t.nm
// RUN: %cxx -pthread %t.d/main.o %t.d/one.o %t.d/one-host.o %t.d/two.o %simt_library -o %t.d/program -lm -ldl
// RUN: %t.d/program | FileCheck %s
// CHECK: 12 34 56
//--- one.c
static int same(int x)
{
    return x + 1;
}
static const int table[2] = {10, 20};
const int shared_constant = 5;
void one(int *a, int n)
{
#pragma curestruct name(work)
    for (int i = 0; i < n; i++)
        a[i] = same(i) + table[0];
}
//--- two.c
static int same(int x)
{
    return x + 2;
}
static int table[2] = {10, 20};
extern const int shared_constant;
void one(int *a, int n);
void two(int *a, int n);
void two(int *a, int n)
{
    one(a, n);
#pragma curestruct name(work)
    for (int i = 0; i < n; i++)
        a[i] += same(-i) - table[1] + 2 * i + 19 + shared_constant - 5;
}
//--- main.c
#include <stdio.h>
void two(int *a, int n);
int main(void)
{
    int a[101];
    two(a, 101);
    printf("%d %d %d\n", a[0], a[11], a[22]);
    return 0;
}

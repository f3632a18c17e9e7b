// Catches relative includes that no longer resolve because the output lies elsewhere, and a C header whose functions
// lose their C linkage in the C++ half.
// RUN: split-file %s %t.d && mkdir -p %t.d/out
// RUN: cd %t.d && %curestruct -Werror=refused src/scale.c -o out/scale.cu
// RUN: %cc -c %t.d/src/factor.c -o %t.d/factor.o && %cc -c %t.d/src/main.c -o %t.d/main.o
// RUN: %cxx -std=c++17 -pthread -I %simt -x c++ -c %t.d/out/scale.cu -o %t.d/scale.o
// RUN: %cxx -pthread %t.d/main.o %t.d/factor.o %t.d/scale.o %simt_library -o %t.d/program -lm -ldl
// RUN: %t.d/program | FileCheck %s
// RUN: cd %t.d && %curestruct -Werror=refused src/scale.c -o out/scale.cu --host=out/scale.c
// RUN: %cc -c %t.d/out/scale.c -o %t.d/scale-host.o
// RUN: %cxx -std=c++17 -pthread -I %simt -x c++ -c %t.d/out/scale.cu -o %t.d/scale.o
// RUN: %cxx -pthread %t.d/main.o %t.d/factor.o %t.d/scale.o %t.d/scale-host.o %simt_library -o %t.d/program -lm -ldl
// RUN: %t.d/program | FileCheck %s
// CHECK: 0 6 12
//--- src/include/factor.h
typedef int number;
number factor(void);
void scale(number *a, int n);
//--- src/factor.c
#include "include/factor.h"
number factor(void) { return 6; }
//--- src/scale.c
#include "include/factor.h"
#include <stddef.h>
void scale(number *a, int n)
{
    number f = factor();
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] *= f;
}
//--- src/main.c
#include "include/factor.h"
#include <stdio.h>
int main(void)
{
    number a[50];
    for (int i = 0; i < 50; i++)
        a[i] = i;
    scale(a, 50);
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return 0;
}

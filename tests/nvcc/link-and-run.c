// Catches programs that do not link by nvcc with objects of gcc, that need a GPU to give the serial answer, or that
// fall back without saying why: with devices hidden, one line on stderr, and the program's own output.
// REQUIRES: nvcc
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/work.c -o %t.d/work.cu --host=%t.d/work-host.c
// RUN: %cc -Wall -Werror -c %t.d/work-host.c -o %t.d/work-host.o && %cc -c %t.d/main.c -o %t.d/main.o
// RUN: %nvcc -std=c++17 -Xcompiler -Wall -c %t.d/work.cu -o %t.d/work.o
// RUN: %nvcc %t.d/main.o %t.d/work-host.o %t.d/work.o -o %t.d/program
// RUN: env CUDA_VISIBLE_DEVICES= %t.d/program > %t.out 2> %t.err && FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=STDERR %s < %t.err
// RUN: env CUDA_VISIBLE_DEVICES= CURESTRUCT_ON_ERROR=abort %t.d/program > %t.out 2> %t.err; test $? -ne 0
// RUN: %curestruct -Werror=refused %t.d/work.c -o %t.d/alone.cu && %nvcc -std=c++17 -c %t.d/alone.cu -o %t.d/alone.o
// RUN: %nvcc %t.d/main.o %t.d/alone.o -o %t.d/alone && env CUDA_VISIBLE_DEVICES= %t.d/alone 2> %t.err | FileCheck %s
// CHECK: 0 3 297
// CHECK-NEXT: 14850
// STDERR: curestruct: {{.*}}serial
// STDERR-NOT: curestruct: {{.*}}scale{{.*}}serial
//--- work.c
void scale(int *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] *= 3;
}
int sum(const int *a, int n)
{
    int total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}
//--- main.c
#include <stdio.h>
void scale(int *a, int n);
int sum(const int *a, int n);
int main(void)
{
    int a[100];
    for (int i = 0; i < 100; i++)
        a[i] = i;
    scale(a, 100);
    printf("%d %d %d\n", a[0], a[1], a[99]);
    printf("%d\n", sum(a, 100));
    for (int i = 0; i < 10; i++)
        scale(a, 0), scale(a, 1);
    return 0;
}

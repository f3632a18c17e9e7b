// Catches an 'enter' that leaves its data to the host because one allocation has failed: unused memory goes back, and
// it is tried again. A second failure is said.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/pressure.c && cd %t.d
// RUN: %curestruct -Werror=refused pressure.c -o out.cu && %cc -w pressure.c -o serial
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ out.cu -x none %simt_library -o program -lm -ldl
// RUN: ./serial > right
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_FAIL=malloc:1 ./program 2> said | diff right - && not grep . said
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_MEMORY=1000 ./program 2> said | diff right -
// RUN: grep "'data' stays in host memory" said
#include <stdio.h>

enum { N = 1000 };

static double data[N];

int main(void)
{
#pragma curestruct enter copyin(data)
#pragma curestruct
    for (int i = 0; i < N; i++)
        data[i] += 0.5 * i;
#pragma curestruct exit copyout(data)
    printf("%.17g\n", data[N - 1] + data[7]);
}

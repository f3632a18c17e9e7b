// Catches memory of crs_alloc that is copied, leaked, given back to the wrong allocator, or not there without a device;
// and a program that needs an output of curestruct to link.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: %cc -std=c99 -Wall -Wextra -Wno-unknown-pragmas -Werror -I %project/runtime/include main.c step.c -o serial
// RUN: ./serial > serial.out
// RUN: for file in main step; do %curestruct -Werror=refused $file.c -o $file.cu -- -I %project/runtime/include \
// RUN:     || exit 1; done
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -I %project/runtime/include \
// RUN:     -x c++ main.cu step.cu -x none %simt_library -o program -lm -ldl
// RUN: CURESTRUCT_TRACE=trace CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_FAIL=memcpy:1 ./program | diff serial.out -
// RUN: FileCheck --check-prefix=TRACE --implicit-check-not=serial %s < trace
// TRACE-COUNT-3: crs_step_1 device
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_FAIL=malloc:1 ./program | diff serial.out -
// RUN: CURESTRUCT_SIMT_DEVICES=0 ./program 2> err | diff serial.out - && FileCheck --check-prefix=DEVICE %s < err
// DEVICE: curestruct: step (step.c:3): serial: no device: {{.+}}
//--- step.c
void step(int n, double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}
//--- main.c
#include <curestruct.h>
#include <stdio.h>

void step(int n, double *restrict a, const double *restrict b);

int main(void)
{
    int n = 1000;
    double *a = crs_alloc(n * sizeof *a), *b = crs_alloc(n * sizeof *b);
    if (!a || !b)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i;
    for (int t = 0; t < 3; t++) {
        step(n, a, b);
        printf("%g\n", a[n - 1]);
    }
    crs_free(a);
    crs_free(b);
    crs_free(NULL);
    crs_free(malloc(1));
}

// Catches a function of the compiler that the driver calls instead of the C library's function of that name, and a
// board that is not asked.
// UNSUPPORTED: asan
// RUN: mkdir -p %t && $CC -shared -fPIC %S/Inputs/driver.c -o %t/libcuda.so.1
// RUN: env LD_LIBRARY_PATH=%t %curestruct explain --device=native %s 2>&1 | FileCheck %s
// CHECK: Made-up board
void scale(int n, float *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

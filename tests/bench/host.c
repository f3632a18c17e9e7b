// Catches a benchmark that refuses a function with a C half, and one that does not link: of a static function, which
// another file calls, and of a file with a main function, of which a program has one.
// RUN: rm -rf %t && %curestruct bench --size n=100 --as-called --export=%t %s
// RUN: FileCheck --input-file=%t/bench.cu %s
// CHECK: #define main crs_user_main
// CHECK-NEXT: #include "out.cu"
// CHECK-NEXT: #undef main
// CHECK: extern "C" int crs_call_serial(int n, float *x);
// CHECK-NEXT: extern "C" int crs_call_host(int n, float *x);
// CHECK: (const void *)crs_twice_1_k1
// CHECK: {"curestruct", {{.*}} crs_call_host(n, crs_pointer{set[0]})
// CHECK: {"curestruct as called", {{.*}} crs_call_host(n, crs_pointer{set[0]})
// CHECK: { const crs_bench::Set &set = {{.*}} crs_call_serial(n, crs_pointer{set[0]})
// RUN: grep -q '^HOST = host.o$' %t/Makefile && grep -q '^extern "C" int crs_twice_1(' %t/out.cu
// RUN: cd %t && %cc -c host.c -o host.o && nm host.o | FileCheck --check-prefix=HOST %s
// HOST-DAG: T crs_call_host
// HOST-DAG: U crs_twice_1
// HOST-DAG: T crs_user_main
// RUN: cd %t && %cc -c serial.c -o serial.o && nm serial.o | grep "T crs_call_serial"
static int twice(int n, float *x)
{
    int class = 2; // a word of C++
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] *= class;
    return class;
}

int main(void)
{
    float x[3] = {1, 2, 3};
    return twice(3, x);
}

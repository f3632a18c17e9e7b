// Catches functions of the BLAS that compute something else than a library does, that are not read where a program
// declares them without const, and a message that does not say that they are there.
// RUN: %curestruct check --on cpu --helpers=blas --size b=3,n=17 --size b=40,n=33 %s \
// RUN:   | FileCheck %s --implicit-check-not=FAIL
// RUN: %curestruct check --on cpu --helpers=blas --size b=3,n=17 -DWITHOUT_CONST %s \
// RUN:   | FileCheck %s --implicit-check-not=FAIL
// RUN: %curestruct --helpers=blas -DLONG %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: %curestruct --helpers=blas -MM %s -o - | FileCheck %s --check-prefix=RULE --implicit-check-not=blas.c:
// CHECK: products: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, {{.*}}PASS
// CHECK: rows: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, {{.*}}PASS
// CHECK: updates: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, {{.*}}PASS
// LONG: blas.c:{{[0-9]+}}:1: warning: loop 'i' stays serial: it calls 'dgemm_', which cannot be read from '/curestruct-headers/blas.c': clang says: conflicting types for 'dgemm_' [-Wrefused]
// WITHOUT: blas.c:{{[0-9]+}}:1: warning: loop 'i' stays serial: it calls 'dgemm_', whose definition is not in this file; '--helpers=blas' has one, if it is the function of the BLAS [-Wrefused]
// RULE: {{.*}}blas.c{{$}}
#ifdef WITHOUT_CONST
#define IN
#else
#define IN const
#endif
#ifdef LONG
typedef long integer;
#else
typedef int integer;
#endif
void dgemm_(IN char *, IN char *, IN integer *, IN integer *, IN integer *, IN double *, IN double *, IN integer *,
            IN double *, IN integer *, IN double *, double *, IN integer *);
double ddot_(IN integer *, IN double *, IN integer *, IN double *, IN integer *);
void saxpy_(IN integer *, IN float *, IN float *, IN integer *, float *, IN integer *);
void sscal_(IN integer *, IN float *, float *, IN integer *);
void products(int b, integer n, double *restrict c, double *restrict a, double *restrict x)
{
    char plain = 'N', transposed = 'T';
    double one = 1, half = 0.5;
#pragma curestruct
    for (int i = 0; i < b; i++)
        dgemm_(&plain, &transposed, &n, &n, &n, &one, a + (long)i * n * n, &n, x, &n, &half, c + (long)i * n * n, &n);
}
void rows(int b, integer n, double *restrict c, double *restrict a, double *restrict x)
{
    integer step = 1;
#pragma curestruct
    for (int i = 0; i < b; i++)
        c[i] = ddot_(&n, a + (long)i * n, &step, x, &step);
}
void updates(int b, integer n, float *restrict y, float *restrict x)
{
    integer step = 1;
    float two = 2, half = 0.5f;
#pragma curestruct
    for (int i = 0; i < b; i++) {
        sscal_(&n, &half, y + (long)i * n, &step);
        saxpy_(&n, &two, x, &step, y + (long)i * n, &step);
    }
}

// The functions of the C library that kernels may call: for clang's CUDA mode, in which the C library's own are the
// host's. Read before <cmath>, whose overloads call them.
#pragma once

extern "C" {

#define SIMT_MATH_1(name)           \
    __device__ double name(double); \
    __device__ float name##f(float)
#define SIMT_MATH_2(name)                   \
    __device__ double name(double, double); \
    __device__ float name##f(float, float)
SIMT_MATH_1(acos);
SIMT_MATH_1(acosh);
SIMT_MATH_1(asin);
SIMT_MATH_1(asinh);
SIMT_MATH_1(atan);
SIMT_MATH_1(atanh);
SIMT_MATH_1(cbrt);
SIMT_MATH_1(ceil);
SIMT_MATH_1(cos);
SIMT_MATH_1(cosh);
SIMT_MATH_1(erf);
SIMT_MATH_1(erfc);
SIMT_MATH_1(exp);
SIMT_MATH_1(exp2);
SIMT_MATH_1(exp10);
SIMT_MATH_1(expm1);
SIMT_MATH_1(fabs);
SIMT_MATH_1(floor);
SIMT_MATH_1(lgamma);
SIMT_MATH_1(log);
SIMT_MATH_1(log10);
SIMT_MATH_1(log1p);
SIMT_MATH_1(log2);
SIMT_MATH_1(logb);
SIMT_MATH_1(nearbyint);
SIMT_MATH_1(rint);
SIMT_MATH_1(round);
SIMT_MATH_1(sin);
SIMT_MATH_1(sinh);
SIMT_MATH_1(sqrt);
SIMT_MATH_1(tan);
SIMT_MATH_1(tanh);
SIMT_MATH_1(tgamma);
SIMT_MATH_1(trunc);
SIMT_MATH_1(j0);
SIMT_MATH_1(j1);
SIMT_MATH_2(atan2);
SIMT_MATH_2(copysign);
SIMT_MATH_2(fdim);
SIMT_MATH_2(fmax);
SIMT_MATH_2(fmin);
SIMT_MATH_2(fmod);
SIMT_MATH_2(hypot);
SIMT_MATH_2(nextafter);
SIMT_MATH_2(pow);
SIMT_MATH_2(remainder);
#undef SIMT_MATH_1
#undef SIMT_MATH_2

__device__ double fma(double, double, double);
__device__ float fmaf(float, float, float);
__device__ double frexp(double, int *);
__device__ float frexpf(float, int *);
__device__ double ldexp(double, int);
__device__ float ldexpf(float, int);
__device__ double modf(double, double *);
__device__ float modff(float, float *);
__device__ double scalbn(double, int);
__device__ float scalbnf(float, int);
__device__ int ilogb(double);
__device__ int ilogbf(float);
__device__ long lrint(double);
__device__ long lrintf(float);
__device__ long lround(double);
__device__ long lroundf(float);
__device__ long long llrint(double);
__device__ long long llrintf(float);
__device__ long long llround(double);
__device__ long long llroundf(float);
__device__ void sincos(double, double *, double *);
__device__ void sincosf(float, float *, float *);
__device__ int abs(int);
__device__ long labs(long);
__device__ long long llabs(long long);

__device__ void *memcpy(void *, const void *, __SIZE_TYPE__);
__device__ void *memset(void *, int, __SIZE_TYPE__);
__device__ int printf(const char *, ...);
__device__ long clock(void);
[[noreturn]] __device__ void __assert_fail(const char *, const char *, unsigned, const char *);

} // extern "C"

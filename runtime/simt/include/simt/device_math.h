// Math functions of CUDA that <math.h> does not have, and min / max with CUDA's overloads. The fast variants (__expf
// ...) are the precise functions here; their errors are not modelled.
#pragma once

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline double sinpi(double x) { return sin(3.14159265358979323846 * fmod(x, 2.0)); }
inline double cospi(double x) { return cos(3.14159265358979323846 * fmod(x, 2.0)); }
inline float sinpif(float x) { return (float)sinpi((double)x); }
inline float cospif(float x) { return (float)cospi((double)x); }
inline float fdividef(float x, float y) { return x / y; }
inline float __fdividef(float x, float y) { return x / y; }
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
inline float __frsqrt_rn(float x) { return (float)(1.0 / sqrt((double)x)); }

#ifdef __CUDA__ // the C library declares these names for the host
#pragma clang force_cuda_host_device end
#define SIMT_DEVICE __device__ inline
#else
#define SIMT_DEVICE inline
#endif
SIMT_DEVICE float __expf(float x) { return expf(x); }
SIMT_DEVICE float __exp10f(float x) { return powf(10.0f, x); }
SIMT_DEVICE float __logf(float x) { return logf(x); }
SIMT_DEVICE float __log2f(float x) { return log2f(x); }
SIMT_DEVICE float __log10f(float x) { return log10f(x); }
SIMT_DEVICE float __sinf(float x) { return sinf(x); }
SIMT_DEVICE float __cosf(float x) { return cosf(x); }
SIMT_DEVICE float __tanf(float x) { return tanf(x); }
SIMT_DEVICE float __powf(float x, float y) { return powf(x, y); }
#undef SIMT_DEVICE
#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif

#define SIMT_MIN_MAX(result, left, right)                                                        \
    inline result min(left x, right y) { return (result)x < (result)y ? (result)x : (result)y; } \
    inline result max(left x, right y) { return (result)x > (result)y ? (result)x : (result)y; }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned, unsigned, unsigned)
SIMT_MIN_MAX(unsigned, int, unsigned)
SIMT_MIN_MAX(unsigned, unsigned, int)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMT_MIN_MAX

// Of a number and a NaN, the number.
inline float min(float x, float y) { return fminf(x, y); }
inline float max(float x, float y) { return fmaxf(x, y); }
inline double min(double x, double y) { return fmin(x, y); }
inline double max(double x, double y) { return fmax(x, y); }
inline double min(float x, double y) { return fmin((double)x, y); }
inline double max(float x, double y) { return fmax((double)x, y); }
inline double min(double x, float y) { return fmin(x, (double)y); }
inline double max(double x, float y) { return fmax(x, (double)y); }
inline unsigned umin(unsigned x, unsigned y) { return min(x, y); }
inline unsigned umax(unsigned x, unsigned y) { return max(x, y); }

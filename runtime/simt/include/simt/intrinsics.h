// Integer intrinsics, reinterpretation, conversions, and arithmetic that is rounded once and never contracted.
#pragma once

namespace simt
{

template <class To, class From> To bit_cast(From value)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits need the same size");
    To result;
    __builtin_memcpy(&result, &value, sizeof result);
    return result;
}

// The value, rounded to its type and hidden from the optimizer, which therefore cannot contract it into an fma.
template <class T> T rounded(T value)
{
#if defined(__x86_64__)
    __asm__("" : "+x"(value));
#elif defined(__aarch64__)
    __asm__("" : "+w"(value));
#else
    volatile T stored = value;
    value = stored;
#endif
    return value;
}

} // namespace simt

template <class T> T __ldg(const T *address) { return *address; }
template <class T> T __ldcg(const T *address) { return *address; }
template <class T> T __ldcs(const T *address) { return *address; }
template <class T> void __stcs(T *address, T value) { *address = value; }
template <class T> void __stcg(T *address, T value) { *address = value; }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }

inline unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned byte = (unsigned)(bytes >> (selector >> 4 * i & 7) * 8) & 0xff;
        if (selector >> 4 * i & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}

inline int __mul24(int x, int y) { return (int)((unsigned)(x << 8 >> 8) * (unsigned)(y << 8 >> 8)); }
inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
inline int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
__extension__ inline long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
__extension__ inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}

inline int __float_as_int(float x) { return simt::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return simt::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return simt::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return simt::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return simt::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return simt::bit_cast<double>(x); }
inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
inline double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

inline float __fadd_rn(float x, float y) { return simt::rounded(x + y); }
inline float __fsub_rn(float x, float y) { return simt::rounded(x - y); }
inline float __fmul_rn(float x, float y) { return simt::rounded(x * y); }
inline float __fdiv_rn(float x, float y) { return simt::rounded(x / y); }
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline float __frcp_rn(float x) { return simt::rounded(1.0f / x); }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline double __dadd_rn(double x, double y) { return simt::rounded(x + y); }
inline double __dsub_rn(double x, double y) { return simt::rounded(x - y); }
inline double __dmul_rn(double x, double y) { return simt::rounded(x * y); }
inline double __ddiv_rn(double x, double y) { return simt::rounded(x / y); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
inline double __drcp_rn(double x) { return simt::rounded(1.0 / x); }
inline double __dsqrt_rn(double x) { return sqrt(x); }

// Conversions; out of range they saturate and NaN gives 0, as on a GPU.
namespace simt
{
template <class Integer, class Float> Integer saturate(Float x, Float low, Float high, Integer lowest, Integer highest)
{
    if (x != x)
        return 0;
    return x < low ? lowest : x >= high ? highest : (Integer)x;
}
inline int to_int(double x) { return saturate<int, double>(x, -2147483648.0, 2147483648.0, INT32_MIN, INT32_MAX); }
inline unsigned to_uint(double x) { return saturate<unsigned, double>(x, 0.0, 4294967296.0, 0u, UINT32_MAX); }
} // namespace simt
inline int __float2int_rn(float x) { return simt::to_int(rint((double)x)); }
inline int __float2int_rz(float x) { return simt::to_int(trunc((double)x)); }
inline int __float2int_rd(float x) { return simt::to_int(floor((double)x)); }
inline int __float2int_ru(float x) { return simt::to_int(ceil((double)x)); }
inline unsigned __float2uint_rn(float x) { return simt::to_uint(rint((double)x)); }
inline unsigned __float2uint_rz(float x) { return simt::to_uint(trunc((double)x)); }
inline int __double2int_rn(double x) { return simt::to_int(rint(x)); }
inline int __double2int_rz(double x) { return simt::to_int(trunc(x)); }
inline float __int2float_rn(int x) { return (float)x; }
inline float __uint2float_rn(unsigned x) { return (float)x; }
inline double __int2double_rn(int x) { return (double)x; }
inline float __double2float_rn(double x) { return (float)x; }

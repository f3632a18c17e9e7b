// ---- 16-bit floating-point numbers

// The number without a part of its last bits that a rounding to fewer bits would not see: the last one stands for them.
static __host__ __device__ inline float crs_round_to_odd(double value)
{
    float near = (float)value;
    if ((double)near == value || isnan(value) || isinf(near))
        return near;
    unsigned int bits = crs_float_as_uint(near);
    bits -= fabs((double)near) > fabs(value);
    return crs_uint_as_float(bits | 1);
}

static __host__ __device__ inline float crs_half_to_float(unsigned short bits)
{
#if defined __CUDA_ARCH__ && !defined CURESTRUCT_SIMT
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    const unsigned int sign = (unsigned int)(bits & 0x8000) << 16, rest = bits & 0x7fff;
    if (rest >= 0x7c00)
        return crs_uint_as_float(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    const float size = rest >= 0x400 ? crs_uint_as_float((rest << 13) + 0x38000000) : (float)rest * 0x1p-24f;
    return sign ? -size : size;
#endif
}

static __host__ __device__ inline unsigned short crs_float_to_half(float value)
{
#if defined __CUDA_ARCH__ && !defined CURESTRUCT_SIMT
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    const unsigned int whole = crs_float_as_uint(value), sign = whole >> 16 & 0x8000, rest = whole & 0x7fffffff;
    if (rest > 0x7f800000)
        return (unsigned short)(sign | 0x7e00 | (rest >> 13 & 0x3ff));
    if (rest >= 0x47800000)
        return (unsigned short)(sign | 0x7c00);
    if (rest < 0x38800000) // the addition rounds it to a multiple of 2^-24
        return (unsigned short)(sign | (crs_float_as_uint(crs_uint_as_float(rest) + 0.5f) - 0x3f000000));
    return (unsigned short)(sign | (rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13);
#endif
}

static __host__ __device__ inline unsigned short crs_double_to_half(double value)
{
    return crs_float_to_half(crs_round_to_odd(value));
}

static __host__ __device__ inline float crs_bfloat_to_float(unsigned short bits)
{
    return crs_uint_as_float((unsigned int)bits << 16);
}

static __host__ __device__ inline unsigned short crs_float_to_bfloat(float value)
{
    const unsigned int bits = crs_float_as_uint(value);
    return (unsigned short)(isnan(value) ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static __host__ __device__ inline unsigned short crs_double_to_bfloat(double value)
{
    return crs_float_to_bfloat(crs_round_to_odd(value));
}

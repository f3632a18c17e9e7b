// dim3 and the built-in vector types, with CUDA's sizes and alignments.
#pragma once

// name1 .. name4 of a scalar, each with its make_ function; the alignments of the pair and of the quad are CUDA's.
#define SIMT_VECTOR_TYPES(scalar, name, pair_alignment, quad_alignment)               \
    struct name##1 { scalar x; };                                                     \
    struct alignas(pair_alignment) name##2 { scalar x, y; };                          \
    struct name##3 { scalar x, y, z; };                                               \
    struct alignas(quad_alignment) name##4 { scalar x, y, z, w; };                    \
    inline name##1 make_##name##1(scalar x) { return {x}; }                           \
    inline name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }              \
    inline name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; } \
    inline name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

SIMT_VECTOR_TYPES(signed char, char, 2, 4)
SIMT_VECTOR_TYPES(unsigned char, uchar, 2, 4)
SIMT_VECTOR_TYPES(short, short, 4, 8)
SIMT_VECTOR_TYPES(unsigned short, ushort, 4, 8)
SIMT_VECTOR_TYPES(int, int, 8, 16)
SIMT_VECTOR_TYPES(unsigned int, uint, 8, 16)
SIMT_VECTOR_TYPES(long, long, 16, 16)
SIMT_VECTOR_TYPES(unsigned long, ulong, 16, 16)
SIMT_VECTOR_TYPES(long long, longlong, 16, 16)
SIMT_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
SIMT_VECTOR_TYPES(float, float, 8, 16)
SIMT_VECTOR_TYPES(double, double, 16, 16)

#undef SIMT_VECTOR_TYPES

namespace simt
{
struct Coordinates { // what threadIdx and the like are in clang's CUDA mode (threads.h)
};
} // namespace simt

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    template <class C, class = std::enable_if_t<std::is_base_of_v<simt::Coordinates, C>>>
    constexpr dim3(const C &c) : x(c.x), y(c.y), z(c.z)
    {
    }
    constexpr operator uint3() const { return uint3{x, y, z}; }
};

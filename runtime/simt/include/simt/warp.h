// Warp-level primitives. Each names the participating lanes, and waits for them.
#pragma once

namespace simt
{

// Shuffles take the arithmetic types of 4 and 8 bytes, as CUDA's do; smaller integers are promoted by the caller.
template <class T> unsigned long long to_bits(T value)
{
    static_assert(std::is_arithmetic<T>::value && sizeof(T) <= 8, "warp primitives take arithmetic types");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> T from_bits(unsigned long long bits)
{
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T> T shuffle(unsigned mask, T value, unsigned source, const Site &site)
{
    return from_bits<T>(warp_collective({WarpOperation::shuffle, mask, source, to_bits(value), site}));
}

inline unsigned collective(WarpOperation operation, unsigned mask, unsigned long long value, const Site &site)
{
    return (unsigned)warp_collective({operation, mask, 0, value, site});
}

inline void add_products(double *c00, double *c01, double *c10, double *c11, double a0, double a1, double b,
                         SIMT_CALLER)
{
    Products products = {{{c00, c01}, {c10, c11}}, {a0, a1}, b};
    collective(WarpOperation::products, ~0u, (unsigned long long)&products, SIMT_SITE("crs_add_products"));
}

// The first lane of the caller's segment of `width` lanes.
inline unsigned segment_begin(int width) { return lane_index() & ~((unsigned)width - 1); }

} // namespace simt

inline void __syncwarp(unsigned mask = 0xffffffffu, SIMT_CALLER)
{
    simt::collective(simt::WarpOperation::sync, mask, 0, SIMT_SITE("__syncwarp"));
}

template <class T> T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize, SIMT_CALLER)
{
    unsigned source = simt::segment_begin(width) | ((unsigned)lane & ((unsigned)width - 1));
    return simt::shuffle(mask, value, source, SIMT_SITE("__shfl_sync"));
}

template <class T> T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize, SIMT_CALLER)
{
    unsigned lane = simt::lane_index();
    bool inside = lane >= simt::segment_begin(width) + delta;
    return simt::shuffle(mask, value, inside ? lane - delta : lane, SIMT_SITE("__shfl_up_sync"));
}

template <class T> T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize, SIMT_CALLER)
{
    unsigned lane = simt::lane_index();
    bool inside = lane + delta < simt::segment_begin(width) + (unsigned)width;
    return simt::shuffle(mask, value, inside ? lane + delta : lane, SIMT_SITE("__shfl_down_sync"));
}

template <class T> T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize, SIMT_CALLER)
{
    unsigned lane = simt::lane_index();
    unsigned source = lane ^ (unsigned)lane_mask;
    bool inside = source < simt::segment_begin(width) + (unsigned)width;
    return simt::shuffle(mask, value, inside ? source : lane, SIMT_SITE("__shfl_xor_sync"));
}

inline unsigned __ballot_sync(unsigned mask, int predicate, SIMT_CALLER)
{
    return simt::collective(simt::WarpOperation::ballot, mask, predicate != 0, SIMT_SITE("__ballot_sync"));
}

inline int __any_sync(unsigned mask, int predicate, SIMT_CALLER)
{
    return simt::collective(simt::WarpOperation::ballot, mask, predicate != 0, SIMT_SITE("__any_sync")) != 0;
}

inline int __all_sync(unsigned mask, int predicate, SIMT_CALLER)
{
    return simt::collective(simt::WarpOperation::ballot, mask, predicate == 0, SIMT_SITE("__all_sync")) == 0;
}

template <class T> unsigned __match_any_sync(unsigned mask, T value, SIMT_CALLER)
{
    return simt::collective(simt::WarpOperation::match, mask, simt::to_bits(value), SIMT_SITE("__match_any_sync"));
}

// Which lanes run together is up to the hardware; that every thread runs alone is one of the answers allowed.
inline unsigned __activemask() { return 1u << simt::lane_index(); }

#define SIMT_WARP_REDUCTION(type, name, operation)                                                              \
    inline type name(unsigned mask, type value, SIMT_CALLER)                                                    \
    {                                                                                                           \
        return (type)simt::collective(simt::WarpOperation::operation, mask, (unsigned)value, SIMT_SITE(#name)); \
    }
SIMT_WARP_REDUCTION(unsigned, __reduce_add_sync, add_signed)
SIMT_WARP_REDUCTION(int, __reduce_add_sync, add_signed)
SIMT_WARP_REDUCTION(unsigned, __reduce_min_sync, min_unsigned)
SIMT_WARP_REDUCTION(int, __reduce_min_sync, min_signed)
SIMT_WARP_REDUCTION(unsigned, __reduce_max_sync, max_unsigned)
SIMT_WARP_REDUCTION(int, __reduce_max_sync, max_signed)
SIMT_WARP_REDUCTION(unsigned, __reduce_and_sync, bit_and)
SIMT_WARP_REDUCTION(unsigned, __reduce_or_sync, bit_or)
SIMT_WARP_REDUCTION(unsigned, __reduce_xor_sync, bit_xor)
#undef SIMT_WARP_REDUCTION

// The votes and shuffles without a mask, which no GPU since Volta has.
#define SIMT_REMOVED __attribute__((unavailable("CUDA has removed it; the function with _sync takes a mask of lanes")))
template <class T> T __shfl(T, int, int = warpSize) SIMT_REMOVED;
template <class T> T __shfl_up(T, unsigned, int = warpSize) SIMT_REMOVED;
template <class T> T __shfl_down(T, unsigned, int = warpSize) SIMT_REMOVED;
template <class T> T __shfl_xor(T, int, int = warpSize) SIMT_REMOVED;
int __any(int) SIMT_REMOVED;
int __all(int) SIMT_REMOVED;
unsigned __ballot(int) SIMT_REMOVED;
#undef SIMT_REMOVED

// Atomic functions, for the types of CUDA's. They are truly atomic, because blocks run on several host threads.
#pragma once

namespace simt
{

// Replaces *address by update(*address) in one step; returns what was there. T has 2, 4 or 8 bytes.
template <class T, class Update> T atomic_update(T *address, Update update)
{
    T seen, wanted;
    __atomic_load(address, &seen, __ATOMIC_RELAXED);
    do
        wanted = update(seen);
    while (!__atomic_compare_exchange(address, &seen, &wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return seen;
}

} // namespace simt

// One function for all three scopes: block, device and system are not distinguished.
#define SIMT_ATOMIC(type, name, body)                            \
    inline type name(type *address, type value) { body }         \
    inline type name##_block(type *address, type value) { body } \
    inline type name##_system(type *address, type value) { body }
#define SIMT_FETCH(builtin) return __atomic_##builtin(address, value, __ATOMIC_RELAXED);
#define SIMT_UPDATE(type, expression) return simt::atomic_update(address, [=](type old) -> type { return expression; });

SIMT_ATOMIC(int, atomicAdd, SIMT_FETCH(fetch_add))
SIMT_ATOMIC(unsigned, atomicAdd, SIMT_FETCH(fetch_add))
SIMT_ATOMIC(unsigned long long, atomicAdd, SIMT_FETCH(fetch_add))
SIMT_ATOMIC(float, atomicAdd, SIMT_UPDATE(float, old + value))
SIMT_ATOMIC(double, atomicAdd, SIMT_UPDATE(double, old + value))
SIMT_ATOMIC(int, atomicSub, SIMT_FETCH(fetch_sub))
SIMT_ATOMIC(unsigned, atomicSub, SIMT_FETCH(fetch_sub))

#define SIMT_ATOMIC_MIN_MAX(type)                                              \
    SIMT_ATOMIC(type, atomicMin, SIMT_UPDATE(type, value < old ? value : old)) \
    SIMT_ATOMIC(type, atomicMax, SIMT_UPDATE(type, value > old ? value : old))
SIMT_ATOMIC_MIN_MAX(int)
SIMT_ATOMIC_MIN_MAX(unsigned)
SIMT_ATOMIC_MIN_MAX(long long)
SIMT_ATOMIC_MIN_MAX(unsigned long long)

#define SIMT_ATOMIC_BITS(type)                          \
    SIMT_ATOMIC(type, atomicAnd, SIMT_FETCH(fetch_and)) \
    SIMT_ATOMIC(type, atomicOr, SIMT_FETCH(fetch_or))   \
    SIMT_ATOMIC(type, atomicXor, SIMT_FETCH(fetch_xor))
SIMT_ATOMIC_BITS(int)
SIMT_ATOMIC_BITS(unsigned)
SIMT_ATOMIC_BITS(unsigned long long)

SIMT_ATOMIC(int, atomicExch, SIMT_FETCH(exchange_n))
SIMT_ATOMIC(unsigned, atomicExch, SIMT_FETCH(exchange_n))
SIMT_ATOMIC(unsigned long long, atomicExch, SIMT_FETCH(exchange_n))
SIMT_ATOMIC(float, atomicExch, SIMT_UPDATE(float, ((void)old, value)))

SIMT_ATOMIC(unsigned, atomicInc, SIMT_UPDATE(unsigned, old >= value ? 0 : old + 1))
SIMT_ATOMIC(unsigned, atomicDec, SIMT_UPDATE(unsigned, old == 0 || old > value ? value : old - 1))

#define SIMT_ATOMIC_CAS(type, scope)                                                                      \
    inline type atomicCAS##scope(type *address, type compare, type value)                                 \
    {                                                                                                     \
        __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
        return compare;                                                                                   \
    }
#define SIMT_ATOMIC_CAS_SCOPES(type) \
    SIMT_ATOMIC_CAS(type, ) SIMT_ATOMIC_CAS(type, _block) SIMT_ATOMIC_CAS(type, _system)
SIMT_ATOMIC_CAS_SCOPES(int)
SIMT_ATOMIC_CAS_SCOPES(unsigned)
SIMT_ATOMIC_CAS_SCOPES(unsigned long long)
SIMT_ATOMIC_CAS_SCOPES(unsigned short)

#undef SIMT_ATOMIC_CAS_SCOPES
#undef SIMT_ATOMIC_CAS
#undef SIMT_ATOMIC_BITS
#undef SIMT_ATOMIC_MIN_MAX
#undef SIMT_UPDATE
#undef SIMT_FETCH
#undef SIMT_ATOMIC

// What programs compiled with -fsanitize=thread call.
#include <stdint.h>
#include <string.h>

#include "races.h"

[[gnu::always_inline]] static inline void note(const void *address, size_t size, bool store, const void *instruction)
{
    if (size == 4 && store)
        simt::races_store_word(address, instruction);
    else if (size == 4)
        simt::races_load_word(address, instruction);
    else if (store)
        simt::races_store(address, size, instruction);
    else
        simt::races_load(address, size, instruction);
}

#define NOTE(address, size, store) note(address, size, store, __builtin_return_address(0))

// Under another name here: compilers know some of the functions, with other types.
#define SIMT_CALLED(type, name, parameters)                          \
    extern "C" type simt_##name parameters __asm__("__tsan_" #name); \
    extern "C" type simt_##name parameters

SIMT_CALLED(void, init, ()) {}
SIMT_CALLED(void, func_entry, (void *)) {}
SIMT_CALLED(void, func_exit, ()) {}
SIMT_CALLED(void, vptr_update, (void *, void *)) {}
SIMT_CALLED(void, vptr_read, (void *)) {}

SIMT_CALLED(void *, memcpy, (void *to, const void *from, size_t size))
{
    NOTE(from, size, false);
    NOTE(to, size, true);
    return memcpy(to, from, size);
}

SIMT_CALLED(void *, memmove, (void *to, const void *from, size_t size))
{
    NOTE(from, size, false);
    NOTE(to, size, true);
    return memmove(to, from, size);
}

SIMT_CALLED(void *, memset, (void *to, int value, size_t size))
{
    NOTE(to, size, true);
    return memset(to, value, size);
}

SIMT_CALLED(void, read_range, (const void *address, size_t size)) { NOTE(address, size, false); }
SIMT_CALLED(void, write_range, (const void *address, size_t size)) { NOTE(address, size, true); }

#define SIMT_ACCESS(name, size, store) \
    SIMT_CALLED(void, name##size, (const void *address)) { NOTE(address, size, store); }
#define SIMT_ACCESSES(size)                  \
    SIMT_ACCESS(read, size, false)           \
    SIMT_ACCESS(write, size, true)           \
    SIMT_ACCESS(unaligned_read, size, false) \
    SIMT_ACCESS(unaligned_write, size, true) \
    SIMT_ACCESS(volatile_read, size, false)  \
    SIMT_ACCESS(volatile_write, size, true)
SIMT_ACCESSES(1)
SIMT_ACCESSES(2)
SIMT_ACCESSES(4)
SIMT_ACCESSES(8)
SIMT_ACCESSES(16)

SIMT_CALLED(void, atomic_signal_fence, (int)) {}
SIMT_CALLED(void, atomic_thread_fence, (int))
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    simt::races_fence();
}

#define ATOMIC(place, size, reads) simt::races_atomic(place, size, reads, __builtin_return_address(0))
#define SIMT_UPDATE(T, bits, name, reads)                            \
    SIMT_CALLED(T, atomic##bits##_##name, (T * place, T value, int)) \
    {                                                                \
        ATOMIC(place, bits / 8, reads);                              \
        return __atomic_##name(place, value, __ATOMIC_SEQ_CST);      \
    }
#define SIMT_EXCHANGE(T, bits, name, weak)                                                                    \
    SIMT_CALLED(bool, atomic##bits##_compare_exchange_##name, (T * place, T * expected, T value, int, int))   \
    {                                                                                                         \
        ATOMIC(place, bits / 8, true);                                                                        \
        return __atomic_compare_exchange_n(place, expected, value, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }
#define SIMT_ATOMICS(T, bits)                                                                                       \
    SIMT_UPDATE(T, bits, exchange_n, false)                                                                         \
    SIMT_UPDATE(T, bits, fetch_add, true)                                                                           \
    SIMT_UPDATE(T, bits, fetch_sub, true)                                                                           \
    SIMT_UPDATE(T, bits, fetch_and, true)                                                                           \
    SIMT_UPDATE(T, bits, fetch_or, true)                                                                            \
    SIMT_UPDATE(T, bits, fetch_xor, true)                                                                           \
    SIMT_UPDATE(T, bits, fetch_nand, true)                                                                          \
    SIMT_EXCHANGE(T, bits, strong, false)                                                                           \
    SIMT_EXCHANGE(T, bits, weak, true)                                                                              \
    SIMT_CALLED(T, atomic##bits##_exchange, (T * place, T value, int))                                              \
    {                                                                                                               \
        return simt_atomic##bits##_exchange_n(place, value, 0);                                                     \
    }                                                                                                               \
    SIMT_CALLED(T, atomic##bits##_compare_exchange_val, (T * place, T expected, T value, int, int))                 \
    {                                                                                                               \
        simt_atomic##bits##_compare_exchange_strong(place, &expected, value, 0, 0);                                 \
        return expected;                                                                                            \
    }                                                                                                               \
    SIMT_CALLED(T, atomic##bits##_load, (const T *place, int)) { return __atomic_load_n(place, __ATOMIC_SEQ_CST); } \
    SIMT_CALLED(void, atomic##bits##_store, (T * place, T value, int))                                              \
    {                                                                                                               \
        ATOMIC(place, bits / 8, false);                                                                             \
        __atomic_store_n(place, value, __ATOMIC_SEQ_CST);                                                           \
    }
SIMT_ATOMICS(uint8_t, 8)
SIMT_ATOMICS(uint16_t, 16)
SIMT_ATOMICS(uint32_t, 32)
SIMT_ATOMICS(uint64_t, 64)

// The thread's own coordinates, block-wide barriers, memory fences, and other operations of a single thread.
#pragma once

#ifdef __CUDA__

namespace simt
{
// A thread's coordinates are constants to it: the compiler need not load them twice, and must not tell the runtime of
// the loads, which it does of thread-local constants too. So it gets to see what depends on the address only.
static inline __host__ __device__ unsigned coordinate(const unsigned &variable)
{
#ifdef __x86_64__
    unsigned value;
    __asm__("movl (%1), %0" : "=r"(value) : "r"(&variable));
    return value;
#else
    return variable;
#endif
}
} // namespace simt

// Each has a name (in block.cpp), as in clang's own header for CUDA.
#define SIMT_COORDINATE(name, member)                                                                 \
    static __host__ __device__ unsigned get_##member() { return coordinate(simt_##name##_##member); } \
    __declspec(property(get = get_##member)) unsigned member;
#define SIMT_COORDINATES(name)                                                                   \
    extern "C" {                                                                                 \
    extern __device__ const __thread unsigned simt_##name##_x, simt_##name##_y, simt_##name##_z; \
    }                                                                                            \
    namespace simt                                                                               \
    {                                                                                            \
    struct Coordinates_##name : Coordinates {                                                    \
        SIMT_COORDINATE(name, x)                                                                 \
        SIMT_COORDINATE(name, y)                                                                 \
        SIMT_COORDINATE(name, z)                                                                 \
        __host__ __device__ operator uint3() const { return uint3{x, y, z}; }                    \
    };                                                                                           \
    }                                                                                            \
    static const simt::Coordinates_##name name = {};
SIMT_COORDINATES(threadIdx)
SIMT_COORDINATES(blockIdx)
SIMT_COORDINATES(blockDim)
SIMT_COORDINATES(gridDim)
#undef SIMT_COORDINATES
#undef SIMT_COORDINATE

#else

extern thread_local uint3 threadIdx;
extern thread_local uint3 blockIdx;
extern thread_local dim3 blockDim;
extern thread_local dim3 gridDim;

#endif
constexpr int warpSize = 32;

inline void __syncthreads(SIMT_CALLER) { simt::block_barrier(SIMT_PLACE("__syncthreads")); }

inline int __syncthreads_count(int predicate, SIMT_CALLER)
{
    return (int)simt::block_count(predicate != 0, SIMT_PLACE("__syncthreads_count"));
}

inline int __syncthreads_and(int predicate, SIMT_CALLER)
{
    return simt::block_count(predicate == 0, SIMT_PLACE("__syncthreads_and")) == 0;
}

inline int __syncthreads_or(int predicate, SIMT_CALLER)
{
    return simt::block_count(predicate != 0, SIMT_PLACE("__syncthreads_or")) != 0;
}

inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Sleeping lets the other threads of the block run, so that a loop that polls with __nanosleep makes progress.
inline void __nanosleep(unsigned) { simt::yield_thread(); }

[[noreturn]] inline void __trap(SIMT_CALLER) { simt::trap_thread(SIMT_SITE("__trap")); }

// Nanoseconds rather than clock cycles.
inline long long clock64() { return simt::nanoseconds(); }
inline unsigned long long __globaltimer() { return (unsigned long long)clock64(); }

// The thread's own coordinates, block-wide barriers, memory fences, and other operations of a single thread.
#pragma once

#ifdef __CUDA__
#define SIMT_THREAD extern __device__ const __thread
#else
#define SIMT_THREAD extern thread_local
#endif
SIMT_THREAD uint3 threadIdx;
SIMT_THREAD uint3 blockIdx;
SIMT_THREAD dim3 blockDim;
SIMT_THREAD dim3 gridDim;
#undef SIMT_THREAD
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

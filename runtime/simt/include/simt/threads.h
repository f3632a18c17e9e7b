// The thread's own coordinates, block-wide barriers, memory fences, and other operations of a single thread.
#pragma once

#include <atomic>
#include <chrono>

extern __shared__ uint3 threadIdx;
extern __shared__ uint3 blockIdx;
extern __shared__ dim3 blockDim;
extern __shared__ dim3 gridDim;
constexpr int warpSize = 32;

inline void __syncthreads(SIMT_CALLER) { simt::block_barrier(false, SIMT_SITE("__syncthreads")); }

inline int __syncthreads_count(int predicate, SIMT_CALLER)
{
    return (int)simt::block_barrier(predicate != 0, SIMT_SITE("__syncthreads_count"));
}

inline int __syncthreads_and(int predicate, SIMT_CALLER)
{
    return simt::block_barrier(predicate == 0, SIMT_SITE("__syncthreads_and")) == 0;
}

inline int __syncthreads_or(int predicate, SIMT_CALLER)
{
    return simt::block_barrier(predicate != 0, SIMT_SITE("__syncthreads_or")) != 0;
}

inline void __threadfence_block() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void __threadfence_system() { std::atomic_thread_fence(std::memory_order_seq_cst); }

// Sleeping lets the other threads of the block run, so that a loop that polls with __nanosleep makes progress.
inline void __nanosleep(unsigned) { simt::yield_thread(); }

[[noreturn]] inline void __trap(SIMT_CALLER) { simt::trap_thread(SIMT_SITE("__trap")); }

// Nanoseconds rather than clock cycles.
inline long long clock64() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
inline unsigned long long __globaltimer() { return (unsigned long long)clock64(); }

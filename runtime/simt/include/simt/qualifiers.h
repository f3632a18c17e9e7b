// The words that CUDA adds to C++.
//
// `__shared__` becomes thread-local storage: all threads of a block are fibers of one host thread, so they share the
// variable, and blocks that run at the same time on other host threads have their own. A local thread_local variable is
// implicitly static, as a __shared__ one is. `extern __shared__ T name[]` refers to the runtime's array for dynamic
// shared memory, which has the names listed in ../../shared.cpp.
//
// In clang's CUDA mode (`curestruct simt`) the words are attributes, as with NVIDIA's headers: clang separates the code
// of kernels from the host's. A kernel has Microsoft's calling convention, in which the place of an argument follows
// from its size alone (../../cuda_abi.cpp).
#pragma once

// libstdc++ writes __attribute__((__noinline__)) in these headers; they have to be read before the macro exists.
#include <memory>
#include <string>

#ifdef __CUDA__
#define __global__ __attribute__((global, ms_abi))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#else
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#endif
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#ifdef __clang__ // what is inlined counts, and is debugged, as part of its caller's line
#define __forceinline__ inline __attribute__((always_inline, nodebug))
#else
#define __forceinline__ inline __attribute__((always_inline))
#endif
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))

// The attribute tells the compiler that no constructor has to run before the first use; Clang applies it too strictly
// to a class without an initializer. `used`: a variable that nothing writes is still read.
#ifdef __CUDA__
#define __shared__ __attribute__((shared, used)) thread_local
#elif defined(__clang__)
#define __shared__ thread_local
#else
#define __shared__ __constinit thread_local
#endif

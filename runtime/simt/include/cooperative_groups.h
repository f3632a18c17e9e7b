// Cooperative groups of a grid, of a block and of its tiles of 1 to 32 threads.
#pragma once
#include "cuda_runtime.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif

namespace cooperative_groups
{

// The calls keep the place in the source from which they are made, for reports.
class thread_block
{
  public:
    static void sync(SIMT_CALLER) { simt::block_barrier(SIMT_PLACE("sync")); }
    static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned num_threads() { return size(); }
    static unsigned thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
    static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static dim3 dim_threads() { return group_dim(); }
};

inline thread_block this_thread_block() { return thread_block(); }

// Of a cooperative launch.
class grid_group
{
  public:
    static void sync(SIMT_CALLER) { simt::grid_barrier(SIMT_SITE("sync")); }
    static unsigned long long num_threads() { return num_blocks() * thread_block::size(); }
    static unsigned long long size() { return num_threads(); }
    static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static dim3 dim_blocks() { return group_dim(); }
    static dim3 block_index() { return thread_block::group_index(); }
};

inline grid_group this_grid() { return grid_group(); }

template <unsigned Size, class Parent = thread_block> class thread_block_tile
{
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has a power of two of threads, up to 32");

  public:
    static unsigned thread_rank() { return simt::lane_index() % Size; }
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    static void sync(SIMT_CALLER) { __syncwarp(mask(), file, line, column); }
    template <class T> static T shfl(T value, int rank, SIMT_CALLER)
    {
        return __shfl_sync(mask(), value, rank, Size, file, line, column);
    }
    template <class T> static T shfl_up(T value, unsigned delta, SIMT_CALLER)
    {
        return __shfl_up_sync(mask(), value, delta, Size, file, line, column);
    }
    template <class T> static T shfl_down(T value, unsigned delta, SIMT_CALLER)
    {
        return __shfl_down_sync(mask(), value, delta, Size, file, line, column);
    }
    template <class T> static T shfl_xor(T value, unsigned bits, SIMT_CALLER)
    {
        return __shfl_xor_sync(mask(), value, (int)bits, Size, file, line, column);
    }
    static int any(int predicate, SIMT_CALLER) { return __any_sync(mask(), predicate, file, line, column); }
    static int all(int predicate, SIMT_CALLER) { return __all_sync(mask(), predicate, file, line, column); }
    static unsigned ballot(int predicate, SIMT_CALLER)
    {
        return __ballot_sync(mask(), predicate, file, line, column) >> first();
    }

  private:
    static unsigned first() { return simt::lane_index() / Size * Size; }
    static unsigned mask() { return (Size == 32 ? ~0u : (1u << Size % 32) - 1) << first(); }
};

template <unsigned Size, class Parent> thread_block_tile<Size, Parent> tiled_partition(const Parent &) { return {}; }

template <class Group> void sync(const Group &group, SIMT_CALLER) { group.sync(file, line, column); }

} // namespace cooperative_groups

#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

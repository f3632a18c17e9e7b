// The common beginning and end of every call of the runtime API.
#pragma once

#include "cuda_runtime.h"
#include "memory.h"
#include "options.h"

namespace simt
{

// One call of the API: holds the lock, and knows whether the call can do anything at all.
//
//     ApiCall call;
//     if (call.failed())
//         return call.error();
//     ...
//     return call.result(cudaErrorInvalidValue);
class ApiCall
{
  public:
    ApiCall();
    bool failed() const { return error_ != cudaSuccess; } // no device, or it is lost
    cudaError_t error() { return result(error_); }
    // Remembers a failure for cudaGetLastError. With CURESTRUCT_SIMT_CHECK it is reported; `why`: NULL for its name.
    cudaError_t result(cudaError_t error, const char *why = nullptr);
    cudaError_t remember(cudaError_t error); // without a report

  private:
    ApiLock lock_;
    cudaError_t error_;
};

// From now on every call fails with this error, as after a kernel that has faulted.
void lose_device(cudaError_t error);

// While a stream is captured: whether a call in that stream must not happen. `stream`: nullptr for one that waits or
// allocates, cudaStreamLegacy for one in the default stream.
bool breaks_capture(ApiCall &call, cudaStream_t stream, cudaError_t *error);
void capture_memory(void *memory); // freed with the graph

// The default stream, for breaks_capture.
inline cudaStream_t used_stream(cudaStream_t stream) { return stream ? stream : cudaStreamLegacy; }

// A synchronizing call; CURESTRUCT_SIMT_FAIL=sync:n lets it find that a kernel has faulted.
cudaError_t synchronize();

// Limits of the machine that is modelled: an H200.
struct DeviceLimits {
    static constexpr int multiprocessors = 132;
    static constexpr int threads_per_multiprocessor = 2048;
    static constexpr int blocks_per_multiprocessor = 32;
    static constexpr int registers = 65536;
    static constexpr int registers_per_thread =
        32; // what occupancy is computed with: the registers of a kernel are not known
    static constexpr int shared_per_multiprocessor = 228 * 1024;
    static constexpr int reserved_shared = 1024;
    static constexpr int cache_bytes = 60 * 1024 * 1024;
    static constexpr int block_x = 1024, block_y = 1024, block_z = 64;
    static constexpr int grid_x = 2147483647, grid_y = 65535, grid_z = 65535;
};

// What programs are told of blocks along y and z: 65535, or CURESTRUCT_SIMT_GRID, which may change between launches.
// Grids may have 65535 in any case: of some a program knows that they are never larger.
int most_blocks();

} // namespace simt

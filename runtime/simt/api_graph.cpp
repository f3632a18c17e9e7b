// Capture of a stream into a graph. What is captured is kept and runs at cudaGraphLaunch. While a stream is captured,
// as with cudaStreamCaptureModeGlobal, calls that would wait, allocate at once or use the default stream fail and
// invalidate the graph, which is how they are found.
#include "api_state.h"

#include <vector>

using simt::ApiCall;

struct CUgraph_st {
    std::vector<simt::Captured> work;
    std::vector<void *> memory; // that the captured work has allocated
    bool invalid;
};

static cudaStream_t capturing; // one at a time
static CUgraph_st *graph;

namespace simt
{

bool is_captured(cudaStream_t stream) { return capturing && stream == capturing; }

cudaError_t capture(const Captured &work)
{
    graph->work.push_back(work);
    return cudaSuccess;
}

void capture_memory(void *memory) { graph->memory.push_back(memory); }

bool breaks_capture(ApiCall &call, cudaStream_t stream, cudaError_t *error)
{
    if (!capturing || (stream && stream != cudaStreamLegacy))
        return false;
    graph->invalid = true;
    *error = call.result(stream ? cudaErrorStreamCaptureImplicit : cudaErrorStreamCaptureUnsupported,
                         "a call that cannot be captured, while a stream is captured");
    return true;
}

} // namespace simt

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!stream || stream == cudaStreamLegacy || capturing)
        return call.result(cudaErrorStreamCaptureUnsupported);
    capturing = stream;
    graph = new CUgraph_st{};
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!status)
        return call.result(cudaErrorInvalidValue);
    *status = !simt::is_captured(stream) ? cudaStreamCaptureStatusNone
              : graph->invalid           ? cudaStreamCaptureStatusInvalidated
                                         : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *made)
{
    ApiCall call;
    if (!simt::is_captured(stream) || !made)
        return call.result(cudaErrorStreamCaptureUnmatched);
    capturing = nullptr;
    *made = graph->invalid ? nullptr : graph;
    if (!graph->invalid)
        return call.error();
    delete graph;
    return call.result(cudaErrorStreamCaptureInvalidated);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *made, cudaGraph_t from, unsigned long long)
{
    ApiCall call;
    if (!made || !from)
        return call.result(cudaErrorInvalidValue);
    *made = (cudaGraphExec_t) new CUgraph_st(*from);
    from->memory.clear(); // the copy's
    return call.error();
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t)
{
    const CUgraph_st *launched = (const CUgraph_st *)exec;
    for (const simt::Captured &work : launched->work) {
        cudaError_t error = work();
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t destroyed)
{
    for (void *memory : destroyed->memory)
        cudaFree(memory);
    delete destroyed;
    return ApiCall().error();
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { return cudaGraphDestroy((cudaGraph_t)exec); }

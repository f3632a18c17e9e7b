// Streams and events. Work is done when the call returns, so a stream holds nothing, and an event is a time.
#include "api_state.h"

#include <chrono>
#include <new>

using simt::ApiCall;

struct CUstream_st {
    unsigned int flags;
};

struct CUevent_st {
    bool timed, recorded;
    std::chrono::steady_clock::time_point time;
};

// ---- Streams ----

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!stream || flags > cudaStreamNonBlocking)
        return call.result(cudaErrorInvalidValue);
    *stream = new CUstream_st{flags};
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithFlags(stream, cudaStreamDefault); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    ApiCall call;
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return call.result(cudaErrorInvalidResourceHandle);
    delete stream;
    return call.error();
}

cudaError_t cudaStreamSynchronize(cudaStream_t) { return simt::synchronize(); }
cudaError_t cudaStreamQuery(cudaStream_t) { return ApiCall().error(); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned int)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    return call.result(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

// ---- Events ----

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!event)
        return call.result(cudaErrorInvalidValue);
    *event = new CUevent_st{!(flags & cudaEventDisableTiming), false, {}};
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    ApiCall call;
    if (!event)
        return call.result(cudaErrorInvalidResourceHandle);
    delete event;
    return call.error();
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!event)
        return call.result(cudaErrorInvalidResourceHandle);
    event->recorded = true;
    event->time = std::chrono::steady_clock::now();
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    if (!event)
        return ApiCall().result(cudaErrorInvalidResourceHandle);
    return simt::synchronize();
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    return call.result(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!milliseconds)
        return call.result(cudaErrorInvalidValue);
    if (!start || !end || !start->timed || !end->timed || !start->recorded || !end->recorded)
        return call.result(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return cudaSuccess;
}

// Error names and texts, the last error of a host thread, the loss of the device.
#include "api_state.h"
#include "check.h"

namespace simt
{

static thread_local cudaError_t last_error;
static cudaError_t lost_with; // under the API lock

ApiCall::ApiCall() : error_(options().devices == 0 ? cudaErrorNoDevice : lost_with) {}

cudaError_t ApiCall::remember(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

// That memory is short is nothing that a program does wrong.
cudaError_t ApiCall::result(cudaError_t error, const char *why)
{
    if (error != cudaSuccess && error != cudaErrorMemoryAllocation && error != error_)
        check_failed_call(why ? why : cudaGetErrorString(error));
    return remember(error);
}

void lose_device(cudaError_t error) { lost_with = error; }

cudaError_t synchronize()
{
    ApiCall call;
    if (call.failed())
        return call.error();
    cudaError_t error;
    if (breaks_capture(call, nullptr, &error))
        return error;
    if (!failure_due(Failure::sync))
        return cudaSuccess;
    lose_device(cudaErrorLaunchFailure);
    return call.result(cudaErrorLaunchFailure);
}

} // namespace simt

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define CODE(name, number, text) \
    case name: return #name;
#include "simt/error_codes.def"
#undef CODE
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define CODE(name, number, text) \
    case name: return text;
#include "simt/error_codes.def"
#undef CODE
    }
    return "unrecognized error code";
}

cudaError_t cudaPeekAtLastError()
{
    simt::ApiLock lock;
    simt::check_asked_for_error();
    return simt::lost_with != cudaSuccess ? simt::lost_with : simt::last_error;
}

cudaError_t cudaGetLastError()
{
    cudaError_t error = cudaPeekAtLastError();
    simt::last_error = cudaSuccess;
    return error;
}

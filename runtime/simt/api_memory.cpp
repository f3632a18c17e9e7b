// Allocation, copies, fills, what a pointer points to, and the memory pool.
#include "api_state.h"
#include "check.h"
#include "fault.h"

#include <string.h>

using simt::Allocation;
using simt::ApiCall;
using simt::Failure;
using simt::MemoryAccess;
using simt::MemoryKind;

// ---- Allocation ----

static cudaError_t allocate(void **pointer, size_t size, MemoryKind kind, cudaStream_t stream = nullptr)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!pointer)
        return call.result(cudaErrorInvalidValue);
    *pointer = nullptr;
    cudaError_t error;
    if (simt::breaks_capture(call, stream, &error))
        return error;
    if (simt::failure_due(Failure::malloc))
        return call.result(cudaErrorMemoryAllocation);
    if (size == 0)
        return cudaSuccess;
    simt::faults_install();
    *pointer = simt::memory_allocate(size, kind);
    return call.result(*pointer ? cudaSuccess : cudaErrorMemoryAllocation);
}

// Also frees when the device is lost, so that a program that cleans up after an error is not said to leak.
static cudaError_t release(void *pointer, bool pinned)
{
    ApiCall call;
    if (!pointer)
        return call.error();
    Allocation *allocation = simt::memory_find(pointer);
    bool right_kind = allocation && (allocation->kind == MemoryKind::pinned) == pinned;
    if (!right_kind || !simt::memory_free(pointer))
        return call.result(cudaErrorInvalidValue,
                           "freed is what is not allocated, or not by the call for it, or no more");
    return call.error();
}

cudaError_t cudaMalloc(void **pointer, size_t size) { return allocate(pointer, size, MemoryKind::device); }
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    cudaError_t error = allocate(pointer, size, MemoryKind::device, simt::used_stream(stream));
    if (error == cudaSuccess && simt::is_captured(stream))
        simt::capture_memory(*pointer);
    return error;
}
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int)
{
    return allocate(pointer, size, MemoryKind::managed);
}
// Rows begin at multiples of 512 bytes.
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (!pitch)
        return ApiCall().result(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(pointer, *pitch * height);
}
cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int)
{
    return allocate(pointer, size, MemoryKind::pinned);
}
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    return cudaMallocHost(pointer, size, flags);
}
cudaError_t cudaFree(void *pointer) { return release(pointer, false); }
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    return simt::is_captured(stream) ? cudaSuccess : release(pointer, false);
}
cudaError_t cudaFreeHost(void *pointer) { return release(pointer, true); }

// ---- What a pointer points to ----

enum Place { host_only, device_only, both, nowhere };

// `size` bytes from the pointer: all in one place, or nowhere.
static Place place_of(const void *pointer, size_t size)
{
    const Allocation *allocation = simt::memory_find(pointer);
    const simt::Variable *variable = allocation ? nullptr : simt::check_variable((uintptr_t)pointer);
    if (variable)
        return size > variable->size - ((uintptr_t)pointer - (uintptr_t)variable->address) ? nowhere : device_only;
    if (!allocation)
        return !pointer || simt::memory_reserved(pointer) ? nowhere : host_only;
    if (size > allocation->base + allocation->size - (uintptr_t)pointer)
        return nowhere;
    return allocation->kind == MemoryKind::device ? device_only : both;
}

static bool can_be_host(Place place) { return place == host_only || place == both; }
static bool can_be_device(Place place) { return place == device_only || place == both; }

static const char *place_name(Place place)
{
    static const char *const names[] = {"host memory", "device memory", "memory of both",
                                        "no allocated memory of this size"};
    return names[place];
}

static const char *direction_name(cudaMemcpyKind kind)
{
    static const char *const names[] = {"HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Default"};
    return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault ? names[kind] : "(an unknown kind)";
}

static const char *why_no_copy(cudaMemcpyKind kind, Place to, Place from, size_t size)
{
    static char text[300];
    snprintf(text, sizeof text, "a copy of %zu bytes, cudaMemcpy%s: the target is %s, the source is %s", size,
             direction_name(kind), place_name(to), place_name(from));
    return text;
}

static bool direction_fits(cudaMemcpyKind kind, Place to, Place from)
{
    switch (kind) {
    case cudaMemcpyHostToHost: return can_be_host(to) && can_be_host(from);
    case cudaMemcpyHostToDevice: return can_be_device(to) && can_be_host(from);
    case cudaMemcpyDeviceToHost: return can_be_host(to) && can_be_device(from);
    case cudaMemcpyDeviceToDevice: return can_be_device(to) && can_be_device(from);
    case cudaMemcpyDefault: return to != nowhere && from != nowhere;
    }
    return false;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!device || !can_be_device(place_of(host, 1)))
        return call.result(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int, cudaStream_t)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    return call.result(place_of(pointer, size) == both ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!attributes)
        return call.result(cudaErrorInvalidValue);
    const Allocation *allocation = simt::memory_find(pointer);
    void *same = (void *)pointer;
    if (!allocation)
        *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, same};
    else if (allocation->kind == MemoryKind::device)
        *attributes = {cudaMemoryTypeDevice, 0, same, nullptr};
    else
        *attributes = {allocation->kind == MemoryKind::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, same,
                       same};
    return cudaSuccess;
}

// cuMemGetAddressRange of the driver. 1: CUDA_ERROR_INVALID_VALUE.
static int address_range(unsigned long long *begin, size_t *bytes, unsigned long long place)
{
    const Allocation *allocation = simt::memory_find((const void *)(uintptr_t)place);
    if (!allocation)
        return 1;
    *begin = allocation->base;
    *bytes = allocation->size;
    return 0;
}

// The functions of the driver that this runtime has.
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult *result)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!symbol || !function)
        return call.result(cudaErrorInvalidValue);
    bool known = strcmp(symbol, "cuMemGetAddressRange") == 0;
    *function = known ? (void *)address_range : nullptr;
    if (result)
        *result = known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

// ---- Copies and fills ----

// How many bytes `height` rows of `width` bytes span.
static size_t span(size_t pitch, size_t width, size_t height) { return (height - 1) * pitch + width; }

static cudaError_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                        cudaMemcpyKind kind, cudaStream_t stream = nullptr)
{
    ApiCall call;
    cudaError_t error;
    if (call.failed())
        return call.error();
    if (simt::breaks_capture(call, stream, &error))
        return error;
    if (simt::is_captured(stream))
        return simt::capture([=] { return copy(to, to_pitch, from, from_pitch, width, height, kind); });
    if (simt::failure_due(Failure::memcpy))
        return call.result(cudaErrorInvalidValue);
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (width > to_pitch || width > from_pitch)
        return call.result(cudaErrorInvalidValue, "a row of the copy is longer than a pitch");
    Place to_place = place_of(to, span(to_pitch, width, height));
    Place from_place = place_of(from, span(from_pitch, width, height));
    if (!direction_fits(kind, to_place, from_place))
        return call.result(cudaErrorInvalidValue, why_no_copy(kind, to_place, from_place, width * height));
    MemoryAccess access(to, from);
    for (size_t row = 0; row < height; row++)
        memmove((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    for (size_t row = 0; row < height; row++)
        simt::memory_copy_written((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    return cudaSuccess;
}

static cudaError_t fill(void *pointer, size_t pitch, int value, size_t width, size_t height,
                        cudaStream_t stream = nullptr)
{
    ApiCall call;
    cudaError_t error;
    if (call.failed())
        return call.error();
    if (simt::breaks_capture(call, stream, &error))
        return error;
    if (simt::is_captured(stream))
        return simt::capture([=] { return fill(pointer, pitch, value, width, height); });
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (width > pitch)
        return call.result(cudaErrorInvalidValue);
    if (!can_be_device(place_of(pointer, span(pitch, width, height))))
        return call.result(cudaErrorInvalidValue, "a fill of what is no allocated device memory of this size");
    MemoryAccess access(pointer, pointer);
    Allocation *allocation = simt::memory_find(pointer);
    for (size_t row = 0; row < height; row++) {
        memset((char *)pointer + row * pitch, value, width);
        if (allocation)
            simt::memory_mark_written(*allocation, (uintptr_t)pointer - allocation->base + row * pitch, width);
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
    return copy(to, size, from, size, size, 1, kind);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(to, size, from, size, size, 1, kind, simt::used_stream(stream));
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind)
{
    return copy(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(to, to_pitch, from, from_pitch, width, height, kind, simt::used_stream(stream));
}
cudaError_t simt::refuse_symbol(size_t size, size_t offset, size_t whole)
{
    char text[200];
    snprintf(text, sizeof text, "a copy of %zu bytes from byte %zu of a variable that has %zu", size, offset, whole);
    return ApiCall().result(cudaErrorInvalidValue, text);
}

cudaError_t cudaMemset(void *pointer, int value, size_t size) { return fill(pointer, size, value, size, 1); }
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream)
{
    return fill(pointer, size, value, size, 1, simt::used_stream(stream));
}
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    return fill(pointer, pitch, value, width, height);
}
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    return fill(pointer, pitch, value, width, height, simt::used_stream(stream));
}

// ---- The pool: one, whose attributes are kept and otherwise ignored ----

static uint64_t release_threshold;
static const cudaMemPool_t the_pool = (cudaMemPool_t)&release_threshold;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (device != 0)
        return call.result(cudaErrorInvalidDevice);
    if (!pool)
        return call.result(cudaErrorInvalidValue);
    *pool = the_pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return cudaDeviceGetDefaultMemPool(pool, device); }

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (pool != the_pool || !value)
        return call.result(cudaErrorInvalidValue);
    cudaError_t error;
    if (simt::breaks_capture(call, nullptr, &error))
        return error;
    if (attribute == cudaMemPoolAttrReleaseThreshold)
        release_threshold = *(const uint64_t *)value;
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (pool != the_pool || !value)
        return call.result(cudaErrorInvalidValue);
    if (attribute == cudaMemPoolAttrReleaseThreshold)
        *(uint64_t *)value = release_threshold;
    else if (attribute >= cudaMemPoolAttrReservedMemCurrent)
        *(uint64_t *)value = simt::memory_used();
    else
        *(int *)value = 1;
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    return call.result(pool == the_pool ? cudaSuccess : cudaErrorInvalidValue);
}

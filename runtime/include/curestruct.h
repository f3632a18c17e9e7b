// What a program may ask of the outputs of curestruct.
//
// Memory for arrays that annotated loops use: the host and the device both reach it, nothing is copied at calls, and
// no directive about data is needed. Without a device it is ordinary memory, and so it is in a program without any
// output of curestruct.
//
// This file may be used, copied, changed and distributed freely, without any condition and without any warranty.
#ifndef CURESTRUCT_H
#define CURESTRUCT_H

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

// Defined by the outputs of sources that include this header; otherwise null.
extern void *crs_alloc_managed(size_t bytes) __attribute__((weak));
extern int crs_free_managed(void *memory) __attribute__((weak));
extern void *crs_use_stream(void *stream) __attribute__((weak));
extern void crs_wait_stream(void) __attribute__((weak));
extern int crs_use_device(int number) __attribute__((weak));

// `bytes` bytes, not initialized; NULL: there is no memory.
static inline void *crs_alloc(size_t bytes)
{
    void *(*managed)(size_t) = crs_alloc_managed;
    void *memory = managed ? managed(bytes) : NULL;
    return memory ? memory : malloc(bytes);
}

// What crs_alloc has given, or NULL.
static inline void crs_free(void *memory)
{
    int (*managed)(void *) = crs_free_managed;
    if (!memory || !managed || !managed(memory))
        free(memory);
}

// From now on this thread's annotated loops run in this stream (a cudaStream_t; NULL: in the default stream). A loop
// that has all of its arrays on the device and no result for the host only starts its kernels there. Otherwise it waits
// until it is done. The value is the stream before. Work in different streams is ordered by you: by crs_wait, or by
// events.
static inline void *crs_set_stream(void *stream)
{
    void *(*use)(void *) = crs_use_stream;
    return use ? use(stream) : NULL;
}

// Waits until this thread's stream has done its work.
static inline void crs_wait(void)
{
    void (*wait)(void) = crs_wait_stream;
    if (wait)
        wait();
}

// From now on this thread's annotated loops run on this device, by CUDA's numbers. 0: there is none of that number.
static inline int crs_set_device(int number)
{
    int (*use)(int) = crs_use_device;
    return use ? use(number) : 0;
}

#ifdef __cplusplus
}
#endif

#endif

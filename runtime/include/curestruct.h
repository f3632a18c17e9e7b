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

#ifdef __cplusplus
}
#endif

#endif

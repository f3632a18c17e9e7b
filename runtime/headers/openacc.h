// The run-time calls of OpenACC for a program whose directives curestruct has read: the host is the only device that
// they know, and nests move their data by themselves. For use without OpenACC's own header: with -fopenacc that one is
// included.
// clang-format off: each call is one line
#ifndef CRS_OPENACC_H
#define CRS_OPENACC_H
#ifdef _OPENACC // with -D_OPENACC there may be no other header
#if __has_include_next(<openacc.h>)
#define CRS_OPENACC_OWNERS
#include_next <openacc.h>
#endif
#endif
#ifndef CRS_OPENACC_OWNERS
#include <stdlib.h>
#include <string.h>

typedef enum acc_device_t {
    acc_device_none,
    acc_device_default,
    acc_device_host,
    acc_device_not_host,
    acc_device_nvidia
} acc_device_t;
enum { acc_async_noval = -1, acc_async_sync = -2 };

static inline int acc_get_num_devices(acc_device_t type) { return type == acc_device_host; }
static inline void acc_set_device_type(acc_device_t type) { (void)type; }
static inline acc_device_t acc_get_device_type(void) { return acc_device_host; }
static inline void acc_set_device_num(int number, acc_device_t type) { (void)number, (void)type; }
static inline int acc_get_device_num(acc_device_t type) { return (void)type, 0; }
static inline void acc_init(acc_device_t type) { (void)type; }
static inline void acc_shutdown(acc_device_t type) { (void)type; }
static inline int acc_on_device(acc_device_t type) { return type == acc_device_host || type == acc_device_none; }

static inline int acc_async_test(int queue) { return (void)queue, 1; }
static inline int acc_async_test_all(void) { return 1; }
static inline void acc_wait(int queue) { (void)queue; }
static inline void acc_async_wait(int queue) { (void)queue; }
static inline void acc_wait_all(void) {}
static inline void acc_async_wait_all(void) {}

static inline void *acc_malloc(size_t size) { return malloc(size); }
static inline void acc_free(void *memory) { free(memory); }
static inline void *acc_copyin(void *memory, size_t size) { return (void)size, memory; }
static inline void *acc_create(void *memory, size_t size) { return (void)size, memory; }
static inline void acc_copyout(void *memory, size_t size) { (void)memory, (void)size; }
static inline void acc_delete(void *memory, size_t size) { (void)memory, (void)size; }
static inline void acc_update_device(void *memory, size_t size) { (void)memory, (void)size; }
static inline void acc_update_self(void *memory, size_t size) { (void)memory, (void)size; }
static inline int acc_is_present(void *memory, size_t size) { return (void)size, memory != NULL; }
static inline void *acc_deviceptr(void *memory) { return memory; }
static inline void *acc_hostptr(void *memory) { return memory; }
static inline void acc_memcpy_to_device(void *to, void *from, size_t size) { memmove(to, from, size); }
static inline void acc_memcpy_from_device(void *to, void *from, size_t size) { memmove(to, from, size); }
#endif
#endif

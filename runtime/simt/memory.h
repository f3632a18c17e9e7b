// The memory of the simulated device.
//
// Every allocation has a megabyte of inaccessible pages on each side, in a part of the address space that holds nothing
// else. It ends at a page boundary, after rounding its size to 16 bytes, so an access past the end faults. Its base is
// therefore aligned to 16 bytes and seldom to CUDA's 256. The other bytes of its pages are checked after each kernel.
// New memory holds 0xff bytes. Freed memory is inaccessible, and its addresses are not used again.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "report.h"

namespace simt
{

enum class MemoryKind { device, managed, pinned };

struct Allocation {
    uintptr_t base;
    size_t size;
    uintptr_t pages; // its accessible pages; the guard pages are not counted
    size_t pages_size;
    MemoryKind kind;
    bool live;
    unsigned users; // while > 0, device memory is accessible
    // With CURESTRUCT_SIMT_CHECK: which bytes have been written, four bits for each four bytes, or NULL: all count as
    // written, since the host can write them; and who has allocated it.
    unsigned char *written;
    CallSite site;
};

// Notes and asks what has been written, of bytes that are all in the allocation. `any`: at least one byte.
void memory_mark_written(Allocation &allocation, size_t offset, size_t size);
bool memory_any_written(const Allocation &allocation, size_t offset, size_t size);
// Of a copy: what has been written there is what has been written here.
void memory_copy_written(void *to, const void *from, size_t size);

// NULL when there is not that much memory. size > 0.
void *memory_allocate(size_t size, MemoryKind kind);
bool memory_free(void *base); // false when base is not what memory_allocate gave
size_t memory_used();
size_t memory_total();

// The live allocation that contains the address, or NULL.
Allocation *memory_find(const void *address);

// Whether the address lies where only allocations are, be it in a live one or not.
bool memory_reserved(const void *address);

// Reports an access of the running thread to reserved addresses that are not all in one live allocation.
void memory_require(const void *address, size_t size, bool store, const void *instruction = nullptr);

// While one exists, the device memory that it names can be accessed. Without CURESTRUCT_SIMT_STRICT=1 it always can.
class MemoryAccess
{
  public:
    MemoryAccess();                                      // all of it, for a kernel
    MemoryAccess(const void *first, const void *second); // the allocations that hold these, for a copy
    MemoryAccess(const MemoryAccess &) = delete;
    ~MemoryAccess();

  private:
    Allocation *named_[2] = {nullptr, nullptr};
    bool all_;
};

// Reports bytes next to allocations that the kernel has overwritten.
void memory_check(const char *kernel_name);

// "0x7f.. is 4 bytes past the end of the device allocation of 400 bytes at 0x7f..". Safe in a signal handler.
void memory_describe(const void *address, char *text, size_t size);

// All of this, and every call of the API, happens under one lock.
class ApiLock
{
  public:
    ApiLock();
    ApiLock(const ApiLock &) = delete;
    ~ApiLock();
};

} // namespace simt

// ---- blocks of memory that the program has allocated, for arrays whose extents nothing else says

#include <iterator>
#include <map>
struct crs_blocks_1 {
    std::atomic<bool> busy;
    std::map<uintptr_t, uintptr_t> ends; // by the address of the first byte; of the byte that follows the last one
};

// The linker merges these for all outputs of a program. A change of the structs gives them another number. The table
// is never destroyed: destructors of the program may still free memory.
inline crs_blocks_1 &crs_block_table_1()
{
    static crs_blocks_1 *table = new crs_blocks_1();
    return *table;
}

// One thread at a time.
struct crs_block_lock {
    crs_blocks_1 &table;
    crs_block_lock() : table(crs_block_table_1())
    {
        while (table.busy.exchange(true))
            ;
    }
    crs_block_lock(const crs_block_lock &) = delete;
    crs_block_lock &operator=(const crs_block_lock &) = delete;
    ~crs_block_lock() { table.busy.store(false); }
};

// The host can read that memory: some of it may belong to other variables, but none is missing. Reads a byte of each
// page in a way that says so instead of ending the program.
#include <sys/uio.h>
#include <unistd.h>
static inline bool crs_is_readable(uintptr_t begin, uintptr_t end)
{
    const uintptr_t page = 4096;
    const int most = 256;
    char bytes[most];
    for (uintptr_t at = begin; at < end;) {
        struct iovec from[most], to = {bytes, 0};
        int count = 0;
        for (; at < end && count < most; at = (at & ~(page - 1)) + page)
            from[count++] = {(void *)at, 1};
        to.iov_len = (size_t)count;
        if (process_vm_readv(getpid(), &to, 1, from, (unsigned long)count, 0) != count)
            return false;
    }
    return true;
}

static inline void *crs_note_block(void *block, size_t bytes)
{
    if (!block || !bytes)
        return block;
    crs_block_lock lock;
    uintptr_t begin = (uintptr_t)block;
    auto next = lock.table.ends.lower_bound(begin); // what is left of blocks that were freed out of sight
    while (next != lock.table.ends.end() && next->first < begin + bytes)
        next = lock.table.ends.erase(next);
    if (next != lock.table.ends.begin() && std::prev(next)->second > begin)
        lock.table.ends.erase(std::prev(next));
    lock.table.ends[begin] = begin + bytes;
    return block;
}

static inline void crs_forget_block(void *block)
{
    crs_block_lock lock;
    lock.table.ends.erase((uintptr_t)block);
}

// The block around the address. false: it is not within one.
static inline bool crs_find_block(uintptr_t place, uintptr_t *begin, uintptr_t *end)
{
    crs_block_lock lock;
    auto next = lock.table.ends.upper_bound(place);
    if (next == lock.table.ends.begin())
        return false;
    --next;
    *begin = next->first;
    *end = next->second;
    return place < *end;
}

extern "C" __attribute__((weak)) void *crs_noted_malloc(unsigned long bytes)
{
    return crs_note_block(malloc(bytes), bytes);
}

extern "C" __attribute__((weak)) void *crs_noted_calloc(unsigned long count, unsigned long bytes)
{
    return crs_note_block(calloc(count, bytes), count * bytes);
}

extern "C" __attribute__((weak)) void *crs_noted_aligned_alloc(unsigned long align, unsigned long bytes)
{
    return crs_note_block(aligned_alloc(align, bytes), bytes);
}

extern "C" __attribute__((weak)) int crs_noted_posix_memalign(void **block, unsigned long align, unsigned long bytes)
{
    int error = posix_memalign(block, align, bytes);
    if (error == 0)
        crs_note_block(*block, bytes);
    return error;
}

extern "C" __attribute__((weak)) void *crs_noted_realloc(void *block, unsigned long bytes)
{
    uintptr_t begin, end;
    bool known = block && crs_find_block((uintptr_t)block, &begin, &end) && begin == (uintptr_t)block;
    if (known)
        crs_forget_block(block);
    void *moved = realloc(block, bytes);
    if (!moved && bytes && known)
        crs_note_block((void *)begin, end - begin); // it is still there
    return crs_note_block(moved, bytes);
}

extern "C" __attribute__((weak)) void crs_noted_free(void *block)
{
    if (block)
        crs_forget_block(block);
    free(block);
}

extern "C" __attribute__((weak)) void crs_noted_variable(void *first, unsigned long bytes)
{
    crs_note_block(first, bytes);
}

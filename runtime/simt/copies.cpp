// Asynchronous copies happen as late as allowed: when the thread waits for them. A thread that reads the tile earlier
// sees the old contents. A source that is overwritten meanwhile was overwritten too early.
#include "copies.h"

#include <stdint.h>
#include <string.h>
#include <vector>

#include "block.h"
#include "memory.h"
#include "profile.h"
#include "races.h"
#include "report.h"

namespace simt
{

struct Copy {
    void *to;
    const void *from;
    size_t size;
};

struct Queue {
    std::vector<Copy> copies;   // oldest first
    std::vector<size_t> groups; // how many copies each has
    size_t open = 0;            // copies after the last group
};

static thread_local std::vector<Queue> queues;

static Queue &own_queue()
{
    unsigned thread = current_block()->current;
    current_block()->any_copies = true;
    if (queues.size() <= thread)
        queues.resize(max_block_threads);
    return queues[thread];
}

void copy_later(void *to, const void *from, size_t size)
{
    if (((uintptr_t)to | (uintptr_t)from) % size)
        report_block(*current_block(), "misaligned copy: both addresses must be multiples of its size");
    memory_require(from, size, false); // which otherwise comes to light only if the thread waits for the copy
    Queue &queue = own_queue();
    queue.copies.push_back({to, from, size});
    queue.open++;
    races_load(from, size, __builtin_return_address(0));
    races_store(to, size, __builtin_return_address(0));
    profile_copy(to, from, (unsigned)size, __builtin_return_address(0));
}

void close_copies()
{
    Queue &queue = own_queue();
    queue.groups.push_back(queue.open);
    queue.open = 0;
}

void wait_copies(unsigned newest)
{
    Queue &queue = own_queue();
    size_t done = queue.groups.size() > newest ? queue.groups.size() - newest : 0, count = 0;
    for (size_t i = 0; i < done; i++)
        count += queue.groups[i];
    for (size_t i = 0; i < count; i++) {
        memcpy(queue.copies[i].to, queue.copies[i].from, queue.copies[i].size);
        races_store(queue.copies[i].to, queue.copies[i].size,
                    __builtin_return_address(0)); // what has read the place meanwhile was too early
    }
    queue.copies.erase(queue.copies.begin(), queue.copies.begin() + (long)count);
    queue.groups.erase(queue.groups.begin(), queue.groups.begin() + (long)done);
}

void copies_drop(unsigned thread)
{
    if (thread < queues.size())
        queues[thread] = {};
}

} // namespace simt

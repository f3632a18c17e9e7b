// Memory for an array of a function that is called from the host. An access beyond the array ends the program.
#ifndef CRS_BENCH_HOST_MEMORY_H
#define CRS_BENCH_HOST_MEMORY_H

#include <algorithm>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace crs_bench
{

// The array ends (up to 15 bytes) at a page that cannot be accessed; another such page precedes its first page.
class HostMemory
{
  public:
    HostMemory(const char *array, size_t bytes) : name(array), size(bytes)
    {
        size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = (bytes + page - 1) / page * page;
        length = inside + 2 * page;
        void *all = mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        pages = (char *)all;
        if (all == MAP_FAILED || (inside && mprotect(pages + page, inside, PROT_READ | PROT_WRITE) != 0)) {
            fprintf(stderr, "bench: error: no memory for '%s' on the host\n", name);
            exit(1);
        }
        data = pages + page + inside - (bytes + 15) / 16 * 16;
        existing().push_back(this);
        watch();
    }
    HostMemory(const HostMemory &) = delete;
    HostMemory &operator=(const HostMemory &) = delete;
    ~HostMemory()
    {
        existing().erase(std::find(existing().begin(), existing().end(), this));
        munmap(pages, length);
    }

    char *data;

  private:
    static std::vector<HostMemory *> &existing()
    {
        static std::vector<HostMemory *> all;
        return all;
    }

    static void stop(int number, siginfo_t *fault, void *)
    {
        for (const HostMemory *memory : existing())
            if ((char *)fault->si_addr >= memory->pages && (char *)fault->si_addr < memory->pages + memory->length) {
                fprintf(stderr,
                        "bench: error: the function touches '%s' outside of the %zu bytes that it has here, and its "
                        "nests do not: it cannot be timed\n",
                        memory->name, memory->size);
                _exit(1);
            }
        signal(number, SIG_DFL);
    }

    static void watch()
    {
        struct sigaction action = {};
        action.sa_sigaction = stop;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &action, nullptr);
        sigaction(SIGBUS, &action, nullptr);
    }

    const char *name;
    size_t size, length; // of the array; of all pages
    char *pages;
};

} // namespace crs_bench

#endif

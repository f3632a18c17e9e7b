// Memory between two pages that nobody may touch.
#ifndef EDGE_H
#define EDGE_H

#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

// It ends (or begins) where such a page begins (or ends).
static void *edge(long bytes, int at_end)
{
    long pages = bytes / PAGE + 1;
    char *memory = (char *)mmap(NULL, (size_t)(pages + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == (char *)MAP_FAILED || mprotect(memory + PAGE, (size_t)pages * PAGE, PROT_READ | PROT_WRITE))
        exit(1);
    return at_end ? memory + (pages + 1) * PAGE - bytes : memory + PAGE;
}

#endif

// Catches sizes such as SIZE_MAX ("no limit") that are taken as negative numbers: nothing runs, or what is no element.
// RUN: %same --fallback %s %t
#include "Inputs/checksum.h"
#include <stddef.h>
#include <stdint.h>

static int a[100], b[100];

static void limited(size_t n, size_t limit)
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        if (i < limit)
            b[i] += a[i];
}

static void none(size_t first, size_t n)
{
#pragma curestruct
    for (size_t i = first; i < n; i++)
        b[i + 1] += a[i + 1];
}

int main(void)
{
    for (int i = 0; i < 100; i++)
        a[i] = i * 3;
    limited(50, SIZE_MAX);
    limited(50, 40);
    none(SIZE_MAX, 20);
    SHOW(b);
    return 0;
}

// Catches a `restrict` pointer of file scope that is believed without a test: what it promises holds for the whole
// program, of which one function shows little.
// RUN: %same --fallback %s %t
#include "Inputs/checksum.h"

static float data[400];
static float *restrict from, *restrict to;
static struct {
    float *restrict from, *restrict to;
} both;

static void running(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

static void running_members(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        both.to[i] = both.from[i] * 2;
}

int main(void)
{
    for (int i = 0; i < 400; i++)
        data[i] = (float)(i % 7);
    from = data;
    to = data + 1;
    running(399);
    SHOW(data);
    both.from = data;
    both.to = data + 2;
    running_members(20);
    SHOW(data);
    return 0;
}

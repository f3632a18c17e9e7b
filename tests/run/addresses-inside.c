// Catches a variable that is taken to be shared because the nest passes its address to a function, so that its range or
// its last value is lost, and one that is not although the address is known elsewhere, too.
// RUN: %same %s %t
// RUN: %same --host %s %t
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --check-prefix=SAID --allow-empty %s
// SAID-NOT: -Wrefused
// SAID-NOT: -Wsequential
#include "Inputs/checksum.h"

enum { N = 407 };
static unsigned colors[N];
static int counts[256], sums[N], ends[3];

static void parts_of(unsigned color, int *red, int *green, int *blue)
{
    *red = color >> 24;
    *green = (color >> 16) & 0xff;
    *blue = (color >> 8) & 0xff;
}

// The range of `green` says how long `to` is.
static void count(int n, const unsigned *restrict from, int *restrict to)
{
    int red, green, blue;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        parts_of(from[i], &red, &green, &blue);
        to[green]++;
    }
}

static void last(int n, const unsigned *restrict from, int *restrict to, int *restrict end)
{
    int red = 1, green = 2, blue = 3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        parts_of(from[i], &red, &green, &blue);
        to[i] += green + red;
    }
    end[0] += green;
    end[1] += blue;
}

// What the nest before has left.
static void repeated(int n, const unsigned *restrict from, int *restrict to)
{
    int red = 1, green = 2, blue = 3;
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            to[i] += red - blue;
#pragma curestruct
        for (int i = 0; i < n; i++) {
            parts_of(from[i] + t, &red, &green, &blue);
            to[i] += red + green;
        }
    }
}

static int *another(int *p) { return p; }

// The nest changes `first` through `known`.
static void aliased(int n, const unsigned *restrict from, int *restrict to)
{
    int first = 5, *known = another(&first);
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] += first + (int)(from[i] & 3);
    known[0] += 2;
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] += first;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        colors[i] = (unsigned)i * 2654435761u;
    count(N, colors, counts);
    SHOW(counts);
    last(N, colors, sums, ends);
    last(0, colors, sums, ends);
    repeated(N, colors, sums);
    aliased(N, colors, sums);
    SHOW(sums);
    SHOW(ends);
    return 0;
}

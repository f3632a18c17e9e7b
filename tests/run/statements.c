// Catches control flow inside an iteration that is flattened wrongly: if and else, continue, while, do, break out of an
// inner loop, local variables, small local arrays, conditions with side conditions.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static int out[900], steps[900];

static void flow(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int x = i, count = 0;
        while (x > 1) {
            x = x % 2 ? 3 * x + 1 : x / 2;
            count++;
        }
        steps[i] = count;
        if (i % 3 == 0)
            continue;
        else if (i % 5 == 0) {
            out[i] = -1;
        } else {
            int digits[4] = {0, 0, 0, 0}, rest = i;
            for (int d = 0; d < 4; d++) {
                digits[d] = rest % 10;
                rest /= 10;
            }
            out[i] = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3];
        }
        int found = -1;
        for (int d = 2; d < i; d++)
            if (i % d == 0) {
                found = d;
                break;
            }
        do
            found += 2;
        while (found < 3);
        out[i] += (found && i > 10) || !count ? found : 0;
    }
}

// What follows a continue that only one of two branches may reach holds a loop, of which there is one only.
static void skipping(int n, int m)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (i % 2) {
            if (steps[i] > m)
                continue;
            out[i] += 5;
        } else {
            out[i] -= 3;
        }
        for (int k = 0; k < m; k++)
            out[i] += k * (steps[i] + 1);
        if (out[i] % 3 == 0)
            continue;
        out[i]++;
    }
}

int main(void)
{
    flow(900);
    SHOW(out);
    SHOW(steps);
    skipping(900, 20), skipping(0, 3);
    SHOW(out);
    return 0;
}

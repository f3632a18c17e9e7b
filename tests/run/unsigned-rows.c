// Catches rows whose iterator is an int and whose ends are unsigned: an iterator that is negative is more than an end
// that is not, and less than one that would be closer to 0 as a negative number.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <stdint.h>

enum { ROWS = 50, MIDDLE = 300 };
static double x[2 * MIDDLE], y[ROWS];

static void wide(int n, const uint64_t *begins, const double *from)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int j;
        y[i] = -1;
        for (j = begins[i]; j < begins[i + 1]; ++j)
            y[i] += from[j];
    }
}

static void narrow(int n, const uint32_t *begins, const double *from)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = begins[i]; j <= begins[i + 1]; j += 2)
            sum += from[j];
        y[i] = sum;
    }
}

int main(void)
{
    uint64_t begins[ROWS + 1], few[] = {(uint64_t)-40, (uint64_t)-9, (uint64_t)-9, 7};
    uint32_t begins_of[ROWS + 1], few_of[] = {(uint32_t)-40, (uint32_t)-9, (uint32_t)-9, 7};
    for (int i = 0; i < 2 * MIDDLE; i++)
        x[i] = i % 17 - 3;
    for (int i = 0; i <= ROWS; i++)
        begins[i] = begins_of[i] = (unsigned)(i % 9 == 5 ? 2 : i * 5);
    wide(ROWS, begins, x);
    SHOW(y);
    wide(3, few, x + MIDDLE);
    SHOW(y);
    narrow(ROWS, begins_of, x);
    SHOW(y);
    narrow(3, few_of, x + MIDDLE);
    SHOW(y);
    return 0;
}

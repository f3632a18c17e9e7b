// Catches a range whose end the launcher computes from a row that may be anywhere, as far as types say: the product
// with the length of a row did not fit in 64 bits, and too few elements were copied.
// RUN: %same --host %s %t
#include <stddef.h>
#include <stdio.h>

enum { M = 18, P = 40 };

static int seen[4], sum[4 * M], rows[(P + 4) * M * P];

static void far(size_t m, size_t p, size_t step, size_t width, int *restrict out, int *restrict all)
{
#pragma curestruct
    for (size_t i = 0; i < 4; ++i)
        for (size_t j = i; j < m; j += step)
            for (size_t k = 0; k < p; k++) {
                out[((p - 1 - i) * m + j) * width + k] = (int)(j + (size_t)seen[i]) % 10;
                all[i * m + j] += (int)(j + k) % 7;
            }
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        seen[i] = i;
    far(M, P, 1, P, rows, sum);
    far(M, 16, 2, P, rows, sum);
    long total = 0;
    for (int i = 0; i < P * M * P; i++)
        total += rows[i] * (i % 13);
    for (int i = 0; i < 4 * M; i++)
        total += sum[i] * (i % 5);
    printf("%ld\n", total);
    return 0;
}

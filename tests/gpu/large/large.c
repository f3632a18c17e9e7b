// Catches 32-bit index arithmetic in emitted code: arrays of more than 2^31 elements, by long and by int iterators,
// flat and with rows, in kernels, launchers and copies. Each element is compared with the serial formula.
//
//   curestruct large.c -o large.cu; nvcc -O2 -arch=native large.cu -o large; CURESTRUCT_ON_ERROR=abort ./large [bytes]
//
// It needs 5 GB of memory on either side. With fewer bytes (large 100000) it also runs on the CPU runtime.
#include <stdio.h>
#include <stdlib.h>

typedef signed char byte;

static void by_long(long n, byte *restrict a, const byte *restrict b)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        a[i] = (byte)(b[n - 1 - i] + i % 7);
}

static void by_rows(int rows, int columns, byte *restrict a, const byte *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[(long)i * columns + j] = (byte)(b[(long)i * columns + columns - 1 - j] ^ i);
}

static void turned(int n, byte a[restrict n][n], const byte b[restrict n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = (byte)(b[j][i] + 1);
}

static void by_unsigned(unsigned n, byte *restrict a, const byte *restrict b)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        a[i] = (byte)(b[i] - 3);
}

static long sum(long n, const byte *restrict b)
{
    long total = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        total += b[i];
    return total;
}

static int failures;

static void expect(const char *what, long bad)
{
    printf("%s: %s\n", what, bad < 0 ? "right" : "WRONG");
    if (bad >= 0)
        printf("    first at element %ld\n", bad);
    failures += bad >= 0;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : (1l << 31) + 12345;
    int rows = 1021, columns = (int)(n / rows), side = 1;
    while ((long)(side + 1) * (side + 1) <= n)
        side++;
    unsigned count = (unsigned)n;
    byte *a = malloc((size_t)n), *b = malloc((size_t)n);
    if (!a || !b) {
        printf("not enough memory\n");
        return 2;
    }
    for (long i = 0; i < n; i++)
        b[i] = (byte)(i * 31 + i / 251);

    long bad = -1;
    by_long(n, a, b);
    for (long i = 0; i < n && bad < 0; i++)
        bad = a[i] == (byte)(b[n - 1 - i] + i % 7) ? -1 : i;
    expect("by long", bad);

    bad = -1;
    by_rows(rows, columns, a, b);
    for (long i = 0; i < (long)rows * columns && bad < 0; i++)
        bad = a[i] == (byte)(b[i / columns * columns + columns - 1 - i % columns] ^ (int)(i / columns)) ? -1 : i;
    expect("by rows", bad);

    bad = -1;
    turned(side, (void *)a, (void *)b);
    for (long i = 0; i < (long)side * side && bad < 0; i++)
        bad = a[i] == (byte)(b[i % side * side + i / side] + 1) ? -1 : i;
    expect("turned", bad);

    bad = -1;
    by_unsigned(count, a, b);
    for (long i = 0; i < (long)count && bad < 0; i++)
        bad = a[i] == (byte)(b[i] - 3) ? -1 : i;
    expect("by unsigned", bad);

    long total = 0;
    for (long i = 0; i < n; i++)
        total += b[i];
    expect("sum", sum(n, b) == total ? -1 : 0);
    if (!failures)
        printf("PASS: %ld elements\n", n);
    return failures != 0;
}

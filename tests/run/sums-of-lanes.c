// Catches sums of which a thread holds several that end wrong after the last combination: an iterator too narrow for
// the number of threads that count with it (a kernel without an end), a place along a loop that counts down (left out),
// a place whose array begins far in front of what is touched (a pointer taken for one of the host), and places along
// two loops, or with the vectors of the long loop inside of them (stored at each other's).
// UNSUPPORTED: asan
// RUN: %same %s %t
// RUN: %curestruct check --on cpu %s --function=masks --size n=1031,m=1031 | FileCheck %s
// CHECK: masks: 1 of 1 nests, {{.*}}, PASS
#include <stdio.h>

void masks(long n, int m, int *a, const int *b)
{
#pragma curestruct
    for (long i = 2; i <= n; i++)
        for (unsigned char j = 0; j < 7; j++)
            a[j] &= b[(j + m) * n + i];
}

int table[40][40][40];

void planes(int n, int m, int p, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j >= 0; --j)
            for (int k = 0; k < p; k++)
                a[(p - 1 - j) * p + k] |= table[i][i][k];
}

// How many places there are depends on the loop that adds to them.
void triangle(int *a)
{
#pragma curestruct
    for (unsigned i = 0; i < 7; i++)
        for (int j = 0; j < i + 1; j++)
            a[j] = table[j][i][0] * a[j];
}

// Places along two loops, one of which counts down.
void products(int n, int *a, const int *b)
{
#pragma curestruct
    for (int i = 2; i >= 0; i--)
        for (int j = 0; j < 5; j++) {
            int sum = 0;
            for (int k = 0; k < n; k++)
                sum += b[k * 5 + i] * b[k * 5 + j];
            a[i * 5 + j] = sum;
        }
}

void four_rows(int n, int *a, const int *b)
{
#pragma curestruct schedule("interchange i k; tile k 4 as k.group k.lane; cyclic k.group 64 as k.thread k.turn; \
bind k.thread thread.x; interchange k.lane i; unroll i; vectorize k.lane; reduce a shuffle")
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < n; k++)
            a[i] += b[i * n + k];
}

static int b[(6 + 7) * 67 + 1], got[40 * 40];

int main(void)
{
    for (int i = 0; i < 13 * 67; i++)
        b[i] = ~(1 << i % 31);
    for (int i = 0; i < 40 * 40 * 40; i++)
        (&table[0][0][0])[i] = 1 << i % 29;
    for (int n = 0; n < 67; n += 33) {
        for (int j = 0; j < 40 * 40; j++)
            got[j] = j < 7 ? -1 : 0;
        masks(n, 6, got, b);
        triangle(got + 7);
        for (int j = 0; j < 7; j++)
            printf("%d ", got[j]);
        planes(n < 40 ? n : 40, 13, 17, got);
        for (int j = 0; j < 17 * 17; j++)
            printf("%d ", got[j]);
        products(2 * n, got, b);
        four_rows(3 * n, got + 15, b);
        for (int j = 0; j < 19; j++)
            printf("%d ", got[j]);
    }
    return 0;
}

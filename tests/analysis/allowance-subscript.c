// Catches a crash in isl where the operations allowed to a question end while a subscript is written as C: the rows of
// 'a' are in a flat array, and the loops end where one of two sizes says.
// RUN: %curestruct -w %s -o - | FileCheck %s
// CHECK: __global__
void flat(int n, int m, int p, int first, int second, int third, int width, int *a, int (*b)[width])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 2; j < (m < i ? m : i); j++)
            for (int k = 0; k < (p > n ? p : n); k += 3)
                for (int l = 0; l < (n > p + 2 ? n : p + 2); l++)
                    a[((((2 * l) + 1) * first + j) * second + k) * third + i] = b[l][j] % 10;
}

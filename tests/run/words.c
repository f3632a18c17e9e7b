// Products of bytes, whose operands are copied to shared memory four at a time where they and their rows are aligned,
// turned on the way or not. Catches bytes of other rows in a word, words that are not aligned (arrays that begin
// anywhere, rows of any length, steps before the first whole tile), and words that reach beyond a row's end.
// RUN: %same --host %s %t
// RUN: env CURESTRUCT_VERSION=large %t.same/generated | cmp - %t.same/serial.out
// RUN: %curestruct %s -o - | FileCheck %s
// CHECK: crs_load_lanes<4>(B_rows[row],
// CHECK: crs_store_lanes<16>(B_tile
#include <stdio.h>

void nn(int n, int m, int p, int *restrict C, int ldc, const signed char *restrict A, int lda,
        const signed char *restrict B, int ldb)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i * lda + k] * B[k * ldb + j];
            C[i * ldc + j] = sum;
        }
}

void nt(int n, int m, int p, int *restrict C, int ldc, const signed char *restrict A, int lda,
        const signed char *restrict B, int ldb)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i * lda + k] * B[j * ldb + k];
            C[i * ldc + j] = sum;
        }
}

void tn(int n, int m, int p, int *restrict C, int ldc, const signed char *restrict A, int lda,
        const signed char *restrict B, int ldb)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[k * lda + i] * B[k * ldb + j];
            C[i * ldc + j] = sum;
        }
}

enum { MOST = 200 };

static signed char A[MOST * MOST], B[MOST * MOST];
static int C[MOST * MOST];

static void show(const char *name)
{
    long sum = 0;
    for (int i = 0; i < MOST * MOST; i++)
        sum += (long)C[i] * (i % 1013 + 1);
    printf("%s: %ld %d\n", name, sum, C[0]);
}

int main(void)
{
    // n, m, p, lda, ldb, and where A and B begin
    static const int sizes[][7] = {
        {68, 132, 64, 136, 136, 0, 0}, {68, 132, 64, 136, 136, 1, 0}, {68, 132, 64, 136, 136, 0, 2},
        {68, 132, 64, 137, 136, 0, 0}, {68, 132, 64, 136, 138, 0, 0}, {68, 130, 64, 136, 136, 0, 0},
        {67, 132, 64, 136, 136, 0, 0}, {68, 132, 65, 136, 136, 0, 0}, {68, 132, 76, 136, 136, 4, 8},
        {65, 129, 97, 133, 135, 3, 1}, {1, 1, 32, 136, 136, 0, 0},    {4, 4, 36, 136, 136, 0, 0},
    };
    for (int i = 0; i < MOST * MOST; i++) {
        A[i] = (signed char)(i * 7919 % 251 - 125);
        B[i] = (signed char)(i * 104729 % 241 - 120);
    }
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int *size = sizes[s];
        nn(size[0], size[1], size[2], C, 140, A + size[5], size[3], B + size[6], size[4]);
        show("nn");
        nt(size[0], size[1], size[2], C, 140, A + size[5], size[3], B + size[6], size[4]);
        show("nt");
        tn(size[0], size[1], size[2], C, 140, A + size[5], size[3], B + size[6], size[4]);
        show("tn");
    }
    return 0;
}

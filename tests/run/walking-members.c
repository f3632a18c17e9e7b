// Catches a pointer that walks through an array in an element's member, and is read or written at the place where it
// was before, in another row of the member, or in another element.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 300, HALF = 32, ROW = 64 };
typedef struct Block {
    float scale;
    unsigned char numbers[ROW];
    signed char factors[16];
    short table[4][6];
} Block;
static Block blocks[N], packed[N];
static float numbers[N * 256];
static int sums[N];

// Two walks in each half; the output walks through all of it.
static void unpack(int n, const Block *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const unsigned char *q = x[i].numbers;
        int at = 0;
        for (int part = 0; part < 2; part++) {
            int shift = 0;
            for (int j = 0; j < 4; j++) {
                float scale = x[i].scale * x[i].factors[at++];
                for (int l = 0; l < 16; l++)
                    *y++ = scale * (float)((q[l] >> shift) & 3);
                scale = x[i].scale * x[i].factors[at++];
                for (int l = 0; l < 16; l++)
                    *y++ = scale * (float)((q[l + 16] >> shift) & 3);
                shift += 2;
            }
            q += HALF;
        }
    }
}

static void pack(int n, const float *x, Block *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned char *q = out[i].numbers + 1;
        for (int k = 0; k < ROW; k++)
            q++[-1] = (unsigned char)x[i * ROW + k];
        signed char *f = out[i].factors + 16;
        for (int k = 0; k < 16; k++)
            *--f = (signed char)x[i * 16 + k];
    }
}

static void of_rows(int n, const Block *x, int *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const short *t = x[i].table[1 + i % 3];
        int sum = 0;
        for (int k = 0; k < 6; k++)
            sum = sum * 3 + *t++;
        out[i] = sum;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        blocks[i].scale = (float)(i % 9) / 4;
        for (int k = 0; k < ROW; k++)
            blocks[i].numbers[k] = (unsigned char)(i * 7 + k * 13);
        for (int k = 0; k < 16; k++)
            blocks[i].factors[k] = (signed char)(i + k * 5);
        for (int k = 0; k < 24; k++)
            blocks[i].table[k / 6][k % 6] = (short)(i * 5 + k * 3);
    }
    unpack(N, blocks, numbers);
    SHOW(numbers);
    for (int i = 0; i < N * 256; i++)
        numbers[i] = (float)(i * 31 % 97);
    pack(N, numbers, packed);
    SHOW(packed);
    of_rows(N, blocks, sums);
    SHOW(sums);
    return 0;
}

// Catches rows of several parts, as matrices of several heads have them, in products of sizes: refused, or parts that
// overlap where a row is no whole number of them.
// RUN: %same %s %t
// RUN: %same --fallback -DODD %s %t
#include "Inputs/checksum.h"

enum { BATCH = 3, LENGTH = 7, HEADS = 4, PART = 5, ROW = HEADS * PART };
static float packed[BATCH * LENGTH * ROW * 3], out[BATCH * LENGTH * ROW + 8], scores[BATCH * HEADS * LENGTH * LENGTH];

static void mix(int batch, int length, int row, int heads, int part, const float *in, float *restrict score,
                float *restrict to)
{
    int wide = 3 * row;
#pragma curestruct
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < length; t++)
            for (int h = 0; h < heads; h++) {
                const float *query = in + b * length * wide + t * wide + h * part;
                for (int s = 0; s <= t; s++) {
                    const float *key = in + b * length * wide + s * wide + h * part + row;
                    float sum = 0;
                    for (int k = 0; k < part; k++)
                        sum += query[k] * key[k];
                    score[b * heads * length * length + h * length * length + t * length + s] = sum;
                }
                for (int k = 0; k < part; k++)
                    to[b * length * row + t * row + h * part + k] =
                        in[b * length * wide + t * wide + h * part + k + 2 * row] +
                        score[((b * heads + h) * length + t) * length];
            }
}

int main(void)
{
    for (int i = 0; i < BATCH * LENGTH * ROW * 3; i++)
        packed[i] = (float)(i * 7 % 11);
    mix(BATCH, LENGTH, ROW, HEADS, PART, packed, scores, out);
    SHOW(scores);
    SHOW(out);
#ifdef ODD
    mix(BATCH, LENGTH, ROW - 2, HEADS, PART, packed, scores, out);
    SHOW(out);
#endif
    return 0;
}

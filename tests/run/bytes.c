// Catches memset and memcpy that clear or copy another number of elements, the wrong ones of an array in an array, or
// integers whose bytes are not all the value.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { N = 37, M = 21 };
static float sums[N * M], rows[2 * N * M];
static int keys[N * 32], counts[N * 16], lengths[N];
static uint32_t words[N];
static int16_t halves[N][M];
static uint8_t letters[4 * N];

static void restart(int n, int m, float *restrict to, float *restrict from)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        memset(to + i * m, 0, m * sizeof(float));
        memcpy(from + (size_t)i * m, &from[(n - 1 - i) * m + n * m], sizeof *from * m);
        to[i * m] += 2;
    }
}

static void count(int n, const int *restrict key, int *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int bins[16], marks[3][4];
        memset(bins, 0, sizeof bins);
        memset(marks, -1, sizeof(marks));
        for (int k = 0; k < 32; k++)
            bins[key[i * 32 + k] & 15]++;
        memcpy(marks[1], bins, 4 * sizeof(int));
        memcpy(to + 16 * i, bins, sizeof(bins));
        to[16 * i] += marks[0][3] + marks[1][2] + marks[2][0];
    }
}

static void mark(int n, uint32_t *restrict word, uint8_t *restrict letter, int16_t (*restrict half)[M],
                 const int *restrict length)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        uint32_t copy;
        memcpy(&copy, &word[i], sizeof copy);
        memset(letter + 4 * i, 'A' + 256, 4);
        memset(half[i], 0x81, length[i] * sizeof(int16_t));
        if (copy > 20)
            memset(&word[i], 0xfe, sizeof(uint32_t));
    }
}

int main(void)
{
    for (int i = 0; i < N * 32; i++)
        keys[i] = i * 37 % 101;
    for (int i = 0; i < N; i++)
        words[i] = (uint32_t)(i * 5 % 43), lengths[i] = i * 3 % M;
    for (int i = 0; i < 2 * N * M; i++)
        rows[i] = (float)i, sums[i % (N * M)] = 1;
    restart(N, M, sums, rows);
    SHOW(sums);
    SHOW(rows);
    count(N, keys, counts);
    SHOW(counts);
    mark(N, words, letters, halves, lengths);
    SHOW(words);
    SHOW(letters);
    SHOW(halves);
    return 0;
}

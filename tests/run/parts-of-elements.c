// Catches an element of an array that a pointer of another type accesses in parts: the wrong part, a part that takes
// its neighbours along, a number of other parts or in another order, and pointers that count in the wrong unit.
// RUN: %same -fno-strict-aliasing %s %t
// RUN: %same --host -fno-strict-aliasing %s %t
// RUN: %curestruct -fno-strict-aliasing %s -o %t.cu 2>&1 | FileCheck --check-prefix=SAID --allow-empty %s
// SAID-NOT: -Wrefused
// SAID-NOT: -Wsequential
#include "Inputs/checksum.h"
#include <stdint.h>
#include <string.h>

enum { W = 37, H = 19, ROW = 11 };
// The bytes of a row of words, the highest of each word first.
#define BYTE(line, n) (*(uint8_t *)((uintptr_t)((const uint8_t *)(line) + (n)) ^ 3))
#define HALF(line, n) (*(uint16_t *)((uintptr_t)((const uint16_t *)(line) + (n)) ^ 2))
#define FIRST(line, n) (*(uint8_t *)((uintptr_t)((const uint8_t *)(line) + (n)) & ~(uintptr_t)3))
#define LAST(line, n) (*(uint8_t *)((uintptr_t)((const uint8_t *)(line) + (n)) | 3))

typedef struct {
    uint32_t *data;
    int w, h, row;
} image;
static uint32_t first[H * ROW], second[H * ROW], table[4][8];
static float floats[H * W];
static double doubles[H * W];
static uint64_t longs[H];
static unsigned char letters[H * 64], found[H];
static int keys[H];

static void add(image *to, const image *from, int depth, int more)
{
    uint32_t *line;
    const uint32_t *other;
    int value;
#pragma curestruct
    for (int i = 0; i < to->h; i++) {
        line = to->data + i * to->row;
        other = from->data + i * from->row;
        if (depth == 8) {
            for (int j = 0; j < to->w; j++) {
                value = BYTE(line, j) + BYTE(other, j) + more;
                BYTE(line, j) = value > 255 ? 255 : value;
            }
        } else if (depth == 16) {
            for (int j = 0; j < to->w / 2; j++)
                HALF(line, j) = (HALF(line, j) ^ HALF(other, j)) + more;
        } else {
            for (int j = 0; j < to->row; j++)
                *(line + j) += *(other + j) * 3;
        }
    }
}

static void ends(image *to)
{
#pragma curestruct
    for (int i = 0; i < to->h; i++)
        for (int j = 0; j < to->row; j++)
            ((uint8_t *)&to->data[i * to->row + j])[1] =
                FIRST(to->data + i * to->row, 4 * j + 2) + 2 * LAST(to->data + i * to->row, 4 * j + 1);
}

static void lookup(const uint32_t *words, const int *at, int n, int m, unsigned char *out)
{
#pragma curestruct copyin(words[0:m])
    for (int i = 0; i < n; i++)
        out[i] = BYTE(words, at[i]) + (m > 0);
}

static void of_table(int k)
{
#pragma curestruct
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++) {
            unsigned char *bytes = (unsigned char *)&table[i][j];
            bytes[k & 3] += i;
            table[i][j] ^= 0x10203;
        }
}

static void of_rows(uint32_t **lines, int w, int h)
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            BYTE(lines[i], j) = BYTE(lines[i], j) / 2 + 1;
}

static void assigned(const uint32_t *restrict data, float *restrict out, int w, int h, int row)
{
    const uint8_t *bytes, *next;
    const uint16_t *halves;
#pragma curestruct
    for (int i = 0; i < h; i++) {
        bytes = (const uint8_t *)(data + i * row);
        halves = (const uint16_t *)(data + i * row);
        next = bytes + 1;
        for (int j = 0; j < w / 2; j++)
            out[i * w + j] = bytes[j] + 3 * halves[j] + 5 * *next++;
        for (int j = w / 2; j < w; j++, halves++)
            out[i * w + j] = halves[0];
    }
}

// Rows that are so many bytes apart.
static void in_bytes(unsigned char *data, float *restrict to, int w, int h, int pitch)
{
#pragma curestruct
    for (int i = 0; i < h; i++) {
        float *row = (float *)(data + i * pitch);
        for (int j = 0; j < w; j++) {
            row[j] = row[j] * 0.5f + 1;
            *(float *)((char *)to + (i * w + j) * 4) -= row[j];
        }
    }
}

// Records of 12 bytes.
static void records(const unsigned char *restrict from, unsigned char *restrict to, int n, double *restrict values)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const unsigned char *record = from + 12 * i;
        unsigned char *made = to + 12 * i;
        values[i] = *(const int32_t *)record;
        *(int32_t *)made = *(const uint16_t *)(record + 3) - 7;
        memcpy(made + 4, &values[i], sizeof *values);
        *(int16_t *)(made + 10) += 3;
    }
}

static void bytes(int n, size_t size, uint64_t *restrict to, double *restrict values, const double *restrict from)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        memmove((char *)(to + i) + 1, (const char *)(from + i) + 2, 3);
        memset((char *)(to + i) + 5, 0x81, 2);
        memcpy(values + i * W, from + i * W, size);
        ((uint32_t *)&to[i])[1]++;
    }
}

int main(void)
{
    static unsigned char raw[H * W * 4], copy[H * 64];
    uint32_t *lines[H];
    image one = {first, W, H, ROW}, two = {second, W, H, ROW};
    for (int i = 0; i < H * ROW; i++)
        first[i] = (uint32_t)i * 2654435761u, second[i] = (uint32_t)i * 40503u;
    for (int i = 0; i < H; i++)
        lines[i] = first + i * ROW, keys[i] = i * 43 % (H * ROW * 4);
    for (int depth = 8; depth <= 32; depth *= 2) {
        add(&one, &two, depth, 5);
        SHOW(first);
    }
    ends(&one);
    of_rows(lines, W, H);
    SHOW(first);
    lookup(first, keys, H, H * ROW, found);
    SHOW(found);
    of_table(6);
    SHOW(table);
    assigned(first, floats, W / 2, H, ROW);
    SHOW(floats);
    for (int i = 0; i < H * W; i++) {
        float quarter = i * 0.25f;
        memcpy(raw + 4 * i, &quarter, 4);
        doubles[i] = 1.5 / (i + 1);
    }
    in_bytes(raw, floats, W - 2, H, W * 4);
    SHOW(raw);
    SHOW(floats);
    for (int i = 0; i < H * 64; i++)
        letters[i] = (unsigned char)(i * 37);
    records(letters, copy, H, doubles);
    SHOW(copy);
    SHOW(doubles);
    static double more[H * W];
    bytes(H, W * sizeof(double), longs, more, doubles);
    SHOW(longs);
    SHOW(more);
    return 0;
}

// Catches members of structs and unions without a name, in elements of arrays, that are read or written at another
// offset, and structs printed for a file of their own with another layout.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 700, ROW = 32 };

typedef struct Block {
    union {
        struct {
            unsigned short scale, least;
        };
        unsigned both;
    };
    unsigned char numbers[ROW / 2];
} Block;

typedef struct Deep {
    struct {
        struct {
            float a;
            double c;
        };
        float b;
    };
    char k;
    union {
        struct {
            int i;
            union {
                float f;
                unsigned u;
            };
        };
        long l;
    };
    short e;
} Deep;

typedef struct Point {
    union {
        struct {
            float x, y, z, w;
        };
        float v[4];
    };
} Point;

static Block blocks[N];
static Deep deep[N];
static Point points[N];
static float values[N * ROW];

static void pack(int n, const float *x, Block *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float least = 100, most = -100;
        for (int j = 0; j < ROW; j++) {
            float value = x[i * ROW + j];
            if (value < least)
                least = value;
            if (value > most)
                most = value;
        }
        out[i].scale = (unsigned short)(most - least);
        out[i].least = (unsigned short)(least + 200);
        for (int j = 0; j < ROW / 2; j++)
            out[i].numbers[j] = (unsigned char)(x[i * ROW + j] - least);
    }
}

static void nested(int n, Deep *p)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p[i].a += p[i].b;
        p[i].c += p[i].k;
        p[i].f = (float)p[i].i;
        p[i].e = (short)(i * 3);
    }
}

// The kernels see the second member of the union.
static void by_number(int n, Point *p)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++)
            p[i].v[d] = p[i].v[d] * 2 + (float)d;
}

int main(void)
{
    for (int i = 0; i < N * ROW; i++)
        values[i] = (float)(i * 37 % 101) - 50;
    for (int i = 0; i < N; i++) {
        deep[i].a = (float)i;
        deep[i].c = i * 2;
        deep[i].b = (float)(i % 7);
        deep[i].k = (char)(i % 50);
        deep[i].i = i * 5;
        points[i].x = (float)i;
        points[i].y = (float)(i + 1);
        points[i].z = (float)(i + 2);
        points[i].w = (float)(i + 3);
    }
    pack(N, values, blocks);
    nested(N, deep);
    by_number(N, points);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.9 + deep[i].a + deep[i].c + deep[i].b + deep[i].k + deep[i].i + deep[i].f + deep[i].e +
              points[i].x + 2 * points[i].y + 3 * points[i].z + 4 * points[i].w;
    SHOW(blocks);
    SHOW(points);
    printf("%.17g\n", sum);
    return 0;
}

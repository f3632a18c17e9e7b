// Catches arrays of records that move to the device although the nest writes each member of each element; and a member,
// an element of a member or padding that the host loses because it did not move: one that is written by condition, in
// other elements only, or not at all.
// RUN: %curestruct --no-residency %s -o - | FileCheck --check-prefix=FLAGS %s
// RUN: %same %s %t
#include <stdio.h>
#include <string.h>

struct point {
    float x, y, z;
};
struct body {
    struct point at[2];
    double weights[3];
};
struct padded {
    double value;
    char tag;
};
struct pair {
    short a, b;
};

// FLAGS: sizeof(struct point), CRS_OUT | CRS_WRITTEN);
// FLAGS: sizeof(struct point), CRS_IN);
static void copy(int n, struct point *restrict a, const struct point *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

// FLAGS: sizeof(struct point), CRS_IN | CRS_OUT | CRS_WRITTEN);
static void two(int n, struct point *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i].x = 3 * i;
        a[i].z = 5 * i;
    }
}

// FLAGS: sizeof(struct body), CRS_OUT | CRS_WRITTEN);
static void whole(int n, struct body *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) {
            a[i].at[k].x = i + k;
            a[i].at[k].y = i - k;
            a[i].at[1 - k].z = i * k;
        }
        a[i].weights[0] = 2;
        for (int k = 1; k < 3; k++)
            a[i].weights[k] = i + k;
    }
}

// FLAGS: sizeof(struct body), CRS_IN | CRS_OUT | CRS_WRITTEN);
static void part(int n, struct body *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) {
            a[i].at[k].x = i + k;
            a[i].at[k].y = i - k;
            a[i].at[0].z = i;
        }
        for (int k = 0; k < 3; k++)
            a[i].weights[k] = i + k;
    }
}

// FLAGS: sizeof(struct padded), CRS_IN | CRS_OUT | CRS_WRITTEN);
static void pad(int n, struct padded *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i].value = i;
        a[i].tag = (char)i;
    }
}

// FLAGS: sizeof(struct pair), CRS_IN | CRS_OUT | CRS_WRITTEN);
static void sometimes(int n, struct pair *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i].a = (short)i;
        if (i * i % 3 == 1)
            a[i].b = (short)i;
    }
}

// FLAGS: sizeof(struct pair), CRS_IN | CRS_OUT | CRS_WRITTEN);
static void shifted(int n, struct pair *a)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++) {
        a[i].a = (short)i;
        a[i + 1].b = (short)i;
    }
}

// FLAGS: sizeof(struct pair), CRS_IN | CRS_OUT | CRS_WRITTEN);
static void strided(int n, struct pair *a)
{
#pragma curestruct
    for (int i = 0; i < n / 2; i++) {
        a[2 * i].a = (short)i;
        a[2 * i].b = (short)-i;
    }
}

// FLAGS: sizeof(struct pair), CRS_OUT | CRS_WRITTEN);
static void rows(int n, struct pair *a)
{
#pragma curestruct
    for (int i = 0; i < n / 8; i++)
        for (int j = 0; j < 8; j++) {
            a[8 * i + j].b = (short)(i + j);
            a[8 * i + j].a = (short)(i - j);
        }
}

enum { N = 64 };

static void show(const char *name, const void *memory, size_t bytes)
{
    unsigned long hash = 5381;
    for (size_t i = 0; i < bytes; i++)
        hash = 33 * hash + ((const unsigned char *)memory)[i];
    printf("%s %lx\n", name, hash);
}

#define SHOW(function, type, count)   \
    do {                              \
        static struct type a[N];      \
        memset(a, 7, sizeof a);       \
        function(count, a);           \
        show(#function, a, sizeof a); \
    } while (0)

int main(void)
{
    static struct point b[N];
    memset(b, 9, sizeof b);
    static struct point a[N];
    copy(N - 2, a + 1, b);
    show("copy", a, sizeof a);
    SHOW(two, point, N - 3);
    SHOW(whole, body, N);
    SHOW(part, body, N - 3);
    SHOW(pad, padded, N - 3);
    SHOW(sometimes, pair, N - 3);
    SHOW(shifted, pair, N - 3);
    SHOW(strided, pair, N - 3);
    SHOW(rows, pair, N);
    return 0;
}

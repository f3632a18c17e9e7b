// Catches iterations between two parts that are added twice or not at all, parts that are not set before they are added
// to, sums that overflow in a part alone, and empty sums.
// RUN: %same %s %t
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK-COUNT-4: PASS
#include <limits.h>
#include <stdio.h>

enum { MOST = 4096 };

static int a[MOST], b[MOST], c[256];
static unsigned char bits[64];
static float x[MOST], y[MOST], z[256];

void product(int n, int m, int p)
{
#pragma curestruct schedule("rfactor k 8; tile i 4; bind k.part block.z; bind i.tile block.x; \
    bind i.elem thread.x; bind i#2 block.x; bind j#2 thread.x limit 16")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 16; j++)
            for (int k = 0; k < p; k++)
                c[i * 16 + j] += a[i * p + k] * b[k * m + j % m];
}

// The sum stands between the loops of its places, and starts at another number.
void triangle(int n, int from)
{
#pragma curestruct schedule("rfactor k 5; tile i 4; bind i.tile block.x; bind i.elem thread.x; tile i#2 4; \
    bind i#2.tile block.x; bind i#2.elem thread.x")
    for (int i = 0; i < n; i++) {
        c[i] = 1;
        for (int k = from; k < i; k++)
            c[i] += a[k] - b[i];
    }
}

void sets(int n, int m)
{
#pragma curestruct schedule("rfactor i 16; bind i.part block.x; bind j thread.x limit 64; bind j#2 thread.x limit 64")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            bits[j] ^= (unsigned char)(a[i] >> (j % m & 7));
}

// A private sum, with declarations beside it.
void distances(int n, int p)
{
#pragma curestruct schedule("rfactor k 32; tile i 16; bind i.tile block.x; bind i.elem thread.x; tile i#2 16; \
    bind i#2.tile block.x; bind i#2.elem thread.x")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < p; k++) {
            float d = x[i * p + k] - y[k];
            sum += d * d;
        }
        z[i] = sum;
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        a[i] = i * 7919 % 101 - 50;
        b[i] = i * 31 % 17 - 8;
        x[i] = (float)(i % 13);
        y[i] = (float)(i % 7);
    }
    a[0] = INT_MAX - 1000;
    b[0] = 1;
    product(7, 5, 33);
    product(16, 16, 8);
    product(16, 16, 0);
    product(3, 1, 1);
    for (int i = 0; i < 256; i++)
        printf("%d ", c[i]);
    a[0] = 3;
    triangle(100, 0);
    for (int i = 0; i < 100; i++)
        printf("%d ", c[i]);
    triangle(200, 55);
    for (int i = 0; i < 200; i++)
        printf("%d ", c[i]);
    sets(1000, 3);
    sets(16, 8);
    for (int i = 0; i < 64; i++)
        printf("%d ", bits[i]);
    distances(100, 40);
    for (int i = 0; i < 100; i++)
        printf("%g ", z[i]);
    printf("\n");
    return 0;
}

// Catches versions of parts of a region that run other statements than the part has, or memory of one that others use.
// RUN: %same %s %t
// RUN: env CURESTRUCT_VERSION=wide %t.same/generated | cmp - %t.same/serial.out
// RUN: env CURESTRUCT_VERSION=usual %t.same/generated | cmp - %t.same/serial.out
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK: chain: 1 of 1 nests, {{.*}}PASS
// CHECK-NOT: never reached
// CHECK: given: 1 of 1 nests, {{.*}}PASS
// CHECK-NOT: never reached
// CHECK: sweeps: 1 of 1 nests, {{.*}}PASS
// CHECK-NOT: never reached
#include <stdio.h>
#include <stdlib.h>

// Products and sums of rows of other sizes: small tiles for some of them, and rows that lanes share.
void chain(int n, int m, int p, const int A[n][m], const int B[m][p], int C[n][p], int D[n][n], int s[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            int sum = 0;
            for (int k = 0; k < m; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int j = 0; j < p; j++)
            s[i] += C[i][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int sum = s[i];
            for (int k = 0; k < p; k++)
                sum += C[i][k] * C[j][k];
            D[i][j] = sum;
        }
#pragma curestruct end
}

// Each loop chooses for itself, and the scalar between them has one place.
long given(int n, int m, int *x, int *y)
{
    long sum = 0;
#pragma curestruct begin schedule("version wide of i when n > 100; cyclic i 512; tile i.worker 128; \
    bind i.worker.tile block.x; bind i.worker.elem thread.x; reduce sum; \
    version broad of j when m > 100; tile j 128; bind j.tile block.x; bind j.elem thread.x; \
    version usual; cyclic i 64; bind i.worker thread.x; reduce sum; tile j 32; bind j.tile block.x; \
    bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        sum += x[i];
    for (int j = 0; j < m; j++)
        y[j] += (int)sum;
#pragma curestruct end
    return sum;
}

// The parts are inside of a loop of the host.
void sweeps(int t, int n, int m, int A[n][m], int s[n])
{
#pragma curestruct begin schedule("version broad of i when m > 64; tile i 8; bind i.tile block.x; \
    bind i.elem thread.y; cyclic j 32; bind j.worker thread.x; reduce part; \
    version usual; tile i 64; bind i.tile block.x; bind i.elem thread.x; tile i#2 64; bind i#2.tile block.x; \
    bind i#2.elem thread.x")
    for (int r = 0; r < t; r++) {
        for (int i = 0; i < n; i++) {
            int part = 0;
            for (int j = 0; j < m; j++)
                part += A[i][j] + r;
            s[i] = part;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                A[i][j] += s[(i + 1) % n] % 5;
    }
#pragma curestruct end
}

enum { MOST = 200 };
static int A[MOST * MOST], B[MOST * MOST], C[MOST * MOST], D[MOST * MOST], s[MOST];

int main(void)
{
    static const int sizes[][3] = {{5, 3, 70}, {70, 20, 33}, {130, 10, 140}, {33, 130, 1}, {200, 4, 200}, {1, 1, 1}};
    for (int at = 0; at < 6; at++) {
        int n = sizes[at][0], m = sizes[at][1], p = sizes[at][2];
        long all = 0;
        for (int i = 0; i < MOST * MOST; i++) {
            A[i] = i * 7919 % 101 - 50;
            B[i] = i * 104729 % 97 - 40;
        }
        chain(n, m, p, (void *)A, (void *)B, (void *)C, (void *)D, s);
        for (int i = 0; i < n * n; i++)
            all = (all * 31 + D[i]) % 1000000007;
        long sum = given(n, p, A, B);
        for (int i = 0; i < p; i++)
            all = (all * 31 + B[i]) % 1000000007;
        sweeps(3, n, m, (void *)A, s);
        for (int i = 0; i < n * m; i++)
            all = (all * 31 + A[i]) % 1000000007;
        printf("%d %d %d: %ld %ld\n", n, m, p, sum, all);
    }
    return 0;
}

// Catches rows that the nest names by numbers, p[1][k * ld + i], where they are seen as rows of one table, which has no
// rows of its own; where one is not copied back before another nest, the host or a region uses it as a row of the
// table; and where the host exchanges the pointers between calls.
// RUN: %same %s %t
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
// CHECK: array float im_data_0[?] host "im->data[0]"
// CHECK: array double p_1[?] host "p[1]"
#include <stdio.h>
#include <stdlib.h>
enum { N = 300, H = 20, W = 30, LD = 40 };
struct image {
    float *data[3];
    int w, h, stride;
};

static void color(const struct image *im, const float *in)
{
#pragma curestruct
    for (int k = 0; k < im->h; k++)
        for (int i = 0; i < im->w; i++) {
            im->data[0][k * im->stride + i] = in[(k * im->w + i) * 3];
            im->data[1][k * im->stride + i] = in[(k * im->w + i) * 3 + 1];
            im->data[2][k * im->stride + i] = in[(k * im->w + i) * 3 + 2];
        }
}

// A table of which another nest chooses the rows.
static void resident(int n, int m, int t, float **p)
{
    for (int s = 0; s < t; s++) {
#pragma curestruct
        for (int i = 0; i < n; i++)
            p[0][i] = p[0][i] * 0.5f + s;
#pragma curestruct
        for (int i = 0; i < n; i++)
            for (int k = 1; k < m; k++)
                p[k][i] += p[0][i] * k;
    }
}

static void region(int n, int m, float **p)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        p[0][i] += 1;
    for (int i = 0; i < n; i++)
        for (int k = 1; k < m; k++)
            p[k][i] += p[0][i];
#pragma curestruct end
}

static void two(int h, int w, int ld, double **p)
{
#pragma curestruct
    for (int k = 0; k < h; k++)
        for (int i = 0; i < w; i++)
            p[1][k * ld + i] = p[0][k * ld + i] * 2 + p[1][k * ld + i];
}

static void exchange(int n, int t, float **p)
{
    for (int s = 0; s < t; s++) {
#pragma curestruct
        for (int i = 1; i < n - 1; i++)
            p[0][i] = p[1][i - 1] + p[1][i + 1] * 0.25f;
        float *other = p[0];
        p[0] = p[1];
        p[1] = other;
    }
}

static void show(float *const *p)
{
    for (int k = 0; k < 4; k++) {
        float sum = 0;
        for (int i = 0; i < 4 * N; i++)
            sum += p[k][i] * (i % 7 + 1);
        printf("%g ", sum);
    }
}

int main(void)
{
    float *p[4], in[3 * N * 4];
    double *d[2];
    for (int i = 0; i < 3 * N * 4; i++)
        in[i] = i % 17;
    for (int k = 0; k < 4; k++) {
        p[k] = malloc(4 * N * sizeof(float));
        for (int i = 0; i < 4 * N; i++)
            p[k][i] = (i * 3 + k) % 11;
    }
    for (int k = 0; k < 2; k++) {
        d[k] = malloc(H * LD * sizeof(double));
        for (int i = 0; i < H * LD; i++)
            d[k][i] = (i + k) % 13;
    }
    struct image im = {{p[0], p[1], p[2]}, W, H, LD};
    color(&im, in);
    show(p);
    resident(N, 4, 3, p);
    show(p);
    region(N, 4, p);
    show(p);
    exchange(N, 5, p);
    show(p);
    two(H, W, LD, d);
    double sum = 0;
    for (int i = 0; i < H * LD; i++)
        sum += d[1][i] * (i % 5 + 1);
    printf("%g\n", sum);
}

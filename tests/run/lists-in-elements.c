// Catches lists that pointers in elements lead to, and that index rows of a table: the walk through them has to keep
// them apart from rows that the nest writes, and lists of no elements may be null pointers.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 90, M = 7, WIDTH = 400 };

typedef struct Vertex {
    int nedges;
    int *edges;
    float *weights;
} Vertex;

static void product(const Vertex *A, double **B, float **C, int n, int m)
{
    int i, j, k, *edges, nedges;
    float *weights;
    double sum;
#pragma curestruct
    for (i = 0; i < n; i++) {
        edges = A[i].edges;
        weights = A[i].weights;
        nedges = A[i].nedges;
        for (j = 0; j < m; j++) {
            sum = 0;
            for (k = 0; k < nedges; k++)
                sum += weights[k] * B[j][edges[k]];
            C[i][j] = (float)sum;
        }
    }
}

// Rows of different lengths, which data choose.
static void gathered(int **list, const int *length, double *x, double **out, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int *row = list[i], count = length[i];
        for (int twice = 0; twice < 2; twice++)
            for (int k = 0; k < count; k++)
                out[i][2 * k + twice] = x[row[k]] + twice;
    }
}

int main(void)
{
    static Vertex A[N];
    static double cells[M][WIDTH], x[WIDTH], *B[M], *out[N];
    static float result[N][M], *C[N];
    static int *list[N], length[N];
    for (int j = 0; j < M; j++) {
        B[j] = cells[j] - 100; // nothing before column 100 exists
        for (int c = 0; c < WIDTH; c++)
            cells[j][c] = j * 7 + c % 31;
    }
    for (int c = 0; c < WIDTH; c++)
        x[c] = c * 3 % 17;
    for (int i = 0; i < N; i++) {
        int count = i % 5 == 3 ? 0 : i % 9;
        C[i] = result[i];
        length[i] = A[i].nedges = count;
        list[i] = A[i].edges = count ? malloc(sizeof(int) * count) : NULL;
        A[i].weights = count ? malloc(sizeof(float) * count) : NULL;
        out[i] = count ? malloc(sizeof(double) * 2 * count) : NULL;
        for (int k = 0; k < count; k++) {
            A[i].edges[k] = 100 + (i * 37 + k * 11) % (WIDTH - 100);
            A[i].weights[k] = (i + k) % 4;
        }
    }
    product(A, B, C, N, M);
    gathered(list, length, x, out, N);
    SHOW(result);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 2 * length[i]; k++)
            printf("%g ", out[i][k]);
    return 0;
}

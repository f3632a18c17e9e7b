// More rows and planes of blocks than a grid has, around a loop of tiles: a launch for each part of them.
// Catches a row that is left out, computed by two blocks with the other's operands, or by a block too many.
// RUN: %same --host %s %t
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 70000, WIDTH = 3, DEPTH = 5 };

void rows(int n, int p, float C[n][WIDTH], const float A[n][p], const float B[p][WIDTH])
{
#pragma curestruct schedule("bind i block.y; bind j thread.x limit 3; tile k 4; stage B shared at k.tile; \
    pipeline k.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < WIDTH; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

void planes(int n, int p, float C[n][WIDTH], const float A[n][p], const float B[p][WIDTH])
{
#pragma curestruct schedule("bind i block.z; bind j thread.x limit 3; tile k 4; stage B shared at k.tile; \
    pipeline k.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < WIDTH; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

void rows_and_planes(int count, int n, int p, float C[count][n][WIDTH], const float A[count][n][p],
                     const float B[p][WIDTH])
{
#pragma curestruct schedule("bind b block.z; bind i block.y; bind j thread.x limit 3; tile k 4; \
    stage A shared at k.tile; pipeline k.tile 2")
    for (int b = 0; b < count; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < WIDTH; j++)
                for (int k = 0; k < p; k++)
                    C[b][i][j] += A[b][i][k] * B[k][j];
}

static float *fresh(int count, unsigned seed)
{
    float *made = malloc(sizeof *made * (size_t)count);
    for (int i = 0; i < count; i++)
        made[i] = (float)((seed = seed * 1103515245u + 12345u) >> 26) - 31;
    return made;
}

static void print(const char *name, const float *values, int count)
{
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 31 + (unsigned)(int)values[i];
    printf("%s %d: %u\n", name, count, sum);
    free((void *)values);
}

int main(void)
{
    static const int sizes[][2] = {{0, 1},    {1, 1},     {3, 2},     {32768, 2}, {MOST, 1},
                                   {1, MOST}, {23333, 3}, {3, 23333}, {65535, 1}, {65536, 1}};
    float *A = fresh(MOST * DEPTH, 1), *B = fresh(DEPTH * WIDTH, 2);
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int n = sizes[s][0], count = sizes[s][1];
        float *C = fresh(MOST * WIDTH, 3);
        rows(n, DEPTH, (void *)C, (void *)A, (void *)B);
        print("rows", C, MOST * WIDTH);
        planes(n, DEPTH, (void *)(C = fresh(MOST * WIDTH, 4)), (void *)A, (void *)B);
        print("planes", C, MOST * WIDTH);
        rows_and_planes(count, n, DEPTH, (void *)(C = fresh(MOST * WIDTH, 5)), (void *)A, (void *)B);
        print("rows and planes", C, MOST * WIDTH);
    }
    free(A);
    free(B);
    return 0;
}

// Catches a relative of the matrix product whose results are held in registers where they are not used, or stored where
// they were never loaded; tiles of operands that a condition on data leaves unread; one array as both operands, whose
// tiles are mixed up; triangles, of which places outside are stored; bytes of other steps in a word; sizes that no
// tile divides; and values of rows and columns that are held for a thread without a result, or by a branch that other
// threads do not take to the barrier in it.
// RUN: %same --host %s %t
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void shortest(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                if (A[i][k] + B[k][j] < C[i][j])
                    C[i][j] = A[i][k] + B[k][j];
}

void shortest_call(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] = fminf(C[i][j], A[i][k] + B[k][j]);
}

void shortest_select(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] = A[i][k] + B[k][j] < C[i][j] ? A[i][k] + B[k][j] : C[i][j];
}

void longest_scalar(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float best = -INFINITY;
            for (int k = 0; k < p; k++) {
                float through = A[i][k] + B[k][j];
                best = through > best ? through : best;
            }
            C[i][j] = best;
        }
}

void positive(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                if (A[i][k] > 0)
                    sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

void greater(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                if (A[i][k] > B[k][j])
                    C[i][j] += A[i][k] * B[k][j];
}

void square(int n, int m, int p, float C[n][n], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * A[j][k];
            C[i][j] = sum;
        }
}

void normal(int n, int m, int p, float C[m][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += B[k][i] * B[k][j];
            C[i][j] = sum;
        }
}

void distances(int n, int m, int p, float C[n][n], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += (A[i][k] - A[j][k]) * (A[i][k] - A[j][k]);
            C[i][j] = sum;
        }
}

void lower(int n, int m, int p, float C[n][n], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * A[j][k];
            C[i][j] = sum;
        }
}

void upper(int n, int m, int p, float C[m][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = i + 1; j < m; j++) {
            float sum = C[i][j];
            for (int k = 0; k < p; k++)
                sum += B[k][i] * B[k][j];
            C[i][j] = sum;
        }
}

void lower_of_two(int n, int m, int p, float C[m][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m - i; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += B[k][i] * B[k][j];
            C[i][j] = sum;
        }
}

void bytes(int n, int m, int p, int C[n][m], const signed char A[n][p], const unsigned char B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

// The loop over the terms is not divided into whole tiles and a rest.
void bytes_short(int n, int m, int p, int C[n][m], const signed char A[n][p], const unsigned char B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (short k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

void columns_first(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

void batch_last(int n, int m, int p, float C[3][n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int b = 0; b < 3; b++) {
                float sum = 0;
                for (int k = b; k < p; k++)
                    sum += A[i][k] * B[k][j];
                C[b][i][j] = sum;
            }
}

void rows_of_sums(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            C[i][j] *= 2;
        for (int k = 0; k < p; k++)
            for (int j = 0; j < m; j++)
                C[i][j] += 3 * A[i][k] * B[k][j];
    }
}

static void try_bytes(int n, int m, int p)
{
    signed char *A = calloc((size_t)(n * p + 1), 1);
    unsigned char *B = calloc((size_t)(p * m + 1), 1);
    int *C = calloc((size_t)(n * m + 1), sizeof(int));
    unsigned hash = 1;
    for (int i = 0; i < n * p; i++)
        A[i] = (signed char)(i * 37 % 255 - 127);
    for (int i = 0; i < p * m; i++)
        B[i] = (unsigned char)(i * 101 % 256);
    bytes(n, m, p, (void *)C, (void *)A, (void *)B);
    bytes_short(n, m, p, (void *)C, (void *)A, (void *)B);
    for (int i = 0; i < n * m; i++)
        hash = (hash ^ (unsigned)C[i]) * 16777619u;
    printf("bytes %u\n", hash);
    free(A);
    free(B);
    free(C);
}

void centered(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int a = 0; a < p; a++)
        for (int b = 0; b < p; b++) {
            float s = 0;
            for (int i = 0; i < n; i++)
                s += (A[i * p + a] - B[a]) * (A[i * p + b] - B[b]);
            C[a * p + b] = s;
        }
}

void forms(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < p; k++)
                for (int l = 0; l < p; l++)
                    s += (A[i * p + k] - B[k * m + j]) * (A[i * p + l] + B[l * m + j]);
            C[i * m + j] = s;
        }
}

#define TRY(FUNCTION)                                       \
    do {                                                    \
        fill(room, C, 3);                                   \
        FUNCTION(n, m, p, (void *)C, (void *)A, (void *)B); \
        print(#FUNCTION, room, C);                          \
    } while (0)

static void fill(int n, float *a, unsigned seed)
{
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (float)(int)(seed >> 27) - 12;
    }
}

static void print(const char *name, int n, const float *a)
{
    unsigned hash = 2166136261u;
    for (int i = 0; i < n; i++)
        hash = (hash ^ (unsigned)(int)a[i]) * 16777619u;
    printf("%s %u\n", name, hash);
}

int main(void)
{
    const int sizes[][3] = {{0, 3, 4}, {3, 5, 0}, {1, 1, 1}, {9, 7, 5}, {131, 67, 19}, {130, 259, 17}};
    for (int s = 0; s < 6; s++) {
        int n = sizes[s][0], m = sizes[s][1], p = sizes[s][2];
        float *A = malloc(sizeof(float) * (size_t)(n * p + 1)), *B = malloc(sizeof(float) * (size_t)(p * m + 1));
        int most = n > m ? n : m, room = 3 * most * most;
        float *C = malloc(sizeof(float) * (size_t)(room + 1));
        fill(n * p, A, 1);
        fill(p * m, B, 2);
        TRY(shortest);
        TRY(shortest_call);
        TRY(shortest_select);
        TRY(longest_scalar);
        TRY(positive);
        TRY(greater);
        TRY(square);
        TRY(normal);
        TRY(distances);
        TRY(lower);
        TRY(upper);
        TRY(lower_of_two);
        TRY(columns_first);
        TRY(batch_last);
        TRY(rows_of_sums);
        if (m > 0 && p <= m)
            TRY(centered);
        TRY(forms);
        free(A);
        free(B);
        free(C);
        try_bytes(n, m, p);
        try_bytes(n, m, 45 + s);
    }
    return 0;
}

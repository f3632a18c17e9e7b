// Products by the largest tiles: more shared memory than a kernel can declare, and steps before the first whole tile.
// Catches arrays that lie one in the other there, a launch that does not ask for them, and steps that are left out or
// done twice.
// RUN: %same --host %s %t
// RUN: env CURESTRUCT_VERSION=large %t.same/generated | cmp - %t.same/serial.out
#include <stdio.h>

void nn(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

void nt(int n, int m, int p, float C[n][m], const float A[n][p], const float B[m][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[j][k];
            C[i][j] = sum;
        }
}

void tn(int n, int m, int p, float C[n][m], const float A[p][n], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[k][i] * B[k][j];
            C[i][j] = sum;
        }
}

enum { N = 130, M = 258, P = 49 };

static float A[N * P], B[M * P], C[N * M];

static void show(const char *name, int p)
{
    double sum = 0;
    for (int i = 0; i < N * M; i++)
        sum += C[i] * (i % 1013 + 1);
    printf("%s %d: %.0f %.0f %.0f\n", name, p, sum, C[0], C[N * M - 1]);
}

int main(void)
{
    static const int steps[] = {0, 1, 15, 16, 17, 49};
    for (int i = 0; i < N * P; i++)
        A[i] = (float)(i * 7 % 31 - 15);
    for (int i = 0; i < M * P; i++)
        B[i] = (float)(i * 11 % 29 - 14);
    for (int s = 0; s < 6; s++) {
        int p = steps[s];
        nn(N, M, p, (float (*)[M])C, (const float (*)[p])A, (const float (*)[M])B);
        show("nn", p);
        nt(N, M, p, (float (*)[M])C, (const float (*)[p])A, (const float (*)[p])B);
        show("nt", p);
        tn(N, M, p, (float (*)[M])C, (const float (*)[N])A, (const float (*)[M])B);
        show("tn", p);
    }
    return 0;
}

// Catches a product that is changed when it is put into the form of all others: a definition that is sunk into a loop
// although something else needs it or its operand changes there, results that are held beyond the end of a row.
// RUN: %same --host %s %t
#include <stdio.h>
#include <stdlib.h>

void row_value(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++) {
            float a = 2 * A[i][k];
            for (int j = 0; j < m; j++)
                C[i][j] += a * B[k][j];
        }
}

void row_value_outside(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
    int i, j, k;
    float a, b;
#pragma curestruct
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            C[i * m + j] = 0;
        for (k = 0; k < p; k++) {
            a = A[i * p + k];
            b = a + 1;
            for (j = 0; j < m; j++)
                C[i * m + j] += b * B[k * m + j];
        }
    }
}

void row_factor(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float factor = 2;
        factor = p ? factor + A[i][0] : factor;
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = factor * sum;
        }
    }
}

void row_value_in_sum(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int k = 0; k < p; k++)
        for (int i = 0; i < n; i++) {
            float a = A[i][k];
            for (int j = 0; j < m; j++)
                C[i][j] += a * B[k][j];
        }
}

void without_zeros(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++) {
            float a = A[i][k];
            if (a != 0)
                for (int j = 0; j < m; j++)
                    C[i][j] += a * B[k][j] + 1;
        }
}

void row_begin(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int row = i * p, result = i * m;
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[row + k] * B[k * m + j];
            C[result + j] = sum;
        }
    }
}

void flattened(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int t = 0; t < n * m; t++) {
        int i = t / m, j = t % m;
        float sum = 0;
        for (int k = 0; k < p; k++)
            sum += A[i * p + k] * B[k * m + j];
        C[t] = sum;
    }
}

void batches(int rows, int m, int length, float C[2][3][rows][m], const float A[2][3][rows][length],
             const float B[2][3][length][m])
{
#pragma curestruct
    for (int b = 0; b < 2; b++)
        for (int h = 0; h < 3; h++)
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < m; j++) {
                    float sum = 0;
                    for (int k = 0; k < length; k++)
                        sum += A[b][h][i][k] * B[b][h][k][j];
                    C[b][h][i][j] = sum;
                }
}

// Matrices at distances of their own, of which one is the same for all.
static void at_distances(int rows, int m, int length, long a, long b, long c, float *restrict C,
                         const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int q = 0; q < 3; q++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < m; j++) {
                float sum = 0;
                for (int k = 0; k < length; k++)
                    sum += A[q * a + i * length + k] * B[q * b + k * m + j];
                C[q * c + i * m + j] = sum;
            }
}

// Heads between the rows and the columns of both operands.
static void heads(int rows, int m, int length, float C[2][rows][m], const float A[rows][2][length],
                  const float B[m][2][length])
{
#pragma curestruct
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < m; j++) {
                float sum = 0;
                for (int k = 0; k < length; k++)
                    sum += A[i][h][k] * B[j][h][k];
                C[h][i][j] = sum;
            }
}

// Results of four loops, of which two and two are what the operands have.
static void four(int a, int c, int length, float C[2][a][3][c], const float A[2][a][length],
                 const float B[length][3][c])
{
#pragma curestruct
    for (int q = 0; q < 2; q++)
        for (int i = 0; i < a; i++)
            for (int r = 0; r < 3; r++)
                for (int j = 0; j < c; j++) {
                    float sum = 0;
                    for (int k = 0; k < length; k++)
                        sum += A[q][i][k] * B[k][r][j];
                    C[q][i][r][j] = sum;
                }
}

// Sums over two loops, and over matrices.
static void over_two(int rows, int m, int length, float C[2][rows][m], const float A[rows][2][length],
                     const float B[2][length][m])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int q = 0; q < 2; q++)
                for (int k = 0; k < length; k++)
                    sum += A[i][q][k] * B[q][k][j];
            C[0][i][j] = sum;
        }
#pragma curestruct
    for (int r = 0; r < length; r++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < length; k++)
                    C[1][i][j] += A[i][0][r] * B[1][k][j] - r;
#pragma curestruct
    for (int q = 0; q < 2; q++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < m; j++) {
                float sum = 1;
                for (int k = 0; k < length; k++)
                    sum += A[i][q][k] * B[q][k][j];
                C[1][i][j] += sum;
            }
}

void walked(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const float *a = &A[i * p], *b = &B[j];
            float sum = 0;
            for (int k = 0; k < p; k++, a++, b += m)
                sum += *a * *b;
            C[i * m + j] = sum;
        }
}

// Triangles that are added to: nothing above the diagonal may be changed, and nothing where the sum is empty.
void rank_k(int n, int m, int p, float C[n][n], const float A[n][p], const float *B)
{
    (void)B, (void)m;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= 2;
        for (int k = 0; k < p; k++)
            for (int j = 0; j <= i; j++)
                C[i][j] += 3 * A[i][k] * A[j][k];
    }
}

void upper_rank_two(int n, int m, int p, float C[n][n], const float A[n][p], const float B[m][p])
{
#pragma curestruct
    for (int i = 0; i < n && i < m; i++)
        for (int j = i + 1; j < n && j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[j][k] + B[i][k] * A[j][k];
}

// The second product is of what the first one has left.
void twice(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
    float (*between)[m] = calloc((size_t)n * (size_t)m + 1, sizeof(float));
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            between[i][j] = 0;
            for (int k = 0; k < p; k++)
                between[i][j] += A[i][k] * B[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] *= 2;
            for (int k = 0; k < n && k < m; k++)
                C[i][j] += between[i][k] * between[k][j];
        }
#pragma curestruct end
    free(between);
}

// Both triangles and the diagonal, of which each is set in a loop of its own.
void correlation(int n, int m, int p, float C[n][n], const float A[p][n], const float *B)
{
    (void)m, (void)B;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        C[i][i] = 1;
        for (int j = i + 1; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[k][i] * A[k][j];
            C[j][i] = C[i][j] + 1;
        }
    }
}

// The value has to be the old one in the whole row.
void own_row(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p && k < m; k++) {
            float a = C[i][k] + A[i][k];
            for (int j = 0; j < m; j++)
                C[i][j] += a * B[k][j];
        }
}

int last_value(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
    float a = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++) {
            a = A[i][k];
            for (int j = 0; j < m; j++)
                C[i][j] += a * B[k][j];
        }
    return (int)a;
}

#define TRY(FUNCTION) \
    do { \
        fill(room, C, 3); \
        FUNCTION(n, m, p, (void *)C, (void *)A, (void *)B); \
        print(#FUNCTION, room, C); \
    } while (0)

static void fill(int n, float *a, unsigned seed)
{
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (float)(int)(seed >> 29) - 3;
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
        TRY(row_value);
        TRY(row_value_outside);
        TRY(row_factor);
        TRY(row_value_in_sum);
        TRY(without_zeros);
        TRY(row_begin);
        TRY(flattened);
        TRY(walked);
        fill(room, C, 3);
        batches(n / 3, m, p / 6, (void *)C, (void *)A, (void *)B);
        print("batches", room, C);
        fill(room, C, 3);
        if (n >= 3 && p >= 3) { // else the serial loop runs
            at_distances(n / 3, m, p / 3, n / 3 * (p / 3), p / 3 * m, (n / 3 + 1) * m, C, A, B);
            at_distances(n / 3, m, p / 3, n / 3 * (p / 3), 0, n / 3 * m, C + m, A, B);
        }
        print("at_distances", room, C);
        heads(n, m < n ? m : n, p / 2, (void *)C, (void *)A, (void *)A);
        print("heads", room, C);
        four(n / 2, m / 3, p, (void *)C, (void *)A, (void *)B);
        print("four", room, C);
        over_two(n, m, p / 2, (void *)C, (void *)A, (void *)B);
        print("over_two", room, C);
        TRY(rank_k);
        TRY(upper_rank_two);
        TRY(correlation);
        if (n < 20)
            TRY(twice);
        if (n < 20)
            TRY(own_row);
        if (p)
            printf("%d\n", last_value(n, m, p, (void *)C, (void *)A, (void *)B));
        print("last_value", n * m, C);
        free(A);
        free(B);
        free(C);
    }
    return 0;
}

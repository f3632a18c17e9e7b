// Products of every kind at sizes that are no multiples of a tile: catches partial tiles along each loop that are read,
// computed or stored wrongly, copies that are used before they were waited for, and results in registers that two
// places share. Every n with every m and p, threads forward, backward and at random.
// UNSUPPORTED: asan
// RUN: %curestruct check --on cpu %s --size n=130,m=5,p=17 --size n=3,m=128,p=48 --size n=128 \
// RUN:     --size ldc=259,lda=49,ldb=261 | FileCheck %s
// CHECK: nt: 1 of 1 nests, {{.*}}, PASS
// CHECK: tn: 1 of 1 nests, {{.*}}, PASS
// CHECK: tt: 1 of 1 nests, {{.*}}, PASS
// CHECK: flat: 1 of 1 nests, {{.*}}, PASS
// CHECK: bytes: 1 of 1 nests, {{.*}}, PASS
// CHECK: batched: 1 of 1 nests, {{.*}}, PASS
// CHECK: fixed: 1 of 1 nests, {{.*}}, PASS

void nt(int n, int m, int p, float C[n][m], const float A[n][p], const float B[m][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < p; k++)
                s += A[i][k] * B[j][k];
            C[i][j] = s;
        }
}

void tn(int n, int m, int p, float C[n][m], const float A[p][n], const float B[p][m], float alpha, float beta)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] *= beta;
            for (int k = 0; k < p; k++)
                C[i][j] += alpha * A[k][i] * B[k][j];
        }
}

void tt(int n, int m, int p, double C[n][m], const double A[p][n], const double B[m][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[k][i] * B[j][k];
        }
}

// Leading dimensions, a bias and what follows the sum; the loops do not begin at 0.
void flat(int n, int m, int p, float *C, int ldc, const float *A, int lda, const float *B, int ldb, const float *bias)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 2; j < m; j++) {
            float s = bias[j];
            for (int k = 3; k < p; k++)
                s += A[i * lda + k] * B[k * ldb + j];
            C[i * ldc + j] = s > 0 ? s : 0;
        }
}

// Elements of one byte are not copied asynchronously.
void bytes(int n, int m, int p, int C[n][m], const signed char A[n][p], const signed char B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

void batched(int b, int n, int m, int p, float C[b][n][m], const float A[b][n][p], const float B[b][p][m])
{
#pragma curestruct
    for (int l = 0; l < b; l++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                C[l][i][j] = 0;
                for (int k = 0; k < p; k++)
                    C[l][i][j] += A[l][i][k] * B[l][k][j];
            }
}

enum { N = 256 };
// Every tile is whole: no tests at all.
void fixed(float C[N][N], const float A[N][N], const float B[N][N])
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                C[i][j] += A[i][k] * B[k][j];
}

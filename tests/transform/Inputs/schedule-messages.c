#ifdef SWAP
void swap(int n, int m, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        float *c = a;
        a = b;
        b = c;
    }
}
#elif defined TWO
void one(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
void two(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2;
}
#elif defined CLAUSE
void clause(int n, float *restrict a)
{
#pragma curestruct schedule("nest crs_clause_1 { bind i block.x }")
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
#elif defined MANY
void many(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
#define T(k) a[(k) * 1000000L + i] = k;
#define U(k) T(k) T(k + 1) T(k + 2) T(k + 3) T(k + 4) T(k + 5) T(k + 6) T(k + 7) T(k + 8) T(k + 9)
        U(0) U(10) U(20) U(30) U(40) U(50) U(60)
    }
}
#elif defined FOUND
int found(int n, const float *restrict a, float *restrict b)
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i += 2) {
        if (a[i] > 3)
            break;
        b[i] = 1;
    }
    return i;
}
#else
void rows(int n, int m, float A[n][m], const float weight[n])
{
#pragma curestruct
    for (int index = 0; index < n; index++)
        for (int j = 1; j < m; j++)
            A[index][j] += A[index][j - 1] * weight[index];
}
#endif

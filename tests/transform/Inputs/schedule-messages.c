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
#else
void rows(int n, int m, float A[n][m], const float weight[n])
{
#pragma curestruct
    for (int index = 0; index < n; index++)
        for (int j = 1; j < m; j++)
            A[index][j] += A[index][j - 1] * weight[index];
}
#endif

void rows(int n, int m, int stride, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * stride + j] *= 2;
}

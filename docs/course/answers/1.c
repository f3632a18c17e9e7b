void relax(int n, float *x)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i += 2)
        x[i] = (x[i - 1] + x[i + 1]) / 2;
#pragma curestruct
    for (int i = 2; i < n - 1; i += 2)
        x[i] = (x[i - 1] + x[i + 1]) / 2;
}

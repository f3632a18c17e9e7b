void running_sum(int n, float *x)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1];
}

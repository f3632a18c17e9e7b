void running_sum(int n, float *x)
{
#pragma curestruct exact
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1];
}

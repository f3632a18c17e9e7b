void scale(int n, float *x)
{
#pragma curestuct
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void scale(int n, float *x)
{
#pragma curestruct precision(tf32)
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

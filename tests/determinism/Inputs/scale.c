void scale(float *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}

float next(float seed);

void fill(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] = next(i);
}

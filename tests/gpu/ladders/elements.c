#ifndef NAME
#define NAME elements
#endif
void NAME(int n, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i] + 1;
}

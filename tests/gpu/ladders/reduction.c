#ifndef NAME
#define NAME reduction
#endif
float NAME(int n, const float *a)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

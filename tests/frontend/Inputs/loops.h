static inline void in_header(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 1;
}

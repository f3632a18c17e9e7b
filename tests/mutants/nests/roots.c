// Terms that no data make exact.
float roots(int n, const float *a)
{
    float sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += __builtin_sqrtf(__builtin_fabsf(a[i]));
    return sum;
}

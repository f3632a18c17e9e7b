// A double sum of single values.
double long_sum(long n, const float *x)
{
    double sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        sum += (double)x[i];
    return sum;
}

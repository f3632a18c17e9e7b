// Histograms whose copies do not all fit in the shared memory of a block, and sums by many keys.

void counts_of_shorts(long n, const unsigned short *key, int keys, int *count)
{
#pragma curestruct copy(count[0:keys])
    for (long i = 0; i < n; i++)
        count[key[i]]++;
}

void counts(long n, const int *key, int keys, int *count)
{
#pragma curestruct copy(count[0:keys])
    for (long i = 0; i < n; i++)
        count[key[i]]++;
}

void sums(long n, const int *key, const float *x, int keys, float *sum)
{
#pragma curestruct copy(sum[0:keys])
    for (long i = 0; i < n; i++)
        sum[key[i]] += x[i];
}

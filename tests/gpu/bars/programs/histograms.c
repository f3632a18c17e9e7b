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

void two_counts(long n, const unsigned char *left, const unsigned char *right, int *counts, int *others)
{
#pragma curestruct copy(counts[0:256], others[0:256])
    for (long i = 0; i < n; i++) {
        counts[left[i]]++;
        others[right[i]]++;
    }
}

void sums_of_rows(int n, int columns, const int *key, const float *x, int keys, float *sum, int *count)
{
#pragma curestruct copy(sum[0:keys * columns], count[0:keys])
    for (int i = 0; i < n; i++) {
        count[key[i]]++;
        for (int k = 0; k < columns; k++)
            sum[key[i] * columns + k] += x[i * columns + k];
    }
}

void edges(long n, int nodes, const int *from, const int *to, const float *weight, const float (*x)[64],
           float (*sum)[64])
{
#pragma curestruct copyin(x[0:nodes]) copy(sum[0:nodes])
    for (long e = 0; e < n; e++)
        for (int k = 0; k < 64; k++)
            sum[to[e]][k] += weight[e] * x[from[e]][k];
}

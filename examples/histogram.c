// Histogram of bytes. Look at: which counter an iteration increments is known only from the data, yet the loop is a
// reduction: increments may come in any order. Each worker counts for itself, and the counts are added at the end.
// `copy` says how many counters there are, for no bound follows from the code.
void histogram(const unsigned char *pixels, int n, int *counts)
{
#pragma curestruct copy(counts[0:256])
    for (int i = 0; i < n; i++)
        counts[pixels[i]]++;
}

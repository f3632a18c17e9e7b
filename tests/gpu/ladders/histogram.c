#ifndef NAME
#define NAME histogram
#endif
void NAME(int n, const unsigned char *keys, int *counts)
{
#pragma curestruct copy(counts[0 : 256])
    for (int i = 0; i < n; i++)
        counts[keys[i]]++;
}

#ifndef NAME
#define NAME segmented
#endif
void NAME(int n, const int *start, const float *x, float *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += x[k];
        sums[i] = s;
    }
}

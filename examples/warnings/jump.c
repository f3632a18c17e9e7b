int smooth(int n, float *x, const float *y)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        x[i] = y[i] * 2;
        if (x[i - 1] > 3)
            return i;
    }
    return -1;
}

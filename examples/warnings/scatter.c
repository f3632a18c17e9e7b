void scatter(int n, const int *index, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[index[i]] = x[i];
        y[index[i] + n] = -x[i];
    }
}

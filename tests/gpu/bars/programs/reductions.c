float dot(const float *x, const float *y, long n)
{
    float sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

float minimum(const float *x, long n)
{
    float least = 1e30f;
#pragma curestruct
    for (long i = 0; i < n; i++)
        least = x[i] < least ? x[i] : least;
    return least;
}

void column_sums(int rows, int columns, const float *A, float *sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float s = 0;
        for (int i = 0; i < rows; i++)
            s += A[i * columns + j];
        sums[j] = s;
    }
}

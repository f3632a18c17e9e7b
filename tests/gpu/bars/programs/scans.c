void inclusive(long n, const float *restrict x, float *restrict y)
{
    float sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

void inclusive_int(long n, const unsigned *restrict x, unsigned *restrict y)
{
    unsigned sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

void exclusive(long n, const float *restrict x, float *restrict y)
{
    float sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++) {
        y[i] = sum;
        sum += x[i];
    }
}

void scan_rows(int rows, int columns, const float *restrict A, float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += A[i * columns + j];
            B[i * columns + j] = sum;
        }
    }
}

void segmented(long n, const int *restrict first, const float *restrict x, float *restrict y)
{
    float sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++) {
        if (first[i] % 16 == 0)
            sum = 0;
        sum += x[i];
        y[i] = sum;
    }
}

void filter(long n, const float *restrict b, float *restrict y)
{
    float x = 0;
#pragma curestruct
    for (long i = 0; i < n; i++) {
        x = 0.9f * x + b[i];
        y[i] = x;
    }
}

long compact(long n, const float *restrict x, float *restrict y)
{
    long k = 0;
#pragma curestruct copyout(y[0:n])
    for (long i = 0; i < n; i++)
        if (x[i] > 0)
            y[k++] = x[i];
    return k;
}

void running_columns(int rows, int columns, int *restrict s)
{
#pragma curestruct
    for (int j = 0; j < columns; j++)
        for (int i = 1; i < rows; i++)
            s[i * columns + j] += s[(i - 1) * columns + j];
}

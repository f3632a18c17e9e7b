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

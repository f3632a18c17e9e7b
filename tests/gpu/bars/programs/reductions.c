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

void column_sums_double(int rows, int columns, const double *A, double *sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += A[i * columns + j];
    }
}

void row_sums_double(int rows, int columns, const double *A, double *sums)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int j = 0; j < columns; j++)
            s += A[i * columns + j];
        sums[i] = s;
    }
}

float sum_of_squares(const float *x, int n)
{
    float sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

void middle_sums(int n, int m, int p, const float *A, float *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++) {
            float s = 0;
            for (int j = 0; j < m; j++)
                s += A[(i * m + j) * p + k];
            sums[i * p + k] = s;
        }
}

// Row r has values[offsets[r]] to values[offsets[r + 1] - 1].
void packed_sums(int rows, int count, const int *offsets, const float *values, float *sums)
{
#pragma curestruct copyin(values[0:count])
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            s += values[k];
        sums[r] = s;
    }
}

// A transposed matrix times a vector.
void weighted_columns(int rows, int columns, const float A[rows][columns], const float x[rows], float sums[columns])
{
#pragma curestruct
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            sums[j] += A[i][j] * x[i];
}

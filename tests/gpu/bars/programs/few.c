// Few results of long sums, and the layers and small products whose sums are short.
void autocorrelation(int n, int m, const float *restrict x, float *restrict r)
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i] * x[i + k];
        r[k] = sum;
    }
}

void layer_along(int count, int from, int to, int columns, int width, int taps, const float *restrict in,
                 const float *restrict weights, float *restrict out)
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int o = 0; o < to; o++)
            for (int j = 0; j < columns; j++) {
                float sum = 0;
                for (int c = 0; c < from; c++)
                    for (int v = 0; v < taps; v++)
                        sum += in[(t * from + c) * width + j + v] * weights[(o * from + c) * taps + v];
                out[(t * to + o) * columns + j] = sum;
            }
}

void products_of_32(int count, const float *restrict A, const float *restrict B, float *restrict C)
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++) {
                float sum = 0;
                for (int k = 0; k < 32; k++)
                    sum += A[(t * 32 + i) * 32 + k] * B[(t * 32 + k) * 32 + j];
                C[(t * 32 + i) * 32 + j] = sum;
            }
}

void sweep_down(int rows, int columns, float s[rows][columns])
{
#pragma curestruct
    for (int i = 1; i < rows; i++)
        for (int j = 0; j < columns; j++)
            s[i][j] += s[i - 1][j];
}

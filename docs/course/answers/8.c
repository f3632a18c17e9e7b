void product(int n, const float A[n][n], const float B[n][n], float C[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

void add(int n, const float *x, const float *y, float *z)
{
    for (int i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}

void prefix(int n, const float *x, float *y)
{
    float sum = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

void rotate(float R[3][3], const float x[3], float y[3])
{
    for (int i = 0; i < 3; i++)
        y[i] = R[i][0] * x[0] + R[i][1] * x[1] + R[i][2] * x[2];
}

void heat(int n, float A[n], float B[n])
{
#pragma curestruct
    for (int sweep = 0; sweep < 1000; sweep++) {
        for (int i = 1; i < n - 1; i++)
            B[i] = A[i] + (A[i - 1] - 2 * A[i] + A[i + 1]) / 4;
        for (int i = 1; i < n - 1; i++)
            A[i] = B[i];
    }
}

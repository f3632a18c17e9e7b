void scale(int n, int m, float b[n][m], const float a[n][m])
{
#pragma curestruct mapping(MAPPING)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = 2 * a[i][j];
}

void transpose(int n, int m, double *restrict b, const double *restrict a)
{
#pragma curestruct mapping(MAPPING)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[i * m + j];
}

void volume(int p, int n, int m, float c[p][n][m], const float d[p][n][m])
{
#pragma curestruct mapping(MAPPING)
    for (int h = 0; h < p; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[h][i][j] = d[h][i][j] + 1;
}

struct point {
    float x, y, z;
};

void members(int n, int m, float *restrict s, const struct point *restrict q)
{
#pragma curestruct mapping(MAPPING)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s[i * m + j] = q[i * m + j].y - q[i * m + j].z;
}

void product(int n, int m, int p, float c[n][m], const float a[n][p], const float b[p][m])
{
#pragma curestruct mapping(MAPPING)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

void row_sums(int n, int m, float *restrict sums, const float e[n][m])
{
#pragma curestruct mapping(MAPPING)
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += e[i][j];
        sums[i] = sum;
    }
}

// The same element for a whole loop of the thread is loaded once.
void shared_plane(int p, int n, int m, float *restrict u, const double *restrict v)
{
#pragma curestruct mapping(MAPPING)
    for (int h = 0; h < p; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                u[(h * n + i) * m + j] = (float)v[i * m + j];
}

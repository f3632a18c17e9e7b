void jacobi5(int n, int m, const float old[n][m], float next[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            next[i][j] = 0.2f * (old[i][j] + old[i][j - 1] + old[i][j + 1] + old[i - 1][j] + old[i + 1][j]);
}

void jacobi7(int n, int m, int p, const float old[n][m][p], float next[n][m][p])
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = 0.125f * (2.0f * old[k][i][j] + old[k][i][j - 1] + old[k][i][j + 1] + old[k][i - 1][j] +
                                          old[k][i + 1][j] + old[k - 1][i][j] + old[k + 1][i][j]);
}

// What a stencil moves at least: the elements inside, the ends of whose rows are parts of sectors.
void copy_inside(int n, int m, int p, const float from[n][m][p], float to[n][m][p])
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                to[k][i][j] = from[k][i][j];
}

void convolution5(int h, int w, const float in[h][w], const float c[5][5], float out[h][w])
{
#pragma curestruct
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++) {
            float s = 0;
            for (int u = 0; u < 5; u++)
                for (int v = 0; v < 5; v++)
                    s += c[u][v] * in[i + u - 2][j + v - 2];
            out[i][j] = s;
        }
}
void along_rows(int h, int w, const float in[h][w], const float c[17], float out[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 8; j < w - 8; j++) {
            float s = 0;
            for (int v = 0; v < 17; v++)
                s += c[v] * in[i][j + v - 8];
            out[i][j] = s;
        }
}
void along_columns(int h, int w, const float in[h][w], const float c[17], float out[h][w])
{
#pragma curestruct
    for (int i = 8; i < h - 8; i++)
        for (int j = 0; j < w; j++) {
            float s = 0;
            for (int v = 0; v < 17; v++)
                s += c[v] * in[i + v - 8][j];
            out[i][j] = s;
        }
}
void star3d(int n, const float a[n][n][n], float b[n][n][n])
{
#pragma curestruct
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < n - 2; j++)
            for (int k = 2; k < n - 2; k++)
                b[i][j][k] = 0.5f * a[i][j][k] +
                             0.06f * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] +
                                      a[i][j][k - 1] + a[i][j][k + 1]) +
                             0.02f * (a[i - 2][j][k] + a[i + 2][j][k] + a[i][j - 2][k] + a[i][j + 2][k] +
                                      a[i][j][k - 2] + a[i][j][k + 2]);
}
void sobel(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++) {
            int x = a[i - 1][j + 1] + 2 * a[i][j + 1] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2 * a[i][j - 1] -
                    a[i + 1][j - 1];
            int y = a[i + 1][j - 1] + 2 * a[i + 1][j] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2 * a[i - 1][j] -
                    a[i - 1][j + 1];
            int size = (x < 0 ? -x : x) + (y < 0 ? -y : y);
            b[i][j] = size > 255 ? 255 : size;
        }
}
void life(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++) {
            int n = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j - 1] +
                    a[i + 1][j] + a[i + 1][j + 1];
            b[i][j] = n == 3 || (n == 2 && a[i][j]);
        }
}

// The nests of the study (study.py), each a function, at the sizes of the comment before it. Arrays are filled with
// random numbers in 0..1; integers are below the number after 'values', otherwise below 200.

// n=16777216
void scale(int n, const float a[n], float b[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = 1.5f * a[i];
}

// n=8388608
void axpy_double(int n, const double x[n], const double y[n], double z[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        z[i] = 3.0 * x[i] + y[i];
}

// n=4096,m=4096
void transpose(int n, int m, const float a[n][m], float b[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j];
}

// n=256,m=256,p=256
void permute_zyx(int n, int m, int p, const float a[n][m][p], float b[p][m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                b[k][j][i] = a[i][j][k];
}

// n=4096,m=4096
void jacobi2d(int n, int m, const float a[n][m], float b[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.2f * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

// n=256
void heat13(int n, const float a[n][n][n], float b[n][n][n])
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

// n=200
void heat7_double(int n, const double a[n][n][n], double b[n][n][n])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                b[i][j][k] = 0.4 * a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] +
                                                       a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]);
}

// h=4096,w=4096
void conv5(int h, int w, const float in[h][w], const float c[5][5], float out[h][w])
{
#pragma curestruct
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int v = 0; v < 5; v++)
                for (int u = 0; u < 5; u++)
                    sum += c[v][u] * in[y + v - 2][x + u - 2];
            out[y][x] = sum;
        }
}

// h=4096,w=4096
void taps_down(int h, int w, const float in[h][w], const float c[9], float out[h][w])
{
#pragma curestruct
    for (int y = 4; y < h - 4; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int v = 0; v < 9; v++)
                sum += c[v] * in[y + v - 4][x];
            out[y][x] = sum;
        }
}

// h=8192,w=8192
void life(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int alive = a[y - 1][x - 1] + a[y - 1][x] + a[y - 1][x + 1] + a[y][x - 1] + a[y][x + 1] + a[y + 1][x - 1] +
                        a[y + 1][x] + a[y + 1][x + 1];
            b[y][x] = alive == 3 || (alive == 2 && a[y][x]);
        }
}

// n=4096,m=4096
void row_sums(int n, int m, const float a[n][m], float s[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i][j];
        s[i] = sum;
    }
}

// n=4096,m=4096
void column_sums(int n, int m, const float a[n][m], float s[m])
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i][j];
        s[j] = sum;
    }
}

// n=16777216
void total(int n, const float a[n], float s[1])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        s[0] += a[i];
}

// n=65536,m=128
void row_dots(int n, int m, const double a[n][m], const double b[n][m], double s[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int j = 0; j < m; j++)
            s[i] += a[i][j] * b[i][j];
    }
}

// n=1024,m=1024,p=1024
void product(int n, int m, int p, const float a[n][p], const float b[p][m], float c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

// n=1024,m=512,p=2048
void product_transposed(int n, int m, int p, const float a[n][p], const float b[m][p], float c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int k = 0; k < p; k++)
                c[i][j] += a[i][k] * b[j][k];
        }
}

// n=8192,m=4096
void matrix_vector(int n, int m, const float a[n][m], const float x[m], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
}

// n=4096,m=8192
void transposed_vector(int n, int m, const float a[n][m], const float x[n], float y[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[j] += a[i][j] * x[i];
}

// n=16384
void small_products(int n, const float a[n][16][16], const float b[n][16][16], float c[n][16][16])
{
#pragma curestruct
    for (int e = 0; e < n; e++)
        for (int i = 0; i < 16; i++)
            for (int j = 0; j < 16; j++) {
                float sum = 0;
                for (int k = 0; k < 16; k++)
                    sum += a[e][i][k] * b[e][k][j];
                c[e][i][j] = sum;
            }
}

// n=1024,p=1024
void triangle_product(int n, int p, const float a[n][p], float c[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[i][k] * a[j][k];
            c[i][j] = sum;
        }
}

// n=8192
void triangle_vector(int n, const float a[n][n], const float x[n], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j <= i; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
}

// n=33554432 values=256
void histogram(int n, const unsigned char key[n], int count[256])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

// h=4096,w=4096
void gray(int h, int w, const unsigned char rgb[h][w][3], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = (77 * rgb[y][x][0] + 151 * rgb[y][x][1] + 28 * rgb[y][x][2]) >> 8;
}

// h=4096,w=8192
void sobel(int h, int w, const unsigned char in[h][w], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int right = in[y - 1][x + 1] + 2 * in[y][x + 1] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y][x - 1] -
                        in[y + 1][x - 1];
            int down = in[y + 1][x - 1] + 2 * in[y + 1][x] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y - 1][x] -
                       in[y - 1][x + 1];
            int size = (right < 0 ? -right : right) + (down < 0 ? -down : down);
            out[y][x] = size > 255 ? 255 : size;
        }
}

// n=4194304 values=4194304
void gather(int n, const float a[n], const int at[n], float b[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[at[i]];
}

// n=8192
void forces(int n, const float x[n], const float y[n], const float z[n], float fx[n], float fy[n], float fz[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sx = 0, sy = 0, sz = 0;
        for (int j = 0; j < n; j++) {
            float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            float square = dx * dx + dy * dy + dz * dz + 0.01f;
            float inverse = 1.0f / (square * __builtin_sqrtf(square));
            sx += dx * inverse;
            sy += dy * inverse;
            sz += dz * inverse;
        }
        fx[i] = sx;
        fy[i] = sy;
        fz[i] = sz;
    }
}

// n=4096,m=2048
void softmax(int n, int m, const float a[n][m], float b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float most = a[i][0], sum = 0;
        for (int j = 0; j < m; j++)
            most = a[i][j] > most ? a[i][j] : most;
        for (int j = 0; j < m; j++)
            sum += __builtin_expf(a[i][j] - most);
        for (int j = 0; j < m; j++)
            b[i][j] = __builtin_expf(a[i][j] - most) / sum;
    }
}

// n=4194304
void polynomial(int n, const float x[n], const float c[64], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float value = 0;
        for (int k = 0; k < 64; k++)
            value = value * x[i] + c[k];
        y[i] = value;
    }
}

// n=2048,m=2048
void distances(int n, int m, const float x[n][64], const float y[m][64], float d[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < 64; k++)
                sum += (x[i][k] - y[j][k]) * (x[i][k] - y[j][k]);
            d[i][j] = sum;
        }
}

// n=64,h=512,w=512
void pool(int n, int h, int w, const float in[n][h * 2][w * 2], float out[n][h][w])
{
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float most = in[c][2 * y][2 * x];
                for (int v = 0; v < 2; v++)
                    for (int u = 0; u < 2; u++)
                        most = in[c][2 * y + v][2 * x + u] > most ? in[c][2 * y + v][2 * x + u] : most;
                out[c][y][x] = most;
            }
}

// Nests of the study (study.py) that were written after the cost model had been fitted to those of fitted.c, and those
// of held_out.c had been looked at; in the form of fitted.c.

// h=2048,w=2048
void enlarge(int h, int w, const float in[h + 1][w + 1], float out[2 * h][2 * w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[2 * y][2 * x] = in[y][x];
            out[2 * y][2 * x + 1] = 0.5f * (in[y][x] + in[y][x + 1]);
            out[2 * y + 1][2 * x] = 0.5f * (in[y][x] + in[y + 1][x]);
            out[2 * y + 1][2 * x + 1] = 0.25f * (in[y][x] + in[y][x + 1] + in[y + 1][x] + in[y + 1][x + 1]);
        }
}

// n=32,c=256,p=3136
void normalized(int n, int c, int p, const float in[n][c][p], const float mean[c], const float scale[c],
                const float shift[c], float out[n][c][p])
{
#pragma curestruct
    for (int e = 0; e < n; e++)
        for (int k = 0; k < c; k++)
            for (int i = 0; i < p; i++) {
                float value = (in[e][k][i] - mean[k]) * scale[k] + shift[k];
                out[e][k][i] = value > 0 ? value : 0;
            }
}

// n=8000000
void complex_products(int n, const float a[n][2], const float b[n][2], float c[n][2])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i][0] = a[i][0] * b[i][0] - a[i][1] * b[i][1];
        c[i][1] = a[i][0] * b[i][1] + a[i][1] * b[i][0];
    }
}

// h=3000,w=4000
void planes(int h, int w, const unsigned char rgb[h][w][3], float plane[3][h][w])
{
#pragma curestruct
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                plane[c][y][x] = rgb[y][x][c] * (1.0f / 255);
}

// n=4000,m=3000
void rank_one(int n, int m, const double x[n], const double y[m], double a[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += x[i] * y[j];
}

// n=30000
void small_vectors(int n, const float a[n][24][24], const float x[n][24], float y[n][24])
{
#pragma curestruct
    for (int e = 0; e < n; e++)
        for (int i = 0; i < 24; i++) {
            float sum = 0;
            for (int j = 0; j < 24; j++)
                sum += a[e][i][j] * x[e][j];
            y[e][i] = sum;
        }
}

// n=6000000
void filter(int n, const float x[n + 48], const float tap[48], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 48; k++)
            sum += tap[k] * x[i + k];
        y[i] = sum;
    }
}

// n=100000,m=192 values=30000
void embedding(int n, int m, const float table[30000][m], const int at[n], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = table[at[i]][j];
}

// n=2000,m=3000
void wave(int n, int m, const float speed[n][m], const float now[n][m], const float before[n][m], float after[n][m])
{
#pragma curestruct
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++)
            after[i][j] = 2 * now[i][j] - before[i][j] +
                          speed[i][j] * (1.3333f * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]) -
                                         0.08333f * (now[i - 2][j] + now[i + 2][j] + now[i][j - 2] + now[i][j + 2]) -
                                         5 * now[i][j]);
}

// n=6000000 values=1000000
void hashes(int n, const int key[n], int hash[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned h = key[i];
        for (int r = 0; r < 12; r++) {
            h ^= h >> 15;
            h *= 2246822519u;
            h ^= h << 7;
        }
        hash[i] = h;
    }
}

// n=60000,k=600
void skinny_product(int n, int k, const float a[n][k], const float b[k][12], float c[n][12])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 12; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i][l] * b[l][j];
            c[i][j] = sum;
        }
}

// n=48,p=96
void contraction(int n, int p, const float x[n][p][40], const float y[n][p][40], float c[n][n][40][40])
{
#pragma curestruct
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            for (int i = 0; i < 40; i++)
                for (int j = 0; j < 40; j++) {
                    float sum = 0;
                    for (int k = 0; k < p; k++)
                        sum += x[a][k][i] * y[b][k][j];
                    c[a][b][i][j] = sum;
                }
}

// Nests of the study (study.py) that were written after those of sixth.c had been looked at; in the form of fitted.c.

// n=7000000
void soft_threshold(int n, const float x[n], float out[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = x[i] > 0.7f ? x[i] - 0.7f : x[i] < 0.3f ? x[i] + 0.3f : 0;
}

// n=5000,m=700
void row_ranges(int n, int m, const float x[n][m], float range[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float least = 1e30f, most = -1e30f;
        for (int j = 0; j < m; j++) {
            least = x[i][j] < least ? x[i][j] : least;
            most = x[i][j] > most ? x[i][j] : most;
        }
        range[i] = most - least;
    }
}

// n=1800,m=2600
void mirrored(int n, int m, const float in[n][m], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = in[i][m - 1 - j];
}

// h=250,w=300
void blocks_apart(int h, int w, const float in[8 * h][8 * w], float out[8][8][h][w])
{
#pragma curestruct
    for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                    out[v][u][y][x] = in[8 * y + v][8 * x + u];
}

// n=500,m=300
void fibres(int n, int m, const float t[n][m][48], const float v[48], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < 48; k++)
                sum += t[i][j][k] * v[k];
            out[i][j] = sum;
        }
}

// n=20000,d=24
void energies(int n, int d, const float x[n][d], const float form[d][d], float energy[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < d; j++)
            for (int k = 0; k < d; k++)
                sum += x[i][j] * form[j][k] * x[i][k];
        energy[i] = sum;
    }
}

// n=1500,m=2000
void checkered(int n, int m, const double in[n][m], double out[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            if ((i + j) % 2 == 0)
                out[i][j] = 0.25 * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
}

// n=3000,m=4000
void bright_counts(int n, int m, const unsigned char image[n][m], int count[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int bright = 0;
        for (int j = 0; j < m; j++)
            bright += image[i][j] > 128;
        count[i] = bright;
    }
}

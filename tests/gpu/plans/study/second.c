// Nests of the study (study.py) that were written after those of blind.c had been looked at; in the form of fitted.c.

// n=500,m=40000
void forward_solve(int n, int m, const float lower[n], const float scale[n], const float in[n][m], float x[n + 1][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i + 1][j] = (in[i][j] - lower[i] * x[i][j]) * scale[i];
}

// h=2500,w=3200 values=256
void brightness(int h, int w, const unsigned char in[h][w][4], float out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = (0.3f * in[y][x][0] + 0.6f * in[y][x][1] + 0.1f * in[y][x][2]) * in[y][x][3];
}

// n=300,m=320,k=280
void three_planes(int n, int m, int k, const float a[n][m], const float b[m][k], const float c[n][k],
                  float out[n][m][k])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                out[i][j][l] = a[i][j] * b[j][l] + c[i][l];
}

// n=6000,m=4000 values=3
void masked_rows(int n, int m, const float a[n][m], const unsigned char mask[n][m], float sum[n], int count[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        sum[i] = 0;
        count[i] = 0;
        for (int j = 0; j < m; j++) {
            sum[i] += mask[i][j] ? a[i][j] : 0;
            count[i] += mask[i][j] ? 1 : 0;
        }
    }
}

// n=5000000 values=4000
void interpolated(int n, const float table[4001], const int cell[n], const float part[n], float out[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = table[cell[i]] * (1 - part[i]) + table[cell[i] + 1] * part[i];
}

// n=1200,m=1000,k=60
void least_distance(int n, int m, int k, const float a[n][k], const float b[k][m], float least[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float most = 0;
            for (int l = 0; l < k; l++) {
                float distance = a[i][l] - b[l][j];
                most += distance * distance;
            }
            least[i][j] = 1 / (1 + most);
        }
}

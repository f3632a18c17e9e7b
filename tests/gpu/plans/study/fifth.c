// Nests of the study (study.py) that were written after those of fourth.c had been looked at; in the form of fitted.c.

// n=4000,m=3000
void bias_relu(int n, int m, const float x[n][m], const float bias[m], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = x[i][j] + bias[j];
            out[i][j] = sum > 0 ? sum : 0.01f * sum;
        }
}

// h=1500,w=2000 values=256
void blend(int h, int w, const unsigned char a[h][w][4], const unsigned char b[h][w][4], unsigned char out[h][w][4])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 4; c++) {
                int cover = a[y][x][3];
                out[y][x][c] = (a[y][x][c] * cover + b[y][x][c] * (255 - cover)) / 255;
            }
}

// n=200000,m=48
void autocorrelation(int n, int m, const float x[n + m], float r[m])
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i] * x[i + k];
        r[k] = sum;
    }
}

// n=30000,m=24
void centroids(int n, int m, const float weight[n][m], const float x[n], float centre[m])
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        float moment = 0, mass = 0;
        for (int i = 0; i < n; i++) {
            moment += weight[i][k] * x[i];
            mass += weight[i][k];
        }
        centre[k] = moment / mass;
    }
}

// b=16,o=32,c=24,t=1000
void strided_filter(int b, int o, int c, int t, const float x[b][c][2 * t + 5], const float w[o][c][5],
                    float y[b][o][t])
{
#pragma curestruct
    for (int s = 0; s < b; s++)
        for (int f = 0; f < o; f++)
            for (int i = 0; i < t; i++) {
                float sum = 0;
                for (int k = 0; k < c; k++)
                    for (int d = 0; d < 5; d++)
                        sum += w[f][k][d] * x[s][k][2 * i + d];
                y[s][f][i] = sum;
            }
}

// n=2000000
void logistic(int n, const float rate[n], const float begin[n], float end[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float x = begin[i];
        for (int k = 0; k < 40; k++)
            x = rate[i] * x * (1 - x);
        end[i] = x;
    }
}

// n=1800,m=1100
void two_diagonals(int n, int m, const double main[n], const double below[n], const double x[n][m], double y[n][m])
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i][j] = main[i] * x[i][j] + below[i] * x[i - 1][j];
}

// n=9000,m=500 values=2
void masked_means(int n, int m, const float x[n][m], const int keep[n][m], float mean[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        int count = 0;
        for (int j = 0; j < m; j++) {
            sum += keep[i][j] ? x[i][j] : 0;
            count += keep[i][j];
        }
        mean[i] = count > 0 ? sum / count : 0;
    }
}

// h=3000,w=4000 values=256
void turned(int h, int w, const unsigned char in[h][w], unsigned char out[w][h])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[x][h - 1 - y] = in[y][x];
}

// b=3000,n=48
void batched_vectors(int b, int n, const float a[b][n][n], const float x[b][n], float y[b][n])
{
#pragma curestruct
    for (int e = 0; e < b; e++)
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int j = 0; j < n; j++)
                sum += a[e][i][j] * x[e][j];
            y[e][i] = sum;
        }
}

// Nests of the study (study.py) that were written after those of third.c had been looked at; in the form of fitted.c.

// h=2000,w=3000 values=256
void edges(int h, int w, const unsigned char in[h + 2][w + 2], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int right = in[y][x + 2] + 2 * in[y + 1][x + 2] + in[y + 2][x + 2];
            int left = in[y][x] + 2 * in[y + 1][x] + in[y + 2][x];
            int below = in[y + 2][x] + 2 * in[y + 2][x + 1] + in[y + 2][x + 2];
            int above = in[y][x] + 2 * in[y][x + 1] + in[y][x + 2];
            int across = right > left ? right - left : left - right,
                down = below > above ? below - above : above - below;
            out[y][x] = across + down > 255 ? 255 : across + down;
        }
}

// n=1600,m=1500
void diffusion(int n, int m, const double u[n + 2][m + 2], const double along[n][m + 1], const double across[n + 1][m],
               const double source[n][m], double next[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double right = along[i][j + 1] * (u[i + 1][j + 2] - u[i + 1][j + 1]);
            double left = along[i][j] * (u[i + 1][j + 1] - u[i + 1][j]);
            double below = across[i + 1][j] * (u[i + 2][j + 1] - u[i + 1][j + 1]);
            double above = across[i][j] * (u[i + 1][j + 1] - u[i][j + 1]);
            next[i][j] = u[i + 1][j + 1] + 0.1 * (right - left + below - above) + source[i][j];
        }
}

// n=300000
void inverses(int n, const float a[n][3][3], float b[n][3][3])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float x = a[i][1][1] * a[i][2][2] - a[i][1][2] * a[i][2][1];
        float y = a[i][1][2] * a[i][2][0] - a[i][1][0] * a[i][2][2];
        float z = a[i][1][0] * a[i][2][1] - a[i][1][1] * a[i][2][0];
        float scale = 1 / (a[i][0][0] * x + a[i][0][1] * y + a[i][0][2] * z + 5);
        b[i][0][0] = x * scale;
        b[i][1][0] = y * scale;
        b[i][2][0] = z * scale;
        b[i][0][1] = (a[i][0][2] * a[i][2][1] - a[i][0][1] * a[i][2][2]) * scale;
        b[i][1][1] = (a[i][0][0] * a[i][2][2] - a[i][0][2] * a[i][2][0]) * scale;
        b[i][2][1] = (a[i][0][1] * a[i][2][0] - a[i][0][0] * a[i][2][1]) * scale;
        b[i][0][2] = (a[i][0][1] * a[i][1][2] - a[i][0][2] * a[i][1][1]) * scale;
        b[i][1][2] = (a[i][0][2] * a[i][1][0] - a[i][0][0] * a[i][1][2]) * scale;
        b[i][2][2] = (a[i][0][0] * a[i][1][1] - a[i][0][1] * a[i][1][0]) * scale;
    }
}

// n=6000,m=700
void log_sums(int n, int m, const float x[n][m], float out[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float most = x[i][0], sum = 0;
        for (int j = 1; j < m; j++)
            most = x[i][j] > most ? x[i][j] : most;
        for (int j = 0; j < m; j++)
            sum += __builtin_expf(x[i][j] - most);
        out[i] = most + __builtin_logf(sum);
    }
}

// n=1200,m=48
void earlier_scores(int n, int m, const float q[n][m], const float k[n][m], float score[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            if (j <= i)
                for (int d = 0; d < m; d++)
                    sum += q[i][d] * k[j][d];
            score[i][j] = sum * 0.125f;
        }
}

// n=800000 values=800000
void padded_rows(int n, const float value[6][n], const int column[6][n], const float x[n], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 6; k++)
            if (column[k][i] < n - 1000)
                sum += value[k][i] * x[column[k][i]];
        y[i] = sum;
    }
}

// n=20000,m=150
void moving_means(int n, int m, const float x[n + 15][m], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int c = 0; c < m; c++) {
            float sum = 0;
            for (int t = 0; t < 16; t++)
                sum += x[i + t][c];
            out[i][c] = sum * 0.0625f;
        }
}

// n=120000,m=20
void nearest_centre(int n, int m, const float x[n][4], const float centre[m][4], int nearest[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float least = 1e30f;
        int best = 0;
        for (int k = 0; k < m; k++) {
            float apart = 0;
            for (int d = 0; d < 4; d++)
                apart += (x[i][d] - centre[k][d]) * (x[i][d] - centre[k][d]);
            best = apart < least ? k : best;
            least = apart < least ? apart : least;
        }
        nearest[i] = best;
    }
}

// n=2500,m=900
void loudness(int n, int m, const float real[n][m], const float imaginary[n][m], const float weight[m], float out[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float power = real[i][j] * real[i][j] + imaginary[i][j] * imaginary[i][j];
            out[j][i] = weight[j] * __builtin_logf(1 + __builtin_sqrtf(power));
        }
}

// n=150
void octants(int n, const float in[2 * n][2 * n][2 * n], float out[n][n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                float sum = 0;
                for (int x = 0; x < 2; x++)
                    for (int y = 0; y < 2; y++)
                        for (int z = 0; z < 2; z++)
                            sum += in[2 * i + x][2 * j + y][2 * k + z];
                out[i][j][k] = sum * 0.125f;
            }
}

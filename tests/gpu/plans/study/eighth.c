// Nests of the study (study.py) that were written after those of seventh.c had been looked at; in the form of fitted.c.

// n=2500,m=3000
void medians(int n, int m, const float in[n][m], float out[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++) {
            float a = in[i - 1][j], b = in[i][j], c = in[i + 1][j];
            float low = a < b ? a : b, high = a < b ? b : a;
            out[i][j] = c < low ? low : c > high ? high : c;
        }
}

// n=1500000
void bits_packed(int n, const unsigned char in[8 * n], unsigned char out[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int bits = 0;
        for (int k = 0; k < 8; k++)
            bits = bits | (in[8 * i + k] > 128) << k;
        out[i] = bits;
    }
}

// n=700000
void rotated(int n, const float turn[n][4], const float at[n][3], float to[n][3])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float w = turn[i][0], x = turn[i][1], y = turn[i][2], z = turn[i][3];
        float a = 2 * (y * at[i][2] - z * at[i][1]);
        float b = 2 * (z * at[i][0] - x * at[i][2]);
        float c = 2 * (x * at[i][1] - y * at[i][0]);
        to[i][0] = at[i][0] + w * a + y * c - z * b;
        to[i][1] = at[i][1] + w * b + z * a - x * c;
        to[i][2] = at[i][2] + w * c + x * b - y * a;
    }
}

// h=1100,w=1300
void julia(int h, int w, float out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float a = 0.0005f * x, b = 0.0005f * y;
            for (int k = 0; k < 30; k++) {
                float next = a * a - b * b - 0.1f;
                b = 2 * a * b + 0.1f;
                a = next;
            }
            out[y][x] = a * a + b * b;
        }
}

// n=600,m=800,p=20
void word_distances(int n, int m, int p, const int left[n][p], const int right[m][p], int apart[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < p; k++) {
                int x = left[i][k] ^ right[j][k];
                x = x - ((x >> 1) & 0x55555555);
                x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
                sum += ((x + (x >> 4)) & 0x0f0f0f0f) % 255;
            }
            apart[i][j] = sum;
        }
}

// n=200000 values=200000
void mesh_smooth(int n, const int next[n][6], const float x[n], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 6; k++)
            sum += x[next[i][k]] - x[i];
        y[i] = x[i] + 0.1f * sum;
    }
}

// n=2500,m=3000
void trapezoids(int n, int m, const float t[m], const float f[n][m], float area[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m - 1; j++)
            sum += 0.5f * (f[i][j] + f[i][j + 1]) * (t[j + 1] - t[j]);
        area[i] = sum;
    }
}

// n=50,m=300,p=700
void middle_variances(int n, int m, int p, const float x[n][m][p], float variance[n][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++) {
            float sum = 0, squares = 0;
            for (int j = 0; j < m; j++) {
                sum += x[i][j][k];
                squares += x[i][j][k] * x[i][j][k];
            }
            variance[i][k] = squares / m - sum / m * (sum / m);
        }
}

// Nests of the study (study.py) that were written after those of second.c had been looked at; in the form of fitted.c.

// h=1080,w=1920
void bilateral(int h, int w, const float in[h + 4][w + 4], const float near[5][5], float out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0, weights = 0;
            for (int v = 0; v < 5; v++)
                for (int u = 0; u < 5; u++) {
                    float apart = in[y + v][x + u] - in[y + 2][x + 2];
                    float weight = near[v][u] * __builtin_expf(-8 * apart * apart);
                    sum += weight * in[y + v][x + u];
                    weights += weight;
                }
            out[y][x] = sum / (weights + 0.001f);
        }
}

// h=3000,w=2048
void haar_rows(int h, int w, const float in[h][2 * w], float out[h][2 * w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[y][x] = 0.5f * (in[y][2 * x] + in[y][2 * x + 1]);
            out[y][w + x] = 0.5f * (in[y][2 * x] - in[y][2 * x + 1]);
        }
}

// n=500000 values=500000
void relaxed_rows(int n, const double value[n][7], const int column[n][7], const double diagonal[n],
                  const double right[n], const double x[n], double next[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = right[i];
        for (int k = 0; k < 7; k++)
            sum -= value[i][k] * x[column[i][k]];
        next[i] = sum / (diagonal[i] + 1);
    }
}

// n=100000,m=24
void mixture(int n, int m, const float x[n][10], const float mean[m][10], const float inverse[m][10],
             const float part[m], float likely[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            float sum = 0;
            for (int d = 0; d < 10; d++)
                sum += (x[i][d] - mean[k][d]) * (x[i][d] - mean[k][d]) * inverse[k][d];
            likely[i][k] = part[k] * __builtin_expf(-0.5f * sum);
        }
}

// h=1000,w=1400
void lattice(int h, int w, const float f[9][h + 2][w + 2], float g[9][h + 2][w + 2])
{
#pragma curestruct
    for (int y = 1; y <= h; y++)
        for (int x = 1; x <= w; x++) {
            float c = f[0][y][x], e = f[1][y][x - 1], n = f[2][y - 1][x], o = f[3][y][x + 1], s = f[4][y + 1][x];
            float ne = f[5][y - 1][x - 1], no = f[6][y - 1][x + 1], so = f[7][y + 1][x + 1], se = f[8][y + 1][x - 1];
            float mass = c + e + n + o + s + ne + no + so + se + 0.01f;
            float u = (e + ne + se - o - no - so) / mass, v = (n + ne + no - s - so - se) / mass;
            float still = 1 - 1.5f * (u * u + v * v), sum = u + v, difference = u - v;
            g[0][y][x] = c - 0.6f * (c - mass * 0.44444f * still);
            g[1][y][x] = e - 0.6f * (e - mass * 0.11111f * (still + 3 * u + 4.5f * u * u));
            g[2][y][x] = n - 0.6f * (n - mass * 0.11111f * (still + 3 * v + 4.5f * v * v));
            g[3][y][x] = o - 0.6f * (o - mass * 0.11111f * (still - 3 * u + 4.5f * u * u));
            g[4][y][x] = s - 0.6f * (s - mass * 0.11111f * (still - 3 * v + 4.5f * v * v));
            g[5][y][x] = ne - 0.6f * (ne - mass * 0.02778f * (still + 3 * sum + 4.5f * sum * sum));
            g[6][y][x] = no - 0.6f * (no - mass * 0.02778f * (still - 3 * difference + 4.5f * difference * difference));
            g[7][y][x] = so - 0.6f * (so - mass * 0.02778f * (still - 3 * sum + 4.5f * sum * sum));
            g[8][y][x] = se - 0.6f * (se - mass * 0.02778f * (still + 3 * difference + 4.5f * difference * difference));
        }
}

// n=3000,m=100
void spectrum(int n, int m, const float x[64 * n + 192], const float cosine[m][256], const float sine[m][256],
              float power[n][m])
{
#pragma curestruct
    for (int f = 0; f < n; f++)
        for (int k = 0; k < m; k++) {
            float real = 0, imaginary = 0;
            for (int t = 0; t < 256; t++) {
                real += x[64 * f + t] * cosine[k][t];
                imaginary += x[64 * f + t] * sine[k][t];
            }
            power[f][k] = real * real + imaginary * imaginary;
        }
}

// n=128,m=30000
void tridiagonal(int n, int m, const float lower[n][m], const float middle[n][m], const float upper[n][m],
                 const float right[n][m], float c[n][m], float x[n][m])
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        c[0][j] = upper[0][j] / (3 + middle[0][j]);
        x[0][j] = right[0][j] / (3 + middle[0][j]);
        for (int i = 1; i < n; i++) {
            float inverse = 1 / (3 + middle[i][j] - lower[i][j] * c[i - 1][j]);
            c[i][j] = upper[i][j] * inverse;
            x[i][j] = (right[i][j] - lower[i][j] * x[i - 1][j]) * inverse;
        }
        for (int i = n - 2; i >= 0; i--)
            x[i][j] -= c[i][j] * x[i + 1][j];
    }
}

// n=20000 values=100000
void ranks(int n, const int a[n], int rank[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int below = 0;
        for (int j = 0; j < n; j++)
            below += a[j] < a[i];
        rank[i] = below;
    }
}

// n=200
void upwind(int n, const double q[n + 2][n + 2][n + 2], const double u[n][n][n], const double v[n][n][n],
            const double w[n][n][n], double next[n][n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                double du = u[i][j][k] - 0.5, dv = v[i][j][k] - 0.5, dw = w[i][j][k] - 0.5, at = q[i + 1][j + 1][k + 1];
                double x = du > 0 ? du * (at - q[i][j + 1][k + 1]) : du * (q[i + 2][j + 1][k + 1] - at);
                double y = dv > 0 ? dv * (at - q[i + 1][j][k + 1]) : dv * (q[i + 1][j + 2][k + 1] - at);
                double z = dw > 0 ? dw * (at - q[i + 1][j + 1][k]) : dw * (q[i + 1][j + 1][k + 2] - at);
                next[i][j][k] = at - 0.1 * (x + y + z);
            }
}

// h=1500,w=2000 values=256
void palette(int h, int w, const unsigned char rgb[h][w][3], const int colour[16][3], unsigned char nearest[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int least = 1000000, best = 0;
            for (int k = 0; k < 16; k++) {
                int r = rgb[y][x][0] - colour[k][0], g = rgb[y][x][1] - colour[k][1], b = rgb[y][x][2] - colour[k][2];
                int apart = r * r + g * g + b * b;
                best = apart < least ? k : best;
                least = apart < least ? apart : least;
            }
            nearest[y][x] = best;
        }
}

// Windows that end at the borders of an array. Catches elements near borders that are taken from outside, or left out,
// borders that are wider than the array, corners that are done twice, windows that are wider on one
// side, and a narrower type in which the distance from a border wraps around; places that are clamped to the array, or
// taken from its other end, and choices of choices, of which the outer ones are known once the inner ones are.
// RUN: env CURESTRUCT_VERSION=interior %curestruct check --on cpu --size n=1 --size n=2 --size n=5 --size n=40 \
// RUN:     --size m=1 --size m=3 --size m=70 --size m=300 %s | FileCheck %s

// CHECK: box: 1 of 1 nests, {{.*}}PASS
void box(int n, int m, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++)
                    if (i + di >= 0 && i + di < n && j + dj >= 0 && j + dj < m)
                        s += a[(i + di) * m + j + dj];
            b[i * m + j] = s;
        }
}

// CHECK: lopsided: 1 of 1 nests, {{.*}}PASS
void lopsided(int n, int m, const int a[n][m], int b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 3 * a[i][j];
            if (j > 2)
                s -= a[i][j - 3];
            if (m - 1 > j)
                s += a[i][j + 1];
            if (!(i < 2) || j == 5)
                s ^= i >= 2 ? a[i - 2][j] : 7;
            b[i][j] = i <= n - 2 ? s : -s;
        }
}

// CHECK: narrow: 1 of 1 nests, {{.*}}PASS
void narrow(int n, int m, const int a[n][m], int b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = a[i][j] + 5 * ((signed char)j >= 2);
            if (j > 2)
                s -= a[i][j - 3];
            b[i][j] = s;
        }
}
static inline int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

// CHECK: clamped: 1 of 1 nests, {{.*}}PASS
void clamped(int n, int m, const int a[n][m], int b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int u = -2; u <= 1; u++)
                for (int v = -1; v <= 3; v++)
                    s += (5 * u + v + 20) * a[clamp(i + u, 0, n - 1)][clamp(j + v, 0, m - 1)];
            b[i][j] = s;
        }
}

// CHECK: nested: 1 of 1 nests, {{.*}}PASS
void nested(int n, int m, const unsigned char a[n][m], unsigned char b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int u = -2; u <= 2; u++)
                for (int v = -1; v <= 2; v++) {
                    int y = (i + u > 0 ? i + u : 0) < n - 1 ? (i + u > 0 ? i + u : 0) : n - 1;
                    s += (u + 3) * a[y][(j + v > 0 ? j + v : 0) < m - 1 ? (j + v > 0 ? j + v : 0) : m - 1];
                }
            b[i][j] = s / 7;
        }
}

// CHECK: stepwise: 1 of 1 nests, {{.*}}PASS
void stepwise(int n, int m, const int *restrict a, int *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int u = 0; u < 3; u++)
                for (int v = 0; v < 5; v++) {
                    int y = i + u - 1, x = j + v - 2;
                    if (y < 0)
                        y = 0;
                    else if (y > n - 1)
                        y = n - 1;
                    if (x < 0)
                        x += m;
                    if (x >= m)
                        x -= m;
                    if (x >= 0 && x < m)
                        s += (u * 7 + v + 1) * a[y * m + x];
                }
            b[i * m + j] = s;
        }
}

// CHECK: around: 1 of 1 nests, {{.*}}PASS
void around(int n, int m, const int a[n][m], int b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int u = -1; u <= 1; u++)
                for (int v = -1; v <= 1; v++)
                    s += (3 * u + v + 5) * a[(i + u + n) % n][(j + v + m) % m];
            b[i][j] = s;
        }
}

// CHECK: ranges: 1 of 1 nests, {{.*}}PASS
void ranges(int n, int m, const int a[n][m], int b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0, count = 0;
            for (int y = i > 2 ? i - 2 : 0; y <= (i + 2 < n ? i + 2 : n - 1); y++)
                for (int x = j - 1 > 0 ? j - 1 : 0; x < (j + 3 < m ? j + 3 : m); x++) {
                    s += a[y][x];
                    count++;
                }
            b[i][j] = s / count;
        }
}
// UNSUPPORTED: asan

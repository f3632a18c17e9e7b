// Windows that end at the borders of an array. Catches elements near borders that are taken from outside, or left out,
// borders that are wider than the array, corners that are done twice, windows that are wider on one
// side, and a narrower type in which the distance from a border wraps around.
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
// UNSUPPORTED: asan

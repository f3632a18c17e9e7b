// Catches iterations that a class loses, or that two classes have; classes that begin one iteration early or late;
// quotients of numbers below 0 that are rounded down where C rounds to 0; remainders of such numbers that count as the
// class, and conversions of remainders to types that do not have them; a loop inside whose kept iterations begin at
// another one; and sums that are added up in two classes.
// RUN: %curestruct check --on cpu %s | FileCheck %s

// CHECK: turns: 1 of 1 nests, {{.*}} bit for bit, PASS
void turns(int n, const int *restrict x, int *restrict a, int *restrict b)
{
#pragma curestruct schedule("residues i 3")
    for (int i = 1; i < n; i++)
        if (i % 3 == 1)
            a[i / 3] = x[i];
        else if (i % 3)
            b[i] = x[i] + i / 3 + (i - 9) / 3 + (i - 9) % 3 + ((i - 8) >> 2) + ((i - 9) & 7) + (i - 5) / 6;
}

// CHECK: converted: 1 of 1 nests, {{.*}} bit for bit, PASS
void converted(int n, const int *restrict x, int *restrict a)
{
#pragma curestruct schedule("residues i 4")
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int k = 0; k < 6; k++)
            if ((_Bool)((i + k) & 3) == 1)
                s += x[i + k];
        a[i] = s + ((unsigned)((i - 9) % 4) == 4294967295u) + ((unsigned)((i - 9) % 4) == 4294967294u);
    }
}

// CHECK: stuffed: 1 of 1 nests, {{.*}} bit for bit, PASS
void stuffed(long n, const double *restrict x, double *restrict y)
{
#pragma curestruct schedule("residues i 4")
    for (long i = 0; i < n; i++)
        y[i] = !(i & 3) ? x[i >> 2] : 0.0;
}

// CHECK: transposed: 1 of 1 nests, {{.*}}PASS
void transposed(int n, int m, const float *restrict x, const float *restrict w, float *restrict y)
{
#pragma curestruct schedule("residues i 2")
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 5; k++)
            if ((i + 2 - k) % 2 == 0) {
                int q = (i + 2 - k) / 2;
                if (q >= 0 && q < m)
                    s += w[k] * x[q];
            }
        y[i] = s;
    }
}

// Iterations of a sum in another order, for each remainder of the sum's iterator.
// CHECK: sums: 1 of 1 nests, {{.*}}PASS
void sums(int n, const unsigned *restrict x, unsigned *restrict y)
{
#pragma curestruct schedule("residues k 3")
    for (int i = 0; i < n; i++) {
        unsigned s = 0;
        for (int k = 2; k < 12; k++)
            s += k % 3 ? x[i + k / 3] * k : 3 * x[i];
        y[i] = s;
    }
}

// Both loops in turn: red elements need black ones alone.
// CHECK: board: 1 of 1 nests, {{.*}} bit for bit, PASS
void board(int n, int m, float u[restrict n][m], const float f[restrict n][m])
{
#pragma curestruct schedule("residues j 2; residues i 2")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            if ((i + j) % 2 == 0)
                u[i][j] = 0.25f * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
}

// The remainder of a number below 0 may be 2 - 5, and the loop inside has no iteration of its own for 3 of 4 classes.
// CHECK: below: 1 of 1 nests, {{.*}} bit for bit, PASS
void below(int n, int m, const short *restrict x, short *restrict y)
{
#pragma curestruct schedule("residues i 4")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if ((i - 2 * k) % 4 == 0 && (i - 7) % 4 == -1)
                y[i] += x[k] + k;
}

// Conditions that skip an iteration, in two loops and of two loops inside.
// CHECK: skipping: 1 of 1 nests, {{.*}}PASS
void skipping(int n, int h, int w, const double *restrict x, const double *restrict k, double *restrict y)
{
#pragma curestruct schedule("residues s 2; residues r 2")
    for (int b = 0; b < n; b++)
        for (int r = 0; r < 2 * h + 1; r++)
            for (int s = 0; s < 2 * w + 1; s++) {
                double acc = 0;
                for (int p = 0; p < 3; p++) {
                    if ((r - p) % 2 != 0 || r == 1)
                        continue;
                    int u = (r - p) / 2;
                    if (u < 0 || u >= h)
                        continue;
                    for (int q = 0; q < 3; q++) {
                        if ((s - q) & 1)
                            continue;
                        int v = (s - q) / 2;
                        if (v >= 0 && v < w)
                            acc += x[(b * h + u) * w + v] * k[3 * p + q];
                    }
                }
                y[(b * (2 * h + 1) + r) * (2 * w + 1) + s] = acc;
            }
}

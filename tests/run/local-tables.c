// Catches tables that are local to a region: counts by key that no kernel shares among its threads, or whose keys are
// lost; a short scan; a later entry of an initializer that leaves what an earlier one has set, and zeros that it lacks.
// RUN: %curestruct %s -o %t.cu --host=%t.host.c 2> %t.err
// RUN: FileCheck %s --allow-empty --check-prefix=ERR < %t.err
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 4099, KEYS = 256, FEW = 70 };

// ERR-NOT: [-Wsequential]
static void equalize(int n, const unsigned char *restrict x, unsigned char *restrict y)
{
#pragma curestruct begin
    {
        int counts[KEYS] = {0}, below[KEYS];
        for (int i = 0; i < n; i++)
            counts[x[i]]++;
        int sum = 0;
        for (int k = 0; k < KEYS; k++) {
            sum += counts[k];
            below[k] = sum;
        }
        for (int i = 0; i < n; i++)
            y[i] = (unsigned char)(below[x[i]] * 255L / n);
    }
#pragma curestruct end
}

// The keys are of the middle row; the others keep what they had.
static void by_two(int n, const int *restrict x, const double *restrict w, double *restrict sums)
{
#pragma curestruct begin
    {
        double table[3][FEW];
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < FEW; k++)
                table[r][k] = r * k;
        for (int i = 0; i < n; i++)
            table[1][x[i]] += w[i];
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < FEW; k++)
                sums[r * FEW + k] = table[r][k];
    }
#pragma curestruct end
}

struct pair {
    int first, second;
};

static void initialized(int n, int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int again[2][2] = {[0] = {5, 6}, [0] = {1}};
        struct pair pairs[3] = {{1, 2}, {3, 4}, [1] = {.second = 7}, {0, 8}};
        int sparse[4] = {0, i, 0};
        y[i] = again[0][0] + 10 * again[0][1] + 100 * pairs[1].first + 1000 * pairs[1].second + pairs[2].second +
               sparse[0] + sparse[1] * 3 + sparse[2] + sparse[3];
    }
}

int main(void)
{
    static unsigned char x[N], y[N];
    static int keys[N], values[N];
    static double weights[N], sums[3 * FEW];
    for (int i = 0; i < N; i++) {
        x[i] = i % 7 ? (i * 7919) >> 4 : 200;
        keys[i] = (i * 31) % FEW;
        weights[i] = i % 16 * 0.25;
    }
    equalize(N, x, y);
    by_two(N, keys, weights, sums);
    initialized(N, values);
    SHOW(y);
    SHOW(sums);
    SHOW(values);
    return 0;
}

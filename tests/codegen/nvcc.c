// Catches text that only the CPU runtime accepts, and warnings of the real compiler, for every architecture from the
// oldest one that it knows.
// REQUIRES: nvcc
// UNSUPPORTED: asan
// RUN: %curestruct -Werror=refused %s -o %t.cu
// RUN: flags="-std=c++17 -Xcompiler -Wall,-Wextra,-Werror -Werror all-warnings"
// RUN: for arch in 75 90 120; do every="$every -gencode arch=compute_$arch,code=sm_$arch"; done
// RUN: %quick_nvcc $flags $every -c %t.cu -o %t.o
// RUN: %curestruct -Werror=refused %s -o %t.half.cu --host=%t.host.c
// RUN: %quick_nvcc $flags -arch=sm_75 -c %t.half.cu -o %t.o
// RUN: %cc -Wall -Wextra -Wcast-qual -Werror -c %t.host.c -o %t.host.o
#include <math.h>
#include <stdbool.h>

struct point {
    float x, y;
    int tag[2];
};

double all(int n, int m, float *a, const float *b, float **rows, struct point *points, bool *flags,
           unsigned char *bytes, const long long *wide);

static float helper(float x, int unused)
{
    (void)unused;
    return x * x;
}

double all(int n, int m, float *a, const float *b, float **rows, struct point *points, bool *flags,
           unsigned char *bytes, const long long *wide)
{
    double sum = 0;
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        int ignored = i;
        a[i] = helper(b[i], ignored) + sqrt(b[i]);
        flags[i] = b[i] > 0 || wide[i];
        bytes[i] += 3 * wide[i];
        points[i].x -= points[i].tag[1];
    }
#pragma curestruct
    for (int r = 0; r < n; r++)
        for (int k = 0; k < m; k++)
            rows[r][k] = r / (k + 1.0f);
#pragma curestruct
    for (int k = 0; k < n; k++)
        sum += a[k];
    return sum + i;
}

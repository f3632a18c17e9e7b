// Catches a `private` clause that names an array which is not private, without a word; and a word where it is.
// RUN: %curestruct -Wno-refused -Wno-sequential %s -o %t.cu 2>&1 | FileCheck %s

// CHECK: private-arrays.c:[[#@LINE+4]]:28: warning: 'private(t)' has no effect: it is a pointer, and its elements are shared by all iterations; declare an array in the loop [-Wignored-clause]
// CHECK-NOT: {{[0-9]}}: warning
void pointer(int n, int m, float *restrict a, const float *restrict b, float *restrict t)
{
#pragma curestruct private(t)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = b[i * m + j] * 2;
        for (int j = 0; j < m; j++)
            a[i * m + j] = t[m - 1 - j];
    }
}

void fine(int n, float *restrict a, const float *restrict b)
{
    float t[8];
#pragma curestruct private(t)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++)
            t[j] = b[i * 8 + j] * 2;
        for (int j = 0; j < 8; j++)
            a[i * 8 + j] = t[7 - j];
    }
}

// CHECK: private-arrays.c:[[#@LINE+6]]:28: warning: 'private(large)' has no effect: it has no constant size, or is too large for each thread to have its own [-Wignored-clause]
// CHECK: private-arrays.c:[[#@LINE+5]]:35: warning: 'private(last)' has no effect: its elements are wanted after the nest [-Wignored-clause]
// CHECK: private-arrays.c:[[#@LINE+4]]:41: warning: 'private(read)' has no effect: an iteration may read elements before it writes them [-Wignored-clause]
void others(int n, float *restrict a, const float *restrict b)
{
    float large[4096], last[8], read[8] = {0};
#pragma curestruct private(large, last, read)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4096; j++)
            large[j] = b[i * 8 + j];
        for (int j = 0; j < 8; j++)
            last[j] = b[i * 8 + j];
        a[i] = large[1] + last[1] + read[1];
        read[0] = a[i];
    }
    a[0] += last[2];
}

// Catches what the host or the end of a reduction has to know and does not: a place that is computed inside of the
// loop, a number of workers that is read from memory (the host reads it first), a choice that writes what is local to
// the loop (nothing reads it afterwards).
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
void element(int n, double *x, float *a)
{
// CHECK: [[#@LINE+1]]:1: warning: no loop of the nest can run in parallel [-Wrefused]
#pragma curestruct
    for (int i = 1; i < 100; i++) {
        for (int k = 0; k < n;)
            x[k] += a[k];
        a[i] = a[i];
    }
}

void keys(int m, const int *first, int *restrict count)
{
#pragma curestruct copy(count[0:4])
    for (int i = first[0]; i < m; i++)
        count[i % 4] += 1;
}

// CHECK: 2 of 3 nests restructured
float least(int n, const float *b)
{
    float d = 1;
    int at = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            if (b[i * 4 + j] < d) {
                d = b[i * 4 + j];
                at = i;
            }
    return d;
}

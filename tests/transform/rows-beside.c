// Catches rows that begin beside the vectors of memory and are read element by element: the first iterations, as many
// as are more than whole vectors, have to come first. Where they cannot (the sum is in memory, of which only one loop
// may be shared), lanes share the row all the same.
// RUN: %curestruct --emit=schedule --plan=first --no-versions %s | FileCheck %s

// CHECK-LABEL: nest crs_largest_1 {
// CHECK: bind i.elem thread.y;
// CHECK-NEXT: peel j 4;
// CHECK-NEXT: tile j 4 as j.group j.lane;
// CHECK: bind j.group.worker thread.x;
// CHECK: vectorize j.lane;
// CHECK-NEXT: reduce best shuffle;
void largest(int n, int m, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float best = x[i * m];
        for (int j = 1; j < m; j++)
            if (x[i * m + j] > best)
                best = x[i * m + j];
        y[i] = best;
    }
}

// CHECK-LABEL: nest crs_upper_1 {
// CHECK: peel j 2;
void upper(int n, const double *restrict a, const double *restrict x, double *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = i + 1; j < n; j++)
            s += a[i * n + j] * x[j];
        y[i] = s;
    }
}

// CHECK-LABEL: nest crs_in_memory_1 {
// CHECK-NOT: peel
// CHECK: bind j.group.worker thread.x;
void in_memory(int n, int m, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            y[i] += x[i * m + j];
}

// CHECK-LABEL: nest crs_from_zero_1 {
// CHECK-NOT: peel
// CHECK: bind j.group.worker thread.x;
void from_zero(int n, int m, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++)
            s += x[i * m + j];
        y[i] = s;
    }
}

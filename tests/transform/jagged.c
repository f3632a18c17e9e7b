// Catches lanes along a loop that data bound, where the loop inside of it, or one of the parallel loops around it,
// walks along memory. RUN: %curestruct --emit=schedule %s -o - 2>/dev/null | FileCheck %s

// CHECK-LABEL: nest crs_rows_
// CHECK: bind i.elem thread.y;
// CHECK: interchange j k.group.worker;
// CHECK-NEXT: bind k.group.worker thread.x;
void rows(int n, int m, const int *off, const float *restrict of_row, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = off[i]; j < off[i + 1]; j++)
            for (int k = 0; k < m; k++)
                y[j * m + k] += of_row[i * m + k];
}

// CHECK-LABEL: nest crs_sums_
// CHECK: interchange j k.group.worker;
// CHECK-NEXT: bind k.group.worker thread.x;
// CHECK: reduce s shuffle;
void sums(int n, int m, const int *off, const float *restrict x, float *restrict sum)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = off[i]; j < off[i + 1]; j++)
            for (int k = 0; k < m; k++)
                s += x[j * m + k];
        sum[i] = s;
    }
}

// The lengths of rows do not depend on the column.
// CHECK-LABEL: nest crs_columns_
// CHECK-NOT: cyclic j
// CHECK: bind k.elem thread.x;
void columns(int n, int m, const int *off, const int *to, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            float s = 0;
            for (int j = off[i]; j < off[i + 1]; j++)
                s += x[to[j] * m + k];
            y[i * m + k] = s;
        }
}

// They depend on the row.
// CHECK-LABEL: nest crs_line_
// CHECK: cyclic j
// CHECK: bind j.worker thread.x;
void line(int n, const int *off, const int *to, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        int end = off[i + 1];
        for (int j = off[i]; j < end; j++)
            s += x[to[j]];
        y[i] = s;
    }
}

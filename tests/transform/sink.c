// A condition on data around a parallel loop that keeps the nest serial; one that is sunk into loops whose bounds it
// guards.
// RUN: %curestruct --emit=schedule %s -o - 2> %t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=ERR < %t.err

// CHECK-LABEL: nest crs_rows_{{.*}} {
// CHECK-NEXT: sink j;
// CHECK-NEXT: interchange i j;
void rows(int n, int m, const float *restrict w, float *restrict A)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (w[i] >= .5f)
            for (int j = 0; j < m; j++)
                A[i*m+j] += A[(i-1)*m+j];
}

// What the host can decide stays there.
// CHECK-LABEL: nest crs_on_host_{{.*}} {
// CHECK-NOT: sink{{.*}}
// CHECK-LABEL: nest crs_end_{{.*}} {
void on_host(int n, int m, float *restrict A)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (i % 3 != m)
            for (int j = 1; j < m; j++)
                A[i*m+j] += A[(i-1)*m+j-1];
}

void end(int n, float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] = 0;
}

// ERR: warning: sink j refused: the bounds of a loop under the condition may not be valid without it [-Wrefused]
void guarded(int n, int m, const int *restrict w, float *restrict A)
{
#pragma curestruct schedule("sink j")
    for (int i = 1; i < n; i++)
        if (m != 0)
            for (int j = 0; j < n / m; j++)
                A[i*n+j] = 1;
}

// ERR: warning: sink i refused: no condition is directly around it, and no definition for it alone precedes it [-Wrefused]
void bare(int n, float *restrict A)
{
#pragma curestruct schedule("sink i")
    for (int i = 1; i < n; i++)
        A[i] = 1;
}

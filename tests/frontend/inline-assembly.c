// Catches a variable that inline assembly before the nest writes and that is taken for the value of its declaration.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s
// CHECK-LABEL: nest crs_number_1
// CHECK: for i in 0..m {
void number(float *a)
{
    int m = 4;
    asm volatile("" : "+r"(m));
#pragma curestruct
    for (int i = 0; i < m; i++)
        a[i] = 1;
}
// CHECK-LABEL: nest crs_dimension_1
// CHECK: array float grid[grid_size0][grid_size1]
// CHECK: param long grid_size1 host "(long)(sizeof(grid[0]) / sizeof(grid[0][0]))"
void dimension(int n)
{
    int m = n;
    asm volatile("" : "+r"(m));
    float grid[n][m];
    asm volatile("" : "+r"(m));
#pragma curestruct
    for (int i = 0; i < n; i++)
        grid[i][0] = 1;
}
// CHECK-LABEL: nest crs_pointer_1
// CHECK-NOT: base
// CHECK: a[i] = b[i]
void pointer(float *p, int n)
{
    float *a = p, *b = p + n;
    asm volatile("" : "+r"(a));
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

// Catches kernels that read what they write as if it were constant: of `c ? a[i] : b[i]` nvcc 13.0 makes one load, and
// one of constant memory if b is promised to be, so that a GPU may find what a[i] was before the kernel. The CPU
// runtime does. All of these differ where b is `const .. *__restrict__` (codegen/cuda/one_load.c).
// REQUIRES: nvcc
// RUN: sh %S/Inputs/check.sh %s %t.d > %t.out && FileCheck --input-file=%t.out %s
// CHECK: choice: {{.*}} bit for bit, PASS
// CHECK: branches: {{.*}} bit for bit, PASS
// CHECK: replaced: {{.*}} bit for bit, PASS
// CHECK: of_bits: {{.*}} bit for bit, PASS
// CHECK: {{^[1-9][0-9]*}} launches executed as PTX, 0 as text
#define COLUMNS schedule("tile j 64; bind j.tile block.x; bind j.elem thread.x")

void choice(int n, int m, int p, double a[restrict n][m], const double b[restrict m])
{
#pragma curestruct COLUMNS
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            a[i][j] += j < p ? a[i - 1][j] : b[j];
}

void branches(int n, int m, int p, float a[restrict n][m], const float b[restrict n][m])
{
#pragma curestruct COLUMNS
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++) {
            float x;
            if (j < p)
                x = a[i - 1][j];
            else
                x = b[i - 1][j];
            a[i][j] = x + 1;
        }
}

void replaced(int n, int m, int p, double a[restrict n][m], const double b[restrict n][m])
{
#pragma curestruct COLUMNS
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++) {
            double x = b[i][j];
            if (j < p)
                x = a[i - 1][j];
            a[i][j] = x + 2;
        }
}

void of_bits(int n, int m, int p, unsigned a[restrict n][m], const int b[restrict m])
{
#pragma curestruct COLUMNS
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            a[i][j] = 1 + (j < p ? a[i - 1][j] : (unsigned)b[j]);
}

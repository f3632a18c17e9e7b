// Catches a file that is C only: the generated half is then two files. And sizes that break `lda >= n`.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK: inplace: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
struct class { int new; };
void inplace(int n, int lda, float A[n][lda], float f)
{
    struct class c = {n};
#pragma curestruct
    for (int i = 0; i < c.new; i++)
        for (int j = 0; j < n; j++)
            A[i][j] *= f;
}

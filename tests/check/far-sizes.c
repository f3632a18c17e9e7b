// Catches one size beyond several tiles that is never tried beside small ones; and conditions for which no sizes are
// looked for, because the function itself reads an element.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: long s/+ 1\.0f/+ 1.0f + (n > 260 \&\& m > 1 \&\& m < 17)/
// CHECK: == long
// CHECK: raised: {{.*}} FAIL
// BREAK: condition s/\* first/* -first/
// CHECK: == condition
// CHECK: scaled: {{.*}} FAIL
// CHECK-NEXT: n={{[0-9][0-9][0-9][0-9]+}}, m=
void raised(int n, int m, const float A[n][m], float B[restrict n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[i][j] = A[i][j] + 1;
}

void scaled(int n, int m, const float *restrict x, float *restrict y)
{
    float first = x[0];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (n > 6000 && m < 3)
            y[i] = x[i] * first;
        else
            y[i] = x[i];
    }
}

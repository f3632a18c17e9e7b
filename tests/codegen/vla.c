// Catches VLA parameters that C++ does not take: they become views of flat pointers, in the definition and in its
// prototypes, and calls in the same file find an overload that takes the rows.
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/scale.c -o %t.d/scale.cu
// RUN: FileCheck %s < %t.d/scale.cu
// RUN: %cc -c %t.d/main.c -o %t.d/main.o
// RUN: %cxx -std=c++17 -Wall -Wextra -Wno-unknown-pragmas -Werror -pthread -I %simt -x c++ -c %t.d/scale.cu \
// RUN:     -o %t.d/scale.o
// RUN: %cxx -pthread %t.d/main.o %t.d/scale.o %simt_library -o %t.d/program -lm -ldl && %t.d/program \
// RUN:     | grep "^2 104 13 8$"
// CHECK: extern "C" void scale(int n, int m, float *crs_vla_a, const float *__restrict__ crs_vla_b, const float *row);
// CHECK: void scale(int n, int m, float *crs_vla_a, const float *__restrict__ crs_vla_b, const float *row)
// CHECK-NEXT: { auto a = (float (*)[m])crs_vla_a; auto b = (const float (*)[m])crs_vla_b;
//--- scale.c
void scale(int n, int m, float a[n][m], const float b[restrict n][m], const float row[static 1]);
void scale(int n, int m, float a[n][m], const float b[restrict n][m], const float row[static 1])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 2 * b[i][j] + row[j];
    a[0][0] += 2;
}
extern void twice(int n, float a[n][n]);
extern void twice(int n, float a[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] *= 2;
}
int square(int n)
{
    float fixed[3][3] = {{1, 2, 3}}, variable[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            variable[i][j] = 1;
    twice(3, fixed);
    twice(n, variable);
    return (int)(fixed[0][2] + variable[n - 1][n - 1]);
}
//--- main.c
#include <stdio.h>
void scale(int n, int m, float a[n][m], const float b[restrict n][m], const float row[static 1]);
int square(int n);
int main(void)
{
    float a[5][7], b[5][7], row[7];
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++) {
            b[i][j] = i * 10 + j;
            row[j] = j;
        }
    b[4][6] = 49;
    scale(5, 7, a, b, row);
    printf("%g %g %g %d\n", a[0][0], a[4][6], a[1][0] - 7, square(20));
    return 0;
}

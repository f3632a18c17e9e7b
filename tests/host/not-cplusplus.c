// Catches the host half being anything but the user's C: VLA parameters, void * conversions, a variable called class,
// designators out of order, a complex number. With --host it works; without it is an error that says which line.
// RUN: %same --host %s %t
// RUN: rm -f %t.cu && %fails 1 %curestruct %s -o %t.cu | FileCheck %s
// RUN: test ! -e %t.cu
// CHECK: not-cplusplus.c:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}--host
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int first, second;
};

static void add(int rows, int columns, int sum[rows][columns], int a[restrict rows][columns])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            sum[i][j] += a[i][j] * 2;
}

int main(void)
{
    int rows = 13, columns = 21;
    int *class = malloc(sizeof(int) * 13 * 21), *a = malloc(sizeof(int) * 13 * 21);
    struct pair p = {.second = 2, .first = 1};
    for (int i = 0; i < rows * columns; i++) {
        class[i] = i;
        a[i] = p.second * i + p.first;
    }
    add(rows, columns, (int(*)[columns])class, (int(*)[columns])a);
    printf("%d %d %d\n", class[0], class[columns], class[rows * columns - 1]);
    free(class);
    free(a);
    return 0;
}

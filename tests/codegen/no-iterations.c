// Catches a kernel that is launched although the nest has no iteration: an unsigned loop that was moved outwards counts
// up to what its bound of -1 stands for, and the launch is one of millions of blocks that do nothing; and a nest with
// iterations that is taken for one without.
// RUN: rm -rf %t && mkdir %t && cp %s %t/none.c && cd %t
// RUN: %curestruct -Werror=refused none.c -o out.cu && %cc -w none.c -o serial && ./serial > right
// RUN: FileCheck --check-prefix=GRID --input-file=out.cu %s
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ out.cu -x none %simt_library -o program -lm -ldl
// RUN: CURESTRUCT_LAUNCHES=launches CURESTRUCT_TRACE=calls ./program | diff right -
// RUN: FileCheck --check-prefix=LAUNCHES --input-file=launches %s
// RUN: FileCheck --check-prefix=CALLS --input-file=calls %s
//
// GRID: crs_launch({{.*}}, crs_extent(crs_ceil_div_long((unsigned int)(n - 1),
//
// LAUNCHES: launched crs_sink_1
// LAUNCHES: launched crs_count_1
// LAUNCHES-NOT: launched
//
// CALLS-COUNT-5: crs_{{.*}} device
#include <stdio.h>

static void sink(int n, int m, int *restrict a, const int *restrict b)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        for (int j = 1; j < m; j++)
            for (int k = 0; k < m; k++)
                for (unsigned l = 0; l < n - 1; l++)
                    a[l] -= b[j * m + k] * i;
}

// The result is no array of the caller.
static int count(int n)
{
    int sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += i ^ 3;
    return sum;
}

int main(void)
{
    static int a[40], b[9 * 9];
    for (int i = 0; i < 81; i++)
        b[i] = i * 7 % 31;
    sink(0, 9, a, b);
    sink(40, 1, a, b);
    sink(40, 9, a, b);
    for (int i = 0; i < 40; i++)
        printf("%d\n", a[i]);
    printf("%d %d\n", count(0), count(40));
    return 0;
}

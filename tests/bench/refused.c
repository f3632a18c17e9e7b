// Catches functions that cannot be timed and are, without a word of what is missing.
// RUN: %fails 1 %curestruct bench %s | FileCheck --check-prefix=SEVERAL %s
// RUN: %fails 1 %curestruct bench --function=scale %s | FileCheck --check-prefix=SIZE %s
// RUN: %fails 1 %curestruct bench --function=scale --size n=4,m=3 %s | FileCheck --check-prefix=UNKNOWN %s
// RUN: %fails 1 %curestruct bench --function=outside --size n=4 %s | FileCheck --check-prefix=OUTSIDE %s
// RUN: %fails 2 %curestruct bench --function=none --size n=4 %s | FileCheck --check-prefix=NONE %s
// RUN: %fails 2 %curestruct bench --vs rival.cu %s | FileCheck --check-prefix=RIVAL %s
// RUN: %fails 1 %curestruct bench --function=scale --size n=4 --vs %t.none:f --export=%t %s \
// RUN:     | FileCheck --check-prefix=FILE %s
// RUN: %fails 1 %curestruct bench --function=gather --size n=4 %s | FileCheck --check-prefix=DATA %s
// RUN: %fails 1 %curestruct bench --function=scale --size n=4G --export=%t %s | FileCheck --check-prefix=WIDE %s
// RUN: %fails 1 %curestruct bench --function=two --size n=1..8:x2,m=1..8:x8 --export=%t %s \
// RUN:     | FileCheck --check-prefix=TOGETHER %s
// WIDE: error: scale cannot be timed: n=4294967296 is not a value of the type 'int'
// TOGETHER: error: two cannot be timed: 'n' has 4 values and 'm' has 2: give each size one value or equally many
// DATA: error: gather cannot be timed: how much of 'x' is touched depends on data
// SEVERAL: refused.c cannot be timed: several functions have nests; choose one by --function
// SIZE: error: scale cannot be timed: give the value of 'n': --size n=4096
// UNKNOWN: error: scale cannot be timed: it has no parameter 'm'
// OUTSIDE: error: outside cannot be timed: it touches its arrays outside of restructured nests; --as-called times whole calls
// RUN: %fails 1 %curestruct bench --function=other --as-called --size n=4 %s | FileCheck --check-prefix=OTHER %s
// OTHER: error: other cannot be timed: how much of 'y' is touched is not known: no nest touches it
// RUN: %fails 1 %curestruct bench --function=outside --as-called --vs cub --size n=4 %s \
// RUN:     | FileCheck --check-prefix=KERNELS %s
// KERNELS: error: outside cannot be timed: --vs is for kernels alone, and it touches its arrays outside
// RUN: %fails 1 %curestruct bench --function=half --size n=4 --export=%t %s | FileCheck --check-prefix=HALF %s
// HALF: error: half cannot be timed: how much of 'x' is touched depends on what the function computes outside
// RUN: %fails 1 %curestruct bench --function=keep --size n=4 %s | FileCheck --check-prefix=COUNTER %s
// COUNTER: error: keep cannot be timed: it writes where a counter says, which goes on from run to run; --as-called times whole calls
// NONE: error: the input has no function 'none'
// RIVAL: error: '--vs rival.cu': expected FILE.cu:function, cublas or cub
// FILE: error: cannot read '{{.*}}.none': No such file or directory
void scale(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void two(int n, int m, float A[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] *= 2;
}

void outside(int n, float *x)
{
    x[0] = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void other(int n, float *x, float *y)
{
    y[n] = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void half(int n, float *x)
{
    int m = n;
    while (m > 9)
        m /= 2;
#pragma curestruct
    for (int i = 0; i < m; i++)
        x[i] *= 2;
}

void gather(int n, const int *index, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[index[i]];
}

// A second run of its kernels would go on where the first one has ended.
int keep(int n, const float x[restrict n], float y[restrict n])
{
    int k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            y[k++] = x[i];
    return k;
}

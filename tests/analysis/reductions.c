// An update that is not seen as one, or whose form (ties, NaN) is told wrongly.
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s

#include <math.h>

// CHECK: loop i: reduction #0 #1 #2 #3 #4
// CHECK: reduction #0: min low, scalar, keep old strict, along i
// CHECK: reduction #1: max high, scalar, function, along i
// CHECK: reduction #2: max late, scalar, keep new, along i
// CHECK: reduction #3: + s, scalar, operator, along i, reassociates
// CHECK: reduction #4: + q, scalar, operator, along i, reassociates
// CHECK-NEXT: value -(a[i] * a[i])
float several(int n, const float *a)
{
    float low = a[0], high = a[0], late = a[0], s = 0, q = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] < low)
            low = a[i];
        high = fmaxf(high, a[i]);
        late = late >= a[i] ? late : a[i];
        s = a[i] + s;
        q = q - a[i] * a[i];
    }
    return low + high + late + s + q;
}

// CHECK: loop i: reduction #0 #1
// CHECK: reduction #0: + s, scalar, operator, along i
// CHECK: reduction #1: || any, scalar, operator, along i
int narrow(int n, const unsigned char *a)
{
    unsigned char s = 0;
    _Bool any = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += a[i];
        any = any || a[i] == 3;
    }
    return s + any;
}

// CHECK: loop i: reduction #0
// CHECK: loop j: parallel
// CHECK: reduction #0: + out[j], element, operator, along i, reassociates
void column_sums(int n, int m, float *restrict out, const float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[j] += A[i*m+j];
}

// CHECK: reduction #0: + out[key[i]], by key, operator, along i, reassociates
// CHECK: array out: read written copyin copyout, from 0 to 15 when (long)n >= 1, written by key
// CHECK: array key: read copyin, {{.*}}, indexes out below 16
void by_key(int n, const int *key, const float *v, float out[16])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[key[i]] += v[i];
}

// CHECK: loop k: sequential, 'A[i][j]' written here is read
// CHECK-NEXT: loop i: parallel
// CHECK-NEXT: loop i#2: parallel
// CHECK-NEXT: loop j: parallel
void lu(int n, double A[n][n])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
    }
}

// Catches integers behind pointers that no size is drawn for and --size does not reach, branches after a comparison
// with a constant that are never taken, an index array that the function fills itself and that is said to have too few
// targets, and C of 1989.
// RUN: %curestruct check --on cpu %s -- -std=gnu89 | FileCheck %s
// RUN: %curestruct check --on cpu --function part --size '*count=40,first[0]=3' %s | FileCheck %s --check-prefix=GIVEN
// CHECK: part: 1 of 1 nests, {{[0-9][0-9]}} of {{.*}} bit for bit, PASS
// CHECK-NEXT: sides: 2 of 2 nests, {{.*}} bit for bit, PASS
// CHECK-NEXT: reverse: 1 of 1 nests, 18 of 19 sizes ran on the device, bit for bit, PASS
// CHECK-NEXT: table: 1 of 1 nests, 18 of 19 sizes ran on the device, bit for bit, PASS
// GIVEN: part: 1 of 1 nests, 1 of 1 size ran on the device, bit for bit, PASS
void part(count, first, y) const int *count, *first; float *y;
{
    int begin = *first, end = *first + *count, i;
#pragma curestruct
    for (i = begin; i < end; i++)
        y[i] = 2 * y[i];
}

void sides(char trans, const char *side, int n, float *y)
{
    int i;
    if (trans == 'N') {
#pragma curestruct
        for (i = 0; i < n; i++)
            y[i] = 2 * y[i];
    } else if (*side == 'L') {
#pragma curestruct
        for (i = 0; i < n; i++)
            y[i] = 3 * y[i];
    }
}

void reverse(int n, int *to, float *y, const float *x)
{
    int i;
    for (i = 0; i < n; i++)
        to[i] = n - 1 - i;
#pragma curestruct independent
    for (i = 0; i < n; i++)
        y[to[i]] = 2 * x[i];
}

int offsets[4] = {0, 2, 1, 3};
void table(int n, float *y)
{
    int i;
    for (i = 0; i < n; i++)
        y[offsets[i & 3]] = 1;
#pragma curestruct
    for (i = 0; i < n; i++)
        y[i] = y[i] + offsets[i & 3];
}

// Catches a difference of pointers that counts from another place, in bytes, or with the wrong sign.
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck %s --implicit-check-not=FAIL
// RUN: env CURESTRUCT_CHECK_SIZES=9 sh %S/Inputs/break.sh %s %t.wrong | FileCheck %s --check-prefix=WRONG
// BREAK: place s/(long)(p - from)/(long)(from - p)/
// CHECK: pointer-differences.c:{{[0-9]+}}:1: warning: loop 'i' stays serial: it subtracts pointers that point into different arrays, as far as is known [-Wrefused]
// CHECK: pointer-differences.c:{{[0-9]+}}:1: warning: loop 'i' stays serial: it computes with a pointer to something that is not an array element [-Wrefused]
// CHECK: inside: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: count: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: place: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: rows: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// WRONG: place: {{.*}} FAIL
struct neuron {
    float sum, value;
    int first;
};
void inside(int n, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (const float *p = x; p < x + n; p++)
        y[p - x] = *p + (float)(p - x);
}
void count(const float *x, const float *end, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < end - x; i++)
        y[i] = x[i];
}
void place(int n, struct neuron *p, const float *restrict errors, const struct neuron *from)
{
    from = p - 2;
#pragma curestruct
    for (struct neuron *it = p; it != p + n; it++) {
        const float *e = errors + 1;
        it->value = errors[it - from] + *e;
    }
}
void rows(int n, int m, float (*restrict a)[8], const float (*restrict b)[8])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float(*row)[8] = b + i;
        for (int j = 0; j < 8; j++)
            a[i][j] = (*row)[j] + (row - b) + (&a[i][j] - &a[i][0]);
    }
}
void apart(int n, float **restrict x, long *restrict y)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = &x[i][2] - &x[i - 1][2];
}
void members(int n, struct neuron *x, long *restrict y)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = &x[i].sum - &x[i - 1].value;
}

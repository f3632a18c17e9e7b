// Catches a variable of the file that a function reads in place of a parameter of the same name of the function with
// the nest: the launcher's call would name the parameter.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s
int scale = 3;
float table[8];
static float get(float x) { return x * scale; }
static float look(int i) { return table[i & 7]; }
// CHECK: hidden-globals.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: another variable hides 'scale' where the nest is; give one of them another name [-Wrefused]
void parameter(int n, int scale, float *restrict y, const float *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = get(x[i]) + scale;
}
// CHECK: hidden-globals.c:[[@LINE+5]]:1: warning: loop 'i' stays serial: another variable hides 'table' where the nest is; give one of them another name [-Wrefused]
void local(int n, float *restrict y)
{
    float table[4] = {1, 2, 3, 4};
    y[0] = table[1];
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = look(i);
}
// CHECK: nest crs_other_1
void other(int n, float *restrict y, const float *restrict x)
{
    {
        int scale = n;
        y[0] = (float)scale;
    }
#pragma curestruct
    for (int i = 1; i < n; i++) {
        int table = i;
        y[i] = get(x[i]) + (float)table;
    }
}

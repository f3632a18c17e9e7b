// Catches a variable whose initializer mentions it: what it assigns would stand in front of the declaration.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
void numbers(int n, float *a)
{
// CHECK: [[#@LINE+1]]:1: warning: loop 'i' stays serial: 't' is mentioned in its own initializer [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int t = (t = 3, t + 1);
        a[i] = t;
    }
}

void loops(int n, float *a)
{
// CHECK: [[#@LINE+1]]:1: warning: loop 'i' stays serial: 'j' is mentioned in its own initializer [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0 * n + j; j; j++)
            a[i] = 1;
// CHECK: [[#@LINE+1]]:1: warning: loop 'i' stays serial: 'i' is mentioned in its own initializer [-Wrefused]
#pragma curestruct
    for (int i = i; i < n; i++)
        a[i] = 1;
}

void pointers(int n, float *a)
{
// CHECK: [[#@LINE+1]]:1: warning: loop 'i' stays serial: 'p' is mentioned in its own initializer [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float *p = p + i;
        a[i] = *p;
    }
}

// CHECK-NOT: warning
void sizes(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int t = sizeof t;
        a[i] = t;
    }
}

// Jumps that stay refused: backward, out of a loop that stores what decides about the jump, past a declaration, into a
// loop that would be there twice.
// RUN: %curestruct --emit=schedule %s -o - > %t 2>&1; FileCheck %s < %t; FileCheck --check-prefix=OUTSIDE %s < %t
// CHECK: loop 'i' stays serial: it contains a goto that does not jump forward in its block, or jumps past a declaration
void backward(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
    again:
        a[i] = a[i] * 2 + 1;
        if (a[i] < 100)
            goto again;
    }
}

// OUTSIDE: loop 'i' stays serial: it contains a goto [
int outside(int n, float *a)
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        if (a[i] > 3)
            goto found;
        a[i] = 1;
    }
found:
    return i;
}

// CHECK: loop 'i' stays serial: it contains a goto that does not jump forward in its block, or jumps past a declaration
void past_declaration(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] > 3)
            goto out;
        float t = a[i] * 2;
        a[i] = t * t;
    out:;
    }
}

// CHECK: loop 'i' stays serial: it contains a goto that does not jump forward in its block, or jumps past a declaration
void crossing(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] > 3)
            goto two;
        a[i] += 1;
        if (a[i] > 1)
            goto three;
    two:
        for (int j = 0; j < 3; j++)
            a[i] *= 2;
    three:
        a[i] -= 1;
    }
}

// CHECK: loop 'i' stays serial: it contains a goto that does not jump forward in its block, or jumps past a declaration
void two_labels(int n, int m, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            if (a[i] > j)
                goto one;
            if (a[i] < -j)
                goto two;
        }
        a[i] = 1;
    one:
        a[i] = 2;
    two:
        a[i] += 1;
    }
}

// CHECK: loop 'i' stays serial: it contains a goto that does not jump forward in its block, or jumps past a declaration
void from_switch(int n, int m, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            switch (a[i]) {
            case 1: a[i] = 3; break;
            case 2: goto out;
            }
        }
        a[i] = 1;
    out:
        a[i] += 1;
    }
}

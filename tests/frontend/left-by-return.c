// Catches a nest that is left by a return and accepted although what decides it is not known before its work is done,
// or is read by subscripts that only the iterations before know to be good; and a jump inside of the nest that is taken
// for one out of it.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck --implicit-check-not=warning: %s

int stored(int n, float *x, float *y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct
    for (int i = 1; i < n; i++) {
        x[i] = y[i] * 2;
        if (x[i - 1] > 3)
            return i;
    }
    return 0;
}

int gathered(int n, const int *index, const float *x, float *restrict y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (index[i] < 0)
            return i;
        if (x[index[i]] > 3)
            return -i;
        y[i] = 1;
    }
    return 0;
}

int divided(int n, const int *by, float *restrict y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (by[i] == 0 || n / by[i] > 7)
            return i;
        y[i] = 1;
    }
    return 0;
}

int inner_break(int n, int m, const float *x, float *restrict y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int count = 0;
        for (int j = 0; j < m; j++) {
            if (x[i * m + j] < 0)
                break;
            count += x[i * m + j] < 5;
        }
        if (count == m)
            return i;
        y[i] = 1;
    }
    return 0;
}

int in_region(int n, const float *x, float *restrict y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: the region stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        if (x[i] > 3)
            return i;
        y[i] = 1;
    }
#pragma curestruct end
    return 0;
}

int with_clause(int n, const float *x, float *restrict y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        if (x[i] > 3)
            return i;
        y[i] = 1;
    }
    return 0;
}

// A branch with a loop is work, which would never run on the device.
int working(int n, int m, const float *x, float *restrict y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > 3) {
            for (int j = 0; j < m; j++)
                y[j] += x[i];
            return i;
        }
        y[i] = 1;
    }
    return 0;
}

int inside(int n, const float *x, float *restrict y)
{
    // CHECK-DAG: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a goto {{.*}}[-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
    again:
        y[i] += 1;
        if (y[i] < x[i])
            goto again;
    }
    return 0;
}

// CHECK-DAG: :[[@LINE+3]]:1: note: the serial loop runs where an iteration leaves the nest, which the device finds out before: what the iterations after it read has to exist [-Wassume]
int accepted(int n, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = x[i] * 2;
        if (x[i] > 3)
            return i;
    }
    return 0;
}
// CHECK-DAG: 1 of 9 nests restructured

// Elements that parts of a loop store at a place of another part, or whose count is wrong; a counter that may stand
// still or go back taken for one that only grows.
// RUN: %curestruct check --on cpu %s --size n=1 --size n=33 --size n=1025 --size n=2049 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=ERR < %t.err

// CHECK: {{^}}positive: {{.*}}bit for bit, PASS
int positive(int n, const float x[restrict n], float y[restrict n])
{
    int k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            y[k++] = x[i];
    return k;
}

// Both halves, with their positions, from the end; the section says how long the arrays are.
// CHECK: {{^}}halves: {{.*}}bit for bit, PASS
long halves(int n, const int *restrict x, int *restrict small, int *restrict large, int *restrict at)
{
    long s = 0, l = 0;
#pragma curestruct copy(small[0:n], large[0:n + 1], at[0:n])
    for (int i = n - 1; i >= 0; i--) {
        if (x[i] < 30) {
            small[s] = x[i];
            at[s] = i;
            s++;
        } else {
            l += 1;
            large[l] = x[i];
        }
    }
    return s * 3 + l;
}

// Two elements for one: the second of one iteration could be the first of another one.
// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 'k'
int pairs(int n, const unsigned *restrict x, unsigned *restrict y)
{
    int k = 0;
#pragma curestruct copy(y[0:2 * n])
    for (int i = 0; i < n; i++) {
        if (x[i] % 3 == 0)
            continue;
        y[k] = x[i];
        y[k + 1] = i;
        k += 2;
    }
    return k;
}

// Where the condition does not hold, the next element replaces this one.
// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 'k' counts the iterations so far that pass a condition
int replaced(int n, const int x[restrict n], int y[restrict n + 1])
{
    int k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[k] = x[i];
        if (x[i] > 30)
            k++;
    }
    return k;
}

// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 'k'
int back(int n, const int x[restrict n], int y[restrict 2 * n + 1])
{
    int k = n;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > 30) {
            y[k] = x[i];
            k += 1;
        }
        if (x[i] < 20)
            k -= 1;
    }
    return k;
}

// Eight bits are soon used up.
// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 'k'
int narrow(int n, const int x[restrict n], int y[restrict 256])
{
    unsigned char k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > 30)
            y[k++] = x[i];
    return k;
}

// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 'k'
int cut(int n, const int x[restrict n], int y[restrict 256])
{
    int k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > 30)
            y[(unsigned char)k++] = x[i];
    return k;
}

// Another statement writes the array, too.
// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 'k'
int twice(int n, const int x[restrict n], int y[restrict n + 256])
{
    int k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > 30)
            y[k++] = x[i];
        int t = x[i] & 127;
        y[n + t] = i;
    }
    return k;
}
// ERR: 2 of 8 nests restructured

// Catches several assignments to one element that are taken for the same although the order of the iterations matters:
// the values differ, another array's element differs, or the subscript changes in between; and steps that keep such an
// element for a thread.
// RUN: %curestruct -v %s -o /dev/null 2>&1 | FileCheck %s --match-full-lines
void flags(int n, int m, const int p[n], char f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        f[p[i]] = 1;
}

// CHECK: {{.*}}.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'f[p[i]]' written here may be written again as 'f[q[i]]' by another iteration, as far as is known [-Wrefused]
void two_values(int n, int m, const int p[n], const int q[n], char f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        f[p[i]] = 1;
        f[q[i]] = 2;
    }
}

// CHECK: {{.*}}.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'f[p[i]]' written here may be read by another iteration, as far as is known [-Wrefused]
void first_visitor(int n, int m, const int p[n], int f[m], int from[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (f[p[i]] == 0) {
            f[p[i]] = 1;
            from[p[i]] = i;
        }
}

// CHECK: {{.*}}.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'f[p[i]]' written here may be read by another iteration, as far as is known [-Wrefused]
void found_new(int n, int m, const int p[n], int f[m], int fresh[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (f[p[i]] == 0) {
            f[p[i]] = 1;
            fresh[i] = 1;
        }
}

// CHECK: {{.*}}.c:[[#@LINE+4]]:5: warning: loop 'i' runs in one thread of the device: 'f[p[i]]' written here may be read by another iteration, as far as is known [-Wsequential]
void counted_later(int n, int m, const int p[n], int f[m], int *count)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int fresh = 0;
        if (f[p[i]] == 0) {
            f[p[i]] = 1;
            fresh = 1;
        }
        *count += fresh;
    }
}

// CHECK: {{.*}}.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'f[p[i]]' written here may be read by another iteration, as far as is known [-Wrefused]
void counted(int n, int m, const int p[n], int f[m], int *count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (f[p[i]] == 0) {
            f[p[i]] = 1;
            *count += 1;
        }
}

// CHECK: {{.*}}.c:[[#@LINE+4]]:5: warning: loop 'i' runs in one thread of the device: 'f[k]' written here may be read by another iteration, as far as is known [-Wsequential]
void moved(int n, int m, const int p[n], int f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = p[i];
        if (f[k] == 0) {
            k = 3;
            f[k] = 1;
        }
    }
}

// CHECK: {{.*}}.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'f[p[i]]' written here may be read by another iteration, as far as is known [-Wrefused]
void otherwise(int n, int m, const int p[n], int f[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (f[p[i]] == 0)
            f[p[i]] = 1;
        else
            f[p[i]] = 2;
}

// CHECK: {{.*}}.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'f[p[i]]' is not a reduction: {{.*}} [-Wrefused]
void tested_for_the_new(int n, const int p[n], int f[n], int d)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (f[i] == d)
            if (f[p[i]] < 0)
                f[p[i]] = d;
}

// CHECK: {{.*}}.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'f[p[i]]' is not a reduction: {{.*}} [-Wrefused]
void tested_by_order(int n, const int p[n], int f[n], int d)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (f[i] > d)
            if (f[p[i]] < 0)
                f[p[i]] = d + 1;
}

// CHECK: {{.*}}.c:[[#@LINE+5]]:9: warning: stage f register at k refused: threads may set one element to the same value [-Wrefused]
void kept(int n, int m, const int p[n], const float x[n][4], char f[m])
{
#pragma curestruct schedule("bind i block.x; stage f register at k")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            if (x[i][k] > 0)
                f[p[i]] = 1;
}

// CHECK: 3 of 11 nests restructured

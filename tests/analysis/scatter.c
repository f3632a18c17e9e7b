// Catches scatters that are taken for parallel although elements are surely written twice, or although nobody tests
// that; exchanges of pairs that are not; and a user who is not told what the launcher does.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s --match-full-lines
void permuted(int n, const int *p, const float *x, float *y)
{
// CHECK: {{.*}}scatter.c:[[#@LINE+1]]:1: note: the nest runs on the device only if no two iterations write one element of 'y': the launcher goes through the subscripts at each call; 'independent' says that they differ [-Wassume]
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[p[i]] = x[i];
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y[i + by[k]]' written here may be written again by another iteration, as far as is known [-Wrefused]
void moved(int n, const int *by, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            y[i + by[k]] = x[3 * i + k];
}

// The host does not compute the subscript.
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y[(int)(u[i] / v[i])]' written here may be written again by another iteration, as far as is known [-Wrefused]
void computed(int n, const float *u, const float *v, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[(int)(u[i] / v[i])] = x[i];
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: note: the nest runs on the device only if no two iterations write one element of 'val': the launcher goes through the subscripts at each call; 'independent' says that they differ [-Wassume]
void rows(int n, const int *ptr, const double *d, double *val)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            val[k] *= d[i];
}

// Another access to the array is not within the iteration's run.
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'val[k]' written here is read as 'val[i]' by a later iteration [-Wrefused]
void rows_and_more(int n, const int *ptr, const double *d, double *val)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            val[k] = d[i] * val[i];
}

// What the nest computes decides whether the second loop runs, but its elements are those of the first one.
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: note: the nest runs on the device only if no two iterations write one element of 'val': the launcher goes through the subscripts at each call; 'independent' says that they differ [-Wassume]
void rows_of_some(int n, const int *ptr, double *val)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += val[k];
        if (s > 0)
            for (int k = ptr[i]; k < ptr[i + 1]; k++)
                val[k] /= s;
    }
}

// Here it decides which elements are touched.
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'val[k]' written here is read by a later iteration [-Wrefused]
void longer_rows_of_some(int n, const int *ptr, double *val)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += val[k];
        if (s > 0)
            for (int k = ptr[i]; k <= ptr[i + 1]; k++)
                val[k] /= s;
    }
}

// Rows of 7 do not hold 8 columns; rows of 8 do.
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y[7 * i + (key[i] & 7)]' written here may be read as 'y[7 * i + (key[i] & 3)]' by another iteration, as far as is known [-Wrefused]
void narrow(int n, const int *key, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[7 * i + (key[i] & 7)] = 1;
        y[7 * i + (key[i] & 3)] += 2;
    }
}

void wide(int n, const int *key, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[8 * i + (key[i] & 7)] = 1;
        y[8 * i + (key[i] & 3)] += 2;
    }
}

// A name has the value of a counter that has changed since.
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y[at]' written here may be read as 'y[8 * i]' by another iteration, as far as is known [-Wrefused]
void renamed(int n, const int *key, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int c = key[i] > 0 ? 900 : 100;
        if (key[i] > 9)
            c = 200;
        int at = 8 * i + c;
        c = 0;
        y[at] = (float)(i + c);
        y[8 * i] -= 1;
    }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: note: the nest runs on the device only if the subscripts that data give stay within the rows of 'dz': the launcher goes through them at each call; 'independent' says that no two iterations touch one element [-Wassume]
void labelled(int n, int classes, const unsigned char *label, float *dz)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < classes; c++)
            dz[i * classes + c] = (float)c;
        dz[i * classes + label[i]] -= 1;
    }
}

// Exchanges of pairs, each by its first element; not by both, and not where the other element comes alone.
void exchanged(int n, int by, float *a)
{
#pragma curestruct copy(a[0:n])
    for (int i = 0; i < n; i++) {
        int other = i ^ by;
        if (other > i && a[i] > a[other]) {
            float kept = a[i];
            a[i] = a[other];
            a[other] = kept;
        }
    }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'a[i]' is not a reduction: whether and what an iteration writes depends on more of earlier iterations than one extremum [-Wrefused]
void exchanged_twice(int n, int by, float *a)
{
#pragma curestruct copy(a[0:n])
    for (int i = 0; i < n; i++)
        if ((i ^ by) != i && a[i] > a[i ^ by]) {
            float kept = a[i];
            a[i] = a[i ^ by];
            a[i ^ by] = kept;
        }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'a[i]' written here may be read as 'a[i ^ by]' by another iteration, as far as is known [-Wrefused]
void taken(int n, int by, float *a)
{
#pragma curestruct copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if ((i ^ by) > i)
            a[i] += a[i ^ by];
        else
            a[i] *= 2;
    }
}

// All members of one element are tested once; not so the members of two elements, or of one that is stored alone at
// times, or one member twice.
struct point {
    float x, y;
};
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: note: the nest runs on the device only if no two iterations write one element of 'to': the launcher goes through the subscripts at each call; 'independent' says that they differ [-Wassume]
void members(int n, const int *p, const float *x, struct point *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[p[i]].x = x[i];
        to[p[i]].y = 1;
    }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'to[p[i]].x' written here may be written again by another iteration, as far as is known [-Wrefused]
void members_of_two(int n, const int *p, const int *q, const float *x, struct point *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[p[i]].x = x[i];
        to[q[i]].y = x[i] + 1;
    }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'to[p[i]].x' written here may be written again by another iteration, as far as is known [-Wrefused]
void members_at_times(int n, const int *p, const float *x, struct point *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > 0)
            to[p[i]].x = x[i];
        to[p[i]].y = x[i] + 1;
    }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'to[p[i]].x' written here may be written again by another iteration, as far as is known [-Wrefused]
void member_twice(int n, const int *p, const float *x, struct point *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[p[i]].x = x[i];
        to[p[i]].x = x[i + n] + 1;
    }
}


// Stores to one element, to elements that data tell apart, and in branches of which both may run.
// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y[p[i]]' written here may be written again by another iteration, as far as is known [-Wrefused]
void stored_twice(int n, const int *p, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[p[i]] = x[i];
        y[p[i]] = 2 * x[i];
    }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y[p[i]]' written here may be written again by another iteration, as far as is known [-Wrefused]
void both_ways(int n, int c, const int *p, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c)
            y[p[i]] = x[i];
        if (c > 1)
            y[i] = 2 * x[i];
    }
}

// CHECK: {{.*}}scatter.c:[[#@LINE+3]]:1: note: the nest runs on the device only if no two iterations write one element of 'y': the launcher goes through the subscripts at each call; 'independent' says that they differ [-Wassume]
void blocks(int n, const int *p, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[2 * p[i]] = x[i];
        y[2 * p[i] + 1] = 2 * x[i];
    }
}

// CHECK: 8 of 21 nests restructured

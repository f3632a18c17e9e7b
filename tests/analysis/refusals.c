// A refusal without the user's own words, the reason and both places; a nest that must stay serial and does not.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning:
#include <math.h>

void recurrence(int n, float *A)
{
// CHECK: {{.*}}refusals.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'A[i]' written here is read as 'A[i-1]' by a later iteration, distance 1 [-Wrefused]
#pragma curestruct exact
    for (int i = 1; i < n; i++)
        // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:9: note: written here
        A[i] = A[i-1];
        // CHECK: {{.*}}refusals.c:[[#@LINE-1]]:16: note: read here
}

float scan(int n, const float *a, float *restrict b)
{
    float s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is a running value that each iteration also uses (a scan) [-Wrefused]
#pragma curestruct exact
    for (int i = 0; i < n; i++) {
        s += a[i];
        b[i] = s;
    }
    return s;
}

int cut(int n, const float *a)
{
    int s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is not a reduction: a floating-point value is cut to an integer at each step [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += 0.5f * a[i];
    return s;
}

// The value that the place gets at each step is converted on its way.
unsigned narrowed(int n, const unsigned *a)
{
    unsigned s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is not a reduction: each step converts to a type that does not hold all of its values [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = (unsigned char)(s + a[i]);
    return s;
}

float cut_back(int n, const float *a)
{
    float s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is not a reduction: each step converts to a type that does not hold all of its values [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = (int)(s + a[i]);
    return s;
}

double rounded(int n, const double *a)
{
    double s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is not a reduction: each step converts to a type that does not hold all of its values [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = (float)(s * a[i]);
    return s;
}

int through_float(int n, const int *a)
{
    int s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is not a reduction: each step converts to a type that does not hold all of its values [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = (float)(s + a[i]);
    return s;
}

int through_bool(int n, const int *a)
{
    int s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is not a reduction: each step converts to a type that does not hold all of its values [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = (_Bool)(s | a[i]);
    return s;
}

_Bool lost(int n, const int *a)
{
    _Bool s = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 's' is not a reduction: each step converts to a type that does not hold all of its values [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = (unsigned char)(s | a[i]);
    return s;
}

float most_cut(int n, const float *a)
{
    float most = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 'most' written here is read by a later iteration [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        most = (int)fmaxf(most, a[i]);
    return most;
}

int most_narrowed(int n, const int *a)
{
    int most = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 'most' written here is read by a later iteration [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        most = (signed char)(a[i] > most ? a[i] : most);
    return most;
}

// These two are reductions: all bits arrive, and 0 or 1 does in any type.
int wide(int n, const int *a)
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = (long)s + a[i];
    return s;
}

int all_set(int n, const int *a)
{
    int set = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        set = (unsigned char)(set && a[i]);
    return set;
}

int truth(int n, const int *a)
{
    _Bool b = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 'b' is not a reduction: each step converts to _Bool [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        b += a[i];
    return b;
}

void reverse(int n, float *A)
{
// CHECK: {{.*}}warning: loop 'i' stays serial: 'A[i]' written here is read as 'A[n-1-i]' by a later iteration [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] = A[n-1-i];
}

void scatter(int n, const int *at, const float *x, float *restrict y)
{
// CHECK: {{.*}}warning: loop 'i' stays serial: 'y[at[i]]' written here may be written again by another iteration, as far as is known [-Wrefused]
#pragma curestruct copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[at[i]] = x[i];
        // CHECK: {{.*}}note: a subscript of 'y' is not an affine function of iterators and parameters; write 'independent' if no two iterations touch one element
}

void gather_by_tables(int n, int ***at, const float *x, float *restrict y)
{
// CHECK: {{.*}}warning: the nest stays serial: how much of 'x' it touches is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:16: note: accessed here; say how much with copyin(x[0:count])
        y[i] = x[at[i][0][0]];
}

void gather_by_results(int n, int *restrict at, const float *x, float *restrict y)
{
// CHECK: {{.*}}warning: the nest stays serial: how much of 'x' it touches is not known [-Wrefused]
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        at[i] = (at[i] + 1) % 10;
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:16: note: accessed here; say how much with copyin(x[0:count])
        y[i] = x[at[i]];
#pragma curestruct end
}

void gather_by_rounding(int n, const int *at, const int *by, const float *w, const float *x, float *restrict y)
{
// CHECK: {{.*}}warning: the nest stays serial: how much of 'x' it touches is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (w[i] * w[i] - 2 * w[i] > 0)
            // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:20: note: accessed here; say how much with copyin(x[0:count])
            y[i] = x[at[i] / by[i]];
}

void keys_of_rows(int n, const int *ptr, const int *key, int *h)
{
// CHECK: {{.*}}warning: the nest stays serial: how much of 'h' it touches is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:13: note: accessed here; say how much with copy(h[0:count])
            h[key[k]]++;
}

void gather_while(int n, const int *next, const float *x, float *restrict y)
{
// CHECK: {{.*}}warning: the nest stays serial: how much of 'next' it touches is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = i;
        while (k > 0)
            // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:17: note: accessed here; say how much with copyin(next[0:count])
            k = next[k];
        y[i] = x[i];
    }
}

void every_other(int n, int m, const float *x, float *restrict y)
{
// CHECK: {{.*}}warning: the nest stays serial: how much of 'x' it touches is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:16: note: accessed here; say how much with copyin(x[0:count])
        y[i] = x[2 * i % m] + x[(int)(y[i] + 1) % m];
}

int calls;
void induction(int n, float *restrict A, const float *B)
{
// CHECK: {{.*}}warning: loop 'i' stays serial: 'calls' counts the iterations so far, each of which uses it, and other code may reach it: let a variable of the function's own count, or write its value in terms of the loops' iterators [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[calls++] = B[i];
}

void compaction(int n, float *restrict A, const float *B)
{
    int k = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 'k' counts the iterations so far that pass a condition, and each iteration also uses it (a compaction): it can run in parallel if it only grows and the arrays that it indexes have known extents [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (B[i] > 0)
            A[k++] = B[i];
}

float second_best(int n, const float *B)
{
    float best = B[0], second = B[0];
// CHECK: {{.*}}warning: loop 'i' stays serial: 'best' is not a reduction: whether and what an iteration writes depends on more of earlier iterations than one extremum [-Wrefused]
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (B[i] < best) {
            second = best;
            best = B[i];
        }
    return second;
}

void no_distance(int n, float *A)
{
// CHECK: {{.*}}warning: loop 'i' stays serial: 'A[2*i]' written here is read as 'A[i+5]' by a later iteration [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[2*i] = A[i+5];
        // CHECK: {{.*}}note: for example in the iterations i = 6 and i = 7
}

float horner(int n, const float *c, float x)
{
    float r = 0;
// CHECK: {{.*}}warning: loop 'i' stays serial: 'r' written here is read by a later iteration [-Wrefused]
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:9: note: written here
        r = r * x + c[i];
        // CHECK: {{.*}}refusals.c:[[#@LINE-1]]:13: note: read here
    return r;
}

void swapped(int n, float *a)
{
// CHECK: {{.*}}warning: loop 'i' stays serial: 'a[n - 1 - i]' written here is read as 'a[i]' by a later iteration [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
        // CHECK: {{.*}}note: for example in the iterations i = 0 and i = 1
    }
}

void circle(int n, float *restrict a, float *restrict b)
{
// CHECK: {{.*}}warning: loop 'i' stays serial: 'b[i]' written here is read as 'b[i-1]' by a later iteration, distance 1 [-Wrefused]
#pragma curestruct
    for (int i = 1; i < n; i++) {
        // CHECK: {{.*}}refusals.c:[[#@LINE+3]]:9: note: written here
        // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:16: note: read here
        a[i] = b[i-1] * 2;
        b[i] = a[i] + 1;
    }
}

void sweeps(int n, float A[n][n])
{
// CHECK: {{.*}}warning: loop 't' stays serial: 'A[i][j]' written here is read as 'A[i-1][j]' by a later iteration [-Wrefused]
#pragma curestruct
    for (int t = 0; t < 10; t++)
        for (int i = 1; i < 9; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = (A[i-1][j] + A[i+1][j] + A[i][j-1] + A[i][j+1]) * .25f;
}
void no_range(int n, const int *from, int *restrict to)
{
// CHECK: {{.*}}refusals.c:[[#@LINE+1]]:1: warning: the nest stays serial: how much of 'from' it touches is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[i] = 1;
        // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:22: note: accessed here; say how much with copyin(from[0:count])
        for (int s = from[i]; s < 3; s++)
            if (from[i + s] == 0)
                break;
    }
}

void rows_scaled_backward(int n, const int *ptr, const double *d, double *val)
{
// CHECK: {{.*}}warning: no loop of the nest can run in parallel [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            // CHECK: {{.*}}refusals.c:[[#@LINE+1]]:13: note: 'val[n - k]' is combined here, as far as is known by several iterations; write 'independent' if no two iterations touch one element
            val[n - k] *= d[i];
}

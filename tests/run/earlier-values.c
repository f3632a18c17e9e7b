// Catches values of the previous iteration that are made of others of their iteration, or of values of the one before
// (steps of a wavelet), if the nest is refused, or if a value is that of a later statement; and a variable that only a
// condition on the call sets, in the calls in which it does not.
// RUN: %curestruct check -w --on cpu %s > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %fails 1 %curestruct -Werror=refused %s -o %t.cu | FileCheck %s --check-prefix=REFUSED
// CHECK: inverse_lift: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: inverse_lift_odd: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: emphasis: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: set_again: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: weighted: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: chosen: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: found: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: highest: 1 of 1 nests, {{.*}}, PASS
#include <math.h>
#include <stddef.h>

void inverse_lift(int length, int *restrict line, const int *restrict even, const int *restrict odd)
{
    int i, j, here, next, sum, first, second;
    sum = even[0];
    next = odd[0];
    second = sum - ((next + 1) >> 1);
#pragma curestruct
    for (i = 0, j = 1; i < length - 3; i += 2, j++) {
        here = next;
        first = second;
        sum = even[j];
        next = odd[j];
        second = sum - ((here + next + 2) >> 2);
        line[i] = first;
        line[i + 1] = here + ((first + second) >> 1);
    }
    line[i] = second;
    line[length - 1] = next + second;
}

void inverse_lift_odd(int length, int *restrict line, const int *restrict even, const int *restrict odd)
{
    int i, j, before = even[1], after, low = odd[0] - ((even[0] + before + 2) >> 2), high;
#pragma curestruct
    for (i = 1, j = 1; i < length - 2 - !(length & 1); i += 2, j++) {
        after = even[j + 1];
        high = odd[j] - ((before + after + 2) >> 2);
        line[i] = low;
        line[i + 1] = before + ((high + low) >> 1);
        low = high;
        before = after;
    }
    line[i] = low + before;
}

void emphasis(int n, int channels, float factor, float *memory, float *restrict out, const float *restrict in)
{
    float kept = *memory;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float x;
        x = sqrtf(fabsf(in[channels * i]));
        out[i] = x - kept;
        kept = factor * x;
    }
    *memory = kept;
}

// What 'copy' holds is 'value' before it is set again.
int set_again(int n, int *restrict out, const int *restrict in)
{
    int kept = 1, value = 0, copy = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[i] = kept;
        value = in[i];
        copy = value;
        value = 3 * in[i + 1];
        out[i] += value;
        kept = copy;
    }
    return kept + copy + value;
}

double weighted(long n, const double *x, const double *weights)
{
    double weight = 1, sum = 0, mass = 0;
#pragma curestruct
    for (long k = 0; k < n; k++) {
        if (isnan(x[k]))
            continue;
        if (weights) {
            if (weights[k] == 0)
                continue;
            weight = weights[k];
        }
        sum += x[k] * weight;
        mass += weight;
    }
    return sum / mass;
}

// wanted after the nest, and set in two branches
int chosen(int n, int which, int *restrict out, const int *restrict in)
{
    int value = in[n];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (which > 3)
            value = in[i] + 1;
        else
            out[i] += 2;
        out[i] += value;
        if (which > 3)
            value = in[i] + 2;
    }
    return value;
}

// a search that ends at once
int found(int n, const int *a, const int *limit)
{
    int value = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (limit[0] <= 1) {
            value = a[i];
            break;
        }
    return value;
}

// where the maximum is, under a condition
int highest(int n, int wanted, const int *restrict a, int *restrict out)
{
    int most = -1, at = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int score = a[i];
        if (wanted == 3) {
            if (score < 0)
                score = 0;
            if (score > most) {
                most = score;
                at = i;
            }
        }
        out[i] = score;
    }
    return at;
}

// REFUSED-NOT: error:
// REFUSED: earlier-values.c:[[#@LINE+4]]:1: error: loop 'i' {{.*}}'value' written here is read by a later iteration
void two_conditions(int n, int which, int *restrict out, const int *restrict in)
{
    int value = 5;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (which > 3)
            value = in[i];
        out[i] = value + out[i + 1] % (value | 1);
        if (which > 4)
            value = in[i] + 2;
    }
}

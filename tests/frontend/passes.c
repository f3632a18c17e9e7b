// Catches a normalization that is done in another pass than the one that --dump-after names, and one that is not done.
// RUN: %curestruct %s --dump-after=read -o - | FileCheck --check-prefix=READ %s
// RUN: %curestruct %s --dump-after=expand_elements -o - | FileCheck --check-prefix=ELEMENTS %s
// RUN: %curestruct %s --dump-after=wraparound -o - | FileCheck --check-prefix=WRAPAROUND %s
// RUN: %curestruct %s --dump-after=first_match -o - | FileCheck --check-prefix=MATCH %s
// RUN: %curestruct %s --dump-after=induction -o - | FileCheck --check-prefix=INDUCTION %s
// RUN: %curestruct %s --dump-after=forward_scalars -o - | FileCheck --check-prefix=FORWARD %s
// RUN: %curestruct %s --dump-after=canonical_nest -o - | FileCheck --check-prefix=FORWARD %s
// RUN: %curestruct %s --dump-after=rename_scalars -o - | FileCheck --check-prefix=RENAME %s
int dims[2];
void within(float *restrict a)
{
    // READ: for i in 0..dims[0] {
    // ELEMENTS: for i in 0..dims_0 {
#pragma curestruct
    for (int i = 0; i < dims[0]; i++)
        a[i] = i;
}

void shift(int n, const float *restrict b, float *restrict a)
{
    int k = 3;
    float x = 0;
    // ELEMENTS: nest crs_shift_1
    // ELEMENTS: a[k] = b[i] + x
    // ELEMENTS-NEXT: x = b[i]
    // INDUCTION: a[k + 2L * i] = b[i] + x
    // INDUCTION-NEXT: x = b[i]
    // WRAPAROUND: float x_now = i == 0 ? x : b[i - 1]
    // WRAPAROUND-NEXT: a[k + 2L * i] = b[i] + x_now
    // WRAPAROUND-NEXT: }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + x;
        x = b[i];
        k += 2;
    }
}

int first(int n, const int *a)
{
    int at = -1;
    // ELEMENTS: if (a[i] == 7 && at < 0) {
    // MATCH: nest crs_shift_1
    // MATCH: k += 2
    // MATCH: for i in (long)n - 1 .. -1 step -1 {
    // MATCH-NEXT: if (a[i] == 7) {
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == 7 && at < 0)
            at = i;
    return at;
}

void every_other(int n, float *restrict a)
{
    int k = 3;
    // INDUCTION: nest crs_every_other_1
    // INDUCTION: a[k + 2L * i] = 1
    // INDUCTION-NEXT: }
    // INDUCTION-NEXT: k = k + max((long)n, 0) * 2
    // FORWARD: nest crs_every_other_1
    // FORWARD: for i in 0..n {
    // FORWARD-NEXT: a[3 + 2L * i] = 1
    // FORWARD-NEXT: }
    // FORWARD-NEXT: }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[k] = 1;
        k += 2;
    }
}

void two_lives(int n, int m, const float *restrict a, float *restrict b, float *restrict c)
{
    float s;
    // FORWARD: nest crs_two_lives_1
    // FORWARD-NOT: s_1
    // RENAME: nest crs_two_lives_1
    // RENAME: [[INNER:s_[0-9]]] = 0
    // RENAME: b[i * m + j] = [[INNER]]
    // RENAME-NOT: [[INNER]]
    // RENAME: c[i] = s{{$}}
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            s = 0;
            s += a[j];
            b[i * m + j] = s;
        }
        s = 0;
        for (int j = 0; j < m; j++)
            s += a[j];
        c[i] = s;
    }
}

// The loop over j has a variable of its own. Those over k have none: what they leave is read, by the next iteration of
// i or after the nest.
float own_life(int n, const float *restrict a, float *restrict b, float *restrict c)
{
    float s = 0, last = 0;
    // RENAME: nest crs_own_life_1
    // RENAME: last += s
    // RENAME: float s_1 = 0
    // RENAME: b[i * n + j] = s_1
    // RENAME: s = a[k{{.*}}] * 2
    // RENAME: c[k{{.*}}] = last
#pragma curestruct
    for (int i = 0; i < n; i++) {
        last += s;
        for (int j = 0; j < n; j++) {
            s = 0;
            for (int k = 0; k < n; k++)
                s += a[j * n + k];
            b[i * n + j] = s;
        }
        s = i;
        for (int k = 0; k < i; k++)
            s = a[k] * 2;
        for (int k = 0; k < n; k++) {
            last = last + a[k];
            c[k] = last;
        }
    }
    return last;
}

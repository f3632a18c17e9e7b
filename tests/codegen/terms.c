// Catches an index term that a kernel's text says again and again, or one that is computed where the text did not
// compute it: outside of a guard that keeps it from overflowing or from a division by zero, before a loop that may not
// run, in the scope of another iterator of its name; and `const` that is lost on an array that is only read.
// UNSUPPORTED: asan
// RUN: %curestruct %s -o - 2>/dev/null | grep -v CHECK | FileCheck %s
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck --check-prefix=SAME %s

#define ONE_EACH schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x")

// What stands in both branches and in the condition stands before them.
// SAME: chosen: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // chosen (
// CHECK: const float *__restrict__ a
// CHECK: const int i = 128 * i_tile + i_elem;
// CHECK-NEXT: const int i_offset = (i * m + 3) * m;
// CHECK-NEXT: if (a[i_offset + k] > 0.0f)
// CHECK-NEXT: b[i] = a[i_offset];
// CHECK-NEXT: else
// CHECK-NEXT: b[i] = a[i_offset + 1];
void chosen(int n, int m, int k, const float *restrict a, float *restrict b)
{
#pragma curestruct ONE_EACH copyin(a[0:(n + 3) * m * m + m + k + 2])
    for (int i = 0; i < n; i++)
        if (a[(i * m + 3) * m + k] > 0)
            b[i] = a[(i * m + 3) * m];
        else
            b[i] = a[(i * m + 3) * m + 1];
}

// m may be 0 where the condition does not hold: nothing comes out of the branches.
// SAME: guarded: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // guarded (
// CHECK: const int i = 128 * i_tile + i_elem;
// CHECK-NEXT: if (m > 0 && (k / m * 3 + i) * 2 % 11 > 5) {
// CHECK-NEXT: const int k_rest = (k / m * 3 + i) * 2 % 11;
// CHECK-NEXT: b[i] = k_rest * k_rest;
void guarded(int n, int m, int k, int *restrict b)
{
#pragma curestruct ONE_EACH
    for (int i = 0; i < n; i++)
        if (m > 0 && (k / m * 3 + i) * 2 % 11 > 5)
            b[i] = (k / m * 3 + i) * 2 % 11 * ((k / m * 3 + i) * 2 % 11);
}

// A loop that may not run computes its term inside; two loops of one iterator have a term each.
// SAME: looped: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // looped (
// CHECK: for (int j = 0; j < m; j++) {
// CHECK-NEXT: const int [[AT:.*]] = ((j * 7 + i) * 5 + m) * 3;
// CHECK-NEXT: if (b[i] > [[AT]] - 3)
// CHECK-NEXT: b[i] -= [[AT]];
// CHECK: for (int j_1 = 0; j_1 < k; j_1++) { // j#2
// CHECK-NEXT: const int [[AT]] = ((j_1 * 7 + i) * 5 + m) * 3;
// CHECK-NEXT: if (b[i] < [[AT]] - 4)
// CHECK-NEXT: b[i] += [[AT]];
void looped(int n, int m, int k, int *restrict b)
{
#pragma curestruct ONE_EACH
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            if (b[i] > ((j * 7 + i) * 5 + m) * 3 - 3)
                b[i] -= ((j * 7 + i) * 5 + m) * 3;
        for (int j = 0; j < k; j++)
            if (b[i] < ((j * 7 + i) * 5 + m) * 3 - 4)
                b[i] += ((j * 7 + i) * 5 + m) * 3;
    }
}

// A value that changes between two equal texts is not one value.
// SAME: changed: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // changed (
// CHECK: b[i] = ((x * 7 + i) * 5 + m) * 3;
// CHECK-NEXT: x = {{.*}};
// CHECK-NEXT: c[i] = ((x * 7 + i) * 5 + m) * 3;
void changed(int n, int m, int *restrict b, int *restrict c)
{
#pragma curestruct ONE_EACH
    for (int i = 0; i < n; i++) {
        int x = i % 100;
        b[i] = ((x * 7 + i) * 5 + m) * 3;
        x = m % 90;
        c[i] = ((x * 7 + i) * 5 + m) * 3;
    }
}

// Vectors that are only read are const.
// SAME: vectors: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // vectors (
// CHECK: const float *__restrict__ a, float *__restrict__ b
// CHECK: crs_load_any<4>(
void vectors(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
}

// Catches inner loops that do not count being taken as loops that do, a lost `continue` or increment, and an
// iterator whose value is used after its loop.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
void inner(int n, float *x, int *out)
{
    int j, k;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t;
        for (t = 0; t < 1; t += 0.25f) {
            if (x[i] < t)
                continue;
            x[i] -= t;
        }
        for (j = 0; j < n; j++)
            if (x[j] > 3)
                break;
        out[i] = j;
        for (j = 0, k = 9; j < 4; j++)
            out[i] += k;
        for (k = i; k < n; k += 2)
            x[k] = 1;
        out[i] -= k;
        int steps = 0;
        while (steps++ < 10) {
            if (x[i] > 100)
                break;
            x[i] *= 2;
        }
        do
            x[i] /= 2;
        while (x[i] > 1);
        for (int q = 0; q < n; q++) {
            if (q == i)
                continue;
            if (x[q] < 0) {
                out[q] = 0;
                continue;
            } else if (x[q] == 0)
                out[q] = 1;
            out[q]++;
        }
    }
}
// CHECK: nest crs_inner_1 in inner
// CHECK-NEXT:   array float x[?] host "x" live
// CHECK-NEXT:   array int out[?] host "out" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   local float t
// CHECK-NEXT:   scalar int j host "j"
// CHECK-NEXT:   scalar int k host "k"
// CHECK-NEXT:   iterator int j_1
// CHECK-NEXT:   iterator int k_1
// CHECK-NEXT:   local int steps
// CHECK-NEXT:   local int steps_old
// CHECK-NEXT:   iterator int q
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     float t
// CHECK-NEXT:     t = 0
// CHECK-NEXT:     while (t < 1) {
// CHECK-NEXT:       if (!(x[i] < t)) {
// CHECK-NEXT:         x[i] -= t
// CHECK-NEXT:       }
// CHECK-NEXT:       t += 0.25f
// CHECK-NEXT:     }
// CHECK-NEXT:     j = 0
// CHECK-NEXT:     if (0 < n) {
// CHECK-NEXT:       while (j < n) {
// CHECK-NEXT:         if (x[j] > 3) {
// CHECK-NEXT:           break
// CHECK-NEXT:         }
// CHECK-NEXT:         j += 1
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     out[i] = j
// CHECK-NEXT:     k = 9
// CHECK-NEXT:     for j_1 in 0..4 [j] {
// CHECK-NEXT:       out[i] += k
// CHECK-NEXT:     }
// CHECK-NEXT:     j = 4
// CHECK-NEXT:     for k_1 in i..n step 2 [k] {
// CHECK-NEXT:       x[k_1] = 1
// CHECK-NEXT:     }
// CHECK-NEXT:     k = i + max(ceildiv((long)n - i, 2), 0) * 2
// CHECK-NEXT:     out[i] -= (int)(i + max(ceildiv((long)n - i, 2), 0) * 2)
// CHECK-NEXT:     int steps = 0
// CHECK-NEXT:     while (1) {
// CHECK-NEXT:       int steps_old = steps
// CHECK-NEXT:       steps += 1
// CHECK-NEXT:       if (!(steps_old < 10)) {
// CHECK-NEXT:         break
// CHECK-NEXT:       }
// CHECK-NEXT:       if (x[i] > 100) {
// CHECK-NEXT:         break
// CHECK-NEXT:       }
// CHECK-NEXT:       x[i] *= 2
// CHECK-NEXT:     }
// CHECK-NEXT:     do {
// CHECK-NEXT:       x[i] /= 2
// CHECK-NEXT:     } while (x[i] > 1)
// CHECK-NEXT:     for q in 0..n {
// CHECK-NEXT:       if (!(q == i)) {
// CHECK-NEXT:         if (x[q] < 0) {
// CHECK-NEXT:           out[q] = 0
// CHECK-NEXT:         } else {
// CHECK-NEXT:           if (x[q] == 0) {
// CHECK-NEXT:             out[q] = 1
// CHECK-NEXT:           }
// CHECK-NEXT:           out[q] += 1
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

// Catches a scalar whose value is wanted after the nest and not brought back, and the role that each scalar has.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
int global;
int after(int n, int *a, int unused)
{
    int i, j, sum = 0, dead = 0, kept;
    static int counter;
#pragma curestruct
    for (i = 0; i < n; i++) {
        sum += a[i];
        dead = a[i];
        kept = dead;
        global += unused;
        counter = i;
        for (j = 0; j < 3; j++)
            a[j] = i;
    }
    kept += j;
    return sum + i;
}
int repeated(int n, int *a)
{
    int last = 0, carried = 0;
    for (int t = 0; t < n; t++) {
        a[0] = carried;
#pragma curestruct
        for (int i = 0; i < n; i++) {
            carried = a[i];
            last = a[i];
        }
    }
    return n;
}
// Each case has loops of its own, and a label in front of a loop does not jump past what the loop sets.
void cases(int n, int *a, int *b, int kind)
{
    int i, j;
    switch (kind) {
    case 1:
#pragma curestruct
        for (i = 0; i < n; i++)
            for (j = a[i]; j < a[i + 1]; j++)
                b[j] = i;
        break;
    case 2: {
        for (i = 0; i < n; i++)
            for (j = a[i]; j < a[i + 1]; j++)
                b[j] += i;
        break;
    }
    default:
        for (j = 0; j < n; j++)
            b[j] = 0;
    }
}
// The label of the second case is in the block after what sets the variable.
int past(int n, int *a, int kind)
{
    int i, last = 7;
#pragma curestruct
    for (i = 0; i < n; i++)
        last = a[i];
    switch (kind) {
        last = 1;
    case 1: return last;
    default: {
        last = 2;
        return last;
    }
    }
}
// CHECK: nest crs_after_1 in after
// CHECK-NEXT:   array int a[?] host "a" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i host "i" live
// CHECK-NEXT:   scalar int sum host "sum" live
// CHECK-NEXT:   scalar int dead host "dead"
// CHECK-NEXT:   scalar int kept host "kept" live
// CHECK-NEXT:   param int unused host "unused"
// CHECK-NEXT:   scalar int global host "global" live address_taken
// CHECK-NEXT:   scalar int counter host "counter" live address_taken
// CHECK-NEXT:   iterator int j host "j" live
// CHECK-NEXT: entry sum = 0
// CHECK-NEXT: entry dead = 0
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     sum += a[i]
// CHECK-NEXT:     dead = a[i]
// CHECK-NEXT:     kept = dead
// CHECK-NEXT:     global += unused
// CHECK-NEXT:     counter = i
// CHECK-NEXT:     for j in 0..3 {
// CHECK-NEXT:       a[j] = i
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_repeated_1 in repeated
// CHECK-NEXT:   array int a[?] host "a" live
// CHECK-NEXT:   param int n host "n" live
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   scalar int carried host "carried" live
// CHECK-NEXT:   scalar int last host "last"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     carried = a[i]
// CHECK-NEXT:     last = a[i]
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_cases_1 in cases
// CHECK-NEXT:   array int a[?] host "a" live
// CHECK-NEXT:   array int b[?] host "b" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i host "i"
// CHECK-NEXT:   iterator int j host "j"
// CHECK: nest crs_past_1 in past
// CHECK: scalar int last host "last" live

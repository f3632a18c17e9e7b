// Catches a switch that is lowered to the wrong order of tests, and a nest refused since what follows the switch stands
// in several branches: copies of one statement that were taken for one another.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
// RUN: %curestruct -Werror=refused %s -o %t.cu
void choose(int n, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        switch (a[i] & 7) {
        default:
            a[i] = 0;
            break;
        case 1:
        case 2: {
            a[i] = 1;
            break;
        }
        case 3 ... 5:
            if (i == 3)
                continue;
            a[i] = 2;
        }
        a[i]++;
    }
}
// CHECK: nest crs_choose_1 in choose
// CHECK-NEXT:   array int a[?] host "a" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   local int chosen
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     int chosen = a[i] & 7
// CHECK-NEXT:     if (chosen == 1 || chosen == 2) {
// CHECK-NEXT:       a[i] = 1
// CHECK-NEXT:       a[i] += 1
// CHECK-NEXT:     } else if (chosen >= 3 && chosen <= 5) {
// CHECK-NEXT:       if (!(i == 3)) {
// CHECK-NEXT:         a[i] = 2
// CHECK-NEXT:         a[i] += 1
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// CHECK-NEXT:       a[i] = 0
// CHECK-NEXT:       a[i] += 1
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

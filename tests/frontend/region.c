// Catches statements of a region that are lost, or directives inside it that lose their nest.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
void region(int n, int steps, float *a, float *b)
{
    float mean;
    for (int t = 0; t < steps; t++) {
#pragma curestruct begin copy(a[0:n])
        mean = 0;
#pragma curestruct reduction(+:mean)
        for (int i = 0; i < n; i++)
            mean += a[i];
        float scale = mean / n;
        if (scale > 0)
            for (int i = 0; i < n; i++)
                b[i] = a[i] * scale;
#pragma curestruct end
    }
}
// CHECK: region crs_region_1 in region
// CHECK-NEXT:   array float a[?] host "a" live
// CHECK-NEXT:   array float b[?] host "b" live
// CHECK-NEXT:   scalar float mean host "mean"
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   local float scale
// CHECK-NEXT:   iterator int i_1
// CHECK-NEXT: {
// CHECK-NEXT:   mean = 0
// CHECK-NEXT: directive "reduction(+:mean)"
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     mean += a[i]
// CHECK-NEXT:   }
// CHECK-NEXT:   float scale = mean / n
// CHECK-NEXT:   if (scale > 0) {
// CHECK-NEXT:     for i_1 in 0..n [i#2] {
// CHECK-NEXT:       b[i_1] = a[i_1] * scale
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

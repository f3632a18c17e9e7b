// Versions in another order than written or under each other's conditions; a condition that is known and tested all the
// same; schedules that say what cannot be: conditions on unknown names, two of one name, none that is always taken.
// RUN: echo "version short when n <= 4096 && n - 2 * m > 7 || n == m; tile i 32; \
// RUN:     bind i.tile block.x; bind i.elem thread.x; version odd when n / 3 * 3 != n; \
// RUN:     tile i 64; bind i.tile block.x; bind i.elem thread.x; \
// RUN:     version long; tile i 128; bind i.tile block.x; bind i.elem thread.x;" > %t.two
// RUN: echo "version a when rows > 1; tile i 2; version b;" > %t.name
// RUN: echo "version a; tile i 2; version b;" > %t.never
// RUN: echo "version a when n < 7; tile i 2;" > %t.last
// RUN: echo "version a when n < 7; tile i 2; version a;" > %t.twice
// RUN: echo "tile i 2; version a;" > %t.late
// RUN: %curestruct -DFINE --schedule=%t.two %s -o - | grep -v "^//" | FileCheck %s
// RUN: %curestruct -DFINE --schedule=%t.two %s --emit=schedule > %t.again
// RUN: %curestruct -DFINE --schedule=%t.two %s -o %t.cu && %curestruct -DFINE --schedule=%t.again %s -o %t.again.cu \
// RUN:     && cmp %t.cu %t.again.cu
// RUN: echo "version short when 10000 <= 4096; tile i 32; bind i.tile block.x; bind i.elem thread.x; \
// RUN:     version odd when 10000 / 3 * 3 != 10000; tile i 64; bind i.tile block.x; bind i.elem thread.x; \
// RUN:     version long; tile i 128; bind i.tile block.x; bind i.elem thread.x;" > %t.known
// RUN: %curestruct -DKNOWN --schedule=%t.known %s -o - | grep -v "^//" | FileCheck %s --check-prefix=KNOWN
// RUN: not %curestruct -DFINE --schedule=%t.name %s -o %t.none 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not %curestruct -DFINE --schedule=%t.never %s -o %t.none 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not %curestruct -DFINE --schedule=%t.last %s -o %t.none 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: not %curestruct -DFINE --schedule=%t.twice %s -o %t.none 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %curestruct -DFINE --schedule=%t.late %s -o %t.none 2>&1 | FileCheck %s --check-prefix=LATE

// CHECK: __global__ void __launch_bounds__(32) crs_scale_1_short_k1(
// CHECK: __global__ void __launch_bounds__(64) crs_scale_1_odd_k1(
// CHECK: __global__ void __launch_bounds__(128) crs_scale_1_long_k1(
// CHECK:      if (crs_version(crs_now, "short", (n <= 4096 && n - 2L * m > 7) || n == m)) {
// CHECK-NEXT:     if (!crs_launch(crs_now, crs_scale_1_short_k1,
// CHECK:      } else if (crs_version(crs_now, "odd", crs_floor_div_long(n, 3) * 3 != n)) {
// CHECK:          {{.*}}_odd_k1,
// CHECK:      } else {
// CHECK:          {{.*}}_long_k1,

// KNOWN-NOT: crs_version(crs_now
// KNOWN: __launch_bounds__(64) {{.*}}_k1(
// KNOWN-NOT: __launch_bounds__

// NAME: error: version a: 'rows' is not a number or parameter of the nest
// NEVER: error: version b: the one before it has no condition, and so is always taken
// LAST: error: version a: the last version has no condition
// TWICE: error: version a: there is one of that name already
// LATE: error: a schedule of several versions begins with 'version'

#ifdef FINE
void scale(int n, int m, float a[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] *= (float)m;
}
#endif

#ifdef KNOWN
enum { n = 10000, m = 2 };
void scale(float a[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] *= (float)m;
}
#endif

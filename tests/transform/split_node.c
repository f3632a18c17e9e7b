// Reads of what later iterations overwrite: ahead of the statements, then in a loop of their own, but only where all
// loops become parallel by that, and there are no more of the reads than elements.
// RUN: %curestruct --emit=schedule %s -o - 2> %t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=ERR < %t.err

// CHECK: nest crs_shift_{{.*}} {
// CHECK-NEXT: split_node i;
// CHECK-NEXT: distribute i {1} {2};
void shift(int n, float *restrict a, const float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1] + b[i];
}

// CHECK: nest crs_both_ways_{{.*}} {
// CHECK-NEXT: split_node i;
// CHECK-NEXT: distribute i {2} {3} {1};
void both_ways(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++) {
        a[i] = b[i - 1] * 2;
        b[i] = b[i + 1] - b[i];
    }
}

// ERR: {{.*}}: warning: loop 'i' stays serial: 'a[i + 1]' read here is written as 'a[i]' by a later iteration, distance 1 [-Wrefused]
void chosen(int n, float *restrict a, const float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        a[i] = b[i] > 0 ? a[i + 1] : 0;
}

// ERR: {{.*}}: warning: loop 'i' stays serial: {{.*}} by a later iteration, distance 1
void recurrence(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        a[i] = a[i-1] + a[i+1] * a[i];
}

// CHECK-NOT: split_node{{.*}}

// ERR: {{.*}}: warning: split_node i refused: it reads nothing that a later iteration overwrites [-Wrefused]
void nothing(int n, float *restrict a)
{
#pragma curestruct schedule("split_node i")
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 1;
}

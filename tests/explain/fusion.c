// What became one loop, or did not, without a reason; the reason of another pair.
// RUN: %curestruct explain %s 2> %t.err | FileCheck %s

// CHECK: Step 1, granule
// CHECK: loop line and line become because
// CHECK-NEXT: > i 17 i#2 19 one both walk along 'a'
// CHECK-NEXT: i 17 i#2 21 two iteration k of 'i#2' reads 't[i + 1]', which iteration k + 1 of 'i' writes before as
// CHECK-NEXT: 't[i]'
// CHECK-NEXT: i#2 21 i#3 23 two their ranges are not known to be equal
// CHECK-NEXT: i#3 23 i#4 25 two one of them is sequential, or holds a sequential loop
// CHECK-EMPTY:
// CHECK: The schedule
// CHECK: fuse i i#2;
void chain(int n, int m, float *restrict t, float *restrict d, float *restrict e, const float *restrict a)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        t[i] = a[i] * 2;
    for (int i = 0; i < n; i++)
        d[i] = t[i] + a[i];
    for (int i = 0; i < n; i++)
        e[i] = t[i + 1];
    for (int i = 0; i < m; i++)
        d[i] = e[i] * .5f;
    for (int i = 1; i < m; i++)
        d[i] = d[i - 1] * d[i - 1] + 1;
#pragma curestruct end
}

// CHECK: halves (
// CHECK: > i {{[0-9]+}} j {{[0-9]+}} one they do the same for parts of one range
// CHECK: join i j;
void halves(int n, float a[n], const float b[n])
{
#pragma curestruct begin
    for (int i = 0; i < n / 2; i++)
        a[i] = a[i] + b[i];
    for (int j = n / 2; j < n; j++)
        a[j] = a[j] + b[j];
#pragma curestruct end
}

// Catches local pointers that are not seen through, or seen through with an offset that has changed since.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
void rows(int n, float *a, float (*b)[n], const int *start)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float *row = a + i * n, *tail = &row[2];
        const float(*square)[n] = b;
        float *late;
        int offset = i;
        float *moved = a + offset;
        offset += 2;
        float *indirect = a + start[i];
        late = b[i] + 1;
        row[0] = tail[-1] + square[i][1] + late[2] + *moved + indirect[offset];
        int scalar = 3, *address = &scalar;
        *address += 1;
        row[1] = scalar;
    }
}
// CHECK: nest crs_rows_1 in rows
// CHECK-NEXT:   array float a[?] host "a" live
// CHECK-NEXT:   array float b[?][n] host "&b[0][0]" live
// CHECK-NEXT:   array int start[?] host "start" const live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   local int offset
// CHECK-NEXT:   local long moved_at
// CHECK-NEXT:   local long indirect_at
// CHECK-NEXT:   local int scalar
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     int offset = i
// CHECK-NEXT:     long moved_at = offset
// CHECK-NEXT:     offset += 2
// CHECK-NEXT:     long indirect_at = start[i]
// CHECK-NEXT:     a[i * n] = a[(long)(i * n) + 1] + b[i][1] + b[i][3] + a[moved_at] + a[indirect_at + offset]
// CHECK-NEXT:     int scalar = 3
// CHECK-NEXT:     scalar += 1
// CHECK-NEXT:     a[(long)(i * n) + 1] = scalar
// CHECK-NEXT:   }
// CHECK-NEXT: }

// A pointer that is set more than once becomes a number for each array.
void set_twice(int n, float *a, float *b)
{
    float *p;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p = a + 2 * i;
        *p++ = 1;
        p = b + i;
        *p = 2;
    }
}
// CHECK-LABEL: nest crs_set_twice
// CHECK:       for i in 0..n {
// CHECK-NEXT:    @{{[0-9]}} long p_way
// CHECK-NEXT:    @{{[0-9]}} p_way = 2 * i
// CHECK-NEXT:    @{{[0-9]}} long p_way_old = p_way
// CHECK-NEXT:    @{{[0-9]}} p_way += 1
// CHECK-NEXT:    @{{[0-9]}} a[p_way_old] = 1
// CHECK-NEXT:    @{{[0-9]}} long p_way_1 = i
// CHECK-NEXT:    @{{[0-9]}} b[p_way_1] = 2
// CHECK-NEXT:  }

// Catches rows that half a warp adds up however short, long or few they are, that a block adds up though they are
// short, or though there are so few of them that most of the device has none, tests of what is known, and loads of
// doubles that need more registers than a thread of such a block has.
// RUN: %curestruct --emit=schedule --device=h200 %s 2>&1 | FileCheck %s
// RUN: %curestruct --emit=schedule --device=h200 %s 2>/dev/null | sed -n '/crs_rows_1/,/^}/p' > %t.again
// RUN: %curestruct -DALONE --device=h200 %s -o %t.cu && %curestruct -DALONE --device=h200 --schedule=%t.again %s \
// RUN:     -o %t.again.cu && cmp %t.cu %t.again.cu

// CHECK-LABEL: nest crs_rows_1 {
// CHECK-NEXT: version shortest when columns <= 12 && rows >= 4224;
// CHECK-NEXT: tile i 256;
// CHECK: cyclic j.group 1;
// CHECK: version shorter when columns <= 96 && rows >= 4224;
// CHECK-NEXT: tile i 64;
// CHECK: cyclic j.group 4;
// CHECK: version short when columns < 256 || columns < 2048 && rows >= 4224;
// CHECK-NEXT: tile i 16;
// CHECK: cyclic j.group 16;
// CHECK: tile j.group.turn 4 as
// CHECK: version parts when rows < 264 && columns >= 131072;
// CHECK-NEXT: rfactor j 65536;
// CHECK-NEXT: bind j.part block.y;
// CHECK-NEXT: bind i block.x;
// CHECK: cyclic j.group 256;
// CHECK-NEXT: bind j.group.worker thread.x;
// CHECK: version long;
// CHECK-NEXT: bind i block.x;
// CHECK: cyclic j.group 256;
// CHECK-NEXT: bind j.group.worker thread.x;
// CHECK-NEXT: tile j.group.turn 2 as
void rows(int rows, int columns, const double *a, double *sums)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int j = 0; j < columns; j++)
            s += a[i * columns + j];
        sums[i] = s;
    }
}

#ifndef ALONE
// All parallel loops together make the rows.
// CHECK-LABEL: nest crs_planes_1 {
// CHECK: version short when n < 512 || n < 4096 && planes * rows >= 4224;
void planes(int planes, int rows, int n, const float *a, float *sums)
{
#pragma curestruct
    for (int p = 0; p < planes; p++)
        for (int i = 0; i < rows; i++) {
            float s = 0;
            for (int j = 0; j < n; j++)
                s += a[(p * rows + i) * n + j];
            sums[p * rows + i] = s;
        }
}

// CHECK-LABEL: nest crs_known_1 {
// CHECK-NOT: version
// CHECK: cyclic j.group 256;
// CHECK: tile j.group.turn 4 as
void known(const float a[100][9000], float *sums)
{
#pragma curestruct
    for (int i = 0; i < 100; i++) {
        float s = 0;
        for (int j = 0; j < 9000; j++)
            s += a[i][j];
        sums[i] = s;
    }
}

// CHECK-LABEL: nest crs_vast_1 {
// CHECK-NOT: version
// CHECK: rfactor j 65536;
// CHECK: cyclic j.group 256;
void vast(const float a[16][1 << 20], float *sums)
{
#pragma curestruct
    for (int i = 0; i < 16; i++) {
        float s = 0;
        for (int j = 0; j < 1 << 20; j++)
            s += a[i][j];
        sums[i] = s;
    }
}

// Whose sum keeps its order.
// CHECK-LABEL: nest crs_exact_1 {
// CHECK-NOT: rfactor
void in_order(int rows, int columns, const float *a, float *sums)
{
#pragma curestruct exact name(exact)
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += a[i * columns + j];
        sums[i] = s;
    }
}

// CHECK-LABEL: nest crs_few_1 {
// CHECK-NOT: version
// CHECK: cyclic j.group 16;
void short_rows(const float a[100][100], float *sums)
{
#pragma curestruct name(few)
    for (int i = 0; i < 100; i++) {
        float s = 0;
        for (int j = 0; j < 100; j++)
            s += a[i][j];
        sums[i] = s;
    }
}

#endif

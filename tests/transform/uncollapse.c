// A loop through rows and columns at once that stays one, also where their lengths are quotients of sizes, is taken
// apart where it is fine as it is, or by a length that does not divide it.
// RUN: not %curestruct --emit=schedule %s -o %t.none 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: %curestruct -DFINE --emit=schedule %s -o - 2>&1 | FileCheck %s
// RUN: %curestruct -DFINE --emit=tiled %s -o - 2>%t.notes | FileCheck %s --check-prefix=TREE
// RUN: FileCheck %s --input-file=%t.notes --check-prefix=NOTE

#ifdef FINE
// CHECK-LABEL: nest crs_turned_{{.*}} {
// CHECK-NEXT: version whole when n / 8 * 8 >= n;
// CHECK-NEXT: uncollapse t by m;
// CHECK-LABEL: nest crs_plain_{{.*}} {
// CHECK-NOT: uncollapse
// CHECK-LABEL: nest crs_byhand_{{.*}} {
// CHECK-NEXT: uncollapse t by m * 2;
// CHECK-NEXT: bind t_row block.x;
// TREE-LABEL: kernel crs_turned_{{.*}}
// TREE: b[t_column * n + t_row] =
void turned(int n, int m, const int *restrict a, int *restrict b)
{
#pragma curestruct
    for (int t = 0; t < n * m; t++)
        b[t % m * n + t / m] = a[t];
}

void plain(int n, int m, int *a)
{
#pragma curestruct
    for (int t = 0; t < n * m; t++)
        a[t] = t;
}

// NOTE: uncollapse.c:[[@LINE+4]]:1: note: the nest runs on the device only if 't' counts whole rows of m * 2 [-Wassume]
// NOTE: uncollapse.c:[[@LINE+3]]:1: note: 't' counts whole rows of m * 2 is needed here
void byhand(int n, int m, int *a)
{
#pragma curestruct schedule("uncollapse t by m * 2; bind t_row block.x")
    for (int t = 0; t < 2 * n * m; t++)
        a[t] = t;
}

// CHECK-LABEL: nest crs_blocks_{{.*}} {
// CHECK-NEXT: uncollapse b by w / 8;
// NOTE: uncollapse.c:[[@LINE+4]]:1: note: the nest runs on the device only if 'w >= 8' and 'b' counts whole rows of w / 8 [-Wassume]
void blocks(int w, int h, const short *restrict from, float *restrict to)
{
    int row = w / 8, rows = h / 8;
#pragma curestruct
    for (int b = 0; b < row * rows; b++)
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++)
                to[(b / row * 8 + y) * w + b % row * 8 + x] = from[b * 64 + y * 8 + x];
}
#else
// ERR: warning: uncollapse t refused: it does not count from 0 to a multiple of m
void other(int n, int m, int *a)
{
#pragma curestruct schedule("uncollapse t by m; bind t_row block.x")
    for (int t = 0; t < n; t++)
        a[t] = t + m;
}

// ERR: error: uncollapse t: 'q' is not a number or parameter of the nest
void unknown(int n, int m, int *a)
{
#pragma curestruct schedule("uncollapse t by q; bind t_row block.x")
    for (int t = 0; t < n * m; t++)
        a[t] = t;
}
#endif

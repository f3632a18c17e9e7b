// Catches a loop through rows and columns at once that stays one, also where their lengths are quotients of sizes; one
// that is taken apart where it is fine as it is; and one whose bound the launcher does not compare with whole rows.
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
// CHECK: version long;
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

// CHECK-LABEL: nest crs_shuffle_{{.*}} {
// CHECK-NEXT: uncollapse j by per;
// NOTE: uncollapse.c:[[@LINE+4]]:1: note: the nest runs on the device only if {{.*}} and 'j' counts whole rows of per [-Wassume]
void shuffle(int n, int c, int groups, const float *restrict x, float *restrict y)
{
    int per = c / groups;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < c; j++)
            y[i * c + j % per * groups + j / per] = x[i * c + j];
}

// It need not be whole rows where an outer loop is parallel without that.
// CHECK-LABEL: nest crs_parts_{{.*}} {
// CHECK-NOT: uncollapse
void parts(int n, int m, const int *restrict a, int (*restrict b)[100])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int t = 0; t < 100; t++)
            b[i][t % m] += a[t];
}
#else
// ERR: warning: uncollapse t refused: it does not count 0, 1, 2, ..
void other(int n, int m, int *a)
{
#pragma curestruct schedule("uncollapse t by m; bind t_row block.x")
    for (int t = 1; t < n * m; t++)
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

// Catches few results that a thread each adds up, where threads cannot have several of them: sums over two loops, the
// least of values, and the place of it. Blocks have such a result each, and share one where there are fewer still.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_over_planes_1 {
// CHECK-NEXT: version fewest when c <= 64 && n * m >= 4096;
// CHECK: bind k#2 block.z;
// CHECK: bind i.block block.x;
// CHECK: version few when c <= 4096 && n * m >= 4096;
// CHECK: bind k#2 block.x;
// CHECK: bind i.warp thread.y;
// CHECK: bind j.thread thread.x;
// CHECK: version many;
void over_planes(int c, int n, int m, const float *restrict x, const float *restrict w, float *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                s += w[k] * x[i * m + j] * x[i * m + j + k];
        out[k] = s;
    }
}

// CHECK-LABEL: nest crs_least_1 {
// CHECK-NEXT: version fewest when c <= 64 && n >= 4096;
// CHECK: bind i.block block.x;
// CHECK: version few when c <= 4096 && n >= 4096;
// CHECK: bind i.thread thread.x;
// CHECK: version many;
void least(int c, int n, const float *restrict x, float *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        float least = 1e30f;
        for (int i = 0; i < n; i++) {
            float d = x[i] - k;
            if (d * d < least)
                least = d * d;
        }
        out[k] = least;
    }
}

// CHECK-LABEL: nest crs_nearest_1 {
// CHECK-NEXT: version fewest when c <= 64 && n >= 4096;
// CHECK: version few when c <= 4096 && n >= 4096;
// CHECK: version many;
void nearest(int c, int n, const float *restrict x, int *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        float least = 1e30f;
        int at = -1;
        for (int i = 0; i < n; i++)
            if (x[i] * k < least) {
                least = x[i] * k;
                at = i;
            }
        out[k] = at;
    }
}

// Columns, of which neighbours of a row are in different results: blocks would load rows for one element of them.
// CHECK-LABEL: nest crs_least_of_columns_1 {
// CHECK-NEXT: version fewest when c <= 64 && n >= 4096;
// CHECK: version few when c <= 256 && n >= 4096;
// CHECK: version many;
void least_of_columns(int c, int n, const float (*restrict x)[2 * c], float *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        float least = 1e30f;
        for (int i = 0; i < n; i++)
            if (x[i][2 * k] * x[i][2 * k + 1] < least)
                least = x[i][2 * k] * x[i][2 * k + 1];
        out[k] = least;
    }
}

// Threads that have a part of several results each load less.
// CHECK-LABEL: nest crs_counts_1 {
// CHECK-NEXT: version few when c <= 4096 && n >= 4096;
// CHECK: tile k#2 16;
// CHECK-NOT: version few
// CHECK: version many;
void counts(int c, int n, const int *restrict x, int *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        int s = 0;
        for (int i = 0; i < n; i++)
            if (x[i] == k)
                s++;
        out[k] = s;
    }
}

// Places of greatest values over three loops: blocks share a result, along two of them. It had one block.
// CHECK-LABEL: nest crs_over_spaces_1 {
// CHECK-NEXT: version fewest when c <= 64 && n * m * p >= 4096;
// CHECK: bind x#3 block.z;
// CHECK: version few when c <= 4096 && n * m * p >= 4096;
// CHECK: bind i.warp thread.y;
// CHECK-NEXT: bind k.thread thread.x;
// CHECK: version short when
void over_spaces(int c, int n, int m, int p, int at[c], float a[c][n][m][p])
{
#pragma curestruct
    for (int x = 0; x < c; x++) {
        float greatest = a[x][0][0][0];
        int place = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < p; k++)
                    if (a[x][i][j][k] > greatest) {
                        greatest = a[x][i][j][k];
                        place = (i * m + j) * p + k;
                    }
        at[x] = place;
    }
}

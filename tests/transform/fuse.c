// Neighbouring loops that stay two kernels although they use the same data; loops that become one although an iteration
// needs a later one, that lose their parallelism or their coalescing (of products of a matrix and a vector as well); a
// refusal by hand that does not name both sides.
// RUN: %curestruct --emit=schedule %s -o - 2> %t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=ERR < %t.err

// One walks along the rows, the other one along the columns.
// CHECK-LABEL: nest crs_both_ways_{{.*}} {
// CHECK-NOT: fuse {{.*}}
// CHECK: reduce x shuffle;
// CHECK: reduce y shuffle;
void both_ways(int n, float x[n], float y[n], const float a[n][n], const float b[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += a[i][j] * b[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += a[j][i] * b[j];
#pragma curestruct end
}

// CHECK-LABEL: nest crs_chain_{{.*}} {
// CHECK-NEXT: fuse i j;
// CHECK-NEXT: fuse i i#2;
// CHECK-NEXT: tile i {{.*}}
// CHECK-NOT: {{.*}}#{{.*}}
void chain(int n, float *restrict t, float *restrict d, float *restrict e, const float *a, const float *b)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        t[i] = a[i] + b[i];
    for (int j = 0; j <= n - 1; j++)
        d[j] = t[j] * b[j];
    for (int i = 1; i < n + 1; i++)
        e[i - 1] = d[i - 1] - t[i - 1];
#pragma curestruct end
}

// CHECK-LABEL: nest crs_both_sums_{{.*}} {
// CHECK-NEXT: fuse i i#2;
// CHECK: reduce s shuffle;
// CHECK-NEXT: reduce q shuffle;
double both_sums(int n, const double *restrict a)
{
    double s = 0, q = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        s += a[i];
    q = 0;
    for (int i = 0; i < n; i++)
        q += a[i] * a[i];
#pragma curestruct end
    return s * q;
}

// Loops of the threads of a row, side by side in a loop.
// CHECK-LABEL: nest crs_rows_{{.*}} {
// CHECK: fuse j j#2;
void rows(int n, int m, const float (*restrict a)[m], float *restrict r)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0, q = 0;
        for (int j = 0; j < m; j++)
            s += a[i][j];
        for (int j = 0; j < m; j++)
            q += a[i][j] * a[i][j];
        r[i] = q - s * s / m;
    }
}

// CHECK-LABEL: nest crs_planes_{{.*}} {
// CHECK-NEXT: fuse i i#2;
// CHECK: fuse j j#2;
// CHECK-NOT: {{.*}}#{{.*}}
void planes(int n, int m, float (*restrict t)[m], float (*restrict d)[m], const float (*restrict a)[m])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t[i][j] = a[i][j] * 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            d[i][j] = t[i][j] + a[i][j];
#pragma curestruct end
}

// Neighbours in memory for the one, whole rows apart for the other.
// CHECK-LABEL: nest crs_turned_{{.*}} {
// CHECK-NOT: fuse{{.*}}
void turned(int n, const float (*restrict a)[n], float (*restrict b)[n], float (*restrict c)[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = a[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[j][i] = 2;
#pragma curestruct end
}

// The map would wait for the running value.
// CHECK-LABEL: nest crs_recurrence_{{.*}} {
// CHECK-NOT: fuse{{.*}}
void recurrence(int n, float *restrict a, float *restrict b)
{
#pragma curestruct begin
    for (int i = 1; i < n; i++)
        b[i] = a[i] * 2;
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * b[i];
#pragma curestruct end
}

// An earlier element is fine for the serial order, but then the loop is no longer parallel.
// CHECK-LABEL: nest crs_earlier_{{.*}} {
// CHECK-NOT: fuse{{.*}}
void earlier(int n, float *restrict a, float *restrict b)
{
#pragma curestruct begin
    for (int i = 1; i < n; i++)
        b[i] = a[i] * 2;
    for (int i = 1; i < n; i++)
        a[i] = b[i - 1];
#pragma curestruct end
}

// The second range is another one after the statement between them.
// CHECK-LABEL: nest crs_between_{{.*}} {
// CHECK-NOT: fuse{{.*}}
void between(int n, float *restrict a, float *restrict b)
{
    int m = n;
#pragma curestruct begin
    for (int i = 0; i < m; i++)
        a[i] = 2;
    m = n / 2;
    for (int i = 0; i < m; i++)
        b[i] = a[i];
#pragma curestruct end
}

// CHECK-LABEL: nest crs_by_hand_{{.*}} {
// CHECK-NEXT: fuse i i#2;
// CHECK-NEXT: tile i {{.*}}
void by_hand(int n, int *restrict a, int *restrict b)
{
#pragma curestruct begin schedule("fuse i i#2")
    for (int i = n - 1; i >= 1; i--)
        b[i] = a[i] * 2;
    for (int i = n - 1; i >= 1; i--)
        a[i] = b[i] % 7;
#pragma curestruct end
}

// CHECK-NOT: crs_{{.*}}
void reversed(int n, float *restrict a, float *restrict b)
{
// ERR: fuse.c:[[#@LINE+4]]:5: warning: fuse i i#2 refused: it would reverse a dependence: iteration k of 'i#2' reads 'b[i + 2]', which iteration k + 2 of 'i' writes before as 'b[i]' [-Wrefused]
// ERR: fuse.c:[[#@LINE+4]]:9: note: written here
// ERR: fuse.c:[[#@LINE+5]]:16: note: read here
#pragma curestruct begin schedule("fuse i i#2")
    for (int i = 0; i < n - 2; i++)
        b[i] = a[i] * 2;
    for (int i = 0; i < n - 2; i++)
        a[i] = b[i + 2];
#pragma curestruct end
}

void gathered(int n, float *restrict a, float *restrict b, const int *restrict at)
{
// ERR: warning: fuse i i#2 refused: it would reverse a dependence: an iteration of 'i#2' reads 'b[at[i]]', which a later iteration of 'i' may write before as 'b[i]' [-Wrefused]
#pragma curestruct begin schedule("fuse i i#2") copy(b[0:n])
    for (int i = 0; i < n; i++)
        b[i] = i;
    for (int i = 0; i < n; i++)
        a[i] = b[at[i]];
#pragma curestruct end
}

void longer(int n, float *restrict a, float *restrict b)
{
// ERR: warning: fuse i i#2 refused: their ranges are not known to be equal [-Wrefused]
#pragma curestruct begin schedule("fuse i i#2")
    for (int i = 0; i < n; i++)
        b[i] = i;
    for (int i = 0; i <= n; i++)
        a[i] = i;
#pragma curestruct end
}

void held(int n, float *restrict a, float *restrict b)
{
// ERR: warning: fuse i i#2 refused: the statement in line [[#@LINE+4]] between them cannot move [-Wrefused]
#pragma curestruct begin schedule("fuse i i#2")
    for (int i = 0; i < n; i++)
        b[i] = i;
    b[0] = b[1];
    for (int i = 0; i < n; i++)
        a[i] = b[i];
#pragma curestruct end
}

void inside_out(int n, float *restrict a, float *restrict b)
{
// ERR: warning: fuse i#2 i refused: the second one does not follow the first one in the same body [-Wrefused]
#pragma curestruct begin schedule("fuse i#2 i")
    for (int i = 0; i < n; i++)
        b[i] = i;
    for (int i = 0; i < n; i++)
        a[i] = b[i];
#pragma curestruct end
}

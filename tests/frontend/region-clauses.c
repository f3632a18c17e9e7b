// Catches clauses of a nest inside of a region that are not heeded there, or that another nest heeds as well, and those
// that vanish without a word; assertions about an inner loop that are not checked.
// RUN: %curestruct -DGOOD --emit=schedule %s -o - 2>&1 | FileCheck %s
// RUN: %fails 1 %curestruct %s -o - 2>&1 | FileCheck --check-prefix=BAD %s
#ifdef GOOD
// CHECK: region-clauses.c:22:40: warning: 'name' has no effect on a nest inside of a region; it belongs to 'begin' [-Wignored-clause]
// CHECK: tile i 64;
// CHECK: tile i#2{{.*}} 64
// CHECK: bind i#2{{.*}} thread.x;
// CHECK: tile i#3{{.*}} 128
// CHECK: reduce sum tree;
// CHECK: tile i#5 32;
// CHECK-NEXT: bind i#5.tile block.x;
// CHECK-NEXT: bind i#5.elem thread.x;
// CHECK: bind i#6.elem thread.x;
// CHECK-NEXT: bind j.elem thread.y;
float heeded(int n, int m, float *restrict x, const float *restrict y, const int *index, float *restrict z, int steps)
{
    float sum = 0, t;
#pragma curestruct begin copyin(index[0:n]) copy(z[0:n])
    for (int s = 0; s < steps; s++) {
#pragma curestruct tile(64) private(t) name(first)
        for (int i = 0; i < n; i++) {
            t = y[i];
            x[i] += t * t;
        }
#pragma curestruct independent block(64)
        for (int i = 0; i < n; i++)
            z[index[i]] = x[i];
#pragma curestruct
        for (int i = 0; i < n; i++)
            x[i] += 1;
#pragma curestruct reduction(+: sum) reduce(tree)
        for (int i = 0; i < n; i++)
            sum += x[i];
#pragma curestruct schedule("tile i#5 32; bind i#5.tile block.x; bind i#5.elem thread.x")
        for (int i = 0; i < n; i++)
            x[i] *= 2;
#pragma curestruct mapping(2D-3)
        for (int i = 0; i < 64; i++)
            for (int j = 0; j < m; j++)
                x[i * m + j] += 1;
    }
#pragma curestruct end
    return sum;
}

// CHECK: nest crs_exact_1 {
// CHECK-NOT: reduce
float exact(int n, float *restrict x, const float *restrict y)
{
    float sum = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        x[i] += y[i];
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        sum += x[i];
#pragma curestruct end
    return sum;
}
#else
void bad(int n, float *x, int steps)
{
    float u = 0, v = 0;
#pragma curestruct begin
    for (int s = 0; s < steps; s++) {
// BAD: [[#@LINE+1]]:20: error: loop 'i' is not independent: 'x[i]' written here is read as 'x[i - 1]' by a later iteration
#pragma curestruct independent
        for (int i = 1; i < n; i++)
            x[i] = x[i - 1];
    }
#pragma curestruct end
#pragma curestruct begin
// BAD: [[#@LINE+1]]:28: error: 'u' is not private: an iteration reads it before it writes it
#pragma curestruct private(u)
    for (int i = 1; i < n; i++)
        x[i] = u, u = x[i] + 1;
#pragma curestruct end
#pragma curestruct begin
// BAD: [[#@LINE+1]]:35: error: 'v' is reduced by '+', not by 'max'
#pragma curestruct reduction(max: v)
    for (int i = 1; i < n; i++)
        v += x[i];
#pragma curestruct end
#pragma curestruct begin
// BAD: [[#@LINE+1]]:30: error: the nest has no loop 'k' at this step
#pragma curestruct schedule("bind k thread.x")
    for (int i = 1; i < n; i++)
        x[i] = 3;
#pragma curestruct end
}
#endif

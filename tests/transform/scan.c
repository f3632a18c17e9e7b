// A scan that is divided although the order of its operations counts, or that computes totals of what is not known yet.
// Loops beside a scan that no longer become one. Rounds of a look-back for which a thread has no registers, or a block
// no memory. Rows of which a thread takes one each, although its lanes then read apart, and columns of which one thread
// does all the work. Factors that are the same in all iterations, and yet shuffled, held and passed on.
// RUN: echo "scan i 64; bind i.part#3 block.x" > %t.i
// RUN: not %curestruct -Werror=refused -DEXACT --schedule=%t.i %s -o %t.none 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: not %curestruct -Werror=refused -DTWICE --schedule=%t.i %s -o %t.none 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %curestruct -Werror=refused -DJUMP --schedule=%t.i %s -o %t.none 2>&1 | FileCheck %s --check-prefix=JUMP
// RUN: not %curestruct -Werror=refused -DLOCAL --schedule=%t.i %s -o %t.none 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not %curestruct -Werror=refused -DMANY --schedule=%t.i %s -o %t.none 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: %curestruct -DFINE --emit=tiled --schedule=%t.i %s -o - 2> %t.err | FileCheck %s
// RUN: %curestruct -DFINE %s --emit=schedule -o - | FileCheck %s --check-prefix=PLAN
// RUN: %curestruct -DHELD %s --emit=schedule -o - | FileCheck %s --check-prefix=HELD
// RUN: echo "scan i 1; look_back i.part#3 lanes 4 rounds 3 shared 2 threads 64 blocks 3" > %t.shared
// RUN: %curestruct -DHELD --schedule=%t.shared %s -o - | FileCheck %s --check-prefix=SHARED
// RUN: %curestruct -DINNER --schedule=%t.shared %s -o - | FileCheck %s --check-prefix=INNER
// RUN: %curestruct -DKEPT %s --emit=schedule -o - | FileCheck %s --check-prefix=KEPT
// RUN: %curestruct -DROWS %s --emit=schedule -o - | FileCheck %s --check-prefix=ROWS
// RUN: echo "scan i 1; look_back i.part#3 lanes 4 rounds 3 threads 64" > %t.plain
// RUN: %curestruct -DBRANCH --schedule=%t.plain %s -o - | FileCheck %s --check-prefix=BRANCH
// RUN: %curestruct -DSTEADY --schedule=%t.plain %s -o - | FileCheck %s --check-prefix=STEADY
// RUN: %curestruct -DBESIDE %s --emit=schedule -o - | FileCheck %s --check-prefix=BESIDE

// EXACT: error: scan i refused: 'exact' forbids another order of operations
// TWICE: error: scan i refused: other iterations than the previous one write 'b', too
// JUMP: error: scan i refused: it contains a call, a jump or a 'while'
// LOCAL: error: scan i refused: what it combines needs the local array 'w'
// MANY: error: scan i refused: it carries more than 8 running values

#ifdef FINE
// PLAN: scan i 1;
// PLAN-NEXT: look_back i.part#3 lanes 4 rounds 11 threads 128 blocks 6 ahead 792;
// PLAN-NEXT: }
// CHECK: int s_total = 0
// CHECK: for int i_1 in (int)(n - 1 + -64 * i_part)..(int)max(-1, n - 1 + -64 * i_part - 64) step -1
// CHECK-NEXT: s_total += (unsigned int)x[i_1]
// CHECK: s_totals[i_part] = s_total
// CHECK: s_before[i_part_1] = s
// CHECK-NEXT: s += (unsigned int)s_totals[i_part_1]
// CHECK: int s_held = s_before[i_part_2]
// CHECK: s_held += x[i]
// CHECK-NEXT: y[i] = s_held
void fine(int n, const int *x, int *y)
{
    int s = 0;
#pragma curestruct
    for (int i = n - 1; i >= 0; i--) {
        s += x[i];
        y[i] = s;
    }
}
#endif

#ifdef BRANCH
// What a branch reads may lie outside of the array where the branch is not taken; an iteration may change the element
// that says which one is read.
// BRANCH: first_loaded[
// BRANCH-NOT: {{[xw]}}_loaded
// BRANCH: ? x[
void branch(int n, const int *restrict first, const int *restrict x, const int *restrict w, int *restrict y)
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += (first[i] ? x[i] : 1) + w[first[i]];
        y[i] = s;
    }
}
#endif

#ifdef INNER
// INNER: for (int q_1 = 0; q_1 < 3; q_1++)
// INNER: for (int q_1 = 0; q_1 < 3; q_1++) // q#3
// INNER: for (int q = 0; q < 3; q++)
void inner(int n, const unsigned *restrict x, const unsigned *restrict t, unsigned *restrict y)
{
    unsigned s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned w = x[i];
        for (int q = 0; q < 3; q++)
            w = w * 3 + t[q];
        s += w;
        y[i] = s;
    }
}
#endif

#ifdef HELD
// The 64 registers of a thread, where four blocks share an SM, are enough for what comes before 8 rounds, and for what
// three of them load; the memory of the SM is enough for the others.
// HELD: look_back i.part#3 lanes 4 rounds 8 shared 5 threads 256 blocks 4;
// In shared memory, each thread waits for its own copies alone, and loads them for the sums and again for the results.
// SHARED: __launch_bounds__(64, 3) crs_held_1_k1(
// SHARED: __shared__ __align__(16) int first_held[2][2][32][4];
// SHARED-NEXT: __shared__ __align__(16) int x_held[2][2][32][4];
// SHARED: if (crs_aligned(&x[{{.*}}], 16) &&
// SHARED-NEXT: crs_aligned(&first[{{.*}}], 16) && left > 259) {
// SHARED: crs_copy_lanes_later<4>(&x_held[i_part_copy_round_1 - 1][i_part_warp][i_part_lane][0],
// SHARED: x_held[i_part_copy_round - 1][i_part_warp][i_part_lane][i_part_copy] = 0;
// SHARED: crs_close_copies();
// SHARED: int x_loaded[1][4];
// The total of a tile is passed on before the scans of lanes.
// SHARED: for (long i_part_total_round = 0; i_part_total_round < 1; i_part_total_round++) {
// SHARED: crs_wait_copies<0>();
// SHARED-NOT: __syncthreads
// SHARED: for (long i_part_total_round_1 = 1; i_part_total_round_1 < 3; i_part_total_round_1++) {
// SHARED: crs_load_lanes<4>(x_taken, x_held[i_part_total_round_1 - 1][i_part_warp][i_part_lane]);
// SHARED: = crs_last_set(s_set, 31);
// SHARED: __syncthreads
// SHARED: crs_pass_on<int>(
// SHARED-NOT: crs_await
// SHARED: for (long i_part_sum_round = 0; i_part_sum_round < 1; i_part_sum_round++) {
// SHARED-NOT: crs_wait_copies
// SHARED: for (long i_part_sum_round_1 = 1; i_part_sum_round_1 < 3; i_part_sum_round_1++) {
// SHARED: crs_load_lanes<4>(x_taken, x_held[i_part_sum_round_1 - 1][i_part_warp][i_part_lane]);
// SHARED: = crs_last_set(s_set, (int)i_part_lane);
// SHARED: crs_await<int>(
// SHARED: crs_load_lanes<4>(x_taken, x_held[i_part_round_1 - 1][i_part_warp][i_part_lane]);
void held(int n, const int *restrict first, const int *restrict x, int *restrict y)
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (first[i])
            s = 0;
        s += x[i];
        y[i] = s;
    }
}
#endif

#ifdef KEPT
// KEPT: look_back i.part#3 lanes 4 rounds 8 threads 256 blocks 4 ahead 528;
long kept(long n, const float *restrict x, float *restrict y)
{
    long k = 0;
#pragma curestruct copyout(y [0:n])
    for (long i = 0; i < n; i++)
        if (x[i] > 0)
            y[k++] = x[i];
    return k;
}
#endif

#ifdef ROWS
// ROWS: version short when l < 32;
// ROWS-NOT: scan
// ROWS: version long;
// ROWS-NEXT: scan j 1;
// ROWS-NEXT: team_scan j.part#3 lanes 4 rounds 2 threads 32;
// ROWS-NEXT: tile i 8;
// ROWS-NEXT: bind i.tile block.x;
// ROWS-NEXT: bind k block.y;
// ROWS-NEXT: bind i.elem thread.y;
// ROWS-NEXT: }
void rows(int n, int m, int l, const float x[n][m][l], float y[restrict n][m][l])
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < m; i++) {
            float s = 0;
            for (int j = 0; j < l; j++) {
                s = 0.5f * s + x[k][i][j];
                y[k][i][j] = s;
            }
        }
}

// Columns are neighbours: a warp reads them side by side, and 16 threads share the work of each.
// ROWS: version short when l < 32 || l < 256 && m >= 65536;
// ROWS-NEXT: tile i 64;
// ROWS-NEXT: bind i.tile block.x;
// ROWS-NEXT: bind i.elem thread.x;
// ROWS-NEXT: version long;
// ROWS-NEXT: scan j 1;
// ROWS-NEXT: tile i 32;
// ROWS-NEXT: team_scan j.part#3 lanes 16 rounds 1 threads 16 across i.elem;
// ROWS-NEXT: bind i.tile block.x;
// ROWS-NEXT: bind i.elem thread.x;
void columns(int m, int l, const float x[l][m], float y[restrict l][m])
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        float s = 0;
        for (int j = 0; j < l; j++) {
            s = 0.5f * s + x[j][i];
            y[j][i] = s;
        }
    }
}

// Backward there are no vectors.
// ROWS: scan j 1;
// ROWS-NEXT: team_scan j.part#3 lanes 2 rounds 4 threads 32;
void rows_back(int m, int l, float y[restrict m][l])
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        float s = 0;
        for (int j = l - 1; j >= 0; j--) {
            s = 0.5f * s + y[i][j];
            y[i][j] = s;
        }
    }
}
#endif

#ifdef EXACT
void exact(int n, const float *x, float *y)
{
    float s = 0;
#pragma curestruct exact
    for (int i = 0; i < n; i++) {
        s += x[i];
        y[i] = s;
    }
}
#endif

#ifdef TWICE
void twice(int n, int *restrict b, const int *restrict x)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        b[i] = b[i - 1] + x[i];
        b[i + 1] = 3;
    }
}
#endif

#ifdef JUMP
void jump(int n, const int *restrict x, int *restrict y)
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = x[i];
        while (k > 9)
            k /= 10;
        s += k;
        y[i] = s;
    }
}
#endif

#ifdef LOCAL
void local(int n, const int *restrict x, int *restrict y)
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int w[2] = {x[i], 3};
        s += w[x[i] & 1];
        y[i] = s;
    }
}
#endif

#ifdef MANY
void many(int n, const int *restrict x, int *restrict y)
{
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a += x[i];
        b ^= x[i];
        c += x[i] & 1;
        d |= x[i];
        e += x[i] & 2;
        f += x[i] & 4;
        g += x[i] & 8;
        h += x[i] & 16;
        k += x[i] & 32;
        y[i] = a + b + c + d + e + f + g + h + k;
    }
}
#endif

#ifdef BESIDE
// BESIDE: scan i#3 1;
// BESIDE: fuse i i#2;
void beside(int n, const float *restrict x, float *restrict y, float *restrict z, double *restrict sums)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2;
    for (int i = 0; i < n; i++)
        z[i] = x[i] + y[i];
    for (int i = 1; i < n; i++)
        sums[i] += sums[i - 1];
#pragma curestruct end
}
#endif

#ifdef STEADY
// The last value is not that of the tile, which ends after the loop.
// STEADY: float x_factor_8 = x_factor_4 * x_factor_4;
// STEADY-NOT: __shfl_up_sync(0xffffffffu, x_factor
// STEADY-NOT: x_factor_inside
// STEADY: x_total_other = x_factor_8 * x_total_other + x_total;
// STEADY: crs_pass_on<float>(&x_held_states[16 * i_part_tile + 1], x_total_tile, turn);
// STEADY-NEXT: float x_total_found
// STEADY: if (left - 128 * i_part_round > 0 && left - 128 * i_part_round <= 4)
// STEADY-NEXT: x_cell[0] = x_held;
float steady(int n, const float *restrict b, float *restrict y)
{
    float x = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        x = 0.5f * x + b[i];
        y[i] = x;
    }
    return x;
}
#endif

// Catches an element that iterations of a serial loop pass on in a register and that is stale, not loaded before the
// first iteration, or loaded where the array has none: beyond the last iteration, or before a loop without iterations.
// RUN: env CURESTRUCT_CHECK_SIZES=4 %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct check --on cpu --size n=41,m=33,p=40 %s | FileCheck %s --check-prefix=LONG
// RUN: %curestruct --emit=schedule %s | FileCheck %s --check-prefix=PLAN
// RUN: %curestruct %s -o - | FileCheck %s --check-prefix=CODE
// CHECK-COUNT-11: PASS
// LONG-COUNT-11: PASS
#define THREADS "tile s 32; bind s.tile block.x; bind s.elem thread.x; "

// Many tridiagonal systems: what an iteration has computed of c and d is in registers, and the loads of eight equations
// are under way together.
// PLAN-LABEL: nest crs_solve_1 {
// PLAN: peel i 8;
// PLAN: rotate c at i;
// PLAN: rotate d at i;
// PLAN: tile i 8;
// PLAN: load_fragments c at i.tile;
// PLAN: unroll i.elem;
// PLAN: rotate d at i#2;
// CODE-LABEL: crs_solve_1_k1(
// CODE: c_held[i_elem][0] = c[(long)i * m + s];
// CODE: c_newest = c_held[i_elem][0];
// CODE: * c_back1);
// CODE: c_back1 = c_newest;
void solve(int n, int m, const float a[n][m], const float b[n][m], float c[n][m], float d[n][m])
{
#pragma curestruct
    for (int s = 0; s < m; s++) {
        c[0][s] = c[0][s] / (b[0][s] + 4);
        d[0][s] = d[0][s] / (b[0][s] + 4);
        for (int i = 1; i < n; i++) {
            float r = 1.0f / (b[i][s] + 4 - a[i][s] * c[i - 1][s]);
            c[i][s] = c[i][s] * r;
            d[i][s] = (d[i][s] - a[i][s] * d[i - 1][s]) * r;
        }
        for (int i = n - 2; i >= 0; i--)
            d[i][s] = d[i][s] - c[i][s] * d[i + 1][s];
    }
}

// Neurons over time, with a store on either way. nvcc moves loads of an array that the kernel only reads by itself.
// PLAN-LABEL: nest crs_spikes_1 {
// PLAN-NOT: load_fragments
// PLAN-LABEL: nest crs_window_1 {
void spikes(int n, int m, const float in[n][m], float v[m], unsigned char spike[n][m])
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int s = 0; s < m; s++) {
            v[s] = v[s] * 0.75f + in[t][s];
            if (v[s] > 1) {
                spike[t][s] = 1;
                v[s] = 0;
            } else
                spike[t][s] = 0;
        }
}

// A window with an element that no access names, whose last one is loaded three iterations ahead.
void window(int n, int m, const int a[n][m], int b[n][m])
{
#pragma curestruct schedule(THREADS "rotate a at i ahead 3; rotate b at i")
    for (int s = 0; s < m; s++)
        for (int i = 3; i < n - 1; i++)
            b[i][s] = (b[i - 1][s] + a[i - 3][s] + a[i][s] - a[i + 1][s]) & 1023;
}

// Downwards by twos; the newest element is stored under a condition.
void downwards(int n, int m, int b[n][m])
{
#pragma curestruct schedule(THREADS "rotate b at i ahead 1")
    for (int s = 0; s < m; s++)
        for (int i = n - 3; i >= 0; i -= 2) {
            if (b[i][s] > 2)
                b[i][s] = b[i + 2][s];
            b[i][s] = (b[i][s] + 5) & 511;
        }
}

// Beyond the window an element is read and written under a condition: it need not exist.
void beyond(int n, int m, int b[n][m])
{
#pragma curestruct schedule(THREADS "rotate b at i ahead 2; unroll i 4")
    for (int s = 0; s < m; s++)
        for (int i = 1; i < n; i++) {
            b[i][s] = (b[i][s] + b[i - 1][s]) & 255;
            if (i + 1 < n)
                b[i + 1][s] = (b[i + 1][s] + 3) & 255;
        }
}

// A batch of loads and stores, each seen by what follows it in the iteration.
void batch(int n, int m, const int a[n][m], int b[n][m])
{
#pragma curestruct schedule(THREADS "tile i 4; load_fragments b at i.tile; load_fragments a at i.tile; unroll i.elem")
    for (int s = 0; s < m; s++) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            b[i][s] = (b[i][s] * 3 + sum) & 1023;
            if (a[i][s] > 1)
                b[i][s] = b[i][s] + 1;
            sum = (sum + b[i][s]) & 255;
        }
    }
}

#define BLOCKS "tile k 4 as k.group k.lane; tile j 4 as j.tile j.thread; tile k.group 8 as k.tile k.thread; " \
               "interchange i.turn j.tile; interchange i.turn j.thread; interchange i.turn k.tile; " \
               "interchange i.turn k.thread; interchange j.thread k.tile; bind i.group block.z; bind j.tile block.y; " \
               "bind k.tile block.x; bind j.thread thread.y; bind k.thread thread.x; "

// Planes whose window slides, upwards and downwards.
// CODE-LABEL: crs_planes_1_k1(
// CODE: float a_near[6][3][6];
// CODE: #pragma unroll 1
// CODE-NEXT: for (int i_turn = 0; i_turn < 5; i_turn++) {
// CODE: if (i_turn < 4)
// CODE-NEXT: crs_load_lanes<4>(&a_near[5][1][1],
// CODE: a_near[4][1][{{.*}}] = a_near[5][1][
void planes(int n, int m, int p, const float a[n][m][p], float b[n][m][p])
{
#pragma curestruct schedule("tile i 5 as i.group i.turn; " BLOCKS "rotate i.turn ahead 1; vectorize k.lane")
    for (int i = 2; i < n - 2; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < p - 1; k++)
                b[i][j][k] = a[i - 2][j][k] + 2 * a[i + 2][j][k] + a[i][j - 1][k] + 3 * a[i][j + 1][k] +
                             a[i][j][k - 1] + 5 * a[i][j][k + 1];
}

// Where the first iteration reads all that is loaded before it, the last blocks run fewer iterations of the same loop.
// CODE-LABEL: crs_last_planes_1_k1(
// CODE: if (5 * i_group + 2 < n &&
// CODE: if (i_turn < crs_min_int(5, n - 5 * i_group - 2)) {
// CODE: for (int i_turn = 0; i_turn < crs_min_int(5, n - 5 * i_group - 2); i_turn++) {
// CODE-NEXT: if (i_turn + 1 < crs_min_int(5, n - 5 * i_group - 2))
// CODE-NEXT: crs_load_lanes<4>(
void last_planes(int n, int m, int p, const float a[n][m][p], float b[n][m][p])
{
#pragma curestruct schedule("tile i 5 as i.group i.turn; " BLOCKS "rotate i.turn ahead 1; vectorize k.lane")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < p - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + 2 * a[i + 1][j][k] + a[i][j - 1][k] + 3 * a[i][j + 1][k] +
                             a[i][j][k - 1] + 5 * a[i][j][k + 1];
}

// Blocks are launched in parts, and numbers of them are of type int where the launcher's tests say that they fit.
// CODE: crs_assume(crs_now, m <= 2130706432,
// CODE-LABEL: crs_long_planes_1_k1(
// CODE: const long i_group = i_group_first + (int)blockIdx.z;
// CODE-NEXT: const int j_tile = (int)j_tile_first + (int)blockIdx.y;
// CODE: const long i = 5 * i_group + i_turn + 1;
// CODE-LABEL: static int crs_long_planes_1(
// CODE-NOT: n <= 2130706432
// CODE: crs_assume(crs_now, m <= 2130706432,
// CODE: for (long j_tile_first = 0;
// CODE-NEXT: for (long i_group_first = 0;
void long_planes(long n, int m, int p, const float a[n][m][p], float b[n][m][p])
{
#pragma curestruct schedule("tile i 5 as i.group i.turn; " BLOCKS "rotate i.turn ahead 1; vectorize k.lane")
    for (long i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < p - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + 2 * a[i + 1][j][k] + a[i][j - 1][k] + 3 * a[i][j + 1][k] +
                             a[i][j][k - 1] + 5 * a[i][j][k + 1];
}

void planes_down(int n, int m, int p, const float a[n][m][p], float b[n][m][p])
{
#pragma curestruct schedule("tile i 3 as i.group i.turn; " BLOCKS "rotate i.turn; vectorize k.lane")
    for (int i = n - 3; i > 0; i--)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < p - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + 2 * a[i + 2][j][k] + a[i + 1][j - 1][k] + 3 * a[i][j + 1][k];
}

// Element by element, and with coefficients that stay.
void rows(int n, int p, const float a[n][p], const float w[3], float b[n][p])
{
#pragma curestruct schedule("tile k 1 as k.group k.lane; tile i 4 as i.group i.turn; " \
                            "tile k.group 8 as k.tile k.thread; interchange i.turn k.tile; " \
                            "interchange i.turn k.thread; bind i.group block.y; " \
                            "bind k.tile block.x; bind k.thread thread.x; rotate i.turn ahead 1; vectorize k.lane")
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p; k++)
            b[i][k] = w[0] * a[i - 1][k] + w[1] * a[i][k - 1] + w[2] * a[i + 1][k];
}

// Catches rows whose ends are computed element by element before the vectors of a loop that rotates, and vectors at the
// ends whose elements outside of the row may trap, run forever, or read what does not exist.
// RUN: %curestruct -w %s -o - | FileCheck %s
#define BLOCKS "tile i 4 as i.group i.turn; tile k 4 as k.group k.lane; tile k.group 32 as k.tile k.thread; " \
               "interchange i.turn k.tile; interchange i.turn k.thread; bind i.group block.y; " \
               "bind k.tile block.x; bind k.thread thread.x; rotate i.turn ahead 1; vectorize k.lane"

// All threads of a tile take part, and numbers are of type int.
// CHECK-LABEL: crs_plain_1_k1(
// CHECK-NOT: 32 * k_tile + k_thread
// CHECK: const int a_row =
// CHECK: const int k_begin = k_tile > 0 ? k_sector : 0;
// CHECK: int a_at = a_row + k_from;
// CHECK: crs_store_some<4>(&b[a_at{{.*}}], b_lanes, (long)k_begin - k_from, (long)k_end - k_from);
// CHECK: } else {
// CHECK: crs_load_inside<4>(
// CHECK: crs_store_some<4>(
void plain(int n, int p, const float a[n][p], const float c[3], float b[n][p])
{
#pragma curestruct schedule(BLOCKS)
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 1; k++)
            b[i][k] = c[0] * a[i - 1][k] + c[1] * a[i][k - 1] + c[2] * a[i + 1][k] + a[i][k + 1];
}

// CHECK-LABEL: crs_quotients_1_k1(
// CHECK-NOT: crs_store_some<
// CHECK-LABEL: // Runs quotients
void quotients(int n, int p, const int a[n][p], int b[n][p])
{
#pragma curestruct schedule(BLOCKS)
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 1; k++)
            b[i][k] = a[i - 1][k] / a[i][k - 1] + a[i + 1][k] + a[i][k + 1];
}

static float halved(float x)
{
    while (x > 1)
        x *= 0.5f;
    return x;
}

// CHECK-LABEL: crs_loops_1_k1(
// CHECK-NOT: crs_store_some<
// CHECK-LABEL: // Runs loops
void loops(int n, int p, const float a[n][p], float b[n][p])
{
#pragma curestruct schedule(BLOCKS)
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 1; k++)
            b[i][k] = halved(a[i - 1][k]) + a[i][k - 1] + a[i + 1][k] + a[i][k + 1];
}

// What another element finds in a table.
// CHECK-LABEL: crs_table_1_k1(
// CHECK-NOT: crs_store_some<
// CHECK-LABEL: // Runs table
void table(int n, int p, const int a[n][p], const int t[64], int b[n][p])
{
#pragma curestruct schedule(BLOCKS)
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 1; k++)
            b[i][k] = t[a[i][k]] + a[i - 1][k] + a[i][k - 1] + a[i + 1][k] + a[i][k + 1];
}

// Whether the last element that the nest may touch exists depends on the data.
// CHECK-LABEL: crs_perhaps_1_k1(
// CHECK-NOT: crs_store_some<
// CHECK-LABEL: // Runs perhaps
void perhaps(int n, int p, const float a[n][p], float b[n][p])
{
#pragma curestruct schedule(BLOCKS)
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 1; k++)
            b[i][k] = a[i - 1][k] + a[i][k - 1] + a[i + 1][k] + (a[i][k - 1] > 0 ? a[i][k + 1] : 0);
}

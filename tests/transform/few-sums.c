// Catches few results of long sums that a thread each adds up: by versions where the sizes are not known, with tiles of
// results, whose sums get a common length; without versions where they are known, also if the results share elements
// of one array; fewer results of a thread where each term takes long; and a thread for each of some thousand results of
// as many terms.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_shifted_1 {
// CHECK-NEXT: version few when m <= 4096 && n >= 4096;
// CHECK-NEXT: distribute k {1} {2} {3};
// CHECK-NEXT: rectangularize i at k#2;
// CHECK-NEXT: tile k#2 16;
// CHECK-NEXT: bind k#2.tile block.y;
// CHECK-NEXT: interchange k#2.elem i;
// CHECK: bind i.block block.x;
// CHECK: unroll k#2.elem;
// CHECK-NEXT: reduce r shuffle;
// CHECK: version many;
void shifted(int n, int m, const float *restrict x, float *restrict r)
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        float s = 0;
        for (int i = 0; i < n - k; i++)
            s += x[i] * x[i + k];
        r[k] = s;
    }
}

// CHECK-LABEL: nest crs_twelve_1 {
// CHECK-NEXT: distribute k {1} {2} {3};
// CHECK-NEXT: interchange k#2 i;
// CHECK-NEXT: cyclic i
// CHECK-NOT: version
void twelve(int n, const float *restrict x, float *restrict r)
{
#pragma curestruct
    for (int k = 0; k < 12; k++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            s += x[i] * x[i + k];
        r[k] = s;
    }
}

// CHECK-LABEL: nest crs_waves_1 {
// CHECK: version few when m <= 4096 && n >= 4096;
// CHECK: tile k#2 4;
// CHECK: vectorize i.lane;
double sin(double);
void waves(int n, int m, const double *restrict x, double *restrict r)
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += x[i] * sin(0.1 * i * k);
        r[k] = s;
    }
}

// CHECK-LABEL: nest crs_all_pairs_1 {
// CHECK-NEXT: version few when n >= 256 && n <= 16896;
// CHECK-NEXT: distribute k {1} {2} {3};
// CHECK-NEXT: bind k#2 block.x;
// CHECK-NEXT: cyclic i 256 as i.thread i.turn;
// CHECK: version many;
// CHECK-NEXT: tile k
void all_pairs(int n, const float *restrict x, float *restrict r)
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            s += (x[i] - x[k]) * (x[i] - x[k]);
        r[k] = s;
    }
}

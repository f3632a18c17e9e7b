// Catches iterations that are lost, done twice or done with another value of the iterator where a short loop is written
// out, and declarations in it of which the copies are one variable. Also windows whose pairs beside whole vectors are
// loaded one by one, or whose threads have fewer iterations than would share coefficients, and a branch for each
// element of a vector where a comparison of registers is cheaper.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s --check-prefix=PLANNED
// RUN: %curestruct %s -o - | grep -v CUDA | FileCheck %s --check-prefix=CUDA

// CUDA: crs_load_lanes<2>(in_near[0], &in[
// CUDA-NEXT: crs_load_lanes<4>(&in_near[0][2], &in[
// CUDA-NEXT: crs_load_lanes<2>(&in_near[0][6], &in[

// CHECK: values: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void values(int n, const double a[n + 20], double b[n])
{
#pragma curestruct schedule("unroll_fully u; unroll_fully v")
    for (int i = 0; i < n; i++) {
        double s = i;
        for (int u = 7; u > 1; u -= 2) {
            double t = u;
            for (int w = 0; w < u; w++)
                t = t * a[i + w] + u;
            s = s / 3 + t;
        }
        for (unsigned char v = 253; v <= 254; v++)
            s = s * v - a[i + 1];
        b[i] = s;
    }
}

// CHECK: none: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void none(int n, int b[n])
{
#pragma curestruct schedule("unroll_fully u")
    for (int i = 0; i < n; i++) {
        b[i] = i;
        for (int u = 3; u < 3; u++)
            b[i] += 5;
    }
}

// What the results of a thread share is in registers only where the short loops are written out.
// PLANNED-LABEL: nest crs_window_
// PLANNED: unroll_fully
// PLANNED: unroll_fully
// PLANNED: vectorize
// CHECK: window: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void window(int h, int w, const float in[h][w], const float c[3][5], float out[h][w])
{
#pragma curestruct
    for (int i = 1; i < h - 1; i++)
        for (int j = 2; j < w - 2; j++) {
            float s = 0;
            for (int u = -1; u <= 1; u++)
                for (int v = -2; v <= 2; v++)
                    s += c[u + 1][v + 2] * in[i + u][j + v];
            out[i][j] = s;
        }
}

// Neighbours do not meet: they read other elements each, and the loop stays.
// PLANNED-LABEL: nest crs_apart_
// PLANNED-NOT: unroll_fully
// CHECK: apart: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device
void apart(int n, const float in[4 * n], float out[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int u = 0; u < 4; u++)
            s += in[4 * i + u];
        out[i] = s;
    }
}

// Rows have nothing in common but the coefficients: a thread has two vectors of one row.
// PLANNED-LABEL: nest crs_taps_
// PLANNED: tile j 8 as j.group j.lane;
// CHECK: taps: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void taps(int h, int w, const float in[h][w], const float c[17], float out[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 8; j < w - 8; j++) {
            float s = 0;
            for (int v = 0; v < 17; v++)
                s += c[v] * in[i][j + v - 8];
            out[i][j] = s;
        }
}

// CUDA-LABEL: crs_alive_1_k1(
// CUDA: b_lanes_pairs[half] = (65537 ^ crs_byte_pair_min(n_1 ^ 196611, 65537u)) |
// CUDA: b[(long)i * w + j] = n == 3 || (n == 2 && a[(long)i * w + j]);
// CHECK: alive: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void alive(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++) {
            int n = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j - 1] +
                    a[i + 1][j] + a[i + 1][j + 1];
            b[i][j] = n == 3 || (n == 2 && a[i][j]);
        }
}

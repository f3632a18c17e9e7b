// Which sums of products go to tensor cores: those of doubles, where the device has tensor cores for doubles that are
// faster than its other cores. Catches a planner that takes them for floats, for a sum whose order has to stay, or on a
// device without them, and one that does not take them.
// RUN: %curestruct --device=h200 --emit=schedule %s -o - | FileCheck --check-prefixes=ALL,TENSOR %s
// RUN: %curestruct --device=a100 --emit=schedule %s -o - | FileCheck --check-prefixes=ALL,TENSOR %s
// RUN: %curestruct --device=b200 --emit=schedule %s -o - | FileCheck --check-prefixes=ALL,NONE %s
// RUN: %curestruct --device=v100 --emit=schedule %s -o - | FileCheck --check-prefixes=ALL,NONE %s

// ALL: nest crs_doubles_1
// TENSOR: version small
// TENSOR: tensor k.step rows i.half columns j.half
// TENSOR: version middle
// TENSOR: tensor k.step rows i.half columns j.half
// TENSOR: version large
// TENSOR: cyclic i.elem 32 as i.thread i.group
// TENSOR: stage A shared at k.tile wide pad 4
// TENSOR: stage B shared at k.tile wide pad 4
// TENSOR: tensor k.step rows i.half columns j.half
// TENSOR: pipeline k.tile 3
// NONE-NOT: tensor
void doubles(int n, int m, int p, double C[n][m], const double A[n][p], const double B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// ALL: nest crs_in_order_1
// ALL-NOT: tensor
void in_order(int n, int m, int p, double C[n][m], const double A[n][p], const double B[p][m])
{
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// ALL: nest crs_floats_1
// ALL-NOT: tensor
void floats(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

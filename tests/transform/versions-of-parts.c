// Versions of parts of a region: each loop has a choice of its own by its own sizes, known sizes choose in the
// translation, and the printed schedule gives the same text.
// RUN: %curestruct %s -o %t.cu && grep -v "^//" %t.cu | FileCheck %s
// RUN: %curestruct %s --emit=schedule > %t.schedule && %curestruct --schedule=%t.schedule %s -o %t.again.cu \
// RUN:     && cmp %t.cu %t.again.cu
// RUN: grep "^// [^A-Z]\|^// Version\|^// Where" %t.cu | FileCheck %s --check-prefix=SAYS
// RUN: %curestruct --no-versions %s -o - | grep -v "^//" | FileCheck %s --check-prefix=ONE

// CHECK: crs_chain_1_small_k1(
// CHECK: crs_chain_1_k2(
// CHECK: crs_chain_1_small_2_k{{[0-9]}}(
// CHECK: if (crs_version(crs_now, "small", {{.*}}
// CHECK:     if (!crs_launch(crs_now, crs_chain_1_small_k1,
// CHECK: } else if (crs_version(crs_now, "middle",
// CHECK:     if (!crs_launch(crs_now, crs_chain_1_middle_k1,
// CHECK: } else {
// CHECK:     if (!crs_launch(crs_now, crs_chain_1_k1,
// CHECK: if (!crs_launch(crs_now, crs_chain_1_k2,
// CHECK: if (crs_version(crs_now, "small_2",
// CHECK:     if (!crs_launch(crs_now, crs_chain_1_small_2_k{{[0-9]}},
// CHECK: } else if (crs_version(crs_now, "middle_2",
// CHECK: } else {
// CHECK:     if (!crs_launch(crs_now, crs_chain_1_k3,
// CHECK-NOT: crs_version(crs_now, "
// CHECK: crs_launch(crs_now, crs_known_1_k1, crs_extent(1, 32), crs_extent(8, 8, 2),
// CHECK-NOT: crs_version(crs_now, "

// SAYS: // chain ({{.*}}), with {{[0-9]}} versions of its loops: of each, the launcher takes the first that the sizes
// SAYS-NEXT: // Version usual. The schedule:
// SAYS: // Version small. The schedule:
// SAYS-NEXT: // version small of i when
// SAYS: // Where no version of this loop is taken:
// SAYS: // Version small_2. The schedule:
// SAYS-NEXT: // version small_2 of i#3 when

// ONE-NOT: crs_version(crs_now, "

void chain(int n, int m, int p, const float A[n][m], const float B[m][p], float C[n][p], float D[n][n], float x[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            float sum = 0;
            for (int k = 0; k < m; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
    for (int i = 0; i < n; i++)
        x[i] = C[i][i % p] * 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = x[i];
            for (int k = 0; k < p; k++)
                sum += C[i][k] * C[j][k];
            D[i][j] = sum;
        }
#pragma curestruct end
}

void known(const float A[2048][512], const float B[512][64], float C[2048][64], float D[2048][2048], float x[2048])
{
#pragma curestruct begin
    for (int i = 0; i < 2048; i++)
        for (int j = 0; j < 64; j++) {
            float sum = 0;
            for (int k = 0; k < 512; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
    for (int i = 0; i < 2048; i++)
        x[i] = C[i][i % 64] * 2;
    for (int i = 0; i < 2048; i++)
        for (int j = 0; j < 2048; j++) {
            float sum = x[i];
            for (int k = 0; k < 64; k++)
                sum += C[i][k] * C[j][k];
            D[i][j] = sum;
        }
#pragma curestruct end
}

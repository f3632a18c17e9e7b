// Two lanes of bytes in the halves of one register: catches a carry or a borrow that goes from one half to the other, a
// sum that does not fit into a half, a wrong comparison of negative values, and bytes in the wrong places.
// RUN: %curestruct %s -o - | FileCheck %s
// RUN: %curestruct --emit=schedule %s | FileCheck --check-prefix=PLANNED %s
// RUN: %curestruct check %s --size h=21,w=150 --on cpu

// PLANNED-LABEL: nest crs_sobel_1
// PLANNED: tile i 8 as i.group i.turn;
// CHECK-LABEL: crs_sobel_1_k1(
// CHECK: unsigned int size_1 = 4161271816u + crs_byte_pair_max(
// CHECK: crs_bytes_of_pairs<16>(b_lanes, b_lanes_pairs);
// CHECK-NEXT: crs_store_words<16>(
void sobel(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++) {
            int x = a[i - 1][j + 1] + 2 * a[i][j + 1] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2 * a[i][j - 1] -
                    a[i + 1][j - 1];
            int y = a[i + 1][j - 1] + 2 * a[i + 1][j] + a[i + 1][j + 1] - a[i - 1][j - 1] - 2 * a[i - 1][j] -
                    a[i - 1][j + 1];
            int size = (x < 0 ? -x : x) + (y < 0 ? -y : y);
            b[i][j] = size > 255 ? 255 : size;
        }
}

// CHECK-LABEL: crs_rules_1_k1(
// CHECK: crs_byte_pair_min(n_1 ^ 196611, 65537u)
void rules(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++) {
            int n = (a[i][j - 1] & 3) + (a[i][j + 1] & 3) + (a[i - 1][j] & 3) + (a[i + 1][j] & 3);
            b[i][j] = n == 3 || (n == 2 && a[i][j]) || !(n != 7);
        }
}

// Values below 0 that are stored, compared and shifted.
// CHECK-LABEL: crs_signs_1_k1(
// CHECK: crs_bytes_of_pairs<16>(
void signs(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 1; j < w - 1; j++) {
            int slope = a[i][j + 1] - a[i][j - 1], bend = a[i][j + 1] - 2 * a[i][j] + a[i][j - 1];
            int mean = (a[i][j - 1] + 2 * a[i][j] + a[i][j + 1] + 2) / 4 + (a[i][j] >> 3);
            b[i][j] = slope < bend ? -slope * 3 : bend >= -100 ? bend + mean : slope <= mean ? mean - slope : 7;
        }
}

// The sum does not fit.
// CHECK-LABEL: crs_wide_1_k1(
// CHECK-NOT: crs_byte_pair
// CHECK: crs_store_lanes
void wide(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 1; j < w - 1; j++) {
            int s = a[i][j - 1] * 100 + a[i][j] * 50 + a[i][j + 1] * 20;
            b[i][j] = s >> 8;
        }
}

// Conversions to bytes that change values, in conditions and in values.
// CHECK-LABEL: crs_narrow_1_k1(
// CHECK-NOT: crs_byte_pair
// CHECK: crs_store_lanes
void narrow(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 1; j < w - 1; j++) {
            int s = a[i][j - 1] + a[i][j + 1];
            b[i][j] = (unsigned char)s < 100 ? s : 100;
        }
}

// Terms that cancel, factors that differ in a row, the larger one of differences, and a size that is not the size.
// CHECK-LABEL: crs_terms_1_k1(
// CHECK: crs_bytes_of_pairs<16>(
void terms(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 1; i < h - 1; i++)
        for (int j = 2; j < w - 2; j++) {
            int x = 6 * a[i][j - 2] - 4 * a[i][j + 1] - (2 * a[i][j - 2] - a[i - 1][j]) + 3 - a[i + 1][j];
            int y = a[i][j] - a[i][j + 2] - (a[i][j] - a[i + 1][j - 1] * 3), z = x > y ? x : y;
            b[i][j] = z > 0 ? -z : z >= -255 ? z + x - y : x < 0 ? -x : x;
        }
}

// Bits of values below 0, and their quotients, which round towards 0.
// CHECK-LABEL: crs_masks_1_k1(
// CHECK-NOT: crs_byte_pair
// CHECK: crs_store_lanes
void masks(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 1; j < w - 1; j++)
            b[i][j] = (a[i][j - 1] - a[i][j + 1]) & 15;
}

// CHECK-LABEL: crs_halves_1_k1(
// CHECK-NOT: crs_byte_pair
// CHECK: crs_store_lanes
void halves(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 1; j < w - 1; j++)
            b[i][j] = (a[i][j - 1] - a[i][j + 1]) / 2;
}

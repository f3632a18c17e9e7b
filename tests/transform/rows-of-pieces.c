// Catches lanes that load blocks of numbers byte by byte, although each block is as long as a vector; vectors where the
// lanes' own pieces are not apart.
// RUN: %curestruct %s --emit=schedule --no-versions -o - | FileCheck %s

// CHECK: nest crs_packed_1
// CHECK: bind g.worker thread.x;
// CHECK-NEXT: vectorize p;
// CHECK-NEXT: reduce s shuffle;
void packed(int n, int k, const unsigned char *restrict w, const float *restrict scale, const float *restrict x,
            float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int g = 0; g < k / 32; g++) {
            float t = 0;
            for (int p = 0; p < 16; p++) {
                unsigned char v = w[(i * (k / 32) + g) * 16 + p];
                t += ((v & 15) - 8) * x[g * 32 + p] + ((v >> 4) - 8) * x[g * 32 + p + 16];
            }
            s += t * scale[i * (k / 32) + g];
        }
        y[i] = s;
    }
}

// CHECK: nest crs_windows_1
// CHECK-NOT: vectorize p
void windows(int n, int k, const float *restrict x, const float *restrict c, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int g = 0; g < k; g++) {
            float t = 0;
            for (int p = 0; p < 8; p++)
                t += x[i * (k + 8) + g + p] * c[p];
            s += t * t;
        }
        y[i] = s;
    }
}

// Catches columns that one thread each adds up since their elements are written with one subscript; and a former
// element of another column that is taken for one of the same.
// RUN: %curestruct %s --emit=schedule -o - | FileCheck %s

// CHECK: nest crs_down_1
// CHECK: scan i 1;
// CHECK: team_scan {{.*}} across j.elem;
void down(int h, int w, int *restrict s)
{
#pragma curestruct
    for (int j = 0; j < w; j++)
        for (int i = 1; i < h; i++)
            s[i * w + j] += s[(i - 1) * w + j];
}

// CHECK: nest crs_aslant_1
// CHECK-NOT: scan
void aslant(int h, int w, int *restrict s)
{
#pragma curestruct
    for (int j = 1; j < w; j++)
        for (int i = 1; i < h; i++)
            s[i * w + j] += s[(i - 1) * w + j - 1];
}

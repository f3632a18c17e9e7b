// Catches vectors at the ends of a row that read beyond the elements of an array that the nest touches, and parts of a
// row that no tile computes, or that two do, because neighbouring tiles divide it differently. The arrays lie on the
// device and have exactly what is touched; the CPU runtime finds accesses outside of them.
// RUN: %curestruct %s -o %t.cu && cat %t.cu %S/Inputs/row-ends-bounds.cu > %t.all.cu
// RUN: grep -q "crs_load_inside<" %t.cu && %curestruct simt %t.all.cu | FileCheck %s
// CHECK: 0 wrong
void sheared(int n, int p, const float a[n][p], float b[n][p])
{
#pragma curestruct schedule("tile i 4 as i.group i.turn; tile k 4 as k.group k.lane; " \
                            "tile k.group 8 as k.tile k.thread; interchange i.turn k.tile; " \
                            "interchange i.turn k.thread; bind i.group block.y; bind k.tile block.x; " \
                            "bind k.thread thread.x; rotate i.turn ahead 1; vectorize k.lane")
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 2; k++)
            b[i][k] = a[i - 1][k - 1] + 2 * a[i - 1][k + 2] + 3 * a[i][k] + 4 * a[i + 1][k - 1] + 5 * a[i + 1][k + 2];
}

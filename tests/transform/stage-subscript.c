// Catches a place that is loaded before the loop although a subscript of it is set inside: a clamped index, an index
// that is read from an array that the loop writes.
// RUN: printf 'stage middle register at k; bind y block.x' > %t.held
// RUN: not %curestruct -Werror=refused --schedule=%t.held %s -o %t.cu 2>&1 | FileCheck --check-prefix=HELD %s
// HELD: stage middle register at k refused: 'at', which a subscript mentions, changes inside the loop
void blur(int h, int w, const float *restrict middle, const float *restrict taps, int radius, float *restrict out)
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -radius; k <= radius; k++) {
                int at = y + k < 0 ? 0 : y + k >= h ? h - 1 : y + k;
                sum += middle[at * w + x] * taps[k + radius];
            }
            out[y * w + x] = sum;
        }
}

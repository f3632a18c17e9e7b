// Catches a place that is loaded before the loop although a subscript of it is set inside: a clamped index, an index
// that is read from an array that the loop writes; or one whose iterator the loop itself counts, in a thread that has
// an element of its own with that iterator: the loop that repeats a maximum in the source's order.
// RUN: printf 'nest crs_blur_1 { stage middle register at k; bind y block.x; }' > %t.held
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

// RUN: not %curestruct -Werror=refused %s -o %t.cu 2>&1 | FileCheck --check-prefix=AGAIN %s
// AGAIN: stage x register at i refused: loops inside it share an iterator
void largest(int n, const double *restrict x, double *restrict result)
{
    double best = result[0];
#pragma curestruct schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x; reduce best shuffle; \
                            stage x register at i")
    for (int i = 0; i < n; i++)
        best = best >= x[i] ? best : x[i];
    result[0] = best;
}

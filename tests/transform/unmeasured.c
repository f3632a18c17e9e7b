// Catches an internal error: the range of `table` is known only after the loops over a row are divided, and the
// launcher is that of the loops before.
// RUN: %curestruct -v %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="internal error"
static void parts_of(unsigned pixel, int *red, int *green)
{
    *red = (int)(pixel >> 24 & 0xff);
    *green = (int)(pixel >> 16 & 0xff);
}

void weighted(int w, int h, const unsigned *from, float *restrict to, const float *table, float a, int by_table)
{
    int red, green;
    float sum, norm;
// CHECK: nests restructured
#pragma curestruct
    for (int i = 0; i < h; i++) {
        const unsigned *line = from + i * w;
        float *row = to + i * w;
        if (by_table) {
            for (int j = 0; j < w; j++) {
                parts_of(line[j], &red, &green);
                row[j] = table[red] * (a * red + green);
            }
        } else {
            for (int j = 0; j < w; j++) {
                parts_of(line[j], &red, &green);
                sum = a * red + green;
                norm = red + a * green;
                row[j] = norm == 0 ? 256 * sum : sum / norm;
            }
        }
    }
}

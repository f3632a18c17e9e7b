// Catches structs of arrays that are not built: members that are pointers get memory of their own, and integers of the
// struct are sizes.
// RUN: env CURESTRUCT_CHECK_SIZES=8 %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct check --on cpu --function threshold --size 'dst->rows=61' \
// RUN:     --size 'dst->columns=3,src->rows=61,src->columns=3' %s | FileCheck %s --check-prefix=ONE
// CHECK: threshold: 1 of 1 nests, 8 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: byvalue: 1 of 1 nests, 8 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// ONE: threshold: 1 of 1 nests, 1 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
#include <stddef.h>
struct image { int rows, columns; float *data; double scale[2]; };
void threshold(struct image *dst, const struct image *src, float level)
{
    int n = dst->rows * dst->columns;
#pragma curestruct
    for (int i = 0; i < n; i++)
        dst->data[i] = src->data[i] > level ? 1 : 0;
}
void byvalue(struct image img, double *out)
{
#pragma curestruct
    for (int i = 0; i < img.rows; i++)
        for (int j = 0; j < img.columns; j++)
            out[i * img.columns + j] = img.data[i * img.columns + j] * img.scale[1];
}

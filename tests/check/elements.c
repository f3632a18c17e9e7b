// Catches elements that loops count by and that are no sizes for the harness: nothing would run, or with one value for
// all.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct check --on cpu --size 'dims[5]=6,dims[1]=3,area->counts[1]=4,area->counts[0]=2' %s \
// RUN:     | FileCheck %s --check-prefix=GIVEN
// CHECK: fill: 1 of 1 nests, {{[0-9][0-9]}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: scale: 1 of 1 nests, {{[0-9][0-9]}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// GIVEN: fill: 1 of 1 nests, 1 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// GIVEN: scale: 1 of 1 nests, 1 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
typedef struct {
    int counts[2];
    float *values;
} Area;
static int dims[2][3];
void fill(float *to)
{
#pragma curestruct
    for (int i = 0; i < dims[1][2]; i++)
        for (int j = 0; j < dims[0][1]; j++)
            to[i * dims[0][1] + j] = (float)(i - j);
}
void scale(Area *area)
{
#pragma curestruct
    for (int i = 0; i < area->counts[0]; i++)
        for (int j = 0; j < area->counts[1]; j++)
            area->values[i * area->counts[1] + j] *= 2;
}

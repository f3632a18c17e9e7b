// Catches a pointer past the end of an array that is drawn as an array of its own: the loop up to it then runs
// through all memory, or for ever.
// RUN: env CURESTRUCT_CHECK_SIZES=6 %curestruct check --on cpu %s | FileCheck %s
// CHECK: twice: 1 of 1 nests, 6 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: sum: 1 of 1 nests, 6 of {{[0-9]+}} size{{s?}} ran on the device
// CHECK-SAME: PASS
void twice(const float *f, const float *end, float *y)
{
#pragma curestruct
    for (; f < end; f++)
        *y++ = *f * 2;
}

double sum(const double *first, const double *last)
{
    double s = 0;
#pragma curestruct
    for (const double *p = first; p != last; ++p)
        s += *p;
    return s;
}

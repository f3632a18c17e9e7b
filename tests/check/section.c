// Catches a kernel that reads or writes beside its copy of an array because a section, whose size the compiler cannot
// compare with the loop's, is too small in this call; and sizes that fit, left to the serial original.
// RUN: %curestruct check --on cpu --function upper --size n=1000,count=1000 --size count=1200 %s \
// RUN:     | FileCheck --check-prefix=FITS %s
// RUN: %curestruct check --on cpu --function upper --size n=1000,count=999 --expect-fallback %s \
// RUN:     | FileCheck --check-prefix=SMALL %s
// RUN: %curestruct check --on cpu --function lower --size n=1000,first=3,begin=3 --size begin=0 %s \
// RUN:     | FileCheck --check-prefix=FITS %s
// RUN: %curestruct check --on cpu --function lower --size n=1000,first=3,begin=4 --expect-fallback %s \
// RUN:     | FileCheck --check-prefix=SMALL %s
// RUN: %curestruct check --on cpu --function some --size n=1000,count=500 --expect-fallback %s \
// RUN:     | FileCheck --check-prefix=SMALL %s
// FITS: 1 of 1 nests, {{.*}}PASS
// SMALL: 1 of 1 nests, {{.*}}fell back, PASS
void upper(float *restrict y, const float *restrict x, int n, int count)
{
#pragma curestruct copyin(x[0:count]) copyout(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
void lower(float *restrict y, const float *restrict x, int n, int first, int begin)
{
#pragma curestruct copyin(x[begin:n - begin])
    for (int i = first; i < n; i++)
        y[i] = 2 * x[i];
}
void some(float *restrict y, const float *restrict x, int n, int count)
{
#pragma curestruct copyin(x[0:count])
    for (int i = 0; i < n; i++)
        if (y[i] > 0)
            y[i] = 2 * x[i];
}

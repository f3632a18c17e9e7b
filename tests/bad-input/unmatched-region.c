// Catches a region without an end (or an end without a begin) that swallows the rest of the file.
// RUN: split-file %s %t.d
// RUN: %fails 1 %curestruct %t.d/begin.c -o %t.cu | FileCheck %t.d/begin.c
// RUN: %fails 1 %curestruct %t.d/end.c -o %t.cu | FileCheck %t.d/end.c
//--- begin.c
void scale(float *a, int n)
{
// CHECK: begin.c:[[@LINE+1]]:{{[0-9]+}}: error:
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}
//--- end.c
void scale(float *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
// CHECK: end.c:[[@LINE+1]]:{{[0-9]+}}: error:
#pragma curestruct end
}

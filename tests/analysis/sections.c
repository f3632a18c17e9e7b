// Sections of nests inside of a region that are not seen, or are taken where what they name is not known yet.
// RUN: %curestruct --dump-after=analyze %s -o - 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR %s --input-file=%t.err

// CHECK-LABEL: array h: read copyin, from 0 to section - 1 when section > 0
void gather(float *x, const int *k, const float *h, int n, int m)
{
#pragma curestruct begin
#pragma curestruct copyin(h[0:m])
    for (int i = 0; i < n; i++)
        x[i] = h[k[i]];
#pragma curestruct end
}

// ERR: warning: the nest stays serial: this section of 'h' names what the region itself sets
// ERR: note: here; put a section that holds throughout behind 'begin'
void growing(float *x, const int *k, const float *h, int n, int m)
{
#pragma curestruct begin
    for (int t = 0; t < m; t++)
#pragma curestruct copyin(h[0:t])
        for (int i = 0; i < n; i++)
            x[i] = h[k[i]];
#pragma curestruct end
}

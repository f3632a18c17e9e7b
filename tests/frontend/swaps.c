// Catches pointers that are believed to change places where they do not: two that are the same afterwards, one that
// goes on through what pointed to the memory before, one that holds the old value for later; or memory of different
// shapes.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s

// CHECK: loop 't' stays serial: it changes the pointer 'a'
void lost(float *a, float *b, int n, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 2;
        a = b;
    }
}

// CHECK: the rest becomes 1 nest: 'row' points where 'a' points, which changes before it is used again
void stale(float *a, float *b, int n, int steps)
{
#pragma curestruct begin
    float *row = a + 1;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            b[i] = row[i] * 2;
        float *tmp = a;
        a = b;
        b = tmp;
    }
#pragma curestruct end
}

// CHECK: the pointer 'tmp' is used for more than to exchange others
float *kept(float *a, float *b, int n, int steps)
{
    float *tmp = 0;
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 2;
        tmp = a;
        a = b;
        b = tmp;
    }
    return tmp;
}

// CHECK: loop 'i' stays serial: pointers change places in it
void inside(float *a, float *b, float *sums, int n, int steps)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int t = 0; t < steps; t++) {
            sums[i] += a[i] * b[i + 1];
            float *tmp = a;
            a = b;
            b = tmp;
        }
}

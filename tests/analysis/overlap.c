// Catches a nest that counts as restructured although two of its pointers were made of one, and overlap in every call
// of some size; and a refusal where they may be apart.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}6 of 12 nests restructured

// CHECK: overlap.c:[[#@LINE+7]]:1: warning: the nest stays serial: 'c' and 'a' always overlap, and one of them is written [-Wrefused]
// CHECK: overlap.c:[[#@LINE+5]]:5: note: 'c' is declared here
// CHECK: overlap.c:[[#@LINE+2]]:12: note: 'a' is declared here
// CHECK: note: with one name for both, their dependences can be analysed
void bytes(unsigned *a, int n)
{
    unsigned char *c = (unsigned char *)a;
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = c[i] + 1;
}

// CHECK: overlap.c:[[#@LINE+4]]:1: warning: the nest stays serial: 'm' and 'a' always overlap
void shifted(int n, float *a)
{
    float *m = a + n / 2;
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] += m[i];
}

// CHECK: overlap.c:[[#@LINE+4]]:1: warning: the nest stays serial: 'second' and 'first' always overlap
void both_made(int n, float *a)
{
    float *first = a + 1, *second = &a[3];
#pragma curestruct
    for (int i = 0; i < n; i++)
        first[i] = second[i] * 2;
}

// CHECK: overlap.c:[[#@LINE+4]]:1: warning: the nest stays serial: 'before' and 'a' always overlap
void one_back(int n, float *a)
{
    float *before = a - 1;
#pragma curestruct
    for (int i = 1; i < n; i++)
        a[i] = before[i] + 1;
}

// CHECK-NOT: warning
void halves(int n, float *a)
{
    float *m = a + n / 2;
#pragma curestruct
    for (int i = 0; i < n / 2; i++)
        a[i] += m[i];
}

void matrices(int n, float *work)
{
    float *u = work, *v = work + n * n;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = u[j * n + i];
}

// equal pointers are no overlap here
void same(int n, float *a)
{
    float *b = a;
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 2;
}

// nobody knows what it is by then
void moved(int n, float *a)
{
    float *m = a;
    m += n;
#pragma curestruct
    for (int i = 0; i < n; i++)
        m[i] = a[i] * 2;
}

// the elements of one lie between those of the other
void parts(int n, float *a)
{
    float *real = a, *imaginary = a + 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        real[2 * i] *= 2;
        imaginary[2 * i] *= -2;
    }
}

// CHECK: overlap.c:[[#@LINE+4]]:1: warning: the nest stays serial: 'first' and 'second' always overlap
void shifted_parts(int n, float *a)
{
    float *first = a, *second = a + 6;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        first[2 * i] *= 2;
        second[2 * i] *= -2;
    }
}

// before the nest exchanges one of them
// CHECK: overlap.c:[[#@LINE+4]]:1: warning: the nest stays serial: 'a' and 'first' always overlap
void exchanged(int n, int steps, float *a, float *b)
{
    float *first = a;
#pragma curestruct begin
    for (int step = 0; step < steps; step++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        float *other = a;
        a = b;
        b = other;
    }
    for (int i = 0; i < n; i++)
        first[i] = a[i] * 2;
#pragma curestruct end
}

// in a later round it is another
void another(int n, int steps, float *a, float *b, float *c)
{
    float *first = a;
    for (int step = 0; step < steps; step++) {
#pragma curestruct begin
        for (int i = 0; i < n; i++)
            first[i] = a[i] + b[i];
        float *other = a;
        a = b;
        b = c;
        c = other;
#pragma curestruct end
    }
}

// Catches pairs behind an offset, x[n + 2 * i], that are taken for rows of two at column n: then the nest runs on the
// device for n = 0 and n = 1 only, or never.
// RUN: %curestruct check --on cpu %s 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID --allow-empty <%t.log
// SAID-NOT: only if 'n
// CHECK: bounded: 1 of 1 nests, {{.*}}, bit for bit, PASS
void bounded(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n / 8; i++) {
        x[n + i * 2] = 4 * i + 2;
        x[n + i * 2 + 1] = 4 * i + 3;
    }
}

// CHECK: free_offset: 1 of 1 nests, {{.*}}, bit for bit, PASS
void free_offset(int n, int m, float *x)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        x[n + i * 2] += 4 * i + 2;
}

// CHECK: downwards: 1 of 1 nests, {{.*}}, bit for bit, PASS
void downwards(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n / 2; i++)
        x[n - 2 * i] = x[n - 2 * i] * 2 + i;
}

// CHECK: triples: 1 of 1 nests, {{.*}}, bit for bit, PASS
void triples(int n, int m, float *restrict x, const float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int c = 0; c < 3; c++)
            x[2 * n + 3 * i + c] = y[n + 3 * i + 2 - c];
}

// CHECK: halves: 1 of 1 nests, {{.*}}, bit for bit, PASS
void halves(int n, float *x)
{
    int half = n >> 1;
#pragma curestruct
    for (int i = 0; i < n / 4; i++) {
        x[2 * i] = i;
        x[2 * i + 1] = -i;
        x[half + 2 * i] = 3 * i;
        x[half + 2 * i + 1] = 4 * i;
    }
}

// Catches loops that nvcc 13.0 unrolls and then reads at wrong addresses, which neither the emitted text nor the CPU
// shows: here the PTX of the kernels runs in their place. The first four differ without `hide_iterators`
// (transform/lower/opaque.c); the last one did not compile, since assembly takes no narrow number.
// REQUIRES: nvcc
// RUN: sh %S/Inputs/check.sh %s %t.d > %t.out && FileCheck --input-file=%t.out %s
// CHECK: conditional: {{.*}} bit for bit, PASS
// CHECK: stepped: {{.*}} bit for bit, PASS
// CHECK: rows: {{.*}} bit for bit, PASS
// CHECK: chosen: {{.*}} bit for bit, PASS
// CHECK: narrow: {{.*}} bit for bit, PASS
// CHECK: {{^[1-9][0-9]*}} launches executed as PTX, 0 as text
#define COLUMNS schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x")

void conditional(long n, long m, long a, long *restrict y, const long *restrict x)
{
#pragma curestruct COLUMNS
    for (long i = 0; i < n; i++) {
        long sum = 0;
        for (long j = 0; j < m; j++) {
            if (x[2 * j * a + i + 1] != -2)
                sum += x[(j + 1) * a + 2 * i + 5] - x[j * a + i + 2];
            sum += x[i * a + 2 * j + 1] + x[i * a + j + 2];
        }
        y[i] = sum;
    }
}

void stepped(long n, long m, int *restrict y, const int *restrict x, const int *restrict z)
{
#pragma curestruct COLUMNS
    for (long i = 0; i < n; i++) {
        int sum = 0;
        for (long j = 0; j < m; j += 2) {
            sum += x[(j + 3) * m + i + 2];
            if (x[j * m + i + 1] != 3)
                sum += z[(2 * j + 2) * m + i + 2] + x[(2 * j + 1) * m + i];
            if (x[(j + 3) * m + i + 2] > -2)
                sum += x[j * m + i + 1];
        }
        y[i] = sum;
    }
}

void rows(long n, long m, long a, int *restrict y, const int x[restrict][a])
{
#pragma curestruct COLUMNS
    for (long i = 0; i < n; i++) {
        int sum = 0;
        for (long j = 0; j < m; j++) {
            for (long k = 0; k < m; k++) {
                if (x[k][i + 5] > 1)
                    sum += x[2 * j + 1][i];
                sum += x[2 * k + j][i];
                sum += x[j + 1][i + 2];
            }
            sum += x[j + 3][2 * i + 1];
        }
        y[i] = sum;
    }
}

void chosen(long n, long m, long *restrict y, const long *restrict x, const long *restrict z)
{
#pragma curestruct COLUMNS
    for (long i = 0; i < n; i++) {
        long sum = 0;
        for (long j = 0; j < m; j++) {
            sum += x[2 * j * m + i + 5];
            sum -= x[(j + 1) * m + 2 * i] > 0 ? x[(j + 1) * m + i + 5] + z[j * m + 2 * i] : x[(j + 3) * m + i + 5];
        }
        y[i] = sum;
    }
}

// A narrow iterator has no register of its own size.
void narrow(long n, short m, long a, int *restrict y, const int *restrict x)
{
#pragma curestruct COLUMNS
    for (long i = 0; i < n; i++) {
        int sum = 0;
        for (short j = 0; j < m; j++) {
            sum += x[(j + 1) * a + i + 2];
            if (x[j * a + i] > 0)
                sum += x[j * a + i + 2];
        }
        y[i] = sum;
    }
}

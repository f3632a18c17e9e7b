// Catches counters whose changes add up to an element of an array of offsets, and those that look like it: arrays that
// the nest writes, elements that are not neighbours, differences in a type that they may not fit.
// RUN: %curestruct %s --dump-after=induction -o - 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=REFUSED <%t.log
// RUN: FileCheck %s --check-prefix=TEST <%t.log

// CHECK: nest crs_count_1
// CHECK: rising row in 0 .. (int)(long)n
// CHECK: long k_old = k + ((long)row[(int)(long)i] - row[0]) + j
// CHECK: k = k + (0L < n ? (long)row_n - row_0 : 0)
// TEST: note: the nest runs on the device only if the elements of 'row' do not decrease: the launcher goes through them at each call [-Wassume]
long count(int n, const int *row, int *restrict out)
{
    long k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int m = row[i + 1] - row[i];
        for (int j = 0; j < m; j++)
            out[k++] = i;
    }
    return k;
}

// A sum of differences is exact, whatever they are.
// CHECK: nest crs_sum_1
// CHECK-NOT: rising
// CHECK: out[i] = k + (row[(int)(long)i] - row[0])
long sum(int n, const long *row, long *restrict out)
{
    long k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[i] = k;
        k += row[i + 1] - row[i];
    }
    return k;
}

long written(int n, int *row)
{
    long k = 0;
// REFUSED: :[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'k' is a running value that each iteration also uses
#pragma curestruct
    for (int i = 0; i < n; i++) {
        k += row[i + 1] - row[i];
        row[i] = (int)k;
    }
    return k;
}

long apart(int n, const int *row, int *restrict out)
{
    long k = 0;
// REFUSED: :[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'k' is a running value that each iteration also uses
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = row[i]; j < row[i + 2]; j++)
            out[k++] = i;
    return k;
}

// The length in an int is not the length in a long.
long cut(int n, const long *row, int *restrict out)
{
    long k = 0;
// REFUSED: :[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'k' is a running value that each iteration also uses
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int m = (int)(row[i + 1] - row[i]);
        for (int j = 0; j < m; j++)
            out[k++] = i;
    }
    return k;
}

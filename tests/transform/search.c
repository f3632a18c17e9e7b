// Catches a search that takes another source without a predicted gain, or that takes none although a loop is left on
// the host or in few threads; that differs between two runs; and a report that does not say what was compared.
// RUN: %curestruct --no-versions %s --emit=schedule | FileCheck %s
// RUN: %curestruct --plan=first %s --emit=schedule 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: %curestruct -O0 %s --emit=schedule > %t.a 2>&1 && \
// RUN:     %curestruct --plan=first --model=paper %s --emit=schedule > %t.b 2>&1 && cmp %t.a %t.b
// RUN: %curestruct explain --section=search %s | FileCheck %s --check-prefix=EXPLAIN
// RUN: %curestruct explain --section=search -O2 -DNEAR %s > %t.a && FileCheck %s --input-file %t.a --check-prefix=NEAR
// RUN: %curestruct explain --section=search --plan=search -DNEAR %s | cmp - %t.a

// A sum for each row, and with it sums of the columns.
// CHECK-LABEL: nest crs_both_ways_1 {
// CHECK-NEXT: distribute i {1} {2} {3};
// FIRST: warning: loop 'i' stays on the host around small kernels
// FIRST-LABEL: nest crs_both_ways_1 {
// FIRST-NOT: distribute
// EXPLAIN: both_ways ({{.*}}:[[#@LINE+15]])
// EXPLAIN-EMPTY:
// EXPLAIN-NEXT: Candidates
// EXPLAIN-NEXT:   Of {{[0-9]+}} candidates, {{[0-9]+}} make kernels. Times are predicted with m = 4096, n = 4096.
// EXPLAIN-NEXT:   The chosen one is predicted to be {{[0-9.]+}} times as fast as the planner's own, and not slower at other sizes.
// EXPLAIN-NEXT: steps kernels launches us bound by
// EXPLAIN-NEXT: > distribute i {1} {2} {3} 3 3 {{[0-9.]+}} latency
// EXPLAIN: none 4 12289 {{[0-9.]+}} latency
// EXPLAIN-NEXT:   sizes planner's own, us chosen, us
// EXPLAIN-NEXT:   m = 256, n = 256 {{[0-9.]+ +[0-9.]+}}
// EXPLAIN-NEXT:   m = 64, n = 4096 {{[0-9.]+ +[0-9.]+}}
// EXPLAIN-NEXT:   m = 4096, n = 64 {{[0-9.]+ +[0-9.]+}}
#ifndef NEAR
void both_ways(int n, int m, const double a[n][m], const double x[m], double y[m], double t[n])
{
#pragma curestruct begin
    for (int j = 0; j < m; j++)
        y[j] = 0;
    for (int i = 0; i < n; i++) {
        t[i] = 0;
        for (int j = 0; j < m; j++)
            t[i] += a[i][j] * x[j];
        for (int j = 0; j < m; j++)
            y[j] += a[i][j] * t[i];
    }
#pragma curestruct end
}
#endif

// No other order gains anything: every element is moved once.
// CHECK-LABEL: nest crs_scale_1 {
// CHECK-NEXT: tile i 4
// EXPLAIN: scale ({{.*}}:[[#@LINE+5]])
// NEAR: The planner's own choice stays: no other one is predicted to be faster without a loss at other sizes.
// NEAR-NEXT: steps kernels
void scale(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
}

// `stride` is no bound of a loop. With rows that lie over one another (stride 1), both orders of threads look the same.
// CHECK-LABEL: nest crs_begin_1 {
// CHECK: bind i.elem thread.x;
void begin(int rows, int columns, int stride, double *restrict density, double *restrict mx, double *restrict my,
           double *restrict energy, double gas)
{
#pragma curestruct
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++) {
            int at = (j + 2) * stride + i + 2;
            density[at] = 2 * j + 1 - rows < rows / 4 && 2 * i + 1 - columns < columns / 4 ? 2 : 1;
            mx[at] = 0;
            my[at] = 0;
            energy[at] = 1 / (gas - 1);
        }
}

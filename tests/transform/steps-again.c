// A step that is tried and refused must leave nothing: the same steps, applied at once, then give another tree.
// Here the range of A was asked about, and what would have measured it stayed among the nest's symbols.
// RUN: mkdir -p %t.d && %curestruct --dump-after=canonical_nest %s -o %t.d/rows.tree 2>/dev/null
// RUN: %build/tests/random/random-steps --nest rows:crs_rows_1 \
// RUN:     --apply "peel t 4; uncollapse t by m; tile t_column 256" \
// RUN:     %t.d/rows.tree 2>&1 | FileCheck %s
// CHECK: 0 failures
unsigned B[2346];
void rows(int n, int m, unsigned (*restrict A)[m + 1])
{
#pragma curestruct
    for (int t = 0; t < n * m; t++)
        B[t] = A[t / m][t % m] - B[t / m];
}

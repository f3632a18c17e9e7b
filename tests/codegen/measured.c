// Catches a launcher that reads index arrays of device memory, brings arrays to the device before their ranges are
// measured, or measures them by elements that were not measured themselves.
// RUN: %curestruct %s -o - | grep -v CHECK | FileCheck %s

// CHECK-LABEL: int crs_rows_
void rows(int n, const int *ptr, const int *col, const float *x, int *restrict y)
{
    // CHECK: crs_touch(crs_array_ptr, 0, n);
    // CHECK: long col_first = INT64_MAX, col_last = INT64_MIN; // of what is touched of col
    // CHECK-NEXT: if (!crs_covers(crs_now, crs_array_col, col_first, col_last)) {
    // CHECK-NEXT: crs_seen crs_host_ptr_seen(crs_now, crs_array_ptr);
    // CHECK-NEXT: if (!crs_host_ptr_seen.ready)
    // CHECK-NEXT: return crs_serial(crs_now);
    // CHECK-NEXT: const int *crs_host_ptr = (const int *)crs_host_ptr_seen.on_host(crs_now);
    // CHECK-NEXT: if (!crs_host_ptr_seen.ready)
    // CHECK-NEXT: return crs_serial(crs_now);
    // CHECK-NEXT: for (int i = 0; i < n; i++)
    // CHECK-NEXT: for (long k_end = 0; k_end < (long)crs_host_ptr[i + 1] - crs_host_ptr[i];
    // CHECK-NEXT: k_end += crs_max_long((long)crs_host_ptr[i + 1] - crs_host_ptr[i] - 1, 1))
    // CHECK-NEXT: crs_measure(col_first, col_last, (long)(int)(crs_host_ptr[i] + k_end));
    // CHECK-NEXT: }
    // CHECK-NEXT: if (col_first <= col_last)
    // CHECK-NEXT: crs_touch(crs_array_col, col_first, col_last);
    // CHECK-NEXT: else
    // CHECK-NEXT: col_first = 0, col_last = -1;
    // CHECK: crs_seen crs_host_col_seen(crs_now, crs_array_col);
    // CHECK: for (int k = crs_host_ptr[i]; k < crs_host_ptr[i + 1]; k++)
    // CHECK-NEXT: crs_measure(x_first, x_last, (long)crs_host_col[k]);
    // CHECK: crs_touch(crs_array_x, x_first, x_last);
    // CHECK: crs_begin(crs_now)
    // CHECK: crs_enter(crs_now)
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += x[col[k]];
        y[i] = (int)s;
    }
}

// What the walk goes by is no array that the nest writes: tested before the walk that could leave all memory, and only
// before that.
// CHECK-LABEL: int crs_chain_
void chain(int n, const int *ptr, const int *at, const int *step, int *end)
{
    // CHECK: crs_touch(crs_array_end, 0, n - 1L);
    // CHECK: crs_seen crs_host_ptr_seen(crs_now, crs_array_ptr);
    // CHECK: crs_touch(crs_array_at, at_first, at_last);
    // CHECK: if (!crs_disjoint(crs_now, crs_array_ptr, crs_array_end))
    // CHECK-NEXT: return crs_serial(crs_now);
    // CHECK-NEXT: long step_first = INT64_MAX, step_last = INT64_MIN; // of what is touched of step
    // CHECK-NEXT: if (!crs_covers(crs_now, crs_array_step, step_first, step_last)) {
    // CHECK-NEXT: crs_seen crs_host_at_seen(crs_now, crs_array_at);
    // CHECK: crs_measure(step_first, step_last, (long)crs_host_at[k]);
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += step[at[k]];
        end[i] = s;
    }
}

// The planner makes one loop of these two. The walk goes through rows, and looks at both ends of each.
// CHECK-LABEL: int crs_keyed_rows_
void keyed_rows(int n, int m, const int *key, const float *x, float *sum)
{
    // CHECK: for (int i_q_row = 0; i_q_row < n; i_q_row++)
    // CHECK-NEXT: for (long i_q_column_end = 0; i_q_column_end < m; i_q_column_end += crs_max_long(m - 1L, 1))
    // CHECK-NEXT: crs_measure(sum_first, sum_last, (long)(crs_host_key[i_q_row] * m + (int)i_q_column_end));
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int q = 0; q < m; q++)
            sum[key[i] * m + q] += x[i * m + q];
}

// A flattened loop by hand: nothing says that a row has an element.
// CHECK-LABEL: int crs_flat_rows_
void flat_rows(long n, long m, const long *key, const float *x, float *sum)
{
    // CHECK: for (long t = 0; t < n * m; t++)
    // CHECK-NEXT: crs_measure(sum_first, sum_last, crs_host_key[t / m] * m + t % m);
#pragma curestruct
    for (long t = 0; t < n * m; t++)
        sum[key[t / m] * m + t % m] += x[t];
}

// Sums, counts and maxima by key with an inner loop: each place is updated once for all iterations of that loop.
// Catches a partial result of one iteration that reaches the place of the next one, a place that is touched where the
// source does not reach it (m = 0), terms of a sum that are lost between rows, and a maximum in an element of which
// other lanes read what the first one stores.
// RUN: %curestruct %s --emit=schedule -o - | FileCheck %s --check-prefix=STEPS
// RUN: env CURESTRUCT_CHECK_SIZES=10 %curestruct check %s --on cpu 2>&1 | FileCheck %s
// STEPS: nest crs_rows_1
// STEPS: accumulate k
// STEPS: nest crs_most_1
// STEPS: accumulate k
// CHECK: rows: 1 of 1 nests, {{.*}}, PASS
// CHECK: some: 1 of 1 nests, {{.*}}, PASS
// CHECK: most: 1 of 1 nests, {{.*}}, PASS
// CHECK: offsets: 1 of 1 nests, {{.*}}, PASS
// CHECK: kept: 1 of 1 nests, {{.*}}, PASS
void rows(int n, int m, const int *restrict key, const float *restrict a, float s[restrict 300])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            s[key[i]] += a[i * m + k];
}

void some(int n, int m, const int *restrict key, const int *restrict a, int s[restrict 300])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (a[i * m + k] > 1)
                s[key[i]] -= a[i * m + k];
}

void most(int n, int m, const int *restrict key, const float *restrict a, float s[restrict 300])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (a[i * m + k] > s[key[i]])
                s[key[i]] = a[i * m + k];
}

void offsets(int n, const int *restrict begin, const int *restrict key, const float *restrict a, float s[restrict 300])
{
#pragma curestruct copyin(a[0:begin[n]])
    for (int i = 0; i < n; i++)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            s[key[i]] += a[k];
}

void kept(int n, int m, const int *restrict key, const float *restrict a, float s[restrict 300])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float part = -1e30f;
        for (int k = 0; k < m; k++)
            if (a[i * m + k] > part)
                part = a[i * m + k];
        if (m > 0)
            if (part > s[key[i]])
                s[key[i]] = part;
    }
}

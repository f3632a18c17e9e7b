// Results so few, of sums so long, that each tile of results is added up by several blocks. Catches results beyond the
// last whole tile, terms beyond the end of a sum that is shorter than its neighbours, sums without any term, which keep
// their first value, results that begin with something already, two sums at once, and sizes at which the launcher takes
// the version.
// RUN: %curestruct check --on cpu --size n=4096,m=1 --size n=4097,m=17 --size n=70000,m=5 --size p=3,q=18 %s \
// RUN:     | FileCheck %s
// RUN: env CURESTRUCT_VERSION=few %curestruct check --on cpu --size n=0 --size n=3 --size n=40 --size m=33 \
// RUN:     --size m=50 --size p=5,q=17 --size q=1 %s | FileCheck %s

// CHECK: shifted: 1 of 1 nests, {{.*}}PASS
void shifted(int n, int m, const float *restrict x, float *restrict r)
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            s += x[i] * x[i + k];
        r[k] = s;
    }
}

// CHECK: to_the_end: 1 of 1 nests, {{.*}}PASS
void to_the_end(int n, int m, const long *restrict x, long *restrict r)
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        long s = 5;
        for (int i = 0; i < n - k; i++)
            s += x[i] * x[i + k];
        r[k] = s;
    }
}

// CHECK: from_there: 1 of 1 nests, {{.*}}PASS
void from_there(int n, int m, const double *restrict x, const double *restrict t, double *restrict r)
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        double s = 1;
        for (int i = k; i < n; i++)
            s *= 1 + x[i] * t[k] / 4096;
        r[k] = s - 1;
    }
}

// CHECK: onto: 1 of 1 nests, {{.*}}PASS
void onto(int n, int m, const int *restrict x, long *restrict r)
{
#pragma curestruct
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++)
            r[k] += x[i] > k ? x[i + k] : 0;
}

// CHECK: two_sums: 1 of 1 nests, {{.*}}PASS
void two_sums(int n, int m, const float *restrict x, float *restrict least, float *restrict sums)
{
#pragma curestruct
    for (int k = 0; k < m; k++) {
        float a = 1e30f, s = 0;
        for (int i = 0; i < n; i++) {
            float d = x[i] - x[i + k];
            a = __builtin_fminf(a, d);
            s += d * d;
        }
        least[k] = a;
        sums[k] = s / (float)n;
    }
}

// CHECK: planes: 1 of 1 nests, {{.*}}PASS
void planes(int n, int p, int q, const long *restrict x, const int *restrict at, long *restrict r)
{
#pragma curestruct
    for (int a = 0; a < p; a++)
        for (int b = 0; b < q; b++) {
            long s = 0;
            for (int i = 0; i < n; i++)
                s += (x[i] >> a) ^ (at[i] + b);
            r[a * q + b] = s;
        }
}
// UNSUPPORTED: asan

// Few results of which blocks have one each, or share one. Catches terms that no thread or two threads add, sums of
// triangles, results without any term, which keep their first value, equal values of which the first one is wanted, and
// zeros of both signs and NaN, whose order decides.
// RUN: %curestruct check --on cpu --size n=70,m=50,c=2 --size n=40,m=30,c=66 %s | FileCheck %s
// RUN: env CURESTRUCT_VERSION=fewest %curestruct check --on cpu --size n=0,m=3,c=2 --size n=3,m=1,c=1 \
// RUN:     --size n=40,m=7,c=3 %s | FileCheck %s
// RUN: env CURESTRUCT_VERSION=few %curestruct check --on cpu --size n=0,m=3,c=2 --size n=3,m=1,c=9 \
// RUN:     --size n=150,m=17,c=5 --data special %s | FileCheck %s

// CHECK: over_planes: 1 of 1 nests, {{.*}}PASS
void over_planes(int c, int n, int m, const int *restrict x, long *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        long s = k;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                s += x[i * m + j] ^ k;
        out[k] = s;
    }
}

// CHECK: over_triangles: 1 of 1 nests, {{.*}}PASS
void over_triangles(int c, int n, const int *restrict x, long *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        long s = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                s += k * x[i] ^ x[j];
        out[k] = s;
    }
}

// CHECK: least: 1 of 1 nests, {{.*}}PASS
void least(int c, int n, const float *restrict x, float *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        float least = 1e30f;
        for (int i = 0; i < n; i++)
            if (x[i] * k < least)
                least = x[i] * k;
        out[k] = least;
    }
}

// CHECK: most_of_planes: 1 of 1 nests, {{.*}}PASS
void most_of_planes(int c, int n, int m, const int *restrict x, int *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++)
        for (int l = 0; l < 3; l++) {
            int most = -1000;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    if (x[i * m + j] * (k - l) > most)
                        most = x[i * m + j] * (k - l);
            out[k * 3 + l] = most;
        }
}

// CHECK: nearest: 1 of 1 nests, {{.*}}PASS
void nearest(int c, int n, const int *restrict x, int *restrict out)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        int least = 1000000;
        int at = -1;
        for (int i = 0; i < n; i++)
            if ((x[i] ^ k) / 8 < least) {
                least = (x[i] ^ k) / 8;
                at = i;
            }
        out[k] = at;
    }
}
// UNSUPPORTED: asan

// A maximum whose zero has the wrong sign, or that drops a NaN which the source takes, because threads saw the elements
// in another order.
// RUN: %same %s %t
#include <math.h>
#include <stdio.h>

static float keep_old(int n, const float *a)
{
    float m = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > m)
            m = a[i];
    return m;
}

static float keep_new(int n, const float *a)
{
    float m = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        m = m > a[i] ? m : a[i];
    return m;
}

int main(void)
{
    enum { N = 5000 };
    static float a[N];
    for (int zero = 0; zero < N; zero += 777) {
        for (int i = 0; i < N; i++)
            a[i] = -2;
        a[zero] = -0.0f;
        a[(zero + 4000) % N] = 0.0f;
        printf("%d %d", signbit(keep_old(N, a)) != 0, signbit(keep_new(N, a)) != 0);
        a[(zero + 2000) % N] = NAN;
        a[(zero + 1000) % N] = 3;
        printf(" %g %g\n", keep_old(N, a), keep_new(N, a));
    }
    return 0;
}

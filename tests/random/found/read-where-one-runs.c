// Catches a place that a loop only sets, so that the last iteration's value is what remains, and that is read in the
// loop where it has but one iteration: nothing is carried then, and the value was taken from before the loop.
// RUN: %curestruct check --on cpu --size m=1,pin=0,a31=1 --size m=5,pin=1,a31=9 %s | FileCheck %s
int G[600];

// CHECK: last: 1 of 1 nests, {{.*}}PASS
void last(int m, int pin, int a31, int *restrict A2, int *restrict A3)
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        for (int j = (i + 1) - 1; j >= 0; j--) {
            A2[i + pin] = A3[(j) * a31 + 3 * j];
            G[j + 1] = ((G[(2 * i) + 1] * 5) + A2[pin]) % 10;
        }
        for (int j = 0; j <= (m - 1); ++j)
            A2[(m - 1) - i] = (A3[(j) * a31 + j] * 3) % 10;
        G[2 * i] = (G[i] + i) % 10;
    }
}

// CHECK: sum: 1 of 1 nests, {{.*}}PASS
void sum(int m, int pin, int n, int *restrict s, int *restrict x, int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
            s[i + pin] += x[j];
            y[j] = y[2 * i] + s[pin];
        }
        for (int j = 0; j < n; j++)
            s[(m - 1) - i] += x[j];
        y[2 * i] = y[i] + i;
    }
}

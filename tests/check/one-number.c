// Catches a subscripted pointer to a single variable being refused, or reaching another variable.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK: heat: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
static void weigh(int n, double *out, const double *factor, int m, const double *x)
{
    for (int j = 0; j < n; j++) {
        out[j] = 0;
        for (int i = 0; i < m; i++)
            if (factor[j] > 0)
                out[j] += x[i] * factor[j];
    }
}
void heat(int k, int m, double *restrict y, const double *restrict x, double temperature)
{
#pragma curestruct
    for (int i = 0; i < k; i++) {
        double sum, other = 1;
        weigh(1, &sum, &temperature, m, x + i * m);
        y[i] = sum + other;
    }
}

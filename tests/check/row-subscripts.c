// Catches a variable that only subscripts of rows use, and that the instrumented copy of the nest does not declare.
// RUN: env CURESTRUCT_CHECK_SIZES=8 %curestruct check --on cpu %s | FileCheck %s
// CHECK: gathered: 1 of 1 nests, {{.*}}PASS
void gathered(int n, int m, double **rows, const int *which, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int at = which[i];
            out[i * m + j] = rows[at][j];
        }
}

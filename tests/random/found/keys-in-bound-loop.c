// Catches copies of a sum by key that are set up and added inside of a loop which is bound to blocks already: an
// internal error. The loop `i` has one iteration, so that it carries nothing.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK: keys: 1 of 1 nests, {{.*}}PASS
double sums[9];
double box[20][18][41];
void keys(long n, long m, long p, int *restrict key)
{
#pragma curestruct
    for (long i = 0; i < 1; i++)
        for (long j = 0; j < m; j++)
            for (long k = 0; k < p; ++k)
                sums[key[j]] += (i != k) ? box[j][j][j + 1] * box[j][i][k] : 0;
}

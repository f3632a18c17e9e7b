// Catches memory that is freed twice because the allowance of operations ends while a set is written as C.
// RUN: %curestruct %s -o %t.cu
double sums[37][34];
void allowance(long n, long m, long p, long a61, double alpha5, double *restrict A2, double *restrict A4,
               double (*restrict A6)[a61])
{
#pragma curestruct
    for (long i = 0; i < (n + 2); i = i + 3) {
        for (long j = 0; j < m; j++) {
            double acct1 = 0;
            for (long k = 0; k < p; k++) {
                acct1 += A2[(i - 1) * (2 * n) + k - 1 + 1];
            }
            sums[i][j] = acct1 + ((A4[(i) * (m + 2) + (j)] * alpha5) * (A2[(j) * (2 * n) + i + 1] * A6[j][i + n]));
        }
    }
}


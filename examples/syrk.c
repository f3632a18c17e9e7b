// Symmetric rank-k update, lower triangle: C = A A' + C. Look at: the second loop ends where the first one is, so the
// iterations form a triangle. Blocks above it find nothing to do, and the upper half of C keeps its values.
void syrk(int n, int k, const float *A, float *C)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += A[i * k + l] * A[j * k + l];
            C[i * n + j] += sum;
        }
}

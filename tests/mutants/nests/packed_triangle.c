// Sums of the rows of a packed lower triangle.
void packed_triangle(int n, const float *packed, float *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j <= i; j++)
            sum += packed[i * (i + 1) / 2 + j];
        sums[i] = sum;
    }
}

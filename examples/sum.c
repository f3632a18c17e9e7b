// Sum of an array. Look at: nothing says "reduction" here. The loop is recognized as one, each thread block sums its
// part in shared memory, and the partial sums are added in a fixed order, so two runs give the same bits.
float sum(const float *x, int n)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}

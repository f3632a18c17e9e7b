// Sum of an array. Look at: nothing says "reduction" here, the loop is found to be one. The threads of a block combine
// their sums by warp shuffles, a second kernel adds those of the blocks; the order is fixed, so two runs give the same
// bits.
float sum(const float *x, int n)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}

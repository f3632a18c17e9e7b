// Sums by key: totals[key[i]] += value[i]. Look at: as the histogram, on floats, where the order of additions shows in
// the last digits; the order is the same in every run all the same (no floating-point atomics).
void sum_by_key(int n, const int *key, const float *value, int groups, float *totals)
{
#pragma curestruct
    for (int g = 0; g < groups; g++)
        totals[g] = 0;
#pragma curestruct copy(totals[0:groups])
    for (int i = 0; i < n; i++)
        totals[key[i]] += value[i];
}

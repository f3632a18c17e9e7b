// The least of many integers.
int least(int n, const int *x)
{
    int best = 2147483647;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] < best)
            best = x[i];
    return best;
}

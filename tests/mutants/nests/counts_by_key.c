// Counts of keys of which data alone says how many there are.
void counts_by_key(int n, const int *key, int *count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        count[key[i]] += 1;
}

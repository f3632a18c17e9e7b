// Counts of bytes: the type of the keys says how many there are.
void bytes_by_key(int n, const unsigned char *key, int *count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        count[key[i]] += 1;
}

int find(int n, const int *x, int wanted)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] == wanted)
            return i;
    return -1;
}

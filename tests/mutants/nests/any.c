// Whether a value occurs, and how often.
int any(int n, const int *x, int value)
{
    int found = 0, count = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] == value) {
            found |= 1;
            count++;
        }
    return 2 * count + found;
}

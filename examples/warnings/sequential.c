void recurrence(int n, float x[restrict n], float y[restrict n])
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        x[i] = x[i - 1] * x[i - 1] - x[i];
        y[i] = x[i] * x[i];
    }
}

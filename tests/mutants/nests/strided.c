// Every other element is written; the others come back as they were.
void strided(int n, const double *x, double *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            y[2 * i] = x[i] * x[i];
}

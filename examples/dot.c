// Dot product. Look at: the product is computed where the sum is made; no array of products exists.
double dot(const double *x, const double *y, int n)
{
    double s = 0.0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

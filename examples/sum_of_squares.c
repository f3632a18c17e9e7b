// Sum and sum of squares in one pass, from which mean and variance follow. Look at: two reductions in one loop make
// one kernel that reads x once; the accumulators are double though the data is float.
void sum_of_squares(const float *x, long n, double *sum, double *squares)
{
    double s = 0, q = 0;
#pragma curestruct
    for (long i = 0; i < n; i++) {
        double value = x[i];
        s += value;
        q += value * value;
    }
    *sum = s;
    *squares = q;
}

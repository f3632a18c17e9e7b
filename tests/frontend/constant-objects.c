// Catches an object that is defined as const being read as unknown because its address is passed on, so that each call
// with options by their addresses, as Fortran's, has all of its branches in the kernel; and a value of another type.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
static void update(const char *how, const int *n, const double *factor, const double *x, double *y)
{
    for (int i = 0; i < *n; i++)
        y[i] = *how == 'N' ? *factor * x[i] : *factor == 0 ? 1 : -x[i];
}
void constants(int n, int m, double *restrict y, const double *restrict x)
{
    const char how = 'T';
    const int width = 8;
    static const double factor = -3;
    // CHECK: nest crs_constants_1
    // CHECK-NOT: param {{.*}}how
    // CHECK-NOT: param {{.*}}factor
    // CHECK: in 0..8
    // CHECK: = (double)-3 == 0 ? 1 : -x[
#pragma curestruct
    for (int j = 0; j < m; j++)
        update(&how, &width, &factor, x + 8 * j, y + 8 * j);
}
// Another function may change what is not const.
void set(char *how, double *factor);
void variables(int n, int m, double *restrict y, const double *restrict x)
{
    char how = 'T';
    double factor = 3;
    set(&how, &factor);
    // CHECK: nest crs_variables_1
    // CHECK: how
    // CHECK: factor
#pragma curestruct
    for (int j = 0; j < m; j++)
        update(&how, &n, &factor, x + n * j, y + n * j);
}

// Smoothing in place. Look at the message: every element needs the new value of its neighbour, so no two iterations can
// run at the same time. The loop stays as it is; writing into a second array (examples/jacobi.c) makes it parallel.
void smooth(double *x, int n)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        x[i] = (x[i - 1] + x[i + 1]) / 2;
}

// y = a x + y. Look at: `restrict` promises that x and y do not overlap, so the launcher tests nothing. Take the two
// words away and it compares the addresses first, and leaves the call to the serial loop when they do.
void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

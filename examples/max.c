// Largest element, as beginners' books write it. Look at: the `if` is the reduction. A NaN is never greater than m
// and so is never taken, in the kernel as in the serial loop, which fmaxf would not promise.
float maximum(const float *x, int n)
{
    float m = x[0];
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (x[i] > m)
            m = x[i];
    return m;
}

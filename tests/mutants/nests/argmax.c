// The largest value and where it first stands: ties between lanes, warps and blocks go to the first.
int argmax(int n, const float *x)
{
    float best = x[0];
    int at = 0;
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    return at;
}

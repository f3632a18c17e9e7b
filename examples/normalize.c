// Two nests that share data, between begin and end. Look at: one launcher for both; x is copied to the device once, and
// the sum that the first nest makes is used by the second.
void normalize(float *x, int n)
{
    float total = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        total += x[i];
    float factor = total != 0 ? 1 / total : 0;
    for (int i = 0; i < n; i++)
        x[i] *= factor;
#pragma curestruct end
}

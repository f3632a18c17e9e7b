// A time loop on the host, around two nests that exchange their arrays.
void heat(int n, int steps, float *restrict old, float *restrict new)
{
#pragma curestruct begin
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            new[i] = 0.5f * old[i] + 0.25f * (old[i - 1] + old[i + 1]);
        for (int i = 1; i < n - 1; i++)
            old[i] = new[i];
    }
#pragma curestruct end
}

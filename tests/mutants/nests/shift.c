// Pointers that may overlap: the launcher asks.
void shift(int n, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1.0f;
}

#ifndef NAME
#define NAME scan
#endif
void NAME(int n, const float *restrict x, float *restrict y)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += x[i];
        y[i] = s;
    }
}

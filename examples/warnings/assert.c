#include <assert.h>
#include <math.h>

void roots(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        assert(x[i] >= 0);
        x[i] = sqrtf(x[i]);
    }
}

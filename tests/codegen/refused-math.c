// Catches CUDA's words in a file where every nest is refused, which does not include CUDA's header.
// RUN: %curestruct -Wno-refused %s -o %t.cu && %cxx -std=c++17 -x c++ -c %t.cu -o /dev/null
#include <math.h>

void recurrence(int n, float *x)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        x[i] = (float)fabs(x[i - 1]);
}

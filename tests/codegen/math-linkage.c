// Catches: extern "C" in front of the definitions that math functions need, not of the user's function, which then had
// a C++ name.
// RUN: %curestruct %s -o - | FileCheck %s
// CHECK: {{^}}extern "C" void roots(double *x, int n)
#include <math.h>

void roots(double *x, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] = sqrt(x[i]);
}

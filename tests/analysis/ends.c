// Loops written with != and a step: refused where the type wraps, or run past their end where the sizes do not divide.
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s

// CHECK-LABEL: loop i: parallel
// CHECK: assume n >= 0 && n % 2 == 0
void even(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 0; i != n; i += 2)
        a[i] = 1;
}

// CHECK-LABEL: loop k: parallel
// CHECK: assume n >= m && (n + m) % 2 == 0
void from(unsigned m, unsigned n, float *restrict a)
{
#pragma curestruct
    for (unsigned k = m; k != n; k += 2)
        a[k] = 1;
}

// CHECK-LABEL: loop d: parallel
// CHECK: assume n >= 0 && n % 3 == 0
void down(int n, float *restrict a)
{
#pragma curestruct
    for (int d = n; d != 0; d -= 3)
        a[d] = 1;
}

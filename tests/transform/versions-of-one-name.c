// Catches two versions for few results, one by blocks for each of them and one by planes, whose kernels have one name.
// UNSUPPORTED: asan
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s
// RUN: %curestruct check %s --size n=20,m=30,taps=3,stride=2,pitch=90 --on cpu

// CHECK: version few when
// CHECK: version few_2 when
void taken_along(int n, int m, int taps, int stride, int pitch, const unsigned *restrict a, unsigned *restrict b)
{
#pragma curestruct
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++)
            for (int v = 0; v < taps; v++)
                for (int u = 0; u < taps; u++)
                    b[y * m + x] += a[(y * stride + v) * pitch + x * stride + u + 3] * 3;
}

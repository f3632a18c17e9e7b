// Catches a batch of matrices that is refused because the distance from one to the next is a parameter of its own; an array that is only read,
// without rows of neighbours, for which more than before would be assumed; a guess where two loops could have the larger stride.
// RUN: %curestruct --dump-after=analyze %s -o - 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR %s < %t.err

// CHECK: write C[b * stride + i * m + j] as [b][i][j] of stride / m x m
// CHECK: assume stride % m == 0
// CHECK: assume stride / m >= n
void distance(int count, int n, int m, long stride, float *C)
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                C[b * stride + i * m + j] = 1;
}

// CHECK: write C[p * large + b * stride + i * m + j] as [p][b][i][j] of (long)large / stride x (long)stride / m x m
void two_distances(int parts, int count, int n, int m, int stride, int large, float *C)
{
#pragma curestruct
    for (int p = 0; p < parts; p++)
        for (int b = 0; b < count; b++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    C[p * large + b * stride + i * m + j] = 1;
}

// CHECK: read A[i * across + j * down] not affine
// CHECK-NOT: assume {{.*}}%
void only_read(int n, int m, int across, int down, float C[n][m], const float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            C[i][j] = A[i * across + j * down];
}

// ERR: warning: loop 'i' stays serial: 'C[i * a + i * b + j]' written here may be written again
void both_in_one(int n, int m, int a, int b, float *C)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            C[i * a + i * b + j] = 1;
}

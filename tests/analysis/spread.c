// Catches dimensions that are not seen because no stride is a multiple of the other, sizes that are assumed although
// only loops of one iteration fulfil them, and the order of the strides guessed where either may be the larger one.
// RUN: %curestruct --dump-after=analyze %s -o - 2> %t.err | FileCheck %s
// RUN: FileCheck --allow-empty --check-prefix=ERR %s < %t.err
// ERR-NOT: serial

// CHECK: write C[b * stride + i * m + j] as [i][b][j] every m, stride
// CHECK: assume stride >= n * m{{$}}
// CHECK-NOT: assume
void distance(int count, int n, int m, long stride, float *C)
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                C[b * stride + i * m + j] = 1;
}

// CHECK: write C[p * large + b * stride + i * m + j] as [i][b][p][j] every m, stride, large
// CHECK: assume large >= n * m && stride + large >= n * m + parts * large || stride >= n * m && stride + large >= n * m + count * stride{{$}}
void two_distances(int parts, int count, int n, int m, int stride, int large, float *C)
{
#pragma curestruct
    for (int p = 0; p < parts; p++)
        for (int b = 0; b < count; b++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    C[p * large + b * stride + i * m + j] = 1;
}

// CHECK: read A[i * across + j * down] as [j][i][0] every down, across
// CHECK: assume down >= 0
// CHECK-NEXT: assume across >= 0
// CHECK-NEXT: assume 'A' and 'C' do not overlap
void only_read(int n, int m, int across, int down, float C[n][m], const float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            C[i][j] = A[i * across + j * down];
}

// CHECK: read v[t * row + h * part + i] as [h][t][i] every part, row
// CHECK-NOT: assume {{.*}}%
void parts(float *restrict x, const float *restrict v, int row, int heads, int part, int steps)
{
#pragma curestruct
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < steps; t++)
            for (int i = 0; i < part; i++)
                x[h * part + i] += v[t * row + h * part + i];
}

// Rows and columns in one loop, all of it as one row in the other: each is seen in its own way.
// CHECK: loop i: parallel
// CHECK-NEXT: loop j: parallel
// CHECK-NEXT: loop i#2: parallel
// CHECK: write v[i * n + j] as [i][j] every n
// CHECK-NEXT: read v[i_1] as [i_1]
// CHECK: flow v[i * n + j] -> v[i] () may
// CHECK-NOT: assume n >=
// CHECK: assume 'u' and 'v' do not overlap
void two_views(int n, double *u, double *v)
{
#pragma curestruct begin
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            v[i * n + j] = 0.5 * (u[(i - 1) * n + j] + u[i * n + j + 1]);
    for (int i = 0; i < n * n; i++)
        u[i] = v[i];
#pragma curestruct end
}

// The row that is written may be any: what is left of it and right of it need only differ by less than a row.
// CHECK: write d[first - j + k * (last + 4)] as [k][(long)first - j] of last + 4
// CHECK: assume last + 4 >= 2 * depth{{$}}
// CHECK-NOT: assume
void mirrored(double *d, int first, int last, int rows, int depth)
{
#pragma curestruct
    for (int k = 0; k < rows; k++)
        for (int j = 1; j <= depth; j++)
            d[(first - j) + k * (last + 4)] = d[(first + j - 1) + k * (last + 4)];
}

// A value that passes from one iteration to the next and is called private; a clamped subscript that is not read.
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s

// CHECK: loop i: parallel
// CHECK: private t to i, last value wanted
float last(int n, const float *A, float *restrict B)
{
    float t = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        t = A[i];
        B[i] = t * t;
    }
    return t;
}

// CHECK: loop i: parallel
// CHECK: loop q: reduction #0
// CHECK-NOT: private arg
void nearest(int n, int k, const float *x, const float *c, int *restrict label)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float best = 1e30f;
        int arg = 0;
        for (int q = 0; q < k; q++)
            if ((x[i] - c[q]) * (x[i] - c[q]) < best) {
                best = (x[i] - c[q]) * (x[i] - c[q]);
                arg = q;
            }
        label[i] = arg;
    }
}

// CHECK: loop i: parallel
// CHECK: private tmp to i
// CHECK: array tmp: read written, from
void local_array(int n, float *restrict A)
{
    float tmp[8];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++)
            tmp[k] = A[8*i+k];
        for (int k = 0; k < 8; k++)
            A[8*i+k] = tmp[7-k];
    }
}

// CHECK: loop x: parallel
// CHECK: array in: read copyin, from 0 to (long)w - 1 when
void clamped(int w, int r, const float *in, float *restrict out)
{
#pragma curestruct
    for (int x = 0; x < w; x++) {
        float s = 0;
        for (int d = -r; d <= r; d++) {
            int xx = x + d;
            if (xx < 0)
                xx = 0;
            if (xx >= w)
                xx = w - 1;
            s += in[xx];
        }
        out[x] = s;
    }
}

// CHECK: final i = (int)max((long)n, 0)
// CHECK: final j =
int live(int n, float *restrict A)
{
    int i, j = 7;
#pragma curestruct
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            A[i*n+j] = 1;
    return i + j;
}

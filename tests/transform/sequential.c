// Catches loops that stay on the host around small kernels, and long loops in few threads, of which nobody hears; and
// warnings where the host is the right place: loops over time, or around kernels that fill the device.
// RUN: %curestruct --plan=first %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %curestruct --plan=first -Wno-sequential -Wno-assume %s -o %t.cu 2>&1 | \
// RUN:     FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %fails 1 %curestruct --plan=first -Werror=sequential %s -o %t.cu | FileCheck %s --check-prefix=ERROR
// SILENT-NOT: {{.}}
// ERROR: error: loop 'i' stays on the host around small kernels{{.*}} [-Werror=sequential]

void both_ways(int n, int m, const double a[restrict n][m], const double x[restrict m], double y[restrict m],
               double t[restrict n])
{
#pragma curestruct begin
    // CHECK: sequential.c:[[#@LINE+1]]:5: warning: loop 'i' stays on the host around small kernels, 3 launches for each iteration, about 3 * n: 'y[j]' combines the iterations of 'i' [-Wsequential]
    for (int i = 0; i < n; i++) {
        // CHECK: sequential.c:[[#@LINE+6]]:13: note: combined here
        // CHECK: sequential.c:[[#@LINE+1]]:9: note: one thread runs this in a kernel of its own
        t[i] = 0;
        for (int j = 0; j < m; j++)
            t[i] += a[i][j] * x[j];
        for (int j = 0; j < m; j++)
            y[j] += a[i][j] * t[i];
    }
#pragma curestruct end
}

// two loops of the host, and a dependence
void factorize(int n, double a[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        // CHECK: sequential.c:[[#@LINE+1]]:9: warning: loops 'i' and 'j' stay on the host around small kernels, 2 launches for each iteration of 'j', at most about 2 * n * n: 'a[i][j]' written here is read as 'a[i][k]' by a later iteration [-Wsequential]
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

// a number of launches that does not grow; too many all the same
double rows_of_a_table(double a[restrict 4000][300], double x[restrict 300])
{
    double sum = 0;
#pragma curestruct
    // CHECK: sequential.c:[[#@LINE+1]]:5: warning: loop 'i' stays on the host around small kernels, 1 launch for each iteration, about 3999: 
    for (int i = 1; i < 4000; i++)
        for (int j = 0; j < 300; j++)
            a[i][j] = a[i - 1][299 - j] * x[j];
    return sum;
}

// one thread for each o
void gradient(float *restrict dw, float *restrict db, const float *restrict dy, const float *restrict x, int rows,
              int in, int out)
{
#pragma curestruct
    for (int o = 0; o < out; o++)
        // CHECK: sequential.c:[[#@LINE+1]]:9: warning: loops 'r' and 'i' run in one thread for each iteration of 'o': 'db[o]' combines the iterations of 'r' [-Wsequential]
        for (int r = 0; r < rows; r++) {
            float d = dy[r * out + o];
            db[o] += d;
            for (int i = 0; i < in; i++)
                dw[o * in + i] += x[r * in + i] * d;
        }
}

// Nothing more is said.
// CHECK-NOT: warning:

// steps in time
void steps(int n, int count, float *restrict a, float *restrict b)
{
#pragma curestruct begin
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        float *other = a;
        a = b;
        b = other;
    }
#pragma curestruct end
}

// a matrix for each k
void shortest(int n, int d[n][n])
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

// a few rows
void few(float a[restrict 8][3000])
{
#pragma curestruct
    for (int i = 1; i < 8; i++)
        for (int j = 0; j < 3000; j++)
            a[i][j] += a[i - 1][2999 - j];
}

// one long sum in each thread
void filter(int n, int w, int h, const float *restrict x, const float *restrict f, float *restrict y)
{
#pragma curestruct copyin(x[0:(n+w)*h])
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int v = 0; v < h; v++)
            for (int u = 0; u < w; u++)
                sum += x[(i + u) * h + v] * f[v * w + u];
        y[i] = sum;
    }
}

// A thread for each pixel runs the loops over the kernel.
// CHECK-NOT: {{run in one thread}}
void columns(const float *restrict im, int channels, int height, int width, int ks, int stride, int pad,
             float *restrict column, int rows, int pixels)
{
#pragma curestruct
    for (int c = 0; c < channels * ks * ks; c++) {
        int x = c % ks, y = (c / ks) % ks, z = c / ks / ks;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < pixels; j++) {
                int v = y + i * stride - pad, u = x + j * stride - pad;
                float value = 0;
                if (v >= 0 && u >= 0 && v < height && u < width)
                    value = im[u + width * (v + height * z)];
                column[(c * rows + i) * pixels + j] = value;
            }
    }
}

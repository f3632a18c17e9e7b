// Catches tables of constants that kernels load from memory, and launchers copy, although all of their elements are
// known once the loops over them are written out; and elements that become other numbers: rounded twice, negative, of a
// part that the initializer does not mention, or beyond a table.
// RUN: %curestruct check --on cpu %s --size nx=5,ny=4 --size nx=70,ny=9 --size n=40 2>/dev/null | FileCheck %s
// RUN: %curestruct %s -o - 2> /dev/null | FileCheck %s --check-prefix=TEXT

static const int east[5] = {0, 1, 0, -1}, north[5] = {0, 0, 1, 0, -1};
static const float share[5] = {1 / 3.0, 1 / 6.f, 1, -0.0, 16777217};

// TEXT-LABEL: static __global__ void {{.*}} crs_stream_1_k1(
// TEXT-NOT: {{east|north|share}}
// TEXT: f[(2 * ny + y - 1) * nx + x]
// TEXT: 0.33333334f * rho
// TEXT: 0.16666667f * rho
// TEXT: -0.0f * rho
// TEXT: 16777216.0f * rho
// TEXT-LABEL: static int crs_stream_1(
// CHECK: {{^}}stream: 1 of 1 nests, {{.*}}PASS
void stream(int nx, int ny, const float *restrict f, float *restrict g)
{
#pragma curestruct
    for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
            float p[5], rho = 0;
            for (int q = 0; q < 5; q++) {
                p[q] = f[(q * ny + y - north[q]) * nx + x - east[q]];
                rho += p[q];
            }
            for (int q = 0; q < 5; q++)
                g[(q * ny + y) * nx + x] = p[q] + share[q] * rho;
        }
}

// TEXT-LABEL: static __global__ void {{.*}} crs_smooth_1_k1(
// TEXT-NOT: taps
// TEXT: 0.25
// TEXT-LABEL: static int crs_smooth_1(
// CHECK: {{^}}smooth: 1 of 1 nests, {{.*}}PASS
void smooth(int n, const double *restrict x, double *restrict y)
{
    static const double taps[3] = {0.25, 0.5, 0.25};
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        y[i] = taps[0] * x[i - 1] + taps[1] * x[i] + taps[2] * x[i + 1];
}

// A table in which data chooses stays in memory.
// TEXT-LABEL: static __global__ void {{.*}} crs_chosen_1_k1(
// TEXT-SAME: share
// CHECK: {{^}}chosen: 1 of 1 nests, {{.*}}PASS
void chosen(int n, const unsigned char *restrict k, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] *= share[k[i] % 5];
}

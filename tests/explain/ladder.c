// Catches a nest that gets the rungs of another kind, rungs that are no schedules of their nest, and counts of another
// rung; a plane with one size that is counted at a million, and the times of another rung. A rung that is refused would
// print its reason in place of its kernels. Also lines of kernels that are too long, a rung of --rung=A,B that is
// missing, and kernels that are printed after a check, which takes seconds: `make` copies what was there before.
// UNSUPPORTED: asan
// RUN: %curestruct ladder --no-check %s | tee %t | FileCheck %s
// RUN: grep -c 'Not for this nest' %t | grep -x 1
// RUN: env NVCC=true NVDISASM=%S/Inputs/nvdisasm %curestruct ladder --function=sum --rung=strided --size=n=4096 %s \
// RUN:   | FileCheck --check-prefixes=COUNTED,EXECUTED %s
// RUN: env NVCC=true NVDISASM=none %curestruct ladder --function=sum --rung=strided --size=n=4096 %s \
// RUN:   | FileCheck --check-prefixes=COUNTED,NO-TOOL %s
// RUN: %curestruct ladder --function=turned --rung=tile --measure="sh %S/Inputs/timed.sh" %s \
// RUN:   | FileCheck --check-prefix=TIMED %s
// RUN: rm -rf %t.bin && mkdir %t.bin && printf '#!/bin/sh\ncp %t.out %t.seen\nexit 1\n' > %t.bin/make
// RUN: chmod +x %t.bin/make && env PATH=%t.bin:$PATH %curestruct ladder --function=sum --rung=strided,tree %s >%t.out
// RUN: FileCheck --check-prefix=SEEN %s < %t.seen
// RUN: echo 'int one;' > %t.c && %fails 77 %curestruct ladder %t.c | grep -qx \
// RUN:   "no ladder: no nest was restructured; '#pragma curestruct' goes above a loop"
// REQUIRES: clang

// CHECK: crs_sum_1 ({{.*}}ladder.c:[[@LINE+39]]): a reduction
// CHECK: 1. interleaved
// CHECK: if (threadIdx.x % (2 * distance) == 0)
// CHECK: 2. strided
// CHECK: const unsigned int index = 2 * distance * threadIdx.x;
// CHECK: 3. tree
// CHECK: for (unsigned int half = 128; half > 0; half /= 2)
// CHECK: 4. first_add
// CHECK: 5. last_warp
// CHECK: __syncwarp();
// CHECK: 6. unrolled
// CHECK: 7. cascade
// CHECK: 8. shuffle
// CHECK: {{[0-9]+}}. planned
// COUNTED: {{^ +2 strided +2 +[0-9]+ +[0-9.]+ +[0-9]+ +[0-9.]+ +[0-9]+ +3\.[0-9]+ +right}}
// EXECUTED: Instructions that warps execute, counted of nvcc's code for sm_90, by the CPU runtime:
// EXECUTED: instructions fma alu global shared
// EXECUTED-NEXT: 2 strided 11334 1519 3692 154 3281

// NO-TOOL: {{^}}Instructions are not counted: there is no nvdisasm on this machine.{{$}}
// NO-TOOL: {{^(Predicted, since there is no GPU to time it on|Timed), at n=4096,.* for one H200 SXM:}}
// NO-TOOL: {{^ +rung.* gain +predicted us +limit}}
// NO-TOOL-NEXT: {{^ +2 strided .*[0-9.]+ +[A-Za-z]+}}

// SEEN: {{^}}2. strided
// SEEN-NOT: {{^[0-9]\. }}
// SEEN: {{^}}3. tree
// SEEN-NOT: {{^[0-9]\. }}
// SEEN: {{^ +}}rung kernels requests
// SEEN-NEXT: 2 strided
// SEEN-NOT: 3 tree

// TIMED: Counted for one launch of each kernel, at n=512, by the CPU runtime:
// TIMED: {{^}}Timed, at n=8192, and predicted for one H200 SXM:
// TIMED: {{^ +}}rung us GB/s GFLOP/s gain predicted us limit
// TIMED-NEXT: 3 tile 500.0 1800 {{[0-9.]+}} L1 and shared memory
float sum(int n, const float *a)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

// CHECK-LABEL: crs_rows_1 ({{.*}}: reductions of rows
// CHECK: 1. one_thread
// CHECK: 8. warps
// CHECK: 9. lanes
void rows(int n, int m, const float *restrict a, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++)
            s += a[i * m + j];
        out[i] = s;
    }
}

// Columns: the planner distributes the loop, and takes the variable of the sum out of it.
// CHECK-LABEL: crs_columns_1 ({{.*}}: reductions of columns
// CHECK: 1. across
// CHECK: 3. parts
void columns(int n, int m, const float *restrict a, float *restrict out)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            s += a[i * m + j];
        out[j] = s;
    }
}

// Rows whose bounds are data.
// CHECK-LABEL: crs_segments_1 ({{.*}}: reductions of rows
// CHECK: 1. one_thread
// CHECK: 8. warps
// CHECK: 9. lanes
void segments(int n, const int *start, const float *x, float *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += x[k];
        sums[i] = s;
    }
}

// CHECK-LABEL: crs_product_1 ({{.*}}: a product
// CHECK: 1. naive
// CHECK: load  B[i][k]: strided by n
// CHECK: 2. coalesced
// CHECK: load  A[k][j]: coalesced
// CHECK: 3. shared_tile
// CHECK: __shared__
// CHECK: 4. mapped
void product(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += B[i][k] * A[k][j];
        }
}

// The reads of a loop inside are a window, too.
// CHECK-LABEL: crs_window_1 ({{.*}}: a stencil
// CHECK: 3. halo
// CHECK: __shared__ __align__(16) float A_tile[8][36];
// CHECK: 4. row_registers
// CHECK: Not for this nest: vectorize j.lane refused: it contains a loop
void window(int n, int m, const float *A, float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < 5; k++)
                sum += A[i * (m + 4) + j + k];
            B[i * m + j] = sum;
        }
}

// CHECK-LABEL: crs_histogram_1 ({{.*}}: a histogram
// CHECK: 2. global_atomics
// CHECK: atomicAdd(&counts_copies[
// CHECK: 5. rotated
void histogram(int n, const unsigned char *key, int *restrict counts)
{
#pragma curestruct copy(counts[0 : 256])
    for (int i = 0; i < n; i++)
        counts[key[i]]++;
}

// The reads go along the rows, or the writes do.
// CHECK-LABEL: crs_turned_1 ({{.*}}: a transposition
// CHECK: 4. padded
// CHECK: __shared__ __align__(16) float A_tile[32][33];
// CHECK: 5. vectorized
// CHECK: 8 * copy + thread / 32, n - 1) * n +{{$}}
// CHECK: crs_store_lanes<4>(&B[
void turned(int n, float *restrict B, const float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            B[j * n + i] = A[i * n + j];
}
// CHECK-LABEL: crs_turned_2_1 ({{.*}}: a transposition
// CHECK: __shared__ __align__(16) float A_tile[32][33];
// CHECK: 5. vectorized
// CHECK: crs_store_lanes<4>(&B[
void turned_2(int n, float *restrict B, const float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            B[i * n + j] = A[j * n + i];
}

// CHECK-LABEL: crs_plane_1 ({{.*}}: a plane of parallel iterations
// CHECK: 2. coalesced
void plane(int n, float *restrict b, const float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i * n + j] = 2 * a[i * n + j];
}

// CHECK-LABEL: crs_stencil_1 ({{.*}}: a stencil
// CHECK: 1. naive
// CHECK: 2. coalesced
// CHECK: 3. halo
// CHECK: __shared__ __align__(16) float a_tile[10][34];
// CHECK: 4. row_registers
// CHECK: float a_near[6][3];
void stencil(int n, float *restrict b, const float *restrict a)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1];
}

// CHECK-LABEL: crs_layers_1 ({{.*}}: a nest of its own kind
// CHECK: 1. mapped
void layers(int n, float *restrict b, const float *restrict a)
{
#pragma curestruct
    for (int l = 0; l < n; l++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b[(l * n + i) * n + j] = 2 * a[(l * n + i) * n + j];
}

// A running value. The names of the totals are those of the place that has it.
// CHECK-LABEL: crs_prefix_1 ({{.*}}: a scan
// CHECK: 1. one_thread
// CHECK: 3. totals
// CHECK: reduce s_total tree
// CHECK: 4. levels
// CHECK: scan i 1024; scan i.part#2 1024;
// CHECK: 5. short_parts
void prefix(int n, const float *restrict x, float *restrict y)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += x[i];
        y[i] = s;
    }
}

// CHECK-LABEL: crs_running_1 ({{.*}}: a scan
// CHECK: reduce y_value_total tree
void running(int n, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + x[i];
}

// A block's tree cannot combine the steps of a recurrence.
// CHECK-LABEL: crs_recurrence_1 ({{.*}}: a scan
// CHECK: 2. parts
// CHECK: 3. planned
void recurrence(int n, const float *restrict a, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = a[i] * y[i - 1] + x[i];
}

// Steps that need a step that was taken away are taken away, too: without the register there is nothing to distribute.
// CHECK-LABEL: crs_half_1 ({{.*}}: a nest of its own kind
// CHECK: 1. mapped
// CHECK-NOT: distribute j#2
// CHECK: 2. registers
// CHECK: distribute j#2.lane at 2
void half(int n, int m, double alpha, double beta, double c[n][n], const double a[n][m])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += alpha * a[i][k] * a[j][k];
    }
#pragma curestruct end
}

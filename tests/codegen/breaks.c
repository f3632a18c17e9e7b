// Catches long lines that are broken inside the last call of a condition instead of between its parts, in the middle of
// a sum where its whole right side would fit below, after the first operand of a comparison, and in the place that is
// assigned.
// RUN: %curestruct --no-versions %s -o %t.cu && FileCheck %s < %t.cu
// RUN: %cxx -std=c++17 -DCURESTRUCT_SIMT -I %simt -x c++ -fsyntax-only %t.cu

// CHECK: if (crs_aligned({{.*}}, 16) &&{{$}}
// CHECK-NEXT: {{^ *}}4 * j_round + 3 < crs_ceil_div_long({{[^&]*}} &&
// CHECK-NEXT: {{^ *}}{{[0-9]+}} * j_round + {{[^&]*}} < columns) {
// CHECK: for (long j_flight = 0;{{$}}
// CHECK-NEXT: {{^ *}}j_flight <{{$}}
// CHECK-NEXT: {{^ *}}crs_min_long(4, {{.*}});
// CHECK-NEXT: {{^ *}}j_flight++) {
void sums_of_rows(int rows, int columns, const float *A, float *sums)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < columns; j++)
            sum += A[i * columns + j];
        sums[i] = sum;
    }
}

// CHECK: for (long turn = 0; {{.*}}
// CHECK-NEXT: if (256 * turn + threadIdx.x <{{$}}
// CHECK-NEXT: {{^ *}}crs_min_long({{.*}})){{$}}
double sum_of_all(long n, const double *x)
{
    double sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

// CHECK: to[(long)j * rows + i] ={{$}}
// CHECK-NEXT: {{^ *}}from_tile[
void transposed(int rows, int columns, const float from[restrict rows][columns], float to[restrict columns][rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            to[j][i] = from[i][j];
}

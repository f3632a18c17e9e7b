// Catches a benchmark whose buffers are too short, whose rival has another signature, or that does not compile; and a
// wait for a GPU where there is none.
// REQUIRES: nvcc
// RUN: rm -rf %t && %curestruct bench --function=row_sums --size rows=1000,columns=777 \
// RUN:     --vs %S/Inputs/rival.cu:rows_by_hand --export=%t %s
// RUN: FileCheck --input-file=%t/bench.cu %s
// RUN: make -s -C %t ARCH=sm_90 timing LIBRARIES= NVCC=%nvcc
// CHECK: void rows_by_hand(int rows, int columns, const float *A, float *sums);
// CHECK: {"rows=1000, columns=777", 0, 1000, 777},
// CHECK: const int rows = (int)crs_size.rows;
// CHECK: subject.buffers.push_back({"A", (size_t)crs_count_A, sizeof(float), true, false
// CHECK: subject.buffers.push_back({"sums", (size_t)crs_count_sums, sizeof(float), true, true
// CHECK: subject.contenders.push_back({"rows_by_hand"
void row_sums(int rows, int columns, const float A[rows][columns], float *sums)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        sums[i] = 0;
        for (int j = 0; j < columns; j++)
            sums[i] += A[i][j];
    }
}

// RUN: rm -rf %t.dot && %curestruct bench --function=dot --size n=100 --export=%t.dot %s
// RUN: make -s -C %t.dot ARCH=sm_90 timing LIBRARIES= NVCC=%nvcc
double dot(long n, const double *x, const double *y)
{
    double sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

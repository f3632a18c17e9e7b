// Catches a benchmark whose buffers are too short, whose rival has another signature, or that does not compile; and a
// wait for a GPU where there is none.
// REQUIRES: nvcc
// UNSUPPORTED: asan
// RUN: rm -rf %t && %curestruct bench --function=row_sums --size rows=1000,columns=777 \
// RUN:     --vs %S/Inputs/rival.cu:rows_by_hand --export=%t %s
// RUN: FileCheck --input-file=%t/bench.cu %s
// RUN: make -s -C %t ARCH=sm_90 timing LIBRARIES= "NVCC=%quick_nvcc"
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

// RUN: rm -rf %t.dot && %curestruct bench --function=dot --size n=100 --as-called --export=%t.dot %s
// RUN: FileCheck --check-prefix=CALLED --input-file=%t.dot/bench.cu %s
// CALLED: {"curestruct", [&](const crs_bench::Set &set) { {{.*}}(cudaMemcpy({{.*}} }, true});
// CALLED: {"curestruct as called", [&](const crs_bench::Set &set) { {{.*}} *(double *)set[2] = crs_result; }, false, nullptr, true});
// RUN: %curestruct bench --function=ends --size n=1000,steps=3 --as-called --export=%t.ends %s
// RUN: FileCheck --check-prefix=ENDS --input-file=%t.ends/bench.cu %s
// ENDS: {"y", (size_t)(2 * crs_count_y + 1024), sizeof(float)
// ENDS-NOT: {"curestruct",
// ENDS: {"curestruct as called", [&](const crs_bench::Set &set) { ends(n, steps, {{.*}} }, false, nullptr, true});
// ENDS: subject.operations = 0;
// RUN: make -s -C %t.dot ARCH=sm_90 timing LIBRARIES= "NVCC=%quick_nvcc"
double dot(long n, const double *x, const double *y)
{
    double sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void ends(int n, int steps, const float *x, float *y)
{
    y[0] = x[0];
    for (int s = 0; s < steps; s++) {
#pragma curestruct
        for (int i = 1; i < n - 1; i++)
            y[i] = 0.5f * (x[i - 1] + x[i + 1]) + s;
    }
    y[n - 1] = x[n - 1];
}

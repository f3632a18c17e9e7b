// Catches a nest whose five lines give numbers without saying for which sizes, or whether they are good: bytes against
// the least possible, and the predicted time against the roofline; and a prediction where the bytes depend on data.
// RUN: %curestruct explain --section=short --size n=4096 %s > %t && FileCheck --input-file=%t %s
// CHECK: add ({{.*}}
// CHECK: Memory: 0.04915 MB from and to DRAM for n = 4096, 1.00 times the least possible (good). Of 3 accesses,
// CHECK: Occupancy: 8 blocks of 256 threads on a multiprocessor, 100 % of its threads, limited by threads and registers
// CHECK-SAME: (too
// CHECK-NEXT: few: latency bounds it).
// CHECK: Roofline: 0.0833 operations for each byte that has to move; the H200 SXM needs 14, so memory bounds it.
// CHECK: us, {{[0-9]}} % of the roof (poor), limited by latency.
// CHECK: rows ({{.*}}
// CHECK: Memory: of 2 accesses, 1 coalesced or read by all lanes at once; the others take more sectors.
// CHECK-NEXT: Roofline: 0.0625 operations a byte as written; the H200 SXM needs 14 to keep its units busy.
//
// Without --size, arrays have 256 MB at most.
// RUN: %curestruct explain --section=short %s | FileCheck --check-prefix=LARGE %s
// LARGE: Memory: 201.3 MB from and to DRAM for n = 16777216, 1.00 times the least possible (good).
// LARGE: enough: latency does not bound it).
// LARGE: us, {{[0-9]+}} % of the roof ({{good|fair}}), limited by DRAM.
void add(int n, float *restrict a, const float *restrict b, const float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i] + c[i];
}

void rows(int n, const int *restrict start, const float *restrict x, float *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += x[k];
        sums[i] = sum;
    }
}

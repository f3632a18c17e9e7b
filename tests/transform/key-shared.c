// Catches floats that are added by atomic operations, copies without a test of the number of places, blocks that are
// asked for more shared memory than they may have.
// RUN: %curestruct %s --host=%t.c -o %t.cu && FileCheck %s --input-file=%t.cu

// Unknown places: a column for each of 256 threads, for each of 32, integers that a block shares, and integers in
// scratch memory beyond.
// CHECK-LABEL: // floats (
// CHECK-NOT: atomicAdd(&
// CHECK: atomicAdd((unsigned long long *)&total_terms_1[key[i]],
// CHECK: int total_exponents_1[9632][1];
// CHECK: atomicMax(total_exponents_1[key[i] - range_begin],
// CHECK: crs_add_words(total_low[key[i] - range_begin_1], total_high[key[i] - range_begin_1],
// CHECK: atomicAdd((unsigned long long *)&total_terms[range_begin_1 + key_9],
// CHECK-NOT: atomic
// CHECK: __shared__ {{(__align__\(16\) )?}}float total_copies_1[256][32];
// CHECK: total_copies_1[key[i]][i_thread_1 % 32] += value[i];
// CHECK: __shared__ {{(__align__\(16\) )?}}float total_copies[32][256];
// CHECK: #pragma unroll 8
// CHECK: total_copies[key[i]][i_thread % 256] += value[i];
// CHECK: total_copies[key_2][i_thread % 32] = total_sum_1;
// CHECK: if (keys > 32) {
// CHECK-NEXT: if (keys > 256) {
// CHECK-NEXT: if (keys > 48160) {
void floats(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
#pragma curestruct copy(total[0:keys]) schedule("reduce total")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

// Known places: one kernel of that size. Integers share a column by atomic operations.
// CHECK-LABEL: // bytes (
// CHECK: __shared__ {{(__align__\(16\) )?}}int count_copies[256][32];
// CHECK: atomicAdd(&count_copies[pixel[i]][i_thread % 32], 1);
// CHECK: count_sum_1 += (unsigned int)count_copies[key_1][(column + i_thread) % 32];
// CHECK-NOT: __shared__ {{(__align__\(16\) )?}}int count_copies
void bytes(int n, const unsigned char *restrict pixel, int *restrict count)
{
#pragma curestruct copy(count[0:256]) schedule("reduce count")
    for (int i = 0; i < n; i++)
        count[pixel[i]]++;
}

// There is no atomic product: each thread has its own.
// CHECK-LABEL: // products (
// CHECK-NOT: atomic
// CHECK: __shared__ {{(__align__\(16\) )?}}unsigned int product_copies[20][256];
void products(int n, const int *restrict key, const unsigned *restrict value, unsigned *restrict product)
{
#pragma curestruct copy(product[0:20]) schedule("reduce product")
    for (int i = 0; i < n; i++)
        product[key[i]] *= value[i];
}

// Another reduction of the loop takes its workers from the first: all copies lie in scratch memory.
// CHECK-LABEL: // both (
// CHECK-NOT: __shared__ {{(__align__\(16\) )?}}int count_copies
// CHECK: count_copies[
void both(int n, const int *restrict key, const int *restrict other, int *restrict count, int *restrict counts)
{
#pragma curestruct copy(count[0:16], counts[0:16]) schedule("reduce count; reduce counts")
    for (int i = 0; i < n; i++) {
        count[key[i]]++;
        counts[other[i]]++;
    }
}

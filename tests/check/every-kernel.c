// Catches kernels that no size and no data reach, in silence: sums by key have four sets of kernels by the number of
// keys, of which one ran; those of bytes had two that nothing could reach.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t --function by_key | FileCheck %s
// BREAK: many-keys s/if (!crs_launch(crs_now, crs_by_key_1_k1,/if (false \&\& !crs_launch(crs_now, crs_by_key_1_k1,/
// CHECK: == many-keys
// CHECK: values differ
// BREAK: few-keys s/if (!crs_launch(crs_now, crs_by_key_1_k9,/if (false \&\& !crs_launch(crs_now, crs_by_key_1_k9,/
// CHECK: == few-keys
// CHECK: values differ
// RUN: %curestruct check --on cpu --size n=5 --function by_key %s | FileCheck --check-prefix=NAMED %s
// NAMED: by_key: 1 of 1 nests, 1 of 1 size ran on the device, bit for bit, PASS, but 5 of 9 kernels did not run
// NAMED-NEXT: note: kernel crs_by_key_1_k1 did not run: data decides whether it does
// RUN: %curestruct %s -o - | FileCheck --check-prefix=BYTES %s
// BYTES: {{^}}static __global__ {{.*}}crs_by_byte_1_k2(
// BYTES-NOT: {{^}}static __global__ {{.*}}crs_by_byte_1_k
// The kernel for no rows sets sums that nothing reads then: no kernel starts, which was taken for an error.
// RUN: %curestruct check --on cpu --size m=5 --function shares %s | FileCheck --check-prefix=IDLE %s
// IDLE: shares: 1 of 1 nests, {{.*}}, PASS, but 6 of {{[0-9]+}} kernels did not run
// IDLE: note: kernel crs_shares_1_vectors_k2 did not run: no sizes that lead there were found
void shares(int n, int m, float *restrict a)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            s += a[i * m + j];
        s = 1 / s;
        for (int i = 0; i < n; i++)
            a[i * m + j] *= s;
    }
}
void by_key(int n, const int *key, int *count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        count[key[i]] += 1;
}
void by_byte(int n, const unsigned char *key, int *count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        count[key[i]] += 1;
}

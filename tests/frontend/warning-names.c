// Catches a warning that cannot be turned off, or cannot be made an error, by its name.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: %curestruct -Wno-ignored-clause %s -o %t.cu 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: %curestruct -w %s -o %t.cu 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: rm %t.cu
// RUN: %fails 1 %curestruct -Werror=ignored-clause %s -o %t.cu | FileCheck --check-prefix=ERROR %s
// RUN: %fails 1 %curestruct -Werror -Wno-sequential %s -o %t.cu | FileCheck --check-prefix=ALL %s
// RUN: test ! -e %t.cu
// BOTH: warning: 'precision(tf32)' has no effect yet; the nest computes as C does [-Wignored-clause]
// BOTH: warning: loop 'i' runs in one thread of the device{{.*}} [-Wsequential]
// ONE-NOT: ignored-clause
// ONE: [-Wsequential]
// NONE-NOT: warning:
// NONE-NOT: note:
// ERROR: error: 'precision(tf32)' has no effect yet; the nest computes as C does [-Werror=ignored-clause]
// ERROR: warning: loop 'i' runs in one thread of the device
// ALL: error: 'precision(tf32)' {{.*}}[-Werror=ignored-clause]
// ALL-NOT: sequential
void running(int n, float *restrict a, float *restrict b, const float *restrict c)
{
#pragma curestruct precision(tf32)
    for (int i = 1; i < n; i++) {
        a[i] = a[i - 1] * a[i - 1] + c[i];
        b[i] = a[i] * 2;
    }
}

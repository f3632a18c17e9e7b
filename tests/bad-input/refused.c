// Catches a refusal that is silent, that has no place or reason, that removes the loop, or that fails the build.
// RUN: %fails 0 %curestruct %s -o %t.cu | FileCheck %s
// RUN: grep 'a\[i\] = a\[i - 1\] % 7 + 1;' %t.cu
// RUN: not grep '^#pragma curestruct' %t.cu
// RUN: %fails 1 %curestruct -Werror=refused %s -o %t.error.cu | FileCheck --check-prefix=ERROR %s
// RUN: %fails 0 %curestruct -Wno-refused %s -o %t.cu | FileCheck --check-prefix=QUIET %s
// ERROR: error: loop 'i' stays serial: {{.*}}[-Werror=refused]
// QUIET-NOT: warning
void refused(int *a, int *b, int n)
{
// CHECK: refused.c:[[@LINE+1]]:{{[0-9]+}}: warning: loop 'i' stays serial: 'a[i]' {{.*}} distance 1 [-Wrefused]
#pragma curestruct
    for (int i = 1; i < n; i++)
        // CHECK: refused.c:[[@LINE+1]]:{{[0-9]+}}: note: written here
        a[i] = a[i - 1] % 7 + 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = i;
    // CHECK: 1 of 2 nests restructured
}

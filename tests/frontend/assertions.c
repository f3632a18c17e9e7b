// Catches an assertion that goes without a word, one whose effects are lost, and a branch that is left out although
// its condition has an effect or a jump leads into it.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --implicit-check-not=warning: --implicit-check-not=note: %s
// RUN: FileCheck --check-prefix=TESTED %s < %t.cu
#include <assert.h>
void start(int);
int checked(int);
#define F(name) void name(int n, int m, float *x)

F(effect) {
// CHECK: assertions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it assigns inside of an expression that is not always evaluated [-Wrefused]
// CHECK: assertions.c:[[@LINE+2]]:46: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) { int k = i; assert(k++ > 2); x[i] = k; }
}
F(unknown) {
// CHECK: assertions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'checked', whose definition is not in this file; name the file that has it with '--helpers=FILE.c', or define it here or in a header [-Wrefused]
// CHECK: assertions.c:[[@LINE+2]]:{{.*}}: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) { assert(checked(i)); x[i] *= 2; }
}
F(condition_effect) {
// CHECK: assertions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'start', whose definition is not in this file; name the file that has it with '--helpers=FILE.c', or define it here or in a header [-Wrefused]
// CHECK: assertions.c:[[@LINE+2]]:{{.*}}: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) { int k = 0; if (k++, x[i] > 1) start(i); x[i] += k; }
}
F(not_known) {
// CHECK: assertions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'start', whose definition is not in this file; name the file that has it with '--helpers=FILE.c', or define it here or in a header [-Wrefused]
// CHECK: assertions.c:[[@LINE+2]]:{{.*}}: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) { if (x[i] > 1 && 0 < n) start(i); x[i] += 1; }
}
F(of_data) {
#pragma curestruct
    for (int i = 0; i < n; i++) {
// CHECK: assertions.c:[[@LINE+1]]:9: note: this assertion is not tested on the device, since it depends on what the nest computes or reads; the serial loop tests it [-Wassert]
        assert(x[i] >= 0);
// CHECK-NEXT: assert(x[i] >= 0);
// CHECK-NEXT: ^~~
// CHECK: assertions.c:[[@LINE+1]]:9: note: this assertion is not tested on the device, since it depends on what the nest computes or reads; the serial loop tests it [-Wassert]
        assert(i < m && m / n > 0);
        assert(m > 2 && n != 7);
        assert(sizeof(int) == 4);
        x[i] += m;
    }
}
// TESTED: if (!crs_assume(crs_now, m > 2 && n != 7, "m > 2 && n != 7"))

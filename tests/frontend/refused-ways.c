// Catches a pointer that a nest sets, followed to where an earlier iteration or another branch did not set it.
// RUN: %curestruct --emit=ir %s -o /dev/null 2>&1 | FileCheck --implicit-check-not=warning: \
// RUN:     --implicit-check-not=error: %s
#define F(name) void name(int n, float *a, int *b, float *q)
#define LOOP for (int i = 0; i < n; i++)
F(pointer_kept) {
    float *w = q;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE-2]]:5: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { if (b[i]) w = a + i; w[0] = 1; }
}
F(pointer_of_last_time) {
    float *w;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE-2]]:5: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { if (i == 0) w = a; w[1] = 1; w = a + 2 * i; }
}
F(pointer_left) {
    float *w;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE-2]]:5: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { w = a; do { w[i] = 1; w = q; if (b[i]) break; w = a + 1; } while (w[0] < 0); w[i] = 2; }
}
F(pointer_next_round) {
    float *w;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE-2]]:5: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { w = a; for (int j = 0; j < 3; j++) { w[i] += 1; w = q; w[0] += 1; } }
}
F(pointer_chosen) {
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE+2]]:12: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { float *w = a; if (b[i]) w = q; w[i] = 1; }
}

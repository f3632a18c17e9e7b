// Catches a pointer that a nest sets, followed to where an earlier iteration or another branch did not set it.
// RUN: %curestruct --emit=ir %s -o /dev/null 2>&1 | FileCheck --implicit-check-not=warning: \
// RUN:     --implicit-check-not=error: %s
#define F(name) void name(int n, float *a, int *b, float *q)
#define LOOP for (int i = 0; i < n; i++)
// What reading refuses comes first.
static float *last;
F(kept_after) {
    float *w = q;
    int c = n / 2;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it changes the pointer 'w' [-Wrefused]
// CHECK: refused-ways.c:[[@LINE+2]]:19: note: here
#pragma curestruct
    LOOP { if (c) w = a + i; w[0] = 1; if (!c) w += 2; }
    last = w;
}
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
    LOOP { float *w = a; for (int j = 0; j < 3; j++) { if (b[i] > j) w = q; w[i] += 1; } }
}
F(pointer_of_left_branch) {
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE+2]]:12: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { float *w = a; if (b[i]) { w = q; continue; } else w = q + i; if (n > b[1]) w = a + 1; w[i] = 1; }
}
F(pointer_of_case) {
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE+2]]:12: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { float *w = a; switch (b[i]) { case 1: w = q; break; default: if (b[i] > 3) w = q + i; w[i] = 1; } }
}
F(pointer_jumped_over) {
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE+2]]:12: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { float *w = a; if (b[i] == 1) goto set; if (b[i] > 1) w = q; set: w[i] = 1; }
}
F(pointer_asked_between) {
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE+2]]:12: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { float *w = a; if (b[i] > 1) w = q; else if (w[i] > 2) w = q + 1; w[i] = 1; }
}
F(pointers_exchanged) {
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE+2]]:12: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { float *w = a, *v = q; if (b[i] > 1) { w = v; v = a; } w[i] = v[i]; }
}
// Conditions that do not stay, and one that is not the same in all iterations.
F(condition_changed) {
    float *w = q;
    int c = n / 2;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE-3]]:5: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { if (c) w = a + i; w[0] = 1; c = b[i]; }
}
F(condition_of_data) {
    float *w = q;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE-2]]:5: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { if (b[0] > 0) w = a + i; w[0] = 1; }
}
F(other_condition) {
    float *w = q;
    int c = n / 2, d = n / 3;
// CHECK: refused-ways.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a pointer in it may point to what it was set to before, or into another array [-Wrefused]
// CHECK: refused-ways.c:[[@LINE-3]]:5: note: this one; set it before each use in an iteration, or use an index
#pragma curestruct
    LOOP { if (c) w = a + i; w[0] = 1; if (i < d) w = q; }
}

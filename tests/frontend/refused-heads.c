// Catches the head of a loop, a switch or a loop inside of it that is read as something else, and a refusal that names
// another reason or place.
// RUN: %curestruct --emit=ir %s -o /dev/null -- -fopenmp 2>&1 | FileCheck --implicit-check-not=warning: \
// RUN:     --implicit-check-not=error: %s
struct point { float x, y; };
#define F(name)                                                                                                        \
    void name(int n, float *a, int *b, float **rows, int m, int j, int k, unsigned u, double d, float *q, float *end,  \
              int step, struct point *p, volatile int signal)
#define LOOP for (int i = 0; i < n; i++)

// ---- the iterator and its step
F(iterator_element) {
    int i;
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: the loop stays serial: it increments something that is not a variable [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:24: note: here
#pragma curestruct
    for (i = 0; i < n; b[0]++) a[i] = 1;
}
F(iterator_volatile) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'signal' stays serial: its iterator is volatile [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:34: note: here
#pragma curestruct
    for (signal = 0; signal < n; signal++) a[0] = 1;
}
F(iterator_float) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'd' stays serial: its iterator is not an integer [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:24: note: here
#pragma curestruct
    for (d = 0; d < n; d++) a[0] = 1;
}
F(increment_missing) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it has no increment, such as 'i++' [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (int i = 0; i < n;) a[i++] = 1;
}
F(increment_before_test) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it has no increment, such as 'i++' [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (int i = n; --i > 0;) a[i] = 1;
}
F(increments_others) {
    int i;
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: the loop stays serial: its condition compares none of the variables that it increments [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:24: note: here
#pragma curestruct
    for (i = 0; m < n; i++, j++) a[i] = 1;
}
F(step_float) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its step is not an integer [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:33: note: here
#pragma curestruct
    for (int i = 0; i < n; i += d) a[i] = 1;
}
F(step_unknown) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the sign of its step is not known [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:34: note: here
#pragma curestruct
    for (int i = 0; i != n; i += step) a[i] = 1;
}
F(step_zero) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its step is 0 [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:33: note: here
#pragma curestruct
    for (int i = 0; i < n; i += 0) a[i] = 1;
}
F(step_away) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its step leads away from its bound [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:25: note: here
#pragma curestruct
    for (int i = 0; i < n; i--) a[i] = 1;
}
F(step_multiplied) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its iterator may be multiplied past its bound [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (int i = m; i != n; i *= 2) a[i] = 1;
}
F(step_divided) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its iterator may be negative, and is divided until it equals its bound [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (int i = n; i != 1; i /= 2) b[i] = i;
}
F(step_doubles) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its bound or step depends on its iterator [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:33: note: here
#pragma curestruct
    for (int i = 1; i < n; i += i) a[i] = 1;
}
F(step_of_bound) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: the loop stays serial: the bound or the step of the loop over 'i' is changed in its body [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:32: note: here
#pragma curestruct
    for (int i = 0, e = n; i < e; i += step, e--) a[i] = e;
}

// ---- the first value
F(first_of_others) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: the loop stays serial: its first part does not set the iterator [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    for (j = 0, k = 0; m < n; m++) a[m] = 1;
}
F(first_read) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'm' stays serial: its first part does more than set variables [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    for (m = 0, j = m; m < n; m++) a[m] = j;
}
F(first_itself) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'i' is mentioned in its own initializer [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    for (int i = i; i < n; i++) b[i] = 1;
}
F(first_changed) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the first value of 'i' is changed in the loop's body [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    for (int i = b[0]; i < n; i++) b[i] = 1;
}
F(first_missing) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: note: the host runs a part of the region, and the rest becomes 1 nest: a loop in it has a directive and does not count: its iterator has no first value [-Wresidency]
// CHECK: refused-heads.c:[[@LINE+4]]:16: note: here
#pragma curestruct begin
    for (int t = 0; t < n; t++) {
#pragma curestruct
        for (; j < n; j++) a[j] = 1;
    }
#pragma curestruct end
}

// ---- the condition
F(condition_parts) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its condition has more than 4 parts [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (int i = 0; i < n && i < m && i < j && i < k && i < step; i++) a[i] = 1;
}
F(condition_other_side) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a part of its condition does not bound its iterator from above [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:30: note: here
#pragma curestruct
    for (int i = 0; i < n && i > m; i++) a[i] = 1;
}
F(condition_other_side_down) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a part of its condition does not bound its iterator from below [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:30: note: here
#pragma curestruct
    for (int i = n; i > m && i < j; i--) a[i] = 1;
}
F(condition_unequal) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the parts of its condition do not make one bound [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:31: note: here
#pragma curestruct
    for (int i = 0; i != n && i < m; i++) a[i] = 1;
}
F(condition_product) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its condition multiplies its iterator by something that is not a positive constant [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (int i = 0; i * m < n; i++) a[i] = 1;
}
F(condition_unsigned) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: what it compares with its bound is unsigned and may wrap [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (int i = 0; i + m < u; i++) a[i] = 1;
}
F(bound_of_iterator) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its bound or step depends on its iterator [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:29: note: here
#pragma curestruct
    for (int i = 0; i < 2 * i + n; i++) a[i] = 1;
}
F(bound_float) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its bound is not an integer [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:25: note: here
#pragma curestruct
    for (int i = 0; i < d; i++) a[i] = 1;
}
F(bound_changed) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its bound or step is changed in its body [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:25: note: here
#pragma curestruct
    for (int i = 0; i < b[0]; i++) b[i] = 1;
}

// ---- what follows
F(value_of_multiplied) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: note: the host runs a part of the region, and the rest becomes 1 nest: a loop in it has a directive and does not count: its iterator is multiplied or divided, and read outside of it [-Wresidency]
// CHECK: refused-heads.c:[[@LINE+3]]:5: note: here
#pragma curestruct begin
#pragma curestruct
    for (m = 1; m < n; m *= 2) a[m] = 1;
    a[0] = m;
#pragma curestruct end
}
F(value_of_pointer) {
    float *w;
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'w' stays serial: its iterator is a pointer, and read outside of it [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:5: note: here
#pragma curestruct
    for (w = a; w < end; w++) *w = 1;
    *w = 2;
}
#define HEAD for (int i = 0; i < n;)
F(head_of_macro) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a macro makes the head of a for statement, which leaves out a part [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:5: note: here
#pragma curestruct
    HEAD a[i++] = 1;
}

// ---- pointers that count
F(pointer_to_member) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'w' stays serial: it increments a pointer to something that is not an array element [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    for (float *w = &p->x; w < end; w++) *w = 1;
}
F(pointer_unset) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the loop over the pointer 'q' does not set its first value [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP for (; q < end; q++) *q = 1;
}
F(pointer_follows) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: the loop stays serial: the pointer 'w' moves by an amount that is not a multiple of its iterator's step [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:22: note: here
#pragma curestruct
    for (int i = 0, *w = b; i < n; i += 2, w++) *w = 1;
}
F(pointer_elsewhere) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'w' stays serial: it compares the pointer 'w' with one that points into another array, as far as is known [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:28: note: here
#pragma curestruct
    for (float *w = a; w < rows[0]; w++) *w = 1;
}

// ---- switch
F(switch_before) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains a switch statement with a statement before its first case [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:26: note: here
#pragma curestruct
    LOOP switch (b[i]) { b[i] = 3; case 1: b[i] = 2; break; }
}
F(switch_no_block) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains a switch statement whose body is not a block [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP switch (b[i]) case 1: b[i] = 2;
}
F(switch_case_inside) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains a case label inside of another statement [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:43: note: here
#pragma curestruct
    LOOP switch (b[i]) { case 1: if (n) { case 2: b[i] = 3; } break; }
}
F(switch_default_inside) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains a default label inside of another statement [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:43: note: here
#pragma curestruct
    LOOP switch (b[i]) { case 1: if (n) { default: b[i] = 3; } break; }
}
#define FOUR(x) x x x x
#define MANY(x) FOUR(FOUR(x))
F(switch_falls) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains a switch statement whose cases fall through to too many statements [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP switch (b[i]) { case 1: MANY(b[i]++;) case 2: MANY(b[i]--;) case 3: MANY(MANY(b[i] ^= 1;)) case 4: b[i] = 3; }
}
F(omp_statement) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains a statement of a kind that is not understood [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+3]]:1: note: here
#pragma curestruct
    LOOP {
#pragma omp critical
        b[i] = 1;
    }
}
F(leaves_region) {
    for (int t = 0; t < n; t++) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: note: the host runs a part of the region, and the rest becomes 1 nest: it contains a continue [-Wresidency]
// CHECK: refused-heads.c:[[@LINE+2]]:16: note: here
#pragma curestruct begin
        if (m) continue;
        LOOP b[i] = 1;
#pragma curestruct end
    }
}
// What is found once all nests are read.
F(first_array) {
// CHECK: refused-heads.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: its first part declares more than numbers [-Wrefused]
// CHECK: refused-heads.c:[[@LINE+2]]:5: note: here
#pragma curestruct
    for (int i = 0, w[2] = {0}; i < n; i++) b[i] = w[0];
}

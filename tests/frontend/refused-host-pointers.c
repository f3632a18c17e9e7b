// Catches a pointer that the host follows before the nest though the nest decides which pointer that is, or whether it
// is needed at all; and a refusal that names another pointer or place.
// RUN: %curestruct --emit=ir %s -o /dev/null 2>&1 | FileCheck --implicit-check-not=warning: \
// RUN:     --implicit-check-not=error: %s
struct layer { int k; float *weights; };
#define F(name) void name(int n, float *a, int *b, float *q, int m, int k, void *any)
#define LOOP for (int i = 0; i < n; i++)

F(choice_element) {
// CHECK: refused-host-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: the pointer '(b[1] ? a : q)' depends on 'b[1]', whose value is not known before it [-Wrefused]
#pragma curestruct
    LOOP { a[i] = (b[1] ? a : q)[i]; b[1] = 0; }
}
F(member_in_doubt) {
    struct layer *net = any;
// CHECK: refused-host-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: whether it needs the pointer 'net[k].weights' depends on data; assign it to a variable before [-Wrefused]
// CHECK: refused-host-pointers.c:[[@LINE+2]]:27: note: here
#pragma curestruct
    LOOP if (b[i]) a[i] = net[k].weights[i];
}
// Whether it is reached is decided by what the nest itself writes.
F(member_guarded) {
    struct layer *net = any;
// CHECK: refused-host-pointers.c:[[@LINE+2]]:1: warning: the region stays serial: whether it needs the pointer 'net[k].weights' depends on data; assign it to a variable before [-Wrefused]
// CHECK: refused-host-pointers.c:[[@LINE+3]]:43: note: here
#pragma curestruct begin
    LOOP b[i] = 1;
    for (int i = 0; i < b[0]; i++) a[i] = net[k].weights[i];
#pragma curestruct end
}

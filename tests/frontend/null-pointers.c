// Catches a pointer that is null on some paths, or in some iterations, as one that is not, or that always is.
// RUN: %curestruct --emit=ir %s -o /dev/null 2>&1 | FileCheck --implicit-check-not=warning: \
// RUN:     --implicit-check-not=error: %s
#define F(name) void name(int n, int m, double *out, const double *a, const double *b)

F(on_one_path) {
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it follows 'p', which may be null [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = a;
        if (b[i] > 0)
            p = 0;
        out[i] = p[i];
    }
}
F(tested_after_paths_meet) {
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it tests a pointer that is not known before the nest [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = 0;
        if (b[i] > 0)
            p = a;
        out[i] = p ? 1 : 2;
    }
}
F(everywhere) {
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it follows 'p', which is null here [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = 0;
        out[i] = p[i];
    }
}
F(from_the_last_iteration) {
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it tests a pointer that is not known before the nest [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = 0;
        double sum = 0;
        for (int j = 0; j < m; j++) {
            if (!p)
                sum += 1;
            p = a;
        }
        out[i] = sum;
    }
}
F(after_the_first_iteration) {
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: the pointer 'p' is null in some of its iterations [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = a;
        double sum = 0;
        for (int j = 0; j < m; j++) {
            sum += p[j];
            if (j > 3)
                p = 0;
        }
        out[i] = sum;
    }
}
F(jumped_over) {
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it sets a pointer to null between jumps [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = a;
        if (b[i] > 0)
            goto out;
        p = 0;
    out:
        out[i] = p ? 1 : 2;
    }
}
F(in_a_switch) {
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a switch statement that sets a pointer to null [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = a;
        switch (i % 3) {
        case 0: p = 0; break;
        default: break;
        }
        out[i] = p ? 1 : 2;
    }
}
double *kept(int n, double *out, double *p)
{
// CHECK: null-pointers.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it changes the pointer 'p' [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[i] = i;
        p = 0;
    }
    return p;
}

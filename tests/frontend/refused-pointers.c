// Catches a pointer that is followed to other memory than it points to, and a refusal that names another pointer,
// reason or place.
// RUN: %curestruct --emit=ir %s -o /dev/null 2>&1 | FileCheck --implicit-check-not=warning: \
// RUN:     --implicit-check-not=error: %s
struct point { float x, y; };
void *memcpy(void *to, const void *from, unsigned long bytes);
#define F(name)                                                                                                        \
    void name(int n, float *a, int *b, float *q, float **rows, float ***cube, int m, int k, struct point *p,        \
              void *any, volatile int *signal)
#define LOOP for (int i = 0; i < n; i++)

// ---- arrays
F(array_of_arrays_of_pointers) {
    float *w[2][3];
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' or what it points to is an array of pointers in more than one dimension [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = w[0][i][1];
}
F(array_behind_pointers) {
    float (**w)[4] = any;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' or what it points to is a pointer to pointers to arrays [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = w[i % 2][1][i];
}
F(array_four_pointers) {
    float ****w = any;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' or what it points to is a pointer to pointers to pointers to pointers [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = w[i][i][i][i];
}
F(array_nine_dimensions) {
    int w[1][1][1][1][1][1][1][1][2];
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' or what it points to is an array of more than 8 dimensions [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP w[0][0][0][0][0][0][0][0][i] = 1;
}
F(array_typedef) {
    typedef float row[n];
    typedef row grid[n];
    grid *w = any;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: a typedef of 'w' holds a dimension that is not a constant [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP w[0][i][0] = 1;
}
F(array_volatile) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'signal' or what it points to is volatile [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:11: note: here
#pragma curestruct
    LOOP *signal = i;
}
F(array_void) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'any' or what it points to is a pointer to void [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:27: note: here
#pragma curestruct
    LOOP __builtin_memset(any, 0, 4);
}
F(array_of_pointers_inside) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it follows a pointer that is stored in an array [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:32: note: here
#pragma curestruct
    LOOP { float *w[2]; b[i] = w[0][i]; }
}
F(row_stepped) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it changes pointers of 'rows' other than in loops over them [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP rows[i + 1]++;
}
void deep_stepped(int n, float ***deep)
{
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a part of 'deep' that is not a single number [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP deep[i][i]++;
}

// ---- pointers
F(pointer_converted) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it converts a pointer to 'struct point *' [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP a[i] = ((struct point *)a)[i].y;
}
F(part_of_element) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it accesses a part of an element of 'w' [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:43: note: here
#pragma curestruct
    LOOP { unsigned w[2] = {1, 2}; b[i] = *(unsigned *)((unsigned long)w + i); }
}
F(void_in_bytes) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it computes with a pointer to void [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:45: note: here
#pragma curestruct
    LOOP { void *w = &a[i]; b[i] = *(int *)(w + i); }
}
F(void_of_two_types) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it converts a pointer to 'struct point *' [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:36: note: here
#pragma curestruct
    LOOP a[i] = ((int *)any)[i] + ((struct point *)any)[i].x;
}
F(pointer_beyond_member) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it does arithmetic on a pointer to something that is not an array element [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:19: note: here
#pragma curestruct
    LOOP a[i] = *(&p[i].x + 1);
}
F(pointer_unset) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' is a pointer whose value is not known here [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:22: note: here
#pragma curestruct
    LOOP { float *w; w[i] = 1; }
}
F(pointer_address) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' is a pointer whose address is taken [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { int *w = b + i, **v = &w; b[i] = *w; }
}
F(pointer_at_member) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' is a pointer that is changed other than by fixed amounts [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { float *w = &p[i].x; *w = 1; w = a + i; *w = 2; }
}
F(pointer_read_afterwards) {
    float *w = a;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it changes the pointer 'w' [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { w = a + i; *w = 1; w = q + i; *w = 2; }
    *w = 3;
}
F(pointer_to_member) {
    float *w;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it changes the pointer 'w' [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { w = &p[i].x; *w = 1; w = &p[i].y; *w = 2; }
}
F(pointer_behind_changing) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'k' is changed while a pointer or an argument still holds its value [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE-2]]:1: note: declared here
#pragma curestruct
    LOOP { int *w = b + k + i, *v = &k; *v = 3; w[0] = k; }
}
F(pointer_at_chosen) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it assigns inside of an expression that is not always evaluated [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:35: note: here
#pragma curestruct
    LOOP { float *w = i % 3 ? a + b[i]++ : q; w[0] = 1; }
}

// ---- pointers that the host computes
F(choice_in_part) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it writes a part of what a chosen pointer points to [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { memcpy(b[i] ? &a[i] : &q[i], &a[i + 1], 4); }
}

// ---- exchanges
F(exchange_shapes) {
    float (*w)[n] = any, (*v)[m] = any;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: note: the host runs a part of the region, and the rest becomes 1 nest: it exchanges pointers to memory of different shapes [-Wresidency]
// CHECK: refused-pointers.c:[[@LINE+3]]:5: note: here
#pragma curestruct begin
    LOOP w[0][i] = v[0][i];
    float (*other)[n] = w; w = v; v = other;
#pragma curestruct end
}
F(exchange_read) {
    float *w;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: note: the host runs a part of the region, and the rest becomes 2 nests: the pointer 'w' is used for more than to exchange others [-Wresidency]
// CHECK: refused-pointers.c:[[@LINE+3]]:5: note: here
#pragma curestruct begin
    LOOP q[i] = a[i];
    w = q; q = a; a = w;
    LOOP w[i] = 2;
#pragma curestruct end
}
F(exchange_stale) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: note: the host runs a part of the region, and the rest becomes 2 nests: 'w' points where 'a' points, which changes before it is used again [-Wresidency]
// CHECK: refused-pointers.c:[[@LINE+2]]:5: note: here
#pragma curestruct begin
    float *w = a;
    LOOP q[i] = w[i];
    float *other = q; q = a; a = other;
    LOOP q[i] = w[i];
#pragma curestruct end
}
// ---- pointers to void, and functions that return pointers
struct holder { void *content; };
static int *further(int *from) { return from + from[0]; }
F(member_of_two_types) {
    struct holder *holder = any;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it converts the pointer 'holder->content' to two types [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:65: note: here
#pragma curestruct
    LOOP a[i] = ((struct point *)holder->content)->x + *(int *)((struct holder *)holder->content)->content;
}
F(void_of_two_rows) {
    struct holder **holders = any;
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it converts the pointer 'content' to two types [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:57: note: here
#pragma curestruct
    LOOP a[i] = *(float *)holders[i]->content + *(int *)holders[i]->content;
}
F(returned_changes) {
// CHECK: refused-pointers.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the pointer that 'further' returns changes [-Wrefused]
// CHECK: refused-pointers.c:[[@LINE+2]]:26: note: here
#pragma curestruct
    LOOP b[i] = (i % 3 ? further(b) : b)[0];
}

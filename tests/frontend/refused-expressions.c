// Catches an expression that kernels cannot compute being read as something else, and a refusal that names another
// construct, another place or words of the compiler's own.
// RUN: %curestruct --emit=ir %s -o /dev/null 2>&1 | FileCheck --implicit-check-not=warning: \
// RUN:     --implicit-check-not=error: %s
#include <string.h>
typedef float vector __attribute__((vector_size(16)));
typedef _BitInt(7) bits;
union either { int whole; float part; };
struct point { float x, y; };
struct row { float *data; int length; };
struct table { float values[200]; int count; };
struct mixed {
    union either either;
    float ***data;
    int field : 3;
    volatile int signal;
    __fp16 half[4];
    union { int inside; struct { float beside; }; };
};
struct depth1 { int v[2]; };
struct depth2 { struct depth1 m[2]; };
struct depth3 { struct depth2 m[2]; };
struct depth4 { struct depth3 m[2]; };
struct depth5 { struct depth4 m[2]; };
struct depth6 { struct depth5 m[2]; };
struct depth7 { struct depth6 m[2]; };
enum { NONE = 0 };
extern struct open *opaque;
int total;
double j0();
static int same(unsigned a) { return a; }
#define F(name)                                                                                                        \
    void name(int n, float *a, int *b, float *q, int m, int j, struct point *p, struct row *r, struct table *t,        \
              struct mixed *s, struct mixed *one, union either *u, struct depth7 *deep, vector *v, bits *bt,           \
              bits seven, __float128 *f128, __fp16 *half, double _Complex *z, int (*calls[4])(int), void *any,         \
              int (*f)(int), volatile int *signal, volatile int flag)
#define LOOP for (int i = 0; i < n; i++)

// ---- types
F(type_quad) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is of type __float128 [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = f128[i];
}
F(type_half) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is of a 16-bit floating type [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = half[i];
}
F(type_bits) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is of type '_BitInt(7)' [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = bt[i];
}
F(type_local) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 't' is of type '_BitInt(7)' [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { bits t = 1; b[i] = t; }
}
F(type_complex) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is of a complex type [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = 2i;
}
F(type_function) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it tests a pointer that is not known before the nest [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = *f != 0;
}
F(type_pointer_to_bits) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is of type '_BitInt(7)' [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP bt[i] = 1;
}
F(type_volatile) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is volatile [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = flag;
}
F(type_incomplete) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' is of an incomplete type [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { struct open *w = opaque; b[i] = w != 0; }
}
F(type_function_pointer) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' is a function pointer [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { int (*w)(int) = i ? f : f; b[i] = w != 0; }
}

// ---- structs
F(struct_bits) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the member 'field' is a bit-field [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = s[i].field;
}
F(struct_volatile) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is volatile [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = s[i].signal;
}
F(struct_pointer) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the member 'data' is a pointer in an array's element [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = s[i].data[0][0][0];
}
F(struct_union) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the member 'either' is a union [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = s[i].either.whole;
}
F(struct_anonymous) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the member 'beside' is in an anonymous union, of which another member is used, too [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:31: note: here
#pragma curestruct
    LOOP b[i] = s[i].inside + s[i].beside;
}
F(struct_one_anonymous) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'beside' is a member of a union [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = one->beside;
}
F(struct_one_union) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'whole' is a member of a union [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = one->either.whole;
}
F(struct_deep) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: structs in it are nested more than 6 deep [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = deep[i].m[0].m[0].m[0].m[0].m[0].m[0].v[0];
}
F(struct_value) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a struct as a value [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP b[i] = (p[i], 1);
}
F(struct_operator) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an operator on a pointer or a struct [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP b[i] = (*p, 1);
}
F(struct_choice) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a conditional expression whose value is not a number [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP b[i] = (i ? u[0] : u[1]).whole;
}
F(struct_large) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it copies a struct that holds a large array [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP t[i] = t[i + 1];
}
F(struct_local_pointer) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w.data' is not a number [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:27: note: here
#pragma curestruct
    LOOP { struct row w = {0}; b[i] = w.length; }
}
F(struct_local_elements) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it copies a struct whose member 'data' is not a number [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-172]]:14: note: here
#pragma curestruct
    LOOP { struct row w[2]; w[0] = w[1]; b[i] = w[0].length; }
}
F(struct_local_union) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w.either' is a union [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { struct mixed w; w.signal = i; b[i] = w.signal; }
}
F(struct_literal) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a compound literal [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    LOOP b[i] = m ? (struct point){(float)strlen(""), 2}.x : 1;
}
F(union_array) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'u' or what it points to is a union [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = u[i].whole;
}
F(union_declared) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' is a union of other things than numbers of up to 8 bytes [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:71: note: here
#pragma curestruct
    LOOP { union inner { int whole; int *p; } w; w.whole = 1; a[i] = *w.p; }
}

// ---- operators
F(operator_address) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses the operator & [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP b[i] = (&b[i], 1);
}
F(operator_label) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses the address of a label [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:22: note: here
#pragma curestruct
    LOOP { void *w = &&label; b[i] = 1; }
label:;
}
F(complex_part) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a part of a complex number as a place [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP __real__ z[i] = 1;
}
F(complex_function) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls '__builtin_clog', for which the device has no function [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP z[i] = __builtin_clog(z[i]);
}
F(complex_factor) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it multiplies complex numbers inside of an expression that is not always evaluated [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:31: note: here
#pragma curestruct
    LOOP z[i] = b[i] ? z[i] : (z[i] + 1) * z[0];
}
F(complex_member) {
    struct { double _Complex value; } *w = any;
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the member 'value' is a complex number in an array's element [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP w[i].value = 1;
}
F(complex_list) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an initializer list as a complex number [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:32: note: here
#pragma curestruct
    LOOP { double _Complex w = {1, i}; z[i] = w; }
}
F(complex_assignment) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it assigns inside of an expression that is not always evaluated [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:29: note: here
#pragma curestruct
    LOOP z[i] = b[i] ? 1 : (z[0] = z[i]);
}
F(operator_size) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a size that is not a constant [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:22: note: here
#pragma curestruct
    LOOP b[i] = (int)sizeof(int[i]);
}
F(operator_cast) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a cast [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP b[i] = ((float *)a, 1);
}
F(operator_cast_to_number) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it converts a pointer to a number [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = (long)(a + i) & 1;
}
F(operator_comma) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an operator on pointers or structs [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:19: note: here
#pragma curestruct
    LOOP a[i] = *(a + 1, a);
}
F(operator_choice_of_effects) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it assigns inside of an expression that is not always evaluated [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:31: note: here
#pragma curestruct
    LOOP a[i] = (i % 3 ? b + (b[i] = 1) : b)[0];
}
F(operator_compare) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it computes with pointers [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = f != same;
}
F(value_vector) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an element of a vector [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = v[i][0];
}
F(value_array) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an array as a value [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP b[i] = (t->values, 1);
}
F(value_pointer) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a pointer as a value [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:18: note: here
#pragma curestruct
    LOOP b[i] = (r->data, 1);
}
F(value_chosen) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an expression of a kind that is not understood [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = __builtin_choose_expr(1, i, n);
}
F(value_function) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it tests a pointer that is not known before the nest [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = same != 0;
}
F(value_string) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a string literal [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = "abc"[i];
}
#define VALUE(x) ({ x; })
F(value_of_macro) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a statement expression ({ ... }) (in the expansion of 'VALUE') [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = VALUE(i);
}

// ---- declarations
F(declares_function) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains the declaration of a function [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { int w(int); b[i] = i; }
}
F(declares_label) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it contains a construct that is not understood [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { __label__ out; b[i] = 1; out:; }
}
F(declares_extern) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'total' is declared extern in it [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { extern int total; b[i] = total; }
}
F(declares_itself) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'w' is mentioned in its own initializer [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:12: note: here
#pragma curestruct
    LOOP { int w = w + 1; b[i] = w; }
}
F(declares_twice_braced) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an initializer list [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:21: note: here
#pragma curestruct
    LOOP { int w = {{3}}; b[i] = w; }
}
F(declares_empty) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses an initializer list of a kind that is not understood [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:20: note: here
#pragma curestruct
    LOOP { int w = {}; b[i] = w; }
}
F(declares_string) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses a string literal [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:24: note: here
#pragma curestruct
    LOOP { char w[3] = "ab"; b[i] = w[0]; }
}

// ---- calls
static int old(from, k) int from, k; { return from + k; }
static int old_pointer(from, k) int *from, k; { return from[k]; }
static long double wide(float x) { return x; }
static int takes(int *from, long double x) { return from[0] + (int)x; }
static int takes_either(int *from, union either x) { return from[0] + x.whole; }
static float *either(float *from, int k) { if (k > 3) return from; return from + k; }
static int picks(int *from, ...) { return from[0]; }
static union either early(int *from, int k) { if (k) return (union either){from[0]}; return (union either){from[k]}; }
static int stores(int *to, int k) { to[k] = 1; return to[k + 1]; }
static int adds(int *to, int k) { for (int w = 0; w < k; w++) to[0] += w; return 1; }
static int no_end(int *to, int k) { to[k] = 1; }
static void moves(int *to) { int **at = &to; *at += 1; *to = 1; }
static void nothing(int *to) { to[0] = 1; }
F(call_chosen) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls a function through an expression [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = calls[i & 3](i);
}
F(call_pointer) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls a function through the pointer 'f' [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = f(i);
}
F(call_few) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'old' with a wrong number of arguments [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = old(i);
}
F(call_few_in_place) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'old_pointer' with a wrong number of arguments [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = old_pointer(b);
}
F(call_many) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'j0' with more than 32 arguments [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = j0(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                   28, 29, 30, 31, 32, 33);
}
F(call_result) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the result of 'wide' is not a number [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-44]]:36: note: here
#pragma curestruct
    LOOP wide(a[i]);
}
F(call_result_pointer) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'either' returns something other than a number or a struct in its middle [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-47]]:55: note: here
#pragma curestruct
    LOOP either(a, i);
}
F(call_result_followed) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'either' returns something other than a number or a struct in its middle [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-53]]:55: note: here
#pragma curestruct
    LOOP b[i] = (int)*either(a, i);
}
F(call_parameter) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the parameter 'x' is of type long double [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-61]]:29: note: here
#pragma curestruct
    LOOP b[i] = takes(b, 3);
}
F(call_union) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'x' is a union [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-66]]:36: note: here
#pragma curestruct
    LOOP b[i] = takes_either(b, u[0]);
}
F(call_variadic) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls the variadic function 'picks' [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP b[i] = picks(b, 1, 2);
}
F(call_early) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'early' returns something other than a number or a struct in its middle [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-75]]:54: note: here
#pragma curestruct
    LOOP early(b, i);
}
F(call_stores) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it assigns inside of an expression that is not always evaluated [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-80]]:37: note: here
#pragma curestruct
    LOOP b[i] = (i % 3 ? b + stores(b, i) : b)[0];
}
F(call_adds) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it has statements inside of an expression that is not always evaluated [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-85]]:35: note: here
#pragma curestruct
    LOOP b[i] = (i % 3 ? b + adds(b, i) : b)[0];
}
F(call_changing) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the pointer that is passed to 'to' changes [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:37: note: here
#pragma curestruct
    LOOP b[i] = (i % 3 ? b + stores(b + b[i], i) : b)[0];
}
F(call_no_end) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: 'no_end' does not end in a return [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-96]]:1: note: here
#pragma curestruct
    LOOP b[i] = no_end(b, i);
}
F(call_moves) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the pointer 'to' is changed in it [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE-101]]:19: note: here
#pragma curestruct
    LOOP moves(b + i);
}

// ---- memory
F(memory_zero) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'memset' with bytes that are not a floating-point zero [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP memset(a, 1, 4);
}
F(memory_value) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'memset' with a value that is not a constant [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP memset(a, n, 4);
}
F(memory_struct) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'memset' for something that is not a number [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP memset(p + i, 0, sizeof *p);
}
F(memory_variables) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'memset' for more than one variable [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:23: note: here
#pragma curestruct
    LOOP { int w, w2; memset(&w, 0, 8); b[i] = w; }
}
F(memory_types) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'memcpy' between elements that are not numbers of one type [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP memcpy(a, p, 4);
}
F(memory_function) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses the function 'same' as a value [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:20: note: here
#pragma curestruct
    LOOP memcpy(a, same, 4);
}
F(memory_constant) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it uses 'NONE', which is not a variable [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:20: note: here
#pragma curestruct
    LOOP memcpy(a, NONE, 4);
}
F(memory_bytes) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'memcpy' with a number of bytes that is not written as one of elements [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:10: note: here
#pragma curestruct
    LOOP memcpy(a, q, n + i);
}
F(memory_sometimes) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'memset' inside of an expression that is not always evaluated [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:16: note: here
#pragma curestruct
    LOOP n && (memset(b, 0, 4), 1);
}

// ---- 16-bit numbers
F(half_and_integer) {
    _Float16 *w = any;
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it computes with an integer and a 16-bit number, which compilers round in different ways; convert one of them [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP w[i] = w[i] * b[i];
}
F(half_member) {
    struct { _Float16 value; } *w = any;
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the member 'value' is a 16-bit number in an array's element [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:17: note: here
#pragma curestruct
    LOOP a[i] = w[i].value;
}
F(half_bits) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: it calls '__builtin_memcpy' between elements that are not numbers of one type [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:49: note: here
#pragma curestruct
    LOOP { _Float16 w = a[i]; unsigned short x; __builtin_memcpy(&x, &w, sizeof x); b[i] = x; }
}
F(half_iterator) {
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'w' stays serial: its iterator is not an integer [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:34: note: here
#pragma curestruct
    for (_Float16 w = 0; w < 10; w++) a[(int)w] = 1;
}
struct job { void *cache[6]; };
void array_of_pointers(int n, float *a, struct job *jobs)
{
// CHECK: refused-expressions.c:[[@LINE+2]]:1: warning: loop 'i' stays serial: the member 'cache' is an array of pointers in an array's element [-Wrefused]
// CHECK: refused-expressions.c:[[@LINE+2]]:27: note: here
#pragma curestruct
    LOOP a[i] = ((float *)jobs[i].cache[2])[0];
}

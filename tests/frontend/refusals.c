// Catches a construct that the IR cannot hold being read as something else, and a refusal that does not name it.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck --check-prefix=NORMALIZED %s
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
typedef float v4 __attribute__((vector_size(16)));
union U {
    int a;
    float b;
};
struct BF {
    int x : 3;
    int y;
    union U u;
    float ***p;
};
struct L {
    struct L *next;
    int v;
};
jmp_buf jb;
int ext(int);
int va(int n, ...);
static int rec(int a) { return a ? rec(a - 1) : 0; }
static int e2(int);
static int o2(int a) { return e2(a - 1); }
static int e2(int a) { return a ? o2(a) : 1; }
static int stat(int a)
{
    static int c;
    return c += a;
}
#define FUNCTION(name)                                                                                                 \
    void name(int n, float *A, int *B, struct BF *s, v4 *vv, int _Complex *cc, long double *ld, volatile int *vol,     \
              int (*fp)(int, short), float ****pppp, void *vp, struct L *l, float *C, __int128 big,                    \
              volatile int vz, _Atomic int at, float *q, int i, int j, int k)
FUNCTION(r1)
{
    // NORMALIZED: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    // NORMALIZED: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) break;
}
FUNCTION(r2)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) return;
}
FUNCTION(r3)
{
L0:;
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a goto [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) goto L0;
}
FUNCTION(r4)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a label [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:38: note: here
    for (i = 0; i < n; i++) { if (n) lab: A[i]=1; }
}
FUNCTION(r5)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains inline assembly [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) asm("nop");
}
FUNCTION(r6)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a statement expression ({ ... }) [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) A[i] = ({ int y = 2; y; });
}
FUNCTION(r7)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'vz' is volatile [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) vz = i;
}
FUNCTION(r8)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a value that is volatile [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = vol[i];
}
FUNCTION(r9)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'at' is of an atomic type [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) at++;
}
FUNCTION(r10)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a value that is of a complex type [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:37: note: here
    for (i = 0; i < n; i++) cc[i] = 1;
}
FUNCTION(r11)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a value that is of type long double [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:37: note: here
    for (i = 0; i < n; i++) ld[i] = 1;
}
FUNCTION(r12)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a value that is of type __int128 [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) big += 1;
}
FUNCTION(r13)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a value that is of a vector type [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:37: note: here
    for (i = 0; i < n; i++) vv[i] = vv[0];
}
FUNCTION(r14)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: the member 'u' is a union [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) s[i].u.a = 1;
}
FUNCTION(r15)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: the member 'x' is a bit-field [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) s[i].x = 1;
}
FUNCTION(r16)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: the member 'p' is a pointer in an array's element [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) s[i].p[2][i][0] = 1;
}
FUNCTION(r17)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls a function through the pointer 'fp' [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = fp(i, 1);
}
FUNCTION(r18)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'ext', whose definition is not in this file; name the file that has it with '--helpers=FILE.c', or define it here or in a header [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = ext(i);
}
FUNCTION(r19)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'printf', which does input or output; call it outside [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) printf("x");
}
FUNCTION(r20)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls the variadic function 'va' [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) va(1, 2);
}
FUNCTION(r21)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'rec' is recursive: rec -> rec [-Wrefused]
#pragma curestruct
    for (i = 0; i < n; i++) B[i] = rec(i);
}
FUNCTION(r22)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'o2' is recursive: o2 -> e2 -> o2 [-Wrefused]
#pragma curestruct
    for (i = 0; i < n; i++) B[i] = o2(i);
}
FUNCTION(r24)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'c' is a static variable declared in it [-Wrefused]
#pragma curestruct
    for (i = 0; i < n; i++) B[i] = stat(i);
}
FUNCTION(r25)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls '_setjmp' [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:33: note: here
    for (i = 0; i < n; i++) if (setjmp(jb)) A[i] = 1;
}
FUNCTION(r26)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: the size of 't', which each iteration gets anew, is not known before the nest [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:31: note: here
    for (i = 0; i < n; i++) { float t[(int)A[i]]; t[0] = 1; A[i] = t[0]; }
}
FUNCTION(r27)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it assigns inside of an expression that is not always evaluated [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:49: note: here
    for (i = 0; i < n; i++) B[i] = (i % 3 ? B + k++ : B)[0];
}
FUNCTION(r28)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a string literal [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = "abc"[i];
}
FUNCTION(r29)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a compound literal [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = (int[]){1,2,3}[i];
}
FUNCTION(r30)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: the iterator 'i' is changed in the loop's body [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++) i++;
}
FUNCTION(r31)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: its bound or step is changed in its body [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:21: note: here
    for (i = 0; i < n; i++) n = 3;
}
FUNCTION(r32)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: the address of its iterator is taken [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:24: note: here
    for (i = 0; i < n; i++) { int *z = &i; }
}
FUNCTION(r33)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'x' stays serial: its iterator is not an integer [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:30: note: here
    for (float x = 0; x < n; x++) A[0] = x;
}
FUNCTION(r34)
{
    // NORMALIZED: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it sets 'j' to a value that is not known before the nest [-Wrefused]
#pragma curestruct
    // NORMALIZED: :[[@LINE+1]]:5: note: here
    for (i = 0, j = A[0]; i < n; i++) A[i] = j;
}
FUNCTION(r35)
{
    // CHECK: :[[@LINE+1]]:1: warning: the loop stays serial: it increments its iterator and what depends on it [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:29: note: here
    for (i = 0; i < n; i++, j = i) A[i] = j;
}
FUNCTION(r36)
{
    // CHECK: :[[@LINE+1]]:1: warning: the loop stays serial: it has neither a condition nor an increment [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:16: note: here
    for (; ; ) A[0]=1;
}
FUNCTION(r37)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: its third part does not add a step to its iterator, as 'i++' does [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:24: note: here
    for (i = 0; i < n; i = i*i) A[i]=1;
}
FUNCTION(r38)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: its condition does not compare the iterator with a bound, as 'i < n' does [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:17: note: here
    for (i = 0; A[i]>0; i++) A[i]=1;
}
FUNCTION(r39)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'pppp' or what it points to is a pointer to pointers to pointers to pointers [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:34: note: here
    for (i = 0; i < n; i++) A[i]=pppp[i][0][0][i];
}
FUNCTION(r40)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it converts a pointer to 'struct BF *' [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:35: note: here
    for (i = 0; i < n; i++) A[i]=((struct BF*)A)[i].y;
}
FUNCTION(r42)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it changes the pointer 'l' [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:44: note: here
    for (i = 0; i < n; i++) { B[i] = l->v; l = l->next; }
}
FUNCTION(r43)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it computes with pointers [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = A + i == C;
}
FUNCTION(r44)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'z' is a static variable declared in it [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:31: note: here
    for (i = 0; i < n; i++) { static int z; z++; }
}
FUNCTION(r45)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses ?: without a middle operand [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = k ?: 3;
}
FUNCTION(r46)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses _Generic [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) B[i] = _Generic(i, int: 1);
}
FUNCTION(r47)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a switch statement with a statement before its first case [-Wrefused]
#pragma curestruct
    for (i = 0; i < n; i++) switch (i) { A[i] = 1; case 2: A[i] = 2; }
}
FUNCTION(r48)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:57: note: here
    for (i = 0; i < n; i++) switch (i) { case 1: if (n) break; A[i] = 1; break; case 2: A[i] = 2; }
}
FUNCTION(r49)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses a pointer that 'realloc' returns [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:42: note: here
    for (i = 0; i < n; i++) { float *t = realloc(A, 4); t[0] = 1; }
}
FUNCTION(r50)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: its step leads away from its bound [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:21: note: here
    for (i = 0; i < n; i -= 1) A[i] = 1;
}
FUNCTION(r51)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: its iterator is signed, may be negative and is compared as an unsigned number [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:18: note: here
    for (i = -5; i < sizeof(int); i++) B[i+5] = 1;
}
FUNCTION(r53)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls the compiler's function '__builtin_parity' [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:36: note: here
    for (i = 0; i < n; i++) A[i] = __builtin_parity(i);
}
FUNCTION(r54)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'large' is a static variable declared in it [-Wrefused]
#pragma curestruct
    // CHECK: :[[@LINE+1]]:31: note: here
    for (i = 0; i < n; i++) { static int large[33] = {1};      B[i] = large[i % 33]; }
}
#define CHOOSE(c, a, b) __builtin_choose_expr(c, ({ a; }), b)
void macro_name(int n, int *a)
{
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it uses {{.*}} (in the expansion of 'CHOOSE') [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) a[i] = CHOOSE(1, i, 2);
}

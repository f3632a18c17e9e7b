// Catches a nest whose text is measured wrongly because macros make a part of it, and directives that macros make.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
#define LOOP(i, n) for (int i = 0; i < (n); i++)
#define SET(place, value) place = value;
#define TILE 32
#define DIRECTIVE _Pragma("curestruct name(operator)")
#define STRING(x) _Pragma(#x)
#define WHOLE(n) STRING(curestruct name(whole)) for (int q = 0; q < n; q++) a[q] = 0;
void macros(int n, float *a)
{
#pragma curestruct tile(TILE, \
        16) /* a comment */ // another "one
    LOOP(i, n) LOOP(j, n) SET(a[i * n + j], i)
    DIRECTIVE for (int i = 0; i < n; i++) a[i] = 1;
    WHOLE(n)
    if (n)
        %:pragma curestruct
        LOOP(i, n) a[i] = 2;
    else
        a[0] = 3;
    _Pragma("curestruct name(written)") LOOP(i, TILE) a[i] = 4;
#if 0
#pragma curestruct nonsense(
#endif
    /*
#pragma curestruct nonsense(
    */
}
// CHECK: nest crs_macros_1 in macros
// CHECK-NEXT:   array float a[?] host "a" live
// CHECK-NEXT:   param int n host "n" live
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   iterator int j
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     for j in 0..n {
// CHECK-NEXT:       a[i * n + j] = i
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_operator_1 in macros number 2 directive "name(operator)"
// CHECK-NEXT:   array float a[?] host "a" live
// CHECK-NEXT:   param int n host "n" live
// CHECK-NEXT:   iterator int i
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     a[i] = 1
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_whole_1 in macros number 3 directive "name(whole)"
// CHECK-NEXT:   array float a[?] host "a" live
// CHECK-NEXT:   param int n host "n" live
// CHECK-NEXT:   iterator int q
// CHECK-NEXT: {
// CHECK-NEXT:   for q in 0..n {
// CHECK-NEXT:     a[q] = 0
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_macros_4 in macros
// CHECK-NEXT:   array float a[?] host "a" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     a[i] = 2
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_written_1 in macros number 5 directive "name(written)"
// CHECK-NEXT:   array float a[?] host "a" live
// CHECK-NEXT:   iterator int i
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..32 {
// CHECK-NEXT:     a[i] = 4
// CHECK-NEXT:   }
// CHECK-NEXT: }

// Catches a misspelt directive that is passed over in silence, and other people's pragmas that are taken for one.
// RUN: %curestruct %s -o %t.cu 2> %t.err
// RUN: FileCheck --implicit-check-not=warning: %s < %t.err
// RUN: %curestruct -Wno-unknown-pragma %s -o %t.cu 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
// RUN: rm %t.cu
// RUN: %fails 1 %curestruct -Werror=unknown-pragma %s -o %t.cu | FileCheck --check-prefix=ERROR %s
// RUN: test ! -e %t.cu
// QUIET-NOT: warning:
// ERROR: error: '#pragma curestuct' is ignored; did you mean '#pragma curestruct'? [-Werror=unknown-pragma]
#pragma once
#pragma STDC FP_CONTRACT OFF
#pragma GCC optimize("O2")
#pragma clang diagnostic push
#pragma nv_diag_suppress 177
#pragma construct
#define PRAGMA(text) _Pragma(#text)
#define PARALLEL PRAGMA(cureStruct)
#define OTHER PRAGMA(omp simd)
void misspelt(float *a, int n)
{
    // CHECK: pragma-names.c:[[#@LINE+3]]:9: warning: '#pragma curestuct' is ignored; did you mean '#pragma curestruct'? [-Wunknown-pragma]
    // CHECK-NEXT: #pragma curestuct
    // CHECK-NEXT: ^~~~~~~~~
#pragma curestuct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    // CHECK: pragma-names.c:[[#@LINE+1]]:13: warning: '#pragma Curestruct' is ignored; did you mean '#pragma curestruct'? [-Wunknown-pragma]
  #  pragma Curestruct tile(8)
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    // CHECK: pragma-names.c:[[#@LINE+1]]:9: warning: '#pragma cure' is ignored; did you mean '#pragma curestruct'? [-Wunknown-pragma]
#pragma cure /* reduction(+: s) */
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    // CHECK: pragma-names.c:[[#@LINE+1]]:9: warning: '#pragma curestruct_begin' is ignored; did you mean '#pragma curestruct begin'? [-Wunknown-pragma]
#pragma curestruct_begin
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    // CHECK: pragma-names.c:[[#@LINE+1]]:9: warning: '#pragma CureStructEnd' is ignored; did you mean '#pragma curestruct end'? [-Wunknown-pragma]
#pragma CureStructEnd
    // CHECK: pragma-names.c:[[#@LINE+1]]:13: warning: '#pragma crestruct' is ignored; did you mean '#pragma curestruct'? [-Wunknown-pragma]
    _Pragma("crestruct independent")
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    // CHECK: pragma-names.c:[[#@LINE+1]]:5: warning: '#pragma cureStruct' is ignored; did you mean '#pragma curestruct'? [-Wunknown-pragma]
    PARALLEL
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}
void others(float *a, int n)
{
#pragma omp parallel for
#pragma acc kernels
#pragma unroll 4
#pragma ivdep
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    OTHER
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
#if 0
#pragma curestrict
#endif
#pragma
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    _Pragma("curestruct")
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}

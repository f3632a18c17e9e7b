// Catches an existing output that is truncated or replaced although the translation failed.
// RUN: rm -rf %t.d && mkdir -p %t.d && echo precious > %t.d/out.cu && echo host > %t.d/out.c
// RUN: %fails 1 %curestruct %s -o %t.d/out.cu --host=%t.d/out.c
// RUN: grep -x precious %t.d/out.cu && grep -x host %t.d/out.c
// RUN: test "$(ls %t.d | wc -l)" = 2
#pragma curestruct nonsense
int x;

// Catches small arrays that move one by one; one whose values are another's, because both move in one block; results
// that the caller gets though the call has failed; and memory that stays allocated.
// REQUIRES: clang
// UNSUPPORTED: asan
// RUN: %curestruct -Werror=refused --no-residency %s -o %t.cu && %cc -w %s -o %t.serial && %t.serial > %t.out
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-comment -pthread -I %simt -x c++ %t.cu \
// RUN:     -x none %simt_library -o %t.program -lm -ldl
// RUN: export CURESTRUCT_SIMT_LEAKS=1; CURESTRUCT_TIME=%t.apart %t.program | diff %t.out -
// RUN: CURESTRUCT_SMALL=4096 CURESTRUCT_TIME=%t.times %t.program | diff %t.out -
// RUN: FileCheck --check-prefix=APART %s < %t.apart && FileCheck --check-prefix=TIMES %s < %t.times
// APART: step ({{.*}}small-arrays.c:[[#]]) {{ *}}3 {{ *}}0 {{ *}}3 {{ *}}24 
// Four for each call: of the large array and of all others, to the device and back.
// TIMES: step ({{.*}}small-arrays.c:[[#]]) {{ *}}3 {{ *}}0 {{ *}}3 {{ *}}12 
// The output is a CUDA program as any other, for clang as well.
// RUN: %curestruct simt %t.cu | diff %t.out -
//
// The serial loop runs as long as nothing has come back, and the program stops where something has.
// RUN: for fault in malloc:1 malloc:2 malloc:3 memcpy:1 memcpy:2 memcpy:3 launch:1 sync:1; do \
// RUN:     CURESTRUCT_SMALL=4096 CURESTRUCT_SIMT_FAIL=$fault %t.program > %t.got 2> %t.err || exit 1; \
// RUN:     diff %t.out %t.got || exit 1; echo "$fault: $(cat %t.err)"; done | FileCheck --check-prefix=FAULTS %s
// RUN: CURESTRUCT_SMALL=4096 CURESTRUCT_SIMT_FAIL=memcpy:4 not --crash %t.program 2>&1 \
// RUN:     | FileCheck --check-prefix=STOPS %s
// FAULTS: malloc:1:
// FAULTS-NEXT: malloc:2:
// FAULTS: memcpy:1: curestruct: step ({{.*}}): serial: copying to the device: {{.+}}
// FAULTS: memcpy:2: curestruct: step ({{.*}}): serial: copying to the device: {{.+}}
// FAULTS: memcpy:3: curestruct: step ({{.*}}): serial: copying back: {{.+}}
// FAULTS: launch:1: curestruct: step ({{.*}}): serial: launch: {{.+}}
// FAULTS: sync:1: curestruct: step ({{.*}}): serial: kernel: {{.+}}
// STOPS: curestruct: step ({{.*}}): error: copying back: {{.+}} (and the serial loop cannot run on data that has changed)
#include <stdio.h>
enum { N = 2000, FEW = 20 };
static double weight[4], offset[FEW], sums[FEW], large[N];
static int at[FEW];
static short kinds[FEW];

static void step(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        large[i] += weight[i % 4] * i;
        if (i < FEW) {
            sums[i] = offset[i] * 2 + at[i];
            kinds[i] = (short)(kinds[i] + at[i]);
        }
    }
}

int main(void)
{
    double all = 0;
    for (int i = 0; i < FEW; i++) {
        offset[i] = i * 0.5;
        at[i] = i + 1;
        kinds[i] = (short)i;
        weight[i % 4] = i;
    }
    for (int t = 0; t < 3; t++) {
        step(N);
        printf("%g %d\n", sums[7], kinds[9]);
        all += sums[t];
        offset[7] += 1;
    }
    for (int i = 0; i < N; i++)
        all += large[i] * i;
    for (int i = 0; i < FEW; i++)
        all += sums[i] * i + kinds[i];
    printf("%.12g\n", all);
    return 0;
}

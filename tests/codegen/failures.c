// Catches a launcher that goes on after a failed call: wrong results, a serial loop on data that has changed or that it
// cannot reach, memory that stays allocated, a word too few or too many on stderr.
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/step.c -o %t.d/step.cu
// RUN: %cxx -std=c++17 -Wall -Wextra -pthread -I %simt -x c++ %t.d/step.cu %t.d/main.cpp -x none %simt_library \
// RUN:     -o %t.d/program -lm -ldl
// RUN: export CURESTRUCT_SIMT_LEAKS=1; %t.d/program > %t.d/out 2> %t.d/err && FileCheck --check-prefix=RIGHT %s \
// RUN:     < %t.d/out && test ! -s %t.d/err
// RIGHT: 1001 1001 1001
//
// No device, no memory, a failed copy to the device, a failed launch or kernel on private copies: serial, said once.
// RUN: sh %t.d/falls.sh %t.d/program CURESTRUCT_SIMT_DEVICES=0 | FileCheck --check-prefix=DEVICE %s
// DEVICE: curestruct: step ({{.*}}step.c:3): serial: no device: {{.+}}
// RUN: sh %t.d/falls.sh %t.d/program CURESTRUCT_SIMT_MEMORY=1000 | FileCheck --check-prefix=MEMORY %s
// RUN: sh %t.d/falls.sh %t.d/program CURESTRUCT_SIMT_MEMORY=6000 | FileCheck --check-prefix=MEMORY %s
// MEMORY: curestruct: step ({{.*}}step.c:3): serial: 4000 bytes for '{{[ab]}}': {{.+}}
// RUN: sh %t.d/falls.sh %t.d/program CURESTRUCT_SIMT_FAIL=memcpy:1 | FileCheck --check-prefix=COPY %s
// COPY: curestruct: step ({{.*}}step.c:3): serial: copying to the device: {{.+}}
// RUN: sh %t.d/falls.sh %t.d/program CURESTRUCT_SIMT_FAIL=launch:1 | FileCheck --check-prefix=LAUNCH %s
// LAUNCH: curestruct: step ({{.*}}step.c:3): serial: launch: {{.+}}
// RUN: sh %t.d/falls.sh %t.d/program CURESTRUCT_SIMT_FAIL=sync:1 | FileCheck --check-prefix=KERNEL %s
// KERNEL: curestruct: step ({{.*}}step.c:3): serial: kernel: {{.+}}
//
// Results that came back in part, a fault on the caller's device memory, CURESTRUCT_ON_ERROR=abort: the program stops.
// RUN: sh %t.d/stops.sh %t.d/program CURESTRUCT_SIMT_FAIL=memcpy:3 | FileCheck --check-prefix=BACK %s
// BACK: curestruct: step ({{.*}}step.c:3): error: copying back: {{.+}} (and the serial loop cannot run on data that has changed)
// RUN: sh %t.d/stops.sh "%t.d/program device" CURESTRUCT_SIMT_FAIL=sync:1 | FileCheck --check-prefix=FAULT %s
// FAULT: curestruct: step ({{.*}}step.c:3): error: kernel: {{.+}} (and the serial loop cannot run on device memory)
// RUN: sh %t.d/stops.sh "%t.d/program managed" CURESTRUCT_SIMT_FAIL=sync:1 | FileCheck --check-prefix=CHANGED %s
// CHANGED: curestruct: step ({{.*}}step.c:3): error: kernel: {{.+}} (and the serial loop cannot run on data that has changed)
// RUN: sh %t.d/stops.sh "%t.d/program device" CURESTRUCT_SIMT_FAIL=launch:1 | FileCheck --check-prefix=REACH %s
// REACH: curestruct: step ({{.*}}step.c:3): error: launch: {{.+}} (and the serial loop cannot run on device memory)
// RUN: sh %t.d/stops.sh %t.d/program CURESTRUCT_SIMT_FAIL=launch:1 CURESTRUCT_ON_ERROR=abort \
// RUN:     | FileCheck --check-prefix=ABORT %s
// ABORT: curestruct: step ({{.*}}step.c:3): error: launch: {{.+}}
//--- step.c
void step(float *a, const float *b, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] + b[i];
}
//--- falls.sh
program=$1
out=${1%% *}.out err=${1%% *}.err
shift
env "$@" $program > $out 2> $err || echo "exit status $?"
grep -qx "1001 1001 1001" $out || cat $out
test "$(grep -c curestruct: $err)" = 1 || echo "not one line on stderr:"
cat $err
//--- stops.sh
program=$1
shift
env "$@" $program 2>&1 && echo "it went on"
test $? != 3 || echo "the CPU runtime stopped it"
//--- main.cpp
#include <cuda_runtime.h>
#include <stdio.h>
extern "C" void step(float *a, const float *b, int n);
int main(int argc, char **argv)
{
    enum { N = 1000 };
    static float host[N], ones[N];
    float *a = host;
    bool device = argc > 1 && argv[1][0] == 'd';
    if (argc > 1 && (device ? cudaMalloc(&a, sizeof host) : cudaMallocManaged(&a, sizeof host)) != cudaSuccess)
        return 9;
    for (int i = 0; i < N; i++)
        ones[i] = 1;
    for (int i = 0; i < N && !device; i++)
        a[i] = 1000;
    step(a, ones, N);
    if (!device)
        printf("%g %g %g\n", a[0], a[500], a[N - 1]);
    if (argc > 1)
        return 0;
    for (int i = 0; i < N; i++)
        a[i] = 1000;
    step(a, ones, N); // says nothing more
    return a[0] != 1001 || a[N - 1] != 1001;
}

// Catches a launcher that leaves the caller's stream, that waits or allocates where nothing comes back to the host, so
// that it cannot be captured into a graph, or that does not wait where something does; counters of blocks that a graph
// shares with other calls; and a nest of another stream that works on what a loop has left on the device.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: %curestruct -I %project/runtime/include -Werror=refused steps.c -o steps.cu
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -I %project/runtime/include \
// RUN:     -x c++ steps.cu main.cpp -x none %simt_library -o program -lm -ldl
// RUN: CURESTRUCT_SIMT_LEAKS=1 ./program > out 2>&1; FileCheck --match-full-lines %s < out
// CHECK: captured 0 0, launched 3 1, again 15 3
// CHECK-NEXT: host 15 3
// CHECK-NEXT: kept 14 14
// CHECK-NEXT: async 1.99967 1 3
// CHECK-NEXT: device 1 0
// CHECK-NOT: {{.}}
// Nothing is waited for: a kernel that fails is found later, by those who wait.
// RUN: CURESTRUCT_SIMT_FAIL=sync:1 not --crash ./program wait > out 2>&1; FileCheck --check-prefix=WAIT %s < out
// WAIT: called
// WAIT-NEXT: curestruct: crs_wait: error: waiting for the stream: {{.+}}
// RUN: CURESTRUCT_SIMT_FAIL=sync:1 not --crash ./program managed > out 2>&1; FileCheck --check-prefix=MANAGED %s < out
// MANAGED: curestruct: twice (steps.c:{{[0-9]+}}): error: kernel: {{.+}}
// In the default stream, what `enter` has put on the device is not waited for, either; other device memory is.
// RUN: CURESTRUCT_SIMT_FAIL=sync:1 ./program entered | FileCheck --check-prefix=ENTERED %s
// ENTERED: 4
// RUN: CURESTRUCT_SIMT_FAIL=sync:1 not --crash ./program unstreamed > out 2>&1
// RUN: FileCheck --check-prefix=MANAGED %s < out
// `async` is in the stream, and `wait` waits for it.
// RUN: FileCheck --check-prefix=TEXT %s < steps.cu
// TEXT: double asynchronous(
// TEXT: if (n > 0)
// TEXT-NEXT: {   void *crs_stream = crs_use_stream((void *)(stream));
// TEXT-NEXT: if (crs_asynchronous_1{{.*}}(a, n) != 0) {
// TEXT: }
// TEXT-NEXT: crs_use_stream(crs_stream);
// TEXT-NEXT: }
// TEXT-NEXT: else
// TEXT: {   crs_wait_for((void *)(stream));   }
// TEXT: {   crs_wait_all();   }
// RUN: %curestruct -I %project/runtime/include steps.c --host=steps.host.c -o cuda.cu 2> %t.notes
// RUN: %cc -std=c99 -Wall -Wextra -Werror -I %project/runtime/include -c steps.host.c
// What cannot be in a graph.
// RUN: not --crash ./program moves > out 2>&1; FileCheck --check-prefix=MOVES %s < out
// MOVES: curestruct: twice (steps.c:{{[0-9]+}}): error: 'a' is not on the device, and a graph is being captured (and the serial loop cannot be captured)
// RUN: not --crash ./program result > out 2>&1; FileCheck --check-prefix=RESULT %s < out
// RESULT: curestruct: sum (steps.c:{{[0-9]+}}): error: 's' is not on the device, and a graph is being captured

//--- steps.c
#include <curestruct.h>

void twice(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i] + 1;
}

// Its blocks wait for one another, or count themselves.
void total(int n, const double *a, double *s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        s[0] += a[i] > 1e9;
    twice(1, s);
}

double sum(int n, const double *a)
{
    double s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

double kept(int n, double *a, void *stream)
{
    for (int t = 0; t < 2; t++) {
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] += t;
        crs_set_stream(t == 0 ? stream : NULL);
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        crs_set_stream(NULL);
    }
    return a[n - 1];
}

// In captured calls, work in another stream than the captured one fails.
double asynchronous(int n, double *a, void *stream)
{
    double s = 0;
    if (n > 0)
#pragma curestruct async(stream)
        for (int i = 0; i < n; i++)
            a[i] = 2 * a[i] + 1;
    else
        s = 1;
#pragma curestruct begin async(stream)
    for (int t = 0; t < 2; t++)
        for (int i = 1; i < n; i++)
            a[i] += a[0] * t;
#pragma curestruct end
#pragma curestruct wait(stream)
#pragma curestruct async(stream)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma curestruct wait
    return s / n;
}

void enters(int n, double *a)
{
#pragma curestruct enter copyin(a[0:n])
}

void exits(int n, double *a)
{
#pragma curestruct exit copyout(a[0:n])
}

//--- main.cpp
#include <cuda_runtime.h>
#include <curestruct.h>
#include <stdio.h>
#include <string.h>
#include <thread>

extern "C" {
void twice(int n, double *a);
void total(int n, const double *a, double *s);
double sum(int n, const double *a);
double kept(int n, double *a, void *stream);
double asynchronous(int n, double *a, void *stream);
void enters(int n, double *a);
void exits(int n, double *a);
}

enum { N = 3000 };
static double host[N], counts[8];
static cudaStream_t stream;

static double last(const double *device)
{
    double value;
    cudaMemcpy(&value, device + N - 1, sizeof value, cudaMemcpyDefault);
    return value;
}

static cudaGraphExec_t captured(double *a, double *s)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    twice(N, a);
    total(N, a, s);
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) {
        puts("not captured");
        exit(1);
    }
    cudaGraphDestroy(graph);
    return exec;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    double *a, *s, *managed;
    cudaMalloc((void **)&a, sizeof host);
    cudaMalloc((void **)&s, sizeof counts);
    cudaMallocManaged((void **)&managed, sizeof host);
    cudaMemset(a, 0, sizeof host);
    cudaMemset(s, 0, sizeof counts);
    memset(managed, 0, sizeof host);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (!strcmp(mode, "entered")) {
        enters(8, counts);
        twice(8, counts);
        twice(8, counts);
        exits(8, counts);
        printf("%g\n", counts[7] + 1);
        return 0;
    }
    if (!strcmp(mode, "unstreamed"))
        twice(N, a);
    crs_set_stream(stream);
    if (!strcmp(mode, "wait")) {
        twice(N, a);
        twice(N, managed);
        puts("called");
        fflush(stdout);
        crs_wait();
    }
    if (!strcmp(mode, "managed")) {
        crs_set_stream(NULL);
        twice(N, managed);
    }
    if (!strcmp(mode, "moves") || !strcmp(mode, "result")) {
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        if (!strcmp(mode, "moves"))
            twice(N, host);
        else
            sum(N, a);
    }
    if (*mode)
        return 0;

    cudaGraphExec_t exec = captured(a, s);
    double before = last(a), counted;
    cudaMemcpy(&counted, s, sizeof counted, cudaMemcpyDefault);
    printf("captured %g %g", before, counted);
    for (int i = 0; i < 2; i++) {
        cudaGraphLaunch(exec, stream);
        twice(N, a);
        crs_wait();
        cudaMemcpy(&counted, s, sizeof counted, cudaMemcpyDefault);
        printf("%s %g %g", i ? ", again" : ", launched", last(a), counted);
    }
    puts("");
    cudaGraphExecDestroy(exec);
    // Results that come back.
    for (int i = 0; i < N; i++)
        host[i] = 1;
    twice(N, host);
    printf("host %g %g\n", sum(N, a) / N, host[5]);
    crs_set_stream(NULL);
    printf("kept %g", kept(N, host, stream));
    printf(" %g\n", host[0]);
    cudaMemset(a, 0, sizeof host);
    double mean = asynchronous(N, a, stream);
    printf("async %g %d", mean, crs_set_stream(NULL) == NULL);
    for (int i = 0; i < 8; i++)
        counts[i] = 1;
    printf(" %g\n", asynchronous(1, counts, stream));
    std::thread([] { printf("device %d %d\n", crs_set_device(0), crs_set_device(99)); }).join();
    cudaFree(a);
    cudaFree(s);
    cudaFree(managed);
    cudaStreamDestroy(stream);
    return 0;
}

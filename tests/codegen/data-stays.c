// Catches data that moves although it is present on the device, or does not move where it has to: the outputs of a
// program that have a table each; a launcher that copies what is present, or reads the host's old values of it; a
// count of enters that is off by one; a fault of the runtime after which the program goes on with wrong values, or
// leaves memory allocated.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: for file in main step; do %curestruct -Werror=refused $file.c -o $file.cu || exit 1; \
// RUN:     %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ -c $file.cu -o $file.o \
// RUN:     || exit 1; done
// RUN: %cxx -pthread main.o step.o %simt_library -o program -lm -ldl
// RUN: %cc -w main.c step.c -o serial
//
// The host sees what the device has computed after `update` and `exit`, and only then. 10 steps of a nest on three
// arrays take three copies to the device and four back.
// RUN: ./serial right > serial.out; ./program right | diff serial.out - && ./program right 2>&1 | FileCheck %s
// CHECK: step 5: 1.5
// CHECK: sum 779.505
// RUN: env CURESTRUCT_SIMT_FAIL=memcpy:8 CURESTRUCT_SIMT_LEAKS=1 ./program right | diff serial.out -
// RUN: ./program stale | FileCheck --check-prefix=STALE %s
// STALE: sum 299.916
// RUN: for mode in counts rows swap; do ./serial $mode > serial.mode; CURESTRUCT_SIMT_LEAKS=1 ./program $mode \
// RUN:     > mode.out 2>&1; diff serial.mode mode.out || exit 1; done
// RUN: CURESTRUCT_SIMT_LEAKS=1 ./program grid | FileCheck --check-prefix=GRID %s
// GRID: 38 36 34 32 30 28 26 24 22 20 18 16 14 12 10 8 6 4 2 0
//
// Of what is present, the table says where it is: CUDA is asked when the three arrays enter, not at each of the calls.
// RUN: %cc -c counted.c -o counted.o
// RUN: %cxx -pthread main.o step.o counted.o %simt_library -o counted -lm -ldl \
// RUN:     -Wl,--wrap=_Z24cudaPointerGetAttributesP21cudaPointerAttributesPKv
// RUN: ./counted right | FileCheck --check-prefix=ASKED %s
// ASKED: asked 3 times
//
// With the host's part in C, whose compiler has never heard of CUDA.
// RUN: %curestruct -Werror=refused main.c --host=main.host.c -o main.cuda.cu
// RUN: %cc -std=c99 -Wall -Wextra -Werror -c main.host.c -o main.host.o
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -pthread -I %simt -x c++ main.cuda.cu -x none main.host.o step.o \
// RUN:     %simt_library -o split -lm -ldl
// RUN: CURESTRUCT_SIMT_LEAKS=1 ./split right | diff serial.out -
//
// What the program says wrongly: it goes on where the host has all values, and stops where nobody knows.
// RUN: ./program exit 2>&1 | FileCheck --check-prefix=EXIT %s
// EXIT: curestruct: faults (main.c:{{[0-9]+}}): warning: 'a' in 'exit' is not present on the device
// EXIT-NEXT: went on 1
// RUN: ./program update 2>&1 | FileCheck --check-prefix=UPDATE %s
// UPDATE: curestruct: faults (main.c:{{[0-9]+}}): warning: 'a' in 'update' is not present on the device
// UPDATE-NEXT: went on 1
// RUN: not --crash ./program overlap 2>&1 | FileCheck --check-prefix=OVERLAP --implicit-check-not=went %s
// OVERLAP: curestruct: faults (main.c:{{[0-9]+}}): error: only a part of the section of 'a' is present on the device
// RUN: not --crash ./program gaps 2>&1 | FileCheck --check-prefix=GAPS --implicit-check-not=went %s
// GAPS: curestruct: faults (main.c:{{[0-9]+}}): error: the section of 'grid' has gaps: all of its dimensions but the first must be whole
// RUN: not --crash ./program part 2>&1 | FileCheck --check-prefix=PART --implicit-check-not=went %s
// PART: curestruct: twice (step.c:{{[0-9]+}}): error: only a part of 'a' is present on the device (and the serial loop cannot run on device memory)
//
// No device; no memory; a failed copy, launch or kernel: the serial values, or a stop; nothing is left allocated.
// RUN: CURESTRUCT_SIMT_DEVICES=0 ./program right 2> err | diff serial.out - && FileCheck --check-prefix=DEVICE %s < err
// DEVICE: curestruct: right (main.c:{{[0-9]+}}): serial: 'a' stays in host memory: no device: {{.+}}
// RUN: CURESTRUCT_SIMT_FAIL=malloc:2,malloc:3 ./program right 2> err | diff serial.out - \
// RUN:     && FileCheck --check-prefix=MEMORY %s < err
// MEMORY: curestruct: right (main.c:{{[0-9]+}}): serial: 'b' stays in host memory: 800 bytes: out of memory
// RUN: CURESTRUCT_ON_ERROR=abort CURESTRUCT_SIMT_FAIL=malloc:2,malloc:3 not --crash ./program right 2>&1 \
// RUN:     | FileCheck --check-prefix=ABORT %s
// ABORT: curestruct: right (main.c:{{[0-9]+}}): error: 800 bytes: out of memory
// RUN: CURESTRUCT_SIMT_FAIL=memcpy:4 not --crash ./program right 2>&1 | FileCheck --check-prefix=BACK %s
// BACK: curestruct: right (main.c:{{[0-9]+}}): error: copying 'a' back: {{.+}}
// RUN: sh faults.sh > faults.out; FileCheck --check-prefix=FAULTS --implicit-check-not=wrong %s < faults.out
// FAULTS: right after malloc:1
// FAULTS: stopped after memcpy:5
// FAULTS: stopped after launch:1
//
// Parts that were made by versions with different tables.
// RUN: sed 's/number != 3/number != 1/; s/_table_3/_table_1/' step.cu > other.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ other.cu -x none main.o %simt_library -o mixed -lm -ldl
// RUN: not --crash ./mixed right 2>&1 | FileCheck --check-prefix=MIXED %s
// MIXED: curestruct: error: this program's parts were made by versions of curestruct that keep data on the device in different tables; translate all of them again
//--- counted.c
// The CPU runtime's functions are C++.
#include <stdio.h>
#include <stdlib.h>
extern int __real__Z24cudaPointerGetAttributesP21cudaPointerAttributesPKv(void *attributes, const void *pointer);
static int times;
static void tell(void) { printf("asked %d times\n", times); }
int __wrap__Z24cudaPointerGetAttributesP21cudaPointerAttributesPKv(void *attributes, const void *pointer)
{
    if (!times++)
        atexit(tell);
    return __real__Z24cudaPointerGetAttributesP21cudaPointerAttributesPKv(attributes, pointer);
}
//--- faults.sh
# Each call that can fail, once: the program ends with the serial values, or stops with a message.
for fault in malloc:1 malloc:2 malloc:3 malloc:4 memcpy:1 memcpy:2 memcpy:3 memcpy:4 memcpy:5 memcpy:6 memcpy:7 \
    launch:1 launch:5 sync:1 sync:2; do
    CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_FAIL=$fault ./program right > out 2> err
    status=$?
    if test $status = 0 && cmp -s serial.out out; then
        echo "right after $fault"
    elif test $status = 134 && grep -q 'curestruct: .*: error: ' err; then
        echo "stopped after $fault"
    else
        echo "wrong after $fault: status $status"
    fi
done 2> /dev/null
//--- step.c
void twice(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}
void smooth(int n, const double *a, const double *weight, double *b)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1] + 0.001 * weight[i];
}
void add_rows(int rows, int columns, double **t)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            t[i][j] += i + 1;
}
void gather(int n, const int *index, const double *a, double *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[index[i]];
}
void steps(int n, int count, double *restrict a, double *restrict b, double **last)
{
#pragma curestruct begin present(a[0:n], b[0:n])
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        double *c = a;
        a = b;
        b = c;
    }
#pragma curestruct end
    *last = a;
}
//--- main.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void twice(int n, double *a);
void smooth(int n, const double *a, const double *weight, double *b);
void add_rows(int rows, int columns, double **t);
void gather(int n, const int *index, const double *a, double *b);
void steps(int n, int count, double *restrict a, double *restrict b, double **last);

static double grid[10][10];
static double weight[100];

static double sum(int n, const double *a)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        total += a[i] * (i % 3 + 1);
    return total;
}

static void leave(int n, double *a, double *b)
{
#pragma curestruct exit copyout(a[0:n]) delete(b[0:n], weight)
}

static void right(int n, double *a, double *b, int stale)
{
#pragma curestruct enter copyin(a[0:n], b[0:n], weight)
    for (int t = 0; t < 10; t++) {
        double *c = a;
        smooth(n, a, weight, b);
        a = b;
        b = c;
        if (t == 5) {
#pragma curestruct update host(a[0:2], a[n - 2:2])
            printf("step 5: %g\n", a[0] + a[1] * 0 + a[n - 1] * 0.25);
        }
    }
    if (stale) {
        printf("sum %g\n", sum(n, a)); // of the beginning, but for what `update` has brought
        return;
    }
#pragma curestruct update host(b[0:n])
    leave(n, a, b);
    printf("sum %g\n", sum(n, a) + sum(n, b));
}

// Entered twice, left once: it is still present.
static void counts(int n, double *a)
{
#pragma curestruct enter copyin(a[0:n])
#pragma curestruct enter copyin(a[10:n - 20])
    twice(n, a);
#pragma curestruct exit delete(a[10:20])
    twice(n, a);
#pragma curestruct exit copyout(a[0:n])
    printf("%g\n", sum(n, a));
#pragma curestruct enter copyin(a[0:n])
#pragma curestruct enter copyin(a[0:n])
    twice(n, a);
#pragma curestruct exit copyout(a[0:n]) finalize
    twice(n, a);
    printf("%g\n", sum(n, a));
}

static void rows(void)
{
    double *table[10];
    for (int i = 0; i < 10; i++)
        table[i] = grid[9 - i];
#pragma curestruct enter copyin(table[0:10][0:10])
    add_rows(10, 10, table);
    add_rows(10, 10, table);
#pragma curestruct update host(table[2:4][0:10])
#pragma curestruct update device(table[2:4][0:10])
    add_rows(10, 10, table);
#pragma curestruct exit copyout(table[0:10][0:10])
    printf("%g\n", sum(100, grid[0]));
}

// A part of a global array is present, with indices that the host has to know.
static void in_grid(double *b)
{
    static int index[20];
#pragma curestruct enter create(index, b[0:20]) copyin(grid[2:3])
    for (int i = 0; i < 20; i++) {
        index[i] = 19 - i;
        grid[2 + i / 10][i % 10] = i;
    }
#pragma curestruct update device(index, grid[2:2])
    memset(index, 0, sizeof index); // the nest takes those of the device
    memset(grid, 0, sizeof grid);
    gather(20, index, grid[2], b);
    twice(20, b);
#pragma curestruct exit copyout(b[0:20]) delete(index, grid[2:3])
    for (int i = 0; i < 20; i++)
        printf("%g%c", b[i], i < 19 ? ' ' : '\n');
}

// A region that exchanges its buffers gives the host's pointer back.
static void swap(double *a, double *b)
{
    double *last;
#pragma curestruct enter copyin(a[0:100], b[0:100])
    steps(100, 7, a, b, &last);
    printf("%d\n", last == b);
    steps(100, 8, b, a, &last);
    printf("%d\n", last == b);
#pragma curestruct exit copyout(a[0:100], b[0:100])
    printf("%g %g\n", sum(100, a), sum(100, b));
}

static void faults(const char *mode, int n, double *a)
{
    if (!strcmp(mode, "exit")) {
#pragma curestruct exit copyout(a[0:n])
    }
    if (!strcmp(mode, "update")) {
#pragma curestruct update host(a[0:n])
    }
    if (!strcmp(mode, "overlap")) {
#pragma curestruct enter copyin(a[0:n / 2])
#pragma curestruct enter copyin(a[0:n])
    }
    if (!strcmp(mode, "gaps")) {
#pragma curestruct enter copyin(grid[0:5][0:5])
    }
    if (!strcmp(mode, "part")) {
#pragma curestruct enter copyin(a[0:n / 2])
        twice(n, a);
    }
    printf("went on %g\n", a[0]);
}

int main(int count, char **words)
{
    static double a[100], b[100];
    const char *mode = count > 1 ? words[1] : "";
    for (int i = 0; i < 100; i++) {
        a[i] = b[i] = i % 2 + 1;
        weight[i] = i;
        grid[i / 10][i % 10] = i;
    }
    if (!strcmp(mode, "right") || !strcmp(mode, "stale"))
        right(100, a, b, *mode == 's');
    else if (!strcmp(mode, "counts"))
        counts(100, a);
    else if (!strcmp(mode, "rows"))
        rows();
    else if (!strcmp(mode, "swap"))
        swap(a, b);
    else if (!strcmp(mode, "grid"))
        in_grid(b);
    else
        faults(mode, 100, a);
    return 0;
}

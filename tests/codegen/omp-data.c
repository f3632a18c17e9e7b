// Catches data that OpenMP or OpenACC keeps on the device and that is not there, or whose old copy is used: `enter
// data`, `exit data` and `update` that do nothing; a block with data that is copied by each of its nests; a loop of the
// host that works on the copy of the device; and a loop of the device that stays on the host and works on the copy of
// the host.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: for file in main step; do %curestruct --from=omp,acc -w $file.c -o $file.cu || exit 1; \
// RUN:     %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ -c $file.cu -o $file.o \
// RUN:     || exit 1; done
// RUN: not grep "pragma \(omp\|acc\)" main.cu step.cu
// RUN: FileCheck --check-prefix=TEXT %s < step.cu
// RUN: %cxx -pthread main.o step.o %simt_library -o program -lm -ldl
// RUN: %cc -w main.c step.c -o serial
// RUN: for mode in steps block inside accblock stays calls sections chosen again; do ./serial $mode > serial.out; \
// RUN:     CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TIME=1 ./program $mode > $mode.out 2> $mode.err; \
// RUN:     diff serial.out $mode.out && not grep -i leak $mode.err || exit 1; done
// TEXT: void chain(int n, double *a)
// TEXT: {   crs_device_begin("chain (step.c:[[#]])");
// TEXT-NEXT: {
// TEXT: }
// TEXT-NEXT: crs_device_end("chain (step.c:[[#]])");   }
// TEXT: {   crs_device_begin("set_first (step.c:[[#]])");
// TEXT-NEXT: *a = value;
// TEXT-NEXT: crs_device_end("set_first (step.c:[[#]])");   }
// What is in such a block may be a region.
// RUN: FileCheck --check-prefix=INSIDE %s < main.cu
// INSIDE: {{^}}static void inside(
// INSIDE-NOT: crs_device_begin
// INSIDE: if (crs_inside_1
// INSIDE: double first = a[0];
// INSIDE: crs_update_host("inside
// Two arrays go to the device once, and come back at three updates and at the end.
// RUN: FileCheck --check-prefix=STEPS %s < steps.err
// STEPS: step (step.c:{{[0-9]+}}) 10 0 10 0
// STEPS: all {{ *}}{{[0-9]+}} 0 10 6
// The block prints, and is not a region: two copies to the device, one for each update, and one back.
// RUN: FileCheck --check-prefix=BLOCK %s < block.err
// BLOCK: all {{ *}}{{[0-9]+}} 0 8 7
// Each of 8 calls copies `b`. Without the data, each of four copies `a` to the device and back; with it, a block does.
// RUN: FileCheck --check-prefix=CHOSEN %s < chosen.err
// CHOSEN: step (step.c:{{[0-9]+}}) 8 0 8 16
// What the two copies hold where they are meant to differ.
// RUN: ./program apart | FileCheck --check-prefix=APART %s
// APART: the host's loop 1 10, updated 21 22
// APART-NEXT: not entered 5, always 7, counted 8
// With the host's part in C.
// RUN: %curestruct --from=omp,acc -w main.c --host=main.host.c -o main.cuda.cu
// RUN: %cc -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas -c main.host.c -o main.host.o
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ main.cuda.cu \
// RUN:     -x none main.host.o step.o %simt_library -o split -lm -ldl
// RUN: for mode in steps block stays chosen; do ./split $mode | cmp - $mode.out || exit 1; done

//--- step.c
void step(int n, double *restrict a, const double *restrict b)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 0.5 * a[i] + b[i];
}

// Refused: it stays on the host.
int rounds;
void chain(int n, double *a)
{
#pragma omp target map(tofrom: a[0:n])
    {
        rounds++;
        for (int i = 1; i < n && a[i] < 1e30; i++)
            a[i] += a[i - 1];
    }
}

// No loop at all.
void set_first(double *a, double value)
{
#pragma acc serial present(a)
    *a = value;
}

//--- main.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void step(int n, double *restrict a, const double *restrict b);
void chain(int n, double *a);
void set_first(double *a, double value);

static double sum(int n, const double *a)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void steps(int n, double *a, double *b)
{
#pragma omp target enter data map(to: a[0:n], b[0:n], n)
    for (int t = 0; t < 10; t++) {
        step(n, a, b);
        if (t % 3 == 2) {
#pragma omp target update from(a[0:n]) if(target update: n > 10)
            printf("step %d: %g\n", t, sum(n, a));
        }
    }
#pragma omp target exit data map(from: a[0:n]) map(release: b[0:n])
    printf("%g\n", sum(n, a));
}

static void block(int n, double *a, double *b)
{
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
    for (int t = 0; t < 4; t++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = 0.25 * a[i] + b[i];
        step(n, a, b);
#pragma omp target update from(a[0:n])
        printf("step %d: %g\n", t, sum(n, a));
    }
    printf("%g\n", sum(n, a));
}

// The data is on the device where the condition holds at the beginning; what it becomes later does not count.
static void chosen(int n, double *a, double *b)
{
    for (int t = 0; t < 2; t++) {
        int holds = t;
#pragma omp target data map(tofrom: a[0:n]) if(target data: holds)
        {
            holds = !holds;
            step(n, a, b);
            step(n, a, b);
            printf("with %d\n", holds);
        }
        holds = t;
#pragma acc data copy(a[0:n]) if(holds > 0)
        {
            holds -= 2;
            step(n, a, b);
            step(n, a, b);
            printf("with %d\n", holds);
        }
    }
    printf("%g\n", sum(n, a));
}

// What the host has written reaches the device although the data is there already, and what the device has, the host.
static void again(int n, double *a, double *b)
{
#pragma omp target enter data map(to: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data map(always, tofrom: a[0:n])
    {
        step(n, a, b);
        step(n, a, b);
    }
    printf("%g\n", sum(n, a));
    a[1] = 300;
#pragma omp target data map(always to: a[0:n]) map(to: b[0:n])
    {
        step(n, a, b);
        puts("to");
    }
#pragma omp target data map(always, from: a[0:n])
    step(n, a, b);
    printf("%g\n", sum(n, a));
#pragma omp target exit data map(delete: a[0:n])
}

static void inside(int n, double *a, double *b)
{
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
    for (int t = 0; t < 3; t++) {
#pragma omp target
        {
            double first = a[0];
            for (int i = 0; i < n; i++)
                b[i] = 0.25 * a[i] + first;
            a[1] += 1;
            for (int i = 2; i < n; i++)
                a[i] += b[i];
        }
#pragma omp target update from(a[0:n])
        printf("step %d: %g\n", t, sum(n, a));
    }
}

static void accblock(int n, double *a, double *b)
{
    if (n > 3)
#pragma acc data copy(a[0:n]) copyin(b[0:n])
    {
#pragma acc kernels loop
        for (int i = 0; i < n; i++)
            a[i] = 0.25 * a[i] + b[i];
        set_first(a, 1);
#pragma acc update self(a[0:n])
        printf("%g %g\n", a[0], sum(n, a));
    }
    else
        puts("no");
    printf("%g\n", sum(n, a));
}

// Loops of the device that stay on the host.
static void stays(int n, double *a, double *b)
{
#pragma acc enter data copyin(a[0:n]) create(b[0:n])
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
    chain(n, b);
    set_first(b, 3);
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < n; i++)
        a[i] = b[i];
#pragma acc exit data copyout(a[0:n]) delete(b[0:n]) finalize
    printf("%g %g\n", a[0], sum(n, a));
}

static void inner(int n, double *a, double *b)
{
#pragma omp target data map(to: b[0:n])
    {
        step(n, a, b);
        step(n, a, b);
    }
}

static void calls(int n, double *a, double *b)
{
#pragma omp target data map(tofrom: a[0:n])
    {
        inner(n, a, b);
        inner(n, a, b);
    }
    printf("%g\n", sum(n, a));
}

static void sections(int n, double *a, double *b)
{
    static double grid[10][10];
#pragma omp target enter data map(to: grid, a[n / 2: n - n / 2]) map(alloc: b[: n])
#pragma omp target teams loop
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            grid[i][j] = i + j;
#pragma omp target teams loop
    for (int i = n / 2; i < n; i++)
        b[i] = a[i];
#pragma omp target exit data map(from: grid, b[: n]) map(delete: a[n / 2: n - n / 2])
    printf("%g %g\n", grid[9][9], b[n - 1]);
}

static void apart(int n, double *a, double *b)
{
    int entered = 0;
    a[0] = 10;
#pragma omp target enter data map(to: a[0:n])
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i + 1; // of the host's copy
    double hosts = a[0];
#pragma omp target update from(a[0:1])
    printf("the host's loop %g %g", hosts, a[0]);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i + 21;
#pragma omp target update to(a[0:n])
    memset(a, 0, (size_t)n * sizeof *a);
#pragma omp target exit data map(from: a[0:n])
    printf(", updated %g %g\n", a[0], a[1]);

#pragma omp target enter data map(to: b[0:n]) if(entered)
    b[0] = 4;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 1; i++)
        b[i] += 1;
    printf("not entered %g", b[0]);
#pragma omp target enter data map(to: b[0:n])
    b[0] = 7;
#pragma omp target enter data map(always, to: b[0:n])
    b[0] = 0;
#pragma omp target exit data map(always from: b[0:n])
    printf(", always %g", b[0]);
#pragma omp target
    b[0]++;
    b[0] = -1;
#pragma omp target exit data map(from: b[0:n])
    printf(", counted %g\n", b[0]);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int n, double *a, double *b);
    } modes[] = {{"steps", steps}, {"block", block}, {"inside", inside},     {"accblock", accblock}, {"chosen", chosen},
                 {"stays", stays}, {"calls", calls}, {"sections", sections}, {"apart", apart},       {"again", again}};
    int n = 50;
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i % 7;
        b[i] = 1.0 / (i + 1);
    }
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (argc == 2 && !strcmp(modes[i].name, argv[1]))
            modes[i].run(n, a, b);
    free(a);
    free(b);
    return 0;
}

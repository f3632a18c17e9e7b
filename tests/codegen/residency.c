// Catches arrays that move although nobody touches them between two nests; a place where the host reads or writes them
// without what it has to say before; a loop that is left without bringing them back; a fault of the runtime after which
// the program goes on with wrong values, or leaves memory allocated.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: %curestruct -Werror=residency heat.c -o heat.cu && FileCheck --input-file=heat.cu heat.c
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -x c++ heat.cu -x none \
// RUN:     %simt_library -o program -lm -ldl && %cc -w heat.c -o serial -lm
// RUN: ./serial > serial.out && CURESTRUCT_SIMT_LEAKS=1 ./program | diff serial.out -
//
// Two arrays change places 100 times. One moves with the first step; the first sum touches two elements more than the
// step has written, and these two move. A sample of one element moves one element.
// RUN: CURESTRUCT_TIME=times ./program > /dev/null && FileCheck --check-prefix=TIMES --input-file=times %s
// TIMES: step (heat.c:{{[0-9]+}}) {{ *}}100 0 100 1 0.008 {{.*}}
// TIMES: main (heat.c:{{[0-9]+}}) {{ *}}10 0 0 10 0.000 {{.*}}
// TIMES: total (heat.c:{{[0-9]+}}) {{ *}}4 0 4 13 0.000 {{.*}}
// TIMES: main (heat.c:{{[0-9]+}}) {{ *}}1 0 0 2 0.016 {{.*}}
//
// Without what the host says, its values are old ones, and nobody else finds its own.
// RUN: for call in crs_host_reads crs_host_wrote; do sed "s/^\( .*\)$call(/\1(void)sizeof(/" heat.cu > stale.cu && \
// RUN:     %cxx -std=c++17 -w -pthread -I %simt -x c++ stale.cu -x none %simt_library -o stale -lm -ldl && \
// RUN:     ./stale > stale.out; cmp -s serial.out stale.out && exit 1; done; true
//
// The other forms of the output, and none of it.
// RUN: %curestruct heat.c --host=heat.host.c -o heat.cuda.cu && %cc -std=c99 -Wall -Wextra -Werror -c heat.host.c
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ heat.cuda.cu -x none heat.host.o %simt_library -o split -lm -ldl
// RUN: CURESTRUCT_SIMT_LEAKS=1 ./split | diff serial.out -
// RUN: %curestruct --line heat.c -o line.cu && grep -q '^    .   int crs_kept = crs_keep_begin(); for (int t' line.cu
// RUN: %curestruct --no-residency heat.c -o - | not grep -q '^ .*crs_kept = crs_keep_begin();$'
// RUN: %curestruct -fno-strict-aliasing heat.c -o - | not grep -q '^ .*crs_kept = crs_keep_begin();$'
// RUN: %curestruct explain --section=short heat.c | FileCheck --check-prefix=EXPLAIN %s
// EXPLAIN: Data: its arrays stay on the device for the nests after it, until the host uses them.
//
// Each call that can fail, once.
// RUN: sh faults.sh > faults.out; FileCheck --check-prefix=FAULTS --implicit-check-not=wrong %s < faults.out
// FAULTS: right after malloc:1
// FAULTS: right after malloc:2
// FAULTS: stopped after memcpy:2
//--- faults.sh
for fault in malloc:1 malloc:2 malloc:3 malloc:4 malloc:5 memcpy:1 memcpy:2 memcpy:3 memcpy:4 memcpy:5 memcpy:9 \
    memcpy:20 memcpy:29 launch:1 launch:5 launch:40 sync:1 sync:2 sync:3 sync:40; do
    CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_SIMT_FAIL=$fault ./program > out 2> err
    status=$?
    if test $status = 0 && cmp -s serial.out out; then
        echo "right after $fault"
    elif test $status = 134 && grep -q 'curestruct: .*: error: ' err; then
        echo "stopped after $fault"
    else
        echo "wrong after $fault: status $status"
    fi
done 2> /dev/null
//--- heat.c
#include <stdio.h>
#include <stdlib.h>

struct sim { int n; double dt, t; double *u, *v; };

// CHECK-NOT: crs_host_{{[a-z]*}}("
static void step(int n, const double *u, double *v, double dt)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        v[i] = u[i] + dt * (u[i - 1] - 2 * u[i] + u[i + 1]);
}

static double total(int n, const double *u)
{
    double sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += u[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v);
    struct sim s = {n, 0.1, 0, u, v};
    for (int i = 0; i < n; i++)
        u[i] = v[i] = i % 7;
    // CHECK: {   int crs_kept = {{crs_keep_begin}}();
    // CHECK-NEXT: for (int t = 0; t < 100; t++) {
    for (int t = 0; t < 100; t++) {
        step(n, s.u, s.v, s.dt);
        double *tmp = s.u;
        s.u = s.v;
        s.v = tmp;
        s.t += s.dt;
        // CHECK: crs_host_reads("main (heat.c:{{[0-9]+}})", &s.u[n / 3], sizeof s.u[n / 3]), printf(
        if (t % 10 == 0)
            printf("%d %.15g %.15g\n", t, s.u[n / 3], s.t);
        if (t % 25 == 0) {
            // CHECK: crs_host_wrote("main (heat.c:{{[0-9]+}})", &s.u[0], sizeof s.u[0]); s.u[0] = t;
            s.u[0] = t;
            printf("%.15g\n", total(n, s.u));
        }
    }
    // CHECK: crs_keep_end("main (heat.c:{{[0-9]+}})", crs_kept);   }
    // CHECK-NOT: crs_host_{{[a-z]*}}("
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += s.u[i] * i;
    printf("%.15g\n", sum);
    free(u);
    free(v);
    return 0;
}

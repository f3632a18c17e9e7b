// Catches a loop that is taken for a search though it does something else in its last iteration, or though its test
// cannot be made where the serial loop does not make it; and a search of which nobody is told what it reads.
// RUN: %curestruct %s -o - 2>&1 | grep -v '^ ' | FileCheck %s
int find(int n, const int *x, int value)
{
    int at = n;
    // CHECK: match-break.c:[[@LINE+1]]:1: note: the iterations after the match are tested, too: what they read has to exist [-Wassume]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] == value) {
            at = i;
            break;
        }
    return at;
}

int adds(int n, const int *x)
{
    int sum = 0;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] < 0) {
            sum += i;
            // CHECK: match-break.c:[[@LINE+1]]:13: note: here
            break;
        }
    return sum;
}

int divides(int n, const int *x)
{
    int at = n;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (1000 / x[i] > 7) {
            at = i;
            break;
        }
    return at;
}

int every_other(int n, const int *x)
{
    int at = n;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i += 2)
        if (x[i] > 7) {
            at = i;
            break;
        }
    return at;
}

int stores(int n, int *x)
{
    int at = n;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > 7) {
            x[i] = 0;
            at = i;
            break;
        }
    return at;
}

// A function that divides, and one that may not end.
static int share(int a)
{
    return 1000 / a;
}

int divides_inside(int n, const int *x)
{
    int at = n;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (share(x[i]) > 7) {
            at = i;
            break;
        }
    return at;
}

static int steps(int a)
{
    int k = 0;
    while (a != 1) {
        a = a % 2 ? 3 * a + 1 : a / 2;
        k++;
    }
    return k;
}

int steps_inside(int n, const int *x)
{
    int at = n;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (steps(x[i]) > 7) {
            at = i;
            break;
        }
    return at;
}

// The keys after the match may be anything.
int by_key(int n, const int *key, const int *x)
{
    int at = n;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[key[i]] > 7) {
            at = i;
            break;
        }
    return at;
}

// Backwards, it would have to be less than 0.
unsigned natural(unsigned n, const int *x)
{
    unsigned i;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (i = 0; i < n; i++)
        if (x[i] > 7)
            break;
    return i;
}

// The clause is about the loop, and the iterator is set before it.
int with_clause(int n, const int *x)
{
    int i;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct copyin(x[0:n])
    for (i = 0; i < n; i++)
        if (x[i] > 7)
            break;
    return i;
}

// The loop ends early, and works before that.
void scale(int n, float least, const float *x, float *y)
{
    // CHECK: match-break.c:[[@LINE+1]]:1: note: the iterations after the match are tested, too: what they read has to exist [-Wassume]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float at = x[i];
        if (at < least)
            break;
        y[i] = 2 * at;
    }
}

// It tests what it stores.
void in_place(int n, float least, float *x)
{
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] < least)
            break;
        x[i] = 1;
    }
}

// It tests what it sums up.
float until_enough(int n, float enough, const float *x)
{
    float sum = 0;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (sum > enough)
            break;
        sum += x[i];
    }
    return sum;
}

// What precedes the test is more than the test.
void before_it(int n, float least, const float *x, float *y)
{
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        if (x[i] < least)
            break;
        y[i] *= 2;
    }
}

// The iterator is read afterwards, and its last value depends on the step.
int how_many(int n, float least, const float *x, float *y)
{
    int i;
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (i = 0; i < n; i += 2) {
        if (x[i] < least)
            break;
        y[i] = 2 * x[i];
    }
    return i;
}

// It ends in one of two ways.
void twice(int n, float least, const float *x, float *y)
{
    // CHECK: match-break.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] < least)
            break;
        y[i] = 2 * x[i];
        if (y[i] > 7)
            break;
    }
}

// A search without a jump reads no more than it tests, unless the test that is left out comes first.
int guarded(int n, const int *key, const float *x)
{
    int at = -1;
    // CHECK: match-break.c:[[@LINE+1]]:1: note: the iterations after the match are tested, too: what they read has to exist [-Wassume]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (at < 0 && x[key[i]] > 7)
            at = i;
    return at;
}

float valued(int n, const float *x, const float *y)
{
    int at = -1;
    float value = 0;
    // CHECK: match-break.c:[[@LINE+1]]:1: note: the iterations after the match are tested, too: what they read has to exist [-Wassume]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > 7 && at < 0) {
            at = i;
            value = y[i];
        }
    return value + at;
}

int tested(int n, const int *key, const float *x)
{
    int at = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[key[i]] > 7 && at < 0)
            at = i;
    return at;
}
// CHECK-NOT: has to exist
// CHECK: 5 of 19 nests restructured

// Catches a loop that has to stay serial and does not, and a reason that is untrue, at a wrong place or without its
// accesses: what no compiler may run in parallel, as people write it. UNREAD is said while the loop is read,
// LEFT where what decides about leaving it is looked for.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --match-full-lines
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --match-full-lines --check-prefix=UNREAD
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --match-full-lines --check-prefix=LEFT
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}0 of 35 nests restructured
#include <stdio.h>
void prefix(int n, const float *restrict a, float *restrict b)
{
    float s = 0;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 's' is a running value that each iteration also uses (a scan) [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:16: note: read here
#pragma curestruct exact
    for (int i = 0; i < n; i++) {
        s += a[i];
        b[i] = s;
    }
}

void prefix_array(int n, float *restrict b, const float *restrict a)
{
    b[0] = a[0];
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'b[i]' written here is read as 'b[i - 1]' by a later iteration, distance 1{{.*}} [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: read here
#pragma curestruct exact
    for (int i = 1; i < n; i++)
        b[i] = b[i - 1] + a[i];
}

void prefix_in_place(int n, double a[n])
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'a[i]' written here is read as 'a[i - 1]' by a later iteration, distance 1{{.*}} [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:17: note: read here
#pragma curestruct exact
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}

void exclusive(int n, const float *restrict flag, float *restrict at)
{
    float sum = 0;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'sum' is a running value that each iteration also uses (a scan) [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+5]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:17: note: read here
#pragma curestruct exact
    for (int i = 0; i < n; i++) {
        at[i] = sum;
        sum += flag[i];
    }
}

void shift(int n, float *a)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'a[i]' written here is read as 'a[i - 1]' by a later iteration, distance 1{{.*}} [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: read here
#pragma curestruct exact
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
}

void shift_down(int n, float *a)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'a[i]' written here is read as 'a[i + 1]' by a later iteration, distance 1{{.*}} [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:23: note: read here
#pragma curestruct exact
    for (int i = n - 2; i >= 0; i--)
        a[i] = 0.5f * a[i + 1];
}

void seidel1(int n, double *x)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'x[i]' written here is read as 'x[i - 1]' by a later iteration, distance 1{{.*}} [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:17: note: read here
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        x[i] = (x[i - 1] + x[i + 1]) / 2;
}

void reverse(int n, float *a)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:1: warning: loop 'i' stays serial: 'a[i]' written here is read as 'a[n - 1 - i]' by a later iteration [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+5]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:16: note: read here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: for example in the iterations i = 0 and i = 1
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[n - 1 - i];
}

void reverse_swap(int n, char *a)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:1: warning: loop 'i' stays serial: 'a[n - 1 - i]' written here is read as 'a[i]' by a later iteration [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+7]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:18: note: read here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:18: note: for example in the iterations i = 0 and i = 1
#pragma curestruct
    for (int i = 0; i < n; i++) {
        char t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}

// Each of two accesses may meet the other one, too: that is not tested.
void scatter(int n, const int *restrict index, const float *restrict a, float *restrict b)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'b[index[i]]' written here may be written again by another iteration, as far as is known [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:9: note: a subscript of 'b' is not an affine function of iterators and parameters; write 'independent' if no two iterations touch one element
#pragma curestruct
    for (int i = 0; i < n; i++) {
        b[index[i]] = a[i];
        b[index[i] + n] = a[i] + 1;
    }
}

void scatter_computed(int n, const int *restrict a, int *restrict b)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'b[a[i] * a[i] % 64]' written here may be written again by another iteration, as far as is known [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:9: note: a subscript of 'b' is not an affine function of iterators and parameters; write 'independent' if no two iterations touch one element
#pragma curestruct copyout(b[0:64])
    for (int i = 0; i < n; i++)
        b[a[i] * a[i] % 64] = i;
}

float horner(int n, const float *c, float x)
{
    float y = 0;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y' written here is read by a later iteration [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:13: note: read here
#pragma curestruct exact
    for (int i = n - 1; i >= 0; i--)
        y = y * x + c[i];
    return y;
}

void random_numbers(int n, unsigned *a, unsigned seed)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'seed' written here is read by a later iteration [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: read here
#pragma curestruct
    for (int i = 0; i < n; i++) {
        seed = seed * seed + 1013904223u;
        a[i] = seed;
    }
}

void smooth(int n, const float *restrict a, float *restrict b, float alpha)
{
    float state = a[0];
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'state' written here is read by a later iteration [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:46: note: read here
#pragma curestruct exact
    for (int i = 1; i < n; i++) {
        state = alpha * a[i] + (1 - alpha) * state;
        b[i] = state;
    }
}

int find(int n, const int *a, int key)
{
    int at = -1;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it contains a break that leaves the loop [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+5]]:13: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == key) {
            at += i;
            break;
        }
    return at;
}

int any(int n, int *a)
{
// LEFT: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it contains a return; set a variable, and return after the loop [-Wrefused]
// LEFT: {{.*}}refused-loops.c:[[#@LINE+4]]:13: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            return 1;
        a[i] *= 2;
    }
    return 0;
}

int jump(int n, int *a)
{
// LEFT: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it contains a goto [-Wrefused]
// LEFT: {{.*}}refused-loops.c:[[#@LINE+4]]:13: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            goto failed;
        a[i] *= 2;
    }
    return 0;
failed:
    return 1;
}

void until(int n, int *a)
{
    int i = 0;
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: the loop stays serial: its condition does not compare the iterator with a bound, as 'i < n' does [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:12: note: here
#pragma curestruct
    for (; a[i] != 0; i++)
        a[i] = 1;
}

void show(int n, const int *a)
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'printf', which does input or output; call it outside [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+3]]:9: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        printf("%d\n", a[i]);
}

void show_some(int n, float *a, FILE *f)
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'fprintf', which does input or output; call it outside [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+5]]:13: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
        if (a[i] > 100)
            fprintf(f, "%d\n", i);
    }
}

void device_register(int n, volatile int *port, const int *a)
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: 'port' or what it points to is volatile [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+3]]:9: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        port[i] = a[i];
}

void watched(int n, int *a)
{
    volatile int ready = 1;
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it uses a value that is volatile [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = ready;
}

float elsewhere(float);
void unknown(int n, float *a)
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'elsewhere', whose definition is not in this file; name the file that has it with '--helpers=FILE.c', or define it here or in a header [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = elsewhere(a[i]);
}

void by_pointer(int n, float *a, float (*f)(float))
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it calls a function through the pointer 'f' [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = f(a[i]);
}

static int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

void recursive(int n, int *a)
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: 'factorial' is recursive: factorial -> factorial [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:{{[0-9]+}}:28: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = factorial(a[i] & 7);
}

int rand(void);
void dice(int n, int *a)
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it calls 'rand', whose definition is not in this file; name the file that has it with '--helpers=FILE.c', or define it here or in a header [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: here
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = rand();
}

struct node { int value; struct node *next; };
int list(struct node *p)
{
    int s = 0;
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: the loop stays serial: its third part does not add a step to its iterator, as 'i++' does [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:15: note: here
#pragma curestruct
    for (; p; p = p->next)
        s += p->value;
    return s;
}

void goto_of_two_ways(int n, float a[n][n])
{
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: it contains a goto that does not jump forward in its block, or jumps past a declaration [-Wrefused]
// UNREAD: {{.*}}refused-loops.c:[[#@LINE+5]]:17: note: here
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (a[i][j] < 0)
                goto next;
            if (a[i][j] > 9)
                goto other;
            a[i][j] += 1;
        }
    other:
        a[i][0] = 0;
    next:;
    }
}

float scan_in_rows(int n, int m, float a[n][m])
{
    float s = 0;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 's' is a running value that each iteration also uses (a scan) [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+5]]:13: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+5]]:23: note: read here
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            s += a[i][j];
            a[i][j] = s;
        }
    return s;
}

void shift_around(int n, float *a)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'a[i]' written here is read as 'a[(i + 2) % n]' by a later iteration [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: read here
#pragma curestruct
    for (int i = 0; i < n; i += 2)
        a[i] = a[(i + 2) % n] + a[(i - 1 + n) % n];
}

void moves_that_meet(int n, float *a)
{
    static const int by[3] = {0, 1, -1};
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'a[i]' written here is read as 'a[i + by[2]]' by a later iteration, distance 1{{.*}} [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:9: note: written here
// CHECK: {{.*}}refused-loops.c:[[#@LINE+3]]:16: note: read here
#pragma curestruct
    for (int i = 1; i < n; i++)
        a[i] = a[i + by[2]] * a[i + by[2]];
}

void moves_that_change(int n, float *a, const float *b)
{
    static int by[3] = {0, 1, -1};
    by[2] = n;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+2]]:1: warning: loop 'i' stays serial: {{.*}} as far as is known [-Wrefused]
// CHECK: {{.*}}refused-loops.c:[[#@LINE+4]]:13: note: written here
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int k = 0; k < 3; k++)
            a[i + by[k]] = b[i];
}

// Not the first match: what it sets may be negative, the condition asks for it, nobody knows what was found before.
int stays_open(int n, const int *a, int x)
{
    int at = -1;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'at' is not a reduction: {{.*}} [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == x && at < 0)
            at = i - 5;
    return at;
}

int asks_twice(int n, const int *a)
{
    int at = -1;
// CHECK: {{.*}}refused-loops.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'at' is not a reduction: {{.*}} [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > at && at < 0)
            at = i;
    return at;
}

int goes_on(int n, const int *a, int at)
{
// CHECK: {{.*}}refused-loops.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'at' is not a reduction: {{.*}} [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == 3 && at < 0)
            at = i;
    return at;
}

// Catches a refusal by analysis with another reason than the true one, in other words or at another place: those that
// no other test compares as a whole. A note about a wavefront, where no dependence makes the outer loop serial, helps
// nobody.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --match-full-lines --implicit-check-not='note: a wavefront'
// RUN: %curestruct explain %s 2>/dev/null | FileCheck %s --match-full-lines --check-prefix=EXPLAIN
// RUN: %curestruct explain --format=json %s 2>/dev/null | FileCheck %s --check-prefix=JSON

void no_loop(float *restrict a)
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: there is no loop to restructure [-Wrefused]
#pragma curestruct begin
    a[0] = 1;
#pragma curestruct end
}

void left(int n, float *restrict a, const float *restrict b)
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: it is left by 'break' [-Wrefused]
#pragma curestruct begin
    // CHECK: {{.*}}messages.c:[[#@LINE+1]]:5: note: loop 'i'
    for (int i = 0; i < n; i++) {
        if (b[i] > 100)
            break;
        a[i] = 1;
    }
#pragma curestruct end
}

void left_by_rows(int n, float (*restrict a)[100], const float *restrict b)
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: it is left by 'break' [-Wrefused]
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 1; j < 100; j++)
            a[i][j] = a[i][j - 1];
        if (b[i] > 100)
            break;
    }
#pragma curestruct end
}

void powers(int n, float (*restrict a)[100])
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: its iterator is multiplied or divided from one iteration to the next [-Wrefused]
#pragma curestruct
    for (int i = 1; i < n; i *= 2)
        for (int j = 1; j < 100; j++)
            a[i][j] = a[i][j - 1];
}

void counted(int n, float *restrict a)
{
    int k = 0;
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: loop 'i' stays serial: 'k' counts the iterations so far, and each of them uses it: write its value in terms of the loops' iterators [-Wrefused]
#pragma curestruct
    for (int i = 1; i < n; i *= 2)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:11: note: written here
        a[k++] = 1;
}

// EXPLAIN: until ({{.*}}
void until(int n, float *restrict a)
{
#pragma curestruct begin
    // EXPLAIN: {{ *}}while {{ *}}[[#@LINE+1]]  sequential  its number of iterations is not known
    while (n > 3) {
        for (int j = 1; j < 100; j++)
            a[j] = 1;
    }
#pragma curestruct end
}

// EXPLAIN: serial_rows ({{.*}}
void serial_rows(int n, const int *ptr, float *restrict a, float *restrict s, const float *restrict b)
{
#pragma curestruct copyin(b[0:n])
    for (int i = 0; i < n; i++) {
        // EXPLAIN: {{ *}}k {{ *}}[[#@LINE+1]]  opaque {{ *}}it has a bound that depends on data
        for (int k = 1; k < ptr[i]; k *= 2)
            a[i] += b[k];
        // EXPLAIN: {{ *}}j {{ *}}[[#@LINE+1]]  opaque {{ *}}it is left by 'break'
        for (int j = 0; j < 10; j++) {
            if (a[i] > 100)
                break;
            // EXPLAIN: {{ *}}h {{ *}}[[#@LINE+1]]  opaque {{ *}}it is inside a loop that one thread runs
            for (int h = 0; h < 10; h++)
                s[i] += h;
        }
    }
}

// EXPLAIN: asserted ({{.*}}
void asserted(int n, float *restrict a, const int *restrict at)
{
#pragma curestruct independent copy(a[0:n])
    // EXPLAIN: {{ *}}i {{ *}}[[#@LINE+1]]  parallel {{ *}}'independent' was asserted, and nothing disproves it
    for (int i = 0; i < n; i++)
        a[at[i]] += 1;
}

// EXPLAIN: private_copy ({{.*}}
void private_copy(int n, float *restrict a, const float *restrict b)
{
    float t[2];
#pragma curestruct
    // JSON: every iteration writes 't' before it reads them: each has its own; no other element that an iteration writes is touched by another one"
    for (int i = 0; i < n; i++) {
        t[0] = b[i] * 2;
        t[1] = b[i];
        a[i] = t[0] + t[1] * t[0];
    }
}

// EXPLAIN: wraps ({{.*}}
// EXPLAIN:   subscripts of 'a' stay within 4294967295
void wraps(unsigned n, unsigned m, float *restrict a, const float *restrict b)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            a[i * m + j] = b[j * n + i];
}

void many_steps(int n, int m, float *restrict b, float ***a)
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: how much of 'a' it touches is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            // CHECK: {{.*}}messages.c:[[#@LINE+2]]:21: note: accessed here; say how much with copyin(a[0:planes][0:rows][0:columns])
            // CHECK: {{.*}}messages.c:[[#@LINE+1]]:21: note: the question took too many steps to answer
            b[i] += a[i][0][(i % 7 + j / 3 % 5 * 7 + (i + j) / 11 % 13 + (i + 3*j) / 17 % 19 + (5 * i - j) / 23 % 29)
                      % 31 + (7 * i - j) / 37 % 41 + (i - 7 * j) / 3 % 4];
}

float no_sum(int n, float *restrict a)
{
    float s = 0;
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:32: warning: the nest stays serial: 's' is not updated as a reduction by '+' in it [-Wrefused]
#pragma curestruct reduction(+:s)
    for (int i = 0; i < n; i++)
        a[i] = s;
    return s;
}

void past_its_type(float *restrict a)
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'i' may run past the end of its iterator's type [-Wrefused]
#pragma curestruct
    // CHECK: {{.*}}messages.c:[[#@LINE+1]]:5: note: loop 'i'
    for (unsigned char i = 0; i < 300; i++)
        a[i] = 1;
}

void too_many(int n, const int *count, float a[n][256])
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'j' may run past the end of its iterator's type [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'j'
        for (unsigned char j = 0; j < count[i]; j++)
            a[i][j & 255] = 1;
}

void past_sign(int n, const unsigned char *count, float a[n][256])
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'j' may run past the end of its iterator's type [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'j'
        for (signed char j = 0; j < count[i]; j++)
            a[i][j & 255] = 1;
}

void included(int n, const unsigned char *count, float a[n][256])
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'j' may run past the end of its iterator's type [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'j'
        for (unsigned char j = 0; j <= count[i]; j++)
            a[i][j & 255] = 1;
}

void unequal(int n, const unsigned char *count, float a[n][256])
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'j' may run past the end of its iterator's type [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'j'
        for (unsigned char j = 0; j != count[i]; j++)
            a[i][j & 255] = 1;
}

void larger(int n, const int *count, float a[n][256])
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'j' may run past the end of its iterator's type [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'j'
        for (unsigned char j = 0; j < (count[i] > n ? count[i] : n); j++)
            a[i][j & 255] = 1;
}

void unknown_step(int n, float *restrict a, const int *m)
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'j' has a step whose sign is not known [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'j'
        for (int j = 0; j < n; j += m[i])
            a[i * n + j] = 1;
}

void wrapping_powers(int n, const unsigned *m, float *restrict a)
{
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: loop 'i' multiplies or divides an iterator that may not be positive, or may leave its type [-Wrefused]
#pragma curestruct
    for (int k = 0; k < n; k++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'i'
        for (unsigned i = 1; i < m[k]; i *= 2)
            a[k * n + i] = 1;
}

int value_after(int n, float *restrict a, const int *m)
{
    int j = 0;
// CHECK: {{.*}}messages.c:[[#@LINE+1]]:1: warning: the nest stays serial: the value of 'j' after it cannot be computed; declare it in its loop [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: {{.*}}messages.c:[[#@LINE+1]]:9: note: loop 'j'
        for (j = 0; j < m[i]; j++)
            a[i] = 1;
    return j;
}

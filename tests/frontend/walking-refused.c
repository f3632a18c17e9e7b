// Catches pointers that walk by what is not known before the nest, or that others may read, and are accepted.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
int *shared;

void of_the_program(int n)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it changes a pointer other than by fixed amounts or an exchange; use a pointer that stays, and an index [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        *shared++ = i;
}

void again(int n, int turns)
{
    static int *p;
    for (int t = 0; t < turns; t++) {
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it changes a pointer other than by fixed amounts or an exchange; use a pointer that stays, and an index [-Wrefused]
#pragma curestruct
        for (int i = 0; i < n; i++)
            *p++ += i;
    }
}

void compared(int n, int *p, int *end)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it computes with pointers
#pragma curestruct
    for (int i = 0; i < n; i++)
        *p++ = p < end;
}

int *stepped_behind(int n, int *a)
{
    int *p;
// CHECK: :[[@LINE+1]]:1: warning: loop 'p' stays serial: its iterator is a pointer, and read outside of it
#pragma curestruct
    for (p = a; p < a + n; p++)
        *p = 0;
    return p;
}

void elsewhere(int n, int *a, int *b)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it compares the pointer 'p' with one that points into another array, as far as is known
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int *p = a + i; p < b + 3; p++)
            *p = 0;
}

void inner_null(int n, int *a)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it tests a pointer that is not known before the nest
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int *p = a + i;
        if (p)
            *p = 0;
    }
}

// Normalizations find these, after all nests are read.
void by_data(int n, const int *q, int *restrict p)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it changes a pointer by amounts that are not known before the nest
#pragma curestruct
    for (int i = 0; i < n; i++) {
        *p = i;
        p += q[i];
    }
}

void sometimes(int n, const int *q, int *restrict p)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it changes a pointer by amounts that are not known before the nest
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (q[i] > 0)
            *p++ = q[i];
}

// The loop does not move p back where m is negative, as the other branch does.
void perhaps_negative(int n, int m, const int *q, int *restrict p)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: it changes a pointer by amounts that are not known before the nest
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (q[i] > 0)
            p += m;
        else
            for (int j = 0; j < m; j++)
                *p++ = q[i];
    }
}

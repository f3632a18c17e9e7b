// Catches a struct with pointers that an iteration has a copy of: the copy's numbers have to be those of its element,
// and what needs the copy's pointers must not be accepted.
// RUN: %same %s %t
// RUN: %curestruct -DREFUSED %s -o %t.cu 2>&1 | FileCheck %s
#include "Inputs/checksum.h"

struct simulation;
struct particle {
    double x, y, m;
    struct particle *next;
    const char *name;
    struct simulation *owner;
    int id;
};

static double weighed(struct particle p)
{
    return p.m * (p.x + p.y);
}

static void attract(int n, const struct particle *p, double *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct particle own = p[i];
        double sum = 0;
        for (int j = 0; j < n; j++) {
            const struct particle other = p[j];
            sum += other.m * (other.x - own.x) + weighed(p[j]);
        }
        a[i] = sum + own.id;
    }
}

#ifdef REFUSED
// CHECK: loop 'i' stays serial: it tests a pointer that is not known before the nest
static void tested(int n, const struct particle *p, double *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct particle own = p[i];
        a[i] = own.next ? own.x : 0;
    }
}
// CHECK: loop 'i' stays serial: it copies a struct whose member 'next' is not a number
static void stored(int n, const struct particle *p, struct particle *restrict q)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct particle own = p[i];
        own.x *= 2;
        q[i] = own;
    }
}
// CHECK: loop 'i' stays serial: it changes a pointer other than by fixed amounts or an exchange
static void followed(int n, struct particle *p, double *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct particle own = p[i];
        own.next = p;
        a[i] = own.next->x;
    }
}
// CHECK: loop 'i' stays serial: 'own.next' is a pointer whose value is not known here
static void read(int n, struct particle *p, double *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct particle own = p[i];
        a[i] = own.next->x;
    }
}
#endif

int main(void)
{
    static struct particle p[100];
    static double a[100];
    for (int i = 0; i < 100; i++)
        p[i] = (struct particle){i * 37 % 101 / 4.0, i * 53 % 89 / 8.0, i % 7 + 1, p + i / 2, "some", 0, i};
    for (int n = 0; n <= 100; n += 33) {
        attract(n, p, a);
        printf("%d %016lx\n", n, checksum_bytes(a, sizeof a));
    }
    return 0;
}

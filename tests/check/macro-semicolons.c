// Catches a macro that yields a statement after the loop which the nest then swallows, and a nest that is refused
// because its macro ends in a semicolon of its own.
// RUN: %curestruct check --on cpu %s 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=REFUSED <%t.log
typedef struct {
    double re, im;
} number;

#define ASSIGN(a, x, y) { (a).re = (x); (a).im = (y); }
#define ZERO(a) ASSIGN(a, 0.0, 0.0);
#define COUNTED(a) { (a).re += 1; }; count++
#define TWICE(a) ASSIGN(a, 0.5, 1.5);;

// CHECK: zeros: 1 of 1 nests, {{.*}}, bit for bit, PASS
void zeros(int n, number *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        ZERO(a[i]);
    a[0].re = 2;
}

// CHECK: rows: 1 of 1 nests, {{.*}}, bit for bit, PASS
void rows(int n, int m, number *a, int twice)
{
    if (twice)
#pragma curestruct
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                TWICE(a[i * m + j]);
    if (n > 0)
        a[0].im += 1;
}

// REFUSED: [[@LINE+4]]:1: warning: loop 'i' stays serial: a macro yields only a part of it, or more than it
int more(int n, number *a)
{
    int count = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        COUNTED(a[i]);
    return count;
}

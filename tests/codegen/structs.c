// Catches members that a nest does not write being lost, structs that are known only inside a function, and a layout
// that is another one in the CUDA half of --host; structs without a name, which kernels and the check call by the
// compiler's words for them.
// UNSUPPORTED: asan
// RUN: %curestruct check --on cpu --function local --size n=33,n=50 %s | FileCheck %s
// RUN: %curestruct check --on cpu --function turn --size n=33,n=50 %s | FileCheck %s
// CHECK: 1 of 1 nests, 2 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// RUN: %same %s %t
// RUN: %same --host %s %t.host
#include <stdio.h>

struct inner {
    char tag;
    double at[2];
};
struct outer {
    short head;
    struct inner part;
    void *ours;
    char tail;
};

static void move(struct outer *o, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        o[i].part.at[1] += i;
        o[i].tail = (char)(o[i].part.tag + 1);
    }
}

static struct {
    float x, y;
    struct {
        short steps[3];
    } way;
} points[64];
struct complex {
    int which;
    struct {
        float re, im;
    } value;
};

float turn(int n, struct complex *z)
{
    struct {
        int at;
        char letters[3];
    } marks[64];
    for (int i = 0; i < 64; i++)
        marks[i].at = i;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float re = z[i].value.re;
        z[i].value.re = -z[i].value.im;
        z[i].value.im = re;
        points[i].x += z[i].value.re;
        points[i].way.steps[1] = (short)(marks[i].at * 3);
        marks[i].letters[2] = (char)i;
    }
    return points[n - 1].x + points[n - 1].way.steps[1] + marks[n - 1].letters[2];
}

int local(int n)
{
    struct pair {
        int key;
        float value;
    };
    typedef struct {
        double d;
        char c;
    } unnamed;
    struct pair pairs[60];
    unnamed others[60];
    for (int i = 0; i < 60; i++) {
        pairs[i].key = i;
        pairs[i].value = 0.5f;
        others[i].d = i;
        others[i].c = 'x';
    }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        pairs[i].value += (float)pairs[i].key;
        others[i].d *= 2;
    }
    return (int)(pairs[n - 1].value * 10) + (int)others[n - 1].d + others[n - 1].c + pairs[n].key;
}

int main(void)
{
    static struct complex z[64];
    for (int i = 0; i < 64; i++)
        z[i].value.re = (float)i, z[i].value.im = 0.5f;
    printf("%g %g\n", turn(60, z), turn(64, z));
    static struct outer o[70];
    for (int i = 0; i < 70; i++) {
        o[i].head = (short)i;
        o[i].part.tag = (char)i;
        o[i].part.at[0] = i;
        o[i].ours = &o[69 - i];
    }
    move(o, 70);
    int good = 0;
    for (int i = 0; i < 70; i++)
        good += o[i].head == i && o[i].part.at[0] == i && o[i].part.at[1] == i && o[i].tail == i + 1 &&
                o[i].ours == &o[69 - i];
    printf("%d %d\n", good, local(50));
    return 0;
}

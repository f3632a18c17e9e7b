// Catches a wrong offset or size of a member: arrays of structs, structs of arrays, nested ones, arrays inside, a
// bound that is a member, pointers that are members. Members of compound literals and of what calls return, and a
// literal that reads what it replaces, in an order in which a member is old or new where it must not be; a sum of
// structs that is not found to be one.
// RUN: %curestruct -Wno-assume -Werror=sequential %s -o %t.cu 2>&1 | count 0
// RUN: %same %s %t
#include "Inputs/checksum.h"

struct inner {
    char tag;
    int values[3];
};
typedef struct {
    short id;
    struct inner in[2];
    double weight;
} Item;
struct image {
    int rows, columns;
    unsigned char *pixels;
};
static struct {
    int x[100], y[100];
} soa;

static void items(Item *item, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        item[i].id = (short)(i + 1);
        item[i].in[1].values[2] += i;
        item[i].in[0].tag = (char)('a' + i % 26);
        item[i].weight *= 2;
    }
}

static void invert(struct image *to, const struct image *from)
{
#pragma curestruct
    for (int i = 0; i < from->rows; i++)
        for (int j = 0; j < from->columns; j++)
            to->pixels[i * to->columns + j] = (unsigned char)(255 - from->pixels[i * from->columns + j]);
}

typedef struct {
    double re, im;
} Complex;
#define PLUS(a, b) (Complex){(a).re + (b).re, (a).im + (b).im}
#define TIMES(a, b) (Complex){(a).re * (b).re - (a).im * (b).im, (a).re * (b).im + (a).im * (b).re}

static Complex conjugate(Complex z)
{
    return (Complex){z.re, -z.im};
}

static Complex literals(int n, const Complex *restrict x, Complex *restrict y)
{
    Complex sum = {1, 2};
#pragma curestruct
    for (int i = 0; i < n; i++) {
        Complex z = x[i];
        z = (Complex){z.im, z.re};
        z = TIMES(z, PLUS(z, x[i]));
        y[i] = TIMES(PLUS(y[i], x[i]), y[i]);
        y[i].im += conjugate(z).im + (Complex){.im = z.re}.im;
        sum = PLUS(sum, x[i]);
    }
    return sum;
}

static void arrays(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        soa.x[i] = 2 * soa.y[i] + i;
}

int main(void)
{
    static Item item[200];
    static unsigned char a[40 * 30], b[40 * 32];
    for (int i = 0; i < 200; i++)
        item[i].weight = i;
    for (int i = 0; i < 1200; i++)
        a[i] = (unsigned char)(i * 7);
    items(item, 150);
    SHOW(item);
    struct image from = {40, 30, a}, to = {40, 32, b};
    invert(&to, &from);
    SHOW(b);
    static Complex x[90], y[90];
    for (int i = 0; i < 90; i++) {
        x[i] = (Complex){i % 7 - 3, i % 5};
        y[i] = (Complex){i % 3, i % 11 - 5};
    }
    Complex sum = literals(90, x, y);
    SHOW(y);
    printf("%g %g\n", sum.re, sum.im);
    for (int i = 0; i < 100; i++)
        soa.y[i] = i * 3;
    arrays(77);
    printf("%d %d %d\n", soa.x[0], soa.x[76], soa.x[77]);
    return 0;
}

// Catches everyday C for which the output needs --host, although a word would make it C++: pointers from malloc, enums
// from integers, numbers in braces, variables that are defined twice; a cast in the wrong place; and one too many.
// RUN: %same %s %t
// RUN: %curestruct %s -o - | sed -n '/^#define ALLOCATE/,/^    free/p' | diff - %S/Inputs/conversions.txt
#include <stdio.h>
#include <stdlib.h>

#define ALLOCATE(n) malloc((n) * sizeof(float))
#define EITHER(a, b) ((a) ? (a) : (b))
#define NIL ((void *)0)

enum color { RED, BLUE, WHITE = 7 };
struct options { float scale; short width; enum color color; float *data; };
struct node { struct node *next; };
typedef struct { int x, y; } point;
typedef int compare(const void *, const void *);

extern int calls;
int calls;
int calls = 2;
static int level;
static int level;
int table[];
int table[3];
int only, many;

static int by_value(const void *left, const void *right)
{
    const int *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static enum color next_color(int i, void *picture)
{
    enum color c = i + 1, d = BLUE;
    unsigned char *bytes = picture;
    if (i > 3)
        return i;
    c = bytes ? c : RED;
    return i ? c : d;
}

static float first(float x[static 1], const float *y)
{
    return x[0] + y[0];
}

static float *filled(int n, void *given)
{
    float *p = given ? given : ALLOCATE(n), *q = NIL, *r = NULL;
    q = (float *)malloc(8), r = realloc(q, 8 * sizeof *r);
    p[0] = first(EITHER(given, r), ALLOCATE(n));
    struct node *node = calloc(1, sizeof *node), **next = &node->next;
    *next = given;
    point *points = malloc(sizeof *points + level++);
    double d = n;
    struct options o = {d, n, n, given};
    struct options z = {.scale = d, .width = 3, .color = RED, .data = malloc(4)};
    float few[] = {n, 1, 0.1, (float)d};
    unsigned char bytes[] = {n, 255, -1 + 1, many};
    const struct options *w = &(&o)[0];
    o.data = w->width ? z.data : given;
    compare *f = by_value;
    void *any = points ? (void *)few : bytes;
    free(points);
    *(float **)(void *)&o.data = any;
    printf("%g %d %d %d %g\n", o.scale, o.width, o.color, (int)(few[1] + bytes[0]), o.data[0]);
    return f(table, &only) ? given : any;
}

int main(void)
{
    int order[] = {3, 1, 2};
    qsort(order, 3, sizeof *order, by_value);
    float *restrict x = malloc(100 * sizeof *x);
    x[99] = 0;
#pragma curestruct
    for (int i = 0; i < 100; i++)
        x[i] = calls * i;
    printf("%g %d %d %d\n", x[99], order[0], next_color(1, x), next_color(4, NULL));
    filled(3, x);
    free(x);
}

// Catches declarations that C++ reads otherwise: pointers to enumerated types and results of such a type, which nothing
// converts to; sizes of arrays as bounds; values of static variables.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum kind { RED, GREEN, BLUE };
typedef enum { OFF, ON } Switch;
struct item {
    enum kind kind;
    int value;
};

static int count(const enum kind *kinds, int n)
{
    int red = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        red += kinds[i] == RED;
    return red;
}

static void set(enum kind *out, const struct item *items, int n, Switch *s, Switch flip)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[i] = items[i].kind == GREEN ? BLUE : items[i].kind;
        s[i] = items[i].value ? flip : OFF;
    }
}

static enum kind most(const enum kind *kinds, int n)
{
    enum kind top = RED;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (kinds[i] > top)
            top = kinds[i];
    return top;
}

static int table[90];
static struct item items[90];
static enum kind colours[90];
static Switch switches[90];

static int statics(void)
{
    static int factor = 2, bias[4] = {1, 2, 3, 4};
#pragma curestruct
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        table[i] = table[i] * factor + bias[i & 3];
#pragma curestruct
    for (unsigned i = 0; i < sizeof bias; i++)
        table[i] += 1;
    return ++factor;
}

int main(void)
{
    for (int i = 0; i < 90; i++)
        items[i].kind = i % 5 ? RED : GREEN, items[i].value = i % 3, table[i] = i;
    set(colours, items, 90, switches, ON);
    printf("%d %d\n", count(colours, 90), most(colours, 90));
    SHOW(colours), SHOW(switches);
    printf("%d %d\n", statics(), statics());
    SHOW(table);
    return 0;
}

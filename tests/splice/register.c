// Catches the keyword register, which C++ does not have, being left in the text around and in the nest, or taken away
// with more.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include <stdio.h>

#define FAST register
static int a[90], registered = 2;

static int sum(register int n, register const int *restrict from)
{
    register int i, s = 0;
#pragma curestruct
    for (i = 0; i < n; i++) {
        register int square = from[i] * from[i];
        FAST int twice = square * 2;
        s += twice + registered;
    }
    return s;
}

int main(void)
{
    for (register int i = 0; i < 90; i++)
        a[i] = i % 7;
    printf("%d %s\n", sum(90, a), "register this");
    return 0;
}

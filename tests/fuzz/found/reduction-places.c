// Catches a reduction whose place moves along an inner loop by the subscript of a member alone: the result was stored
// after that loop.
// RUN: %same %s %t
#include <stdio.h>

struct quad { float x; int y[4]; };

static void member(int n, struct quad *s)
{
#pragma curestruct
    for (short i = 0; i < 4; i++)
        for (int j = n; j-- > 0;)
            for (int k = 2; k < i; k++)
                for (int l = 0; l < 64; l++)
                    s[0].y[k]++;
}

int main(void)
{
    struct quad s[1] = {{1, {2, 3, 4, 5}}};
    member(5, s);
    printf("%d %d %d %d\n", s[0].y[0], s[0].y[1], s[0].y[2], s[0].y[3]);
    return 0;
}

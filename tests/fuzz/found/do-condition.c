// Catches a do whose condition needs a statement before it (the old value of `x++`), declared where the condition does
// not see it.
// RUN: %same %s %t
// RUN: %curestruct -Werror=refused %s -o %t.cu
#include <stdio.h>

static void count(int n, unsigned char *restrict left, int *restrict turns)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        turns[i] = 0;
        do {
            if (turns[i] > 20)
                continue;
            turns[i] += 2;
        } while (left[i]--);
    }
}

int main(void)
{
    unsigned char left[50];
    int turns[50];
    for (int i = 0; i < 50; i++)
        left[i] = i;
    count(50, left, turns);
    for (int i = 0; i < 50; i++)
        printf("%d %d\n", turns[i], left[i]);
    return 0;
}

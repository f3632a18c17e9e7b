// Catches linkage that changes: prototypes with `extern`, two declarations in a line, const objects that are shared
// between files, functions declared in macros, a header that is no list of declarations, and system headers that a
// header of the user brings with it and that must stay outside of extern "C".
// UNSUPPORTED: asan
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/one.c -o %t.d/one.cu && %cc -c %t.d/two.c -o %t.d/two.o
// RUN: %cxx -std=c++17 -Wall -Wextra -Wno-unknown-pragmas -Werror -pthread -I %simt -x c++ -c %t.d/one.cu -o %t.d/one.o
// RUN: %cxx -pthread %t.d/one.o %t.d/two.o %simt_library -o %t.d/program -lm -ldl && %t.d/program \
// RUN:     | grep "^7 5 3 11 6 8$"
//--- own.h
#include <stdlib.h>
#include <tgmath.h>
int from_two(int x);
//--- table.inc
1, 2, 3
//--- one.c
#include "own.h"
#include <stdio.h>
#define API __attribute__((noinline)) int
static const int table[] = {
#include "table.inc"
};
extern int a_prototype(void);
int first(void), second(void);
const int shared[2] = {4, 5};
extern const int theirs;
API visible(int x) { return x + 1; } int last(int *a) { return a[2]; }
int work(int *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = table[i] + theirs;
    return last(a);
}
int main(void)
{
    int a[3];
    printf("%d %d %d %d %d %d\n", from_two(3), a_prototype(), first() + second(), work(a, 3), visible(5), theirs);
    return 0;
}
//--- two.c
extern const int shared[2];
const int theirs = 8;
int visible(int x);
int from_two(int x) { return x + shared[0]; }
int a_prototype(void) { return shared[1]; }
int first(void) { return visible(0); }
int second(void) { return 2; }

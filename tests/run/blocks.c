// Wrong ends of a block that the launcher looks up: pointers into a block, blocks that grow, that are freed and whose
// memory another block takes; a variable at file scope; a local array is in no block, so its nest is left to the host.
// RUN: %same --host %s %t
// RUN: %same --fallback -DLOCAL %s %t
#include <stdio.h>
#include <stdlib.h>

static int ends[320], *const from = ends + 10;

// Where `next` leads, which no subscript says.
static long walk(int n, const int *next, int *seen)
{
    long all = 0;
#pragma curestruct independent
    for (int i = 0; i < n; i++) {
        int at = i;
        while (next[at] != at)
            at = next[at];
        seen[at] = n;
        all += at;
    }
    return all;
}

int main(void)
{
    int n = 300;
    int *next = malloc(100 * sizeof(int));
    next = realloc(next, n * sizeof(int));
    int *unused = calloc(n, sizeof(int));
    free(unused);
    int *seen = calloc(2 * n, sizeof(int)) /* maybe where `unused` was */, local[300] = {0};
    for (int i = 0; i < n; i++) {
        next[i] = i < 10 ? i : i / 3;
        local[i] = next[i];
    }
    printf("%ld\n", walk(n, next, seen));
    printf("%ld\n", walk(n, next, seen + n)); // in the middle of the block
    for (int i = 0; i < n; i++)
        from[i] = i < 5 ? i : i / 2;
    printf("%ld\n", walk(n, from, seen + 1));
    next[299] = 295;
#ifdef LOCAL
    printf("%ld\n", walk(n, local, seen));
#endif
    long sum = local[5];
    for (int i = 0; i < 2 * n; i++)
        sum += seen[i] * (i % 7 + 1);
    printf("%ld\n", sum);
    free(next);
    free(seen);
    return 0;
}

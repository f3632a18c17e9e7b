// Catches a walk over index arrays that goes by offsets which the nest would change before it reads them: after the
// first write they lead out of all memory.
// RUN: %same --fallback %s %t
#include <stdio.h>

static void chain(int n, const int *ptr, const int *at, const int *step, int *end)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int s = ptr[i + 1];
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += step[at[k]];
        end[i] = s;
    }
}

// The same with indices in rows, which the walk finds before and after what they index.
static void chain_rows(int n, const int *ptr, const int *step, int **at, int **end)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int k = 0; k < ptr[i]; k++)
            s += step[at[i][k]];
        end[i][0] = s + 2;
    }
}

static void chain_before(int n, const int *ptr, const int *step, int **at, int **end)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int *row = at[i], s = 0;
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < ptr[i]; k++)
                s += step[row[k]];
        end[i][0] = s + 2;
    }
}

static void show_rows(void (*run)(int, const int *, const int *, int **, int **))
{
    enum { ROWS = 20 };
    static int ptr[ROWS + 1], at[ROWS][64], step[64], *rows[ROWS], *end[ROWS];
    for (int i = 0; i < 64; i++)
        step[i] = i % 2;
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < 64; k++)
            at[i][k] = i && k > 50 ? 2000000000 : k % 64;
        rows[i] = at[i];
        end[i] = ptr + i + 1;
        ptr[i + 1] = 1500000000;
    }
    ptr[0] = 3;
    run(ROWS, ptr, step, rows, end);
    for (int i = 0; i <= ROWS; i++)
        printf("%d ", ptr[i]);
    printf("\n");
}

int main(void)
{
    int ptr[102] = {0, 2}, at[1000], step[1000];
    for (int i = 0; i < 1000; i++) {
        at[i] = 999 - i;
        step[i] = i % 3 - 1 + (i & 1);
    }
    for (int i = 2; i < 102; i++)
        ptr[i] = (i & 1 ? -1 : 1) * 2000000000;
    chain(100, ptr, at, step, ptr + 2);
    for (int i = 0; i < 102; i++)
        printf("%d ", ptr[i]);
    printf("\n");
    show_rows(chain_rows);
    show_rows(chain_before);
    return 0;
}

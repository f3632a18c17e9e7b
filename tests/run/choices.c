// Catches an argmin or argmax that takes another of equal elements than the serial loop, a NaN, or the wrong zero, that
// forgets what was there before, or that writes where no iteration was chosen; and a last assignment that is not the
// last.
// RUN: %same %s %t
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { N = 3000, ROWS = 37, COLUMNS = 83 };

static float a[N];
static int b[N];
static unsigned char c[N];
static unsigned long long w[N];
static double grid[ROWS][COLUMNS];
static double best_of[ROWS], best_in[COLUMNS];
static int at_of[ROWS];
static short at_in[COLUMNS];

static void floats(int n, float start)
{
    float best = start, least = start, last_best = start, sum = 0;
    int at = -1;
    size_t where = 7;
    long last = -3;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > best) {
            best = a[i];
            at = i;
        }
#pragma curestruct
    for (size_t i = 0; i < (size_t)n; i++)
        if (least > a[i]) {
            where = i;
            least = a[i];
        }
#pragma curestruct
    for (long i = n - 1; i >= 0; i -= 3) {
        if (a[i] >= last_best) {
            last_best = a[i];
            last = i;
        }
        sum += a[i] == 4 ? 1 : 0;
    }
    printf("%d: %a %d %a %zu %a %ld %g\n", n, best, at, least, where, last_best, last, sum);
}

static void integers(int n, int start)
{
    int best = start, at = -1, twice = 0;
    unsigned char small = 255, other = 9;
    unsigned where = 0;
    unsigned long long most = 0;
    float payload = 0.5f;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int value = b[i] / 2;
        if (value > best) {
            best = value;
            at = i;
            twice = 2 * i + c[i];
        }
    }
#pragma curestruct
    for (unsigned i = 1; i < (unsigned)n; i++)
        if (c[i] < small) {
            small = c[i];
            where = i;
            other = (unsigned char)(i * 3);
        }
#pragma curestruct
    for (int i = 0; i < n; i += 2)
        if (c[i] != 7 && w[i] >= most && i != 4) {
            most = w[i];
            payload = a[i] == a[i] ? a[i] : -1;
        }
    printf("%d %d %d %d %d %u %d %llu %a\n", n, best, at, twice, small, where, other, most, payload);
}

static void by_place(int n)
{
    int least = 0, most = 0;
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (b[i] < b[least])
            least = i;
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (fabsf(a[i]) > fabsf(a[most]))
            most = i;
    printf("%d %d %d\n", n, least, most);
}

// How much of what `p` points to is read: the elements of the loop, and the one that the place names at first.
static void through_pointers(int n, int from, const int *p, const float *rows)
{
    int least = from, most[4] = {0};
    unsigned long last = (unsigned long)n - 1;
#pragma curestruct
    for (int i = n / 2; i < n; i++)
        if (p[i] < p[least])
            least = i;
#pragma curestruct
    for (int i = n - 2; i >= 0; i--)
        if (p[last] <= p[i])
            last = (unsigned long)i;
#pragma curestruct
    for (int r = 0; r < 4; r++) {
        int at = 0;
        for (int j = 1; j < n / 4; j++)
            if (rows[r * (n / 4) + j] > rows[r * (n / 4) + at])
                at = j;
        most[r] = at;
    }
    printf("%d %d: %d %lu %d %d %d %d\n", n, from, least, last, most[0], most[1], most[2], most[3]);
}

static void planes(int rows, int columns, double start)
{
    double best = start, magnitude = start;
    int row = -1, column = -1, r = -1, k = -1;
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (grid[i][j] > best) {
                best = grid[i][j];
                row = i;
                column = j;
            }
#pragma curestruct
    for (int j = columns - 1; j >= 0; j--)
        for (int i = 0; i < rows; i++)
            if (i != j && fabs(grid[i][j]) >= magnitude) {
                magnitude = fabs(grid[i][j]);
                r = i;
                k = j;
            }
    printf("%d %d: %a %d %d %a %d %d\n", rows, columns, best, row, column, magnitude, r, k);
}

static void lines(int rows, int columns)
{
    int out[ROWS], first[ROWS];
    for (int i = 0; i < ROWS; i++)
        out[i] = first[i] = -5;
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        double best = -INFINITY;
        int at = 0;
        for (int j = 0; j < columns; j++)
            if (grid[i][j] > best) {
                best = grid[i][j];
                at = j;
            }
        out[i] = at;
    }
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        int at = 0;
        for (int j = 1; j < columns; j++)
            if (grid[i][j] < grid[i][at])
                at = j;
        first[i] = at;
    }
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (best_of[i] < grid[i][j]) {
                best_of[i] = grid[i][j];
                at_of[i] = j;
            }
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (best_in[j] >= grid[i][j]) {
                best_in[j] = grid[i][j];
                at_in[j] = (short)i;
            }
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
        sum += out[i] * 3 + first[i] * 5 + at_of[i] * 7 + (best_of[i] == best_of[i] ? best_of[i] : 0.25);
    for (int j = 0; j < COLUMNS; j++)
        sum += at_in[j] * (j + 1) + (isfinite(best_in[j]) ? best_in[j] : 0.125);
    printf("%d %d: %.17g\n", rows, columns, sum);
}

static void last_ones(int n, float limit)
{
    int last = -1, any = 0, kind = 3;
    bool all = true;
    float value = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > limit)
            last = i;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (b[i] == 5)
            any = 1;
        if (!(a[i] < limit))
            all = false;
    }
#pragma curestruct
    for (int i = n; i-- > 0;) {
        if (c[i] & 1)
            kind = 1;
        else if (c[i] & 2)
            kind = 2;
        if (c[i] > 128)
            value = a[i] == a[i] ? a[i] : 3;
    }
    printf("%d: %d %d %d %d %a\n", n, last, any, all, kind, value);
}

static void all(int n)
{
    floats(n, -INFINITY);
    floats(n, 3);
    floats(n, NAN);
    floats(n, -0.0f);
    integers(n, INT_MIN);
    integers(n, 40);
    if (n > 0) {
        by_place(n);
        through_pointers(n, 0, b, a);
        through_pointers(n, n - 1, b, a);
    }
    last_ones(n, 2);
    last_ones(n, INFINITY);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 31, 33, 255, 257, 1000, N};
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < N; i++) {
            unsigned hash = (unsigned)i * 2654435761u >> 16;
            a[i] = round == 0 ? 0 : round == 1 ? (i & 1 ? 0.0f : -0.0f) : (float)(int)(hash % 9) - 4;
            b[i] = round == 0 ? INT_MIN : (int)(hash % 200) - 100;
            c[i] = (unsigned char)(round == 1 ? 0 : hash);
            w[i] = round == 2 ? ULLONG_MAX - hash % 3 : hash % 5;
        }
        if (round >= 3)
            a[0] = a[N - 1] = a[500] = NAN;
        if (round == 4)
            a[700] = a[900] = INFINITY;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            all(sizes[s]);
        for (int i = 0; i < ROWS; i++) {
            best_of[i] = i % 5 == 0 ? NAN : i % 3;
            at_of[i] = -7;
            for (int j = 0; j < COLUMNS; j++)
                grid[i][j] = round == 0 ? 1 : a[(i * 31 + j * 7) % N];
        }
        for (int j = 0; j < COLUMNS; j++)
            best_in[j] = j % 4 ? INFINITY : 0;
        static const int shapes[][2] = {{0, 5}, {1, 1}, {5, 0}, {ROWS, 1}, {3, COLUMNS}, {ROWS, COLUMNS}};
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            planes(shapes[s][0], shapes[s][1], -INFINITY);
            planes(shapes[s][0], shapes[s][1], 2);
            lines(shapes[s][0], shapes[s][1]);
        }
    }
    return 0;
}

// Catches functions that are read in place and return in their middle, where the rest then runs nevertheless or a
// result is lost; returns out of loops that lose the value, or run on; f(f(x)), of which one call's parameters are the
// other's; and structs with pointers that are passed to them; arrays of the nest for parameters that are declared as
// arrays of constants.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 40, M = 30 };
typedef struct {
    int rows, columns;
    int *cells;
} Board;
static int cells[N * M], other[N * M], shown[N * M];

static int padded(const int *from, int rows, int columns, int y, int x, int pad)
{
    y -= pad;
    x -= pad;
    if (y < 0 || x < 0 || y >= rows || x >= columns)
        return -7;
    return from[y * columns + x];
}

static void shift(int rows, int columns, const int *from, int *restrict to)
{
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            to[y * columns + x] = padded(from, rows, columns, y, x + 1, 2);
}

static int at(Board board, int y, int x)
{
    return board.cells[y * board.columns + x];
}

static int at_or_zero(Board board, int y, int x)
{
    if (y < 0 || y >= board.rows)
        return 0;
    if (x < 0 || x >= board.columns)
        return 0;
    return at(board, y, x);
}

static void put(Board board, int y, int x, int value)
{
    if (y < 0 || x < 0 || y >= board.rows || x >= board.columns)
        return;
    if (value > 100) {
        board.cells[y * board.columns + x] = 100;
        return;
    }
    board.cells[y * board.columns + x] += value;
}

static void neighbours(Board from, Board to)
{
#pragma curestruct
    for (int y = -1; y <= from.rows; y++)
        for (int x = 0; x < from.columns + 2; x++) {
            int sum = at_or_zero(from, y - 1, x) + at_or_zero(from, y, x - 1) - at_or_zero(from, y, x);
            put(to, y, x, sum);
        }
}

static int graded(const int *from, int k)
{
    switch (from[k] % 4) {
    case 0:
        return 1000;
    case 1: {
        if (from[k] > 20)
            return from[k + 1];
        break;
    }
    case 2:
        return k;
    }
    int sum = 0;
    for (int s = 0; s < 3; s++) {
        if (from[k + s] == 0)
            break;
        sum += s;
    }
    return from[k] * 3 + sum;
}

static void grades(int n, const int *from, int *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n - 3; i++)
        to[i] = graded(from, i) + (i & 1);
}

static int scaled(Board board, int x, int by)
{
    board.columns = by; // its own
    return board.cells[x] * board.columns;
}

static void own(Board board, int *restrict to)
{
#pragma curestruct
    for (int i = 0; i < board.columns; i++)
        to[i] = at(board, 1, i) + board.columns;
}

static void turned(const int from[3], int by[][3], int *to)
{
    to[0] = 0;
    for (int k = 0; k < 3; k++)
        to[0] += from[k] * by[k][2 - k];
}

static void turns(int n, const int *from, int *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n - 3; i++) {
        int near[3], factors[3][3];
        for (int k = 0; k < 3; k++) {
            near[k] = from[i + k] - i;
            for (int l = 0; l < 3; l++)
                factors[k][l] = from[i + l] % (k + 2);
        }
        turned(near, factors, &to[i]);
    }
}

// ---- structs: returned in the middle and out of loops, chosen, and passed to the function that they come from

typedef struct {
    int x, y;
} Point;
typedef struct {
    int hit;
    Point at;
} Found;

static Point plus(Point left, Point right)
{
    return (Point){left.x + right.x, left.y - right.y};
}

static Found find(const int *from, int n, int wanted)
{
    Found none = {0, {wanted, n}};
    if (wanted < 3)
        return none;
    for (int k = 0; k < n; k++)
        for (int l = k; l < n; l += 2) {
            if (from[l] % 7 == wanted)
                return (Found){1, {k, l}};
            if (from[l] > 90)
                break;
            none.at.y++;
        }
    return none;
}

static int searched(const int *from, int n, int wanted)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        switch (from[middle] < wanted ? -1 : from[middle] > wanted) {
        case 0: return middle;
        case -1: low = middle + 1; break;
        default: high = middle - 1; break;
        }
    }
    return -1 - low;
}

static void finds(int n, const int *from, const int *sorted, int *restrict to)
{
#pragma curestruct copyin(from[0:n + 12], sorted[0:n])
    for (int i = 0; i < n; i++) {
        Found found = find(&from[i], 12, from[i] % 11);
        Point point = found.hit ? found.at : plus(found.at, plus(plus(found.at, (Point){i, 1}), (Point){2, i}));
        to[i] = point.x * 100 + (i % 3 ? point : (Point){0, 5}).y + searched(sorted, n, from[i]);
    }
}

int main(void)
{
    for (int i = 0; i < N * M; i++)
        cells[i] = i * 37 % 101, other[i] = i * 11 % 13;
    shift(N, M, cells, shown), shift(0, M, cells, shown);
    SHOW(shown);
    neighbours((Board){N, M, cells}, (Board){N, M, other});
    SHOW(other);
    grades(N * M, cells, shown);
    SHOW(shown);
    own((Board){N, M, cells}, shown);
    SHOW(shown);
    turns(N * M, cells, shown);
    SHOW(shown);
    for (int i = 0; i < N * M; i++)
        other[i] = i / 3;
    finds(N * M - 12, cells, other, shown);
    SHOW(shown);
    printf("%d\n", scaled((Board){N, M, cells}, 3, 2));
    return 0;
}

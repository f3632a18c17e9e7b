// Catches bounds and offsets in elements of integer arrays: one that another pointer changes on the way taken for a
// parameter, the wrong element of two dimensions.
// RUN: %same %s %t
// RUN: %same --fallback -DOVERLAP %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 40, M = 30 };
typedef struct {
    int counts[2];
    float *values;
} Plane;
static int points[3] = {N, M, 2}, ranges[2][3] = {{1, 2, 3}, {4, N - 1, 6}}, ends[4] = {20, 3, 5, 7};
static float grid[N][M], line[N + 20];

static void interior(void)
{
#pragma curestruct
    for (int i = 1; i <= points[0] - 2; i++)
        for (int j = points[2]; j < points[1]; j++)
            grid[i][j] = (float)(i * 3 + j * ends[1]);
}

static void shifted(void)
{
#pragma curestruct
    for (int i = ranges[0][2]; i < ranges[1][1]; i++)
        line[i + ends[2]] = (float)i;
}

static void weigh(Plane *plane)
{
#pragma curestruct
    for (int i = 0; i < plane->counts[0]; i++)
        for (int j = 0; j < plane->counts[1]; j++)
            plane->values[i * plane->counts[1] + j] += (float)(i - j);
}

// Where `to` is `ends`, its element 0 changes on the way.
static void overwrite(int *to)
{
#pragma curestruct
    for (int i = 0; i < ends[0]; i++)
        to[i] = 3 * i + 5;
}

static int places(const int *keys)
{
    int found = 0;
#pragma curestruct
    for (int i = 0; i < N; i++)
        if (i < ends[3] || keys[i] > points[1])
            found += i;
    return found;
}

static void local(float *to)
{
    int bounds[2] = {2, M / 2};
    bounds[0]++;
#pragma curestruct
    for (int i = bounds[0]; i < bounds[1]; i++)
        to[i] *= 2;
}

int main(void)
{
    static float values[N * M];
    static int keys[N];
    Plane plane = {{N, M}, values};
    interior();
    SHOW(grid);
    shifted();
    SHOW(line);
    weigh(&plane);
    plane.counts[1] = M - 3;
    weigh(&plane);
    SHOW(values);
    overwrite(keys);
    SHOW(keys);
#ifdef OVERLAP
    ends[0] = 2;
    overwrite(ends);
#endif
    SHOW(ends);
    ends[3] = 4;
    printf("%d\n", places(keys));
    local(values);
    SHOW(values);
    return 0;
}

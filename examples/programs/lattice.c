// lattice [rows columns steps]: a fluid in a box whose lid moves, by the lattice Boltzmann method with nine velocities
// (D2Q9, one relaxation time). A step pulls the nine populations of each cell from its neighbours, bounces off the
// walls, and relaxes. Every tenth of the steps prints the kinetic energy. The check: no mass is lost.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIRECTIONS = 9 };

typedef struct Box {
    int rows, columns; // cells, walls included
    double relaxation; // 1 / relaxation time
    double lid;        // the speed of row 0, to the right
} Box;

static const int step_x[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int step_y[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[DIRECTIONS] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[DIRECTIONS] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static double equilibrium(double density, double x, double y, int direction)
{
    double along = 3 * (step_x[direction] * x + step_y[direction] * y);
    return weight[direction] * density * (1 + along + 0.5 * along * along - 1.5 * (x * x + y * y));
}

// The border is wall, and so is an obstacle in the middle.
static void build_walls(const Box *box, unsigned char *wall)
{
    int rows = box->rows, columns = box->columns;
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            int edge = y == 0 || x == 0 || y == rows - 1 || x == columns - 1;
            int from_middle = (y - rows / 2) * (y - rows / 2) + (x - columns / 3) * (x - columns / 3);
            wall[y * columns + x] = edge || 64 * from_middle < rows * rows;
        }
}

// Everything at rest, of density 1.
static void rest(const Box *box, double *f)
{
    size_t cells = (size_t)box->rows * box->columns;
#pragma curestruct
    for (int d = 0; d < DIRECTIONS; d++)
        for (size_t i = 0; i < cells; i++)
            f[d * cells + i] = equilibrium(1, 0, 0, d);
}

// One time step from `from` to `to`; population d of all cells lies together.
static void stream_and_collide(const Box *box, const unsigned char *wall, const double *from, double *to)
{
    int rows = box->rows, columns = box->columns;
    size_t cells = (size_t)rows * columns;
    double relaxation = box->relaxation, lid = box->lid;
#pragma curestruct
    for (int y = 1; y < rows - 1; y++)
        for (int x = 1; x < columns - 1; x++) {
            size_t here = (size_t)y * columns + x;
            double f[DIRECTIONS], density = 0, speed_x = 0, speed_y = 0;
            if (wall[here])
                continue;
            for (int d = 0; d < DIRECTIONS; d++) {
                int y_from = y - step_y[d], x_from = x - step_x[d];
                size_t neighbour = (size_t)y_from * columns + x_from;
                if (!wall[neighbour])
                    f[d] = from[d * cells + neighbour];
                else if (y_from == 0) // the lid drags along what bounces off it
                    f[d] = from[opposite[d] * cells + here] + 6 * weight[d] * step_x[d] * lid;
                else
                    f[d] = from[opposite[d] * cells + here];
            }
            for (int d = 0; d < DIRECTIONS; d++) {
                density += f[d];
                speed_x += step_x[d] * f[d];
                speed_y += step_y[d] * f[d];
            }
            speed_x /= density;
            speed_y /= density;
            for (int d = 0; d < DIRECTIONS; d++)
                to[d * cells + here] = f[d] + relaxation * (equilibrium(density, speed_x, speed_y, d) - f[d]);
        }
}

// Sums over the fluid: its mass, and its kinetic energy.
static void measure(const Box *box, const unsigned char *wall, const double *f, double *mass, double *energy)
{
    int rows = box->rows, columns = box->columns;
    size_t cells = (size_t)rows * columns;
    double all = 0, moving = 0;
#pragma curestruct
    for (int y = 1; y < rows - 1; y++)
        for (int x = 1; x < columns - 1; x++) {
            size_t here = (size_t)y * columns + x;
            if (!wall[here]) {
                double density = 0, flow_x = 0, flow_y = 0;
                for (int d = 0; d < DIRECTIONS; d++) {
                    double part = f[d * cells + here];
                    density += part;
                    flow_x += step_x[d] * part;
                    flow_y += step_y[d] * part;
                }
                all += density;
                moving += 0.5 * (flow_x * flow_x + flow_y * flow_y) / density;
            }
        }
    *mass = all;
    *energy = moving;
}

// The speed of the fluid in each cell, for a picture.
static void speeds(const Box *box, const unsigned char *wall, const double *f, double *speed)
{
    int rows = box->rows, columns = box->columns;
    size_t cells = (size_t)rows * columns;
#pragma curestruct
    for (size_t i = 0; i < cells; i++) {
        double density = 0, flow_x = 0, flow_y = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            density += f[d * cells + i];
            flow_x += step_x[d] * f[d * cells + i];
            flow_y += step_y[d] * f[d * cells + i];
        }
        speed[i] = wall[i] ? 0 : sqrt(flow_x * flow_x + flow_y * flow_y) / density;
    }
}

static void print_picture(const Box *box, const double *speed)
{
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 32; x++) {
            double at = speed[(size_t)(y * box->rows / 8) * box->columns + x * box->columns / 32];
            putchar(" .:-=+*#%@"[(int)fmin(9, 9.5 * at / box->lid)]);
        }
        putchar('\n');
    }
}

int main(int count, char **words)
{
    Box box = {.rows = count > 1 ? atoi(words[1]) : 48, .columns = count > 2 ? atoi(words[2]) : 64};
    int steps = count > 3 ? atoi(words[3]) : 100;
    if (box.rows < 8 || box.columns < 8 || steps < 1)
        return 2;
    box.relaxation = 1.2;
    box.lid = 0.1;
    size_t cells = (size_t)box.rows * box.columns;
    double *now = malloc(DIRECTIONS * cells * sizeof *now), *next = malloc(DIRECTIONS * cells * sizeof *next);
    double *speed = malloc(cells * sizeof *speed);
    unsigned char *wall = malloc(cells);
    if (!now || !next || !speed || !wall)
        return 2;

    double mass_before, mass, energy;
    build_walls(&box, wall);
    rest(&box, now);
    rest(&box, next);
    measure(&box, wall, now, &mass_before, &energy);
    for (int step = 1; step <= steps; step++) {
        stream_and_collide(&box, wall, now, next);
        double *before = now;
        now = next;
        next = before;
        if (step % ((steps + 9) / 10) == 0) {
            measure(&box, wall, now, &mass, &energy);
            printf("step %d: energy %.6e\n", step, energy);
        }
    }
    measure(&box, wall, now, &mass, &energy);
    speeds(&box, wall, now, speed);
    print_picture(&box, speed);
    double sum = 0;
    for (size_t i = 0; i < cells; i++)
        sum += speed[i];
    int right = fabs(mass - mass_before) <= 1e-9 * mass_before && energy > 0;
    printf("speeds %.6e; mass %s\n", sum, right ? "kept" : "LOST");
    free(now);
    free(next);
    free(speed);
    free(wall);
    return !right;
}

// shock [rows columns steps]: a compressible gas (the Euler equations) in two dimensions, by finite volumes of second
// order with a halo of two cells around the domain: dimension by dimension, with limited slopes and the HLL flux. A
// square of dense, hot gas explodes in a closed box. The time step follows the fastest wave. The checks: mass and
// energy are kept, and the result is symmetric.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { HALO = 2, FIELDS = 4 }; // density, momentum along x and y, energy

typedef struct Gas {
    int rows, columns, stride; // cells without halo; elements from row to row
    double *field[FIELDS];     // [rows + 2 * HALO][stride]
    double *flux[FIELDS];
} Gas;

static const double gamma_gas = 1.4;

static double *cells(const Gas *g)
{
    double *memory = calloc((size_t)(g->rows + 2 * HALO) * g->stride, sizeof *memory);
    if (!memory) {
        fprintf(stderr, "shock: no memory\n");
        exit(2);
    }
    return memory;
}

static void begin(Gas *g)
{
    int rows = g->rows, columns = g->columns, stride = g->stride;
    double *density = g->field[0], *mx = g->field[1], *my = g->field[2], *energy = g->field[3];
#pragma curestruct
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++) {
            int at = (j + HALO) * stride + i + HALO;
            int inside = abs(2 * j + 1 - rows) < rows / 4 && abs(2 * i + 1 - columns) < columns / 4;
            density[at] = inside ? 2 : 1;
            mx[at] = 0;
            my[at] = 0;
            energy[at] = (inside ? 10 : 1) / (gamma_gas - 1);
        }
}

// Walls: the halo mirrors the cells next to it; the momentum across the wall (`flip` -1) changes its sign.
static void mirror_columns(double *field, int rows, int columns, int stride, double flip)
{
#pragma curestruct
    for (int j = 0; j < rows + 2 * HALO; j++)
        for (int k = 1; k <= HALO; k++) {
            field[j * stride + HALO - k] = flip * field[j * stride + HALO + k - 1];
            field[j * stride + HALO + columns + k - 1] = flip * field[j * stride + HALO + columns - k];
        }
}

static void mirror_rows(double *field, int rows, int columns, int stride, double flip)
{
#pragma curestruct
    for (int i = 0; i < columns + 2 * HALO; i++)
        for (int k = 1; k <= HALO; k++) {
            field[(HALO - k) * stride + i] = flip * field[(HALO + k - 1) * stride + i];
            field[(HALO + rows + k - 1) * stride + i] = flip * field[(HALO + rows - k) * stride + i];
        }
}

static void fill_halo(Gas *g)
{
    for (int f = 0; f < FIELDS; f++) {
        mirror_columns(g->field[f], g->rows, g->columns, g->stride, f == 1 ? -1 : 1);
        mirror_rows(g->field[f], g->rows, g->columns, g->stride, f == 2 ? -1 : 1);
    }
}

static double pressure(double density, double mx, double my, double energy)
{
    return (gamma_gas - 1) * (energy - 0.5 * (mx * mx + my * my) / density);
}

// The speed of the fastest wave.
static double fastest(const Gas *g)
{
    int rows = g->rows, columns = g->columns, stride = g->stride;
    const double *density = g->field[0], *mx = g->field[1], *my = g->field[2], *energy = g->field[3];
    double most = 0;
#pragma curestruct
    for (int j = HALO; j < rows + HALO; j++)
        for (int i = HALO; i < columns + HALO; i++) {
            int at = j * stride + i;
            double p = pressure(density[at], mx[at], my[at], energy[at]);
            double sound = sqrt(gamma_gas * p / density[at]);
            double flow = fmax(fabs(mx[at]), fabs(my[at])) / density[at];
            if (flow + sound > most)
                most = flow + sound;
        }
    return most;
}

// The smaller of two slopes, 0 at an extremum.
static double limited(double left, double right)
{
    return left * right <= 0 ? 0 : fabs(left) < fabs(right) ? left : right;
}

// flux[f] of a cell: between this cell and the next one; `along` is the distance of the next cell in memory. In the
// direction of the flow, field `first` is the momentum along it and `second` that across.
static void fluxes(Gas *g, int along, int first, int second)
{
    int rows = g->rows, columns = g->columns, stride = g->stride;
    const double *density = g->field[0], *m = g->field[first], *across = g->field[second], *energy = g->field[3];
    double *flux_0 = g->flux[0], *flux_1 = g->flux[first], *flux_2 = g->flux[second], *flux_3 = g->flux[3];
#pragma curestruct
    for (int j = HALO - 1; j < rows + HALO; j++)
        for (int i = HALO - 1; i < columns + HALO; i++) {
            int at = j * stride + i;
            double left[FIELDS], right[FIELDS], from_left[FIELDS], from_right[FIELDS];
            for (int f = 0; f < FIELDS; f++) {
                const double *u = f == 0 ? density : f == 1 ? m : f == 2 ? across : energy;
                double before = u[at] - u[at - along], here = u[at + along] - u[at],
                       after = u[at + 2 * along] - u[at + along];
                left[f] = u[at] + 0.5 * limited(before, here);
                right[f] = u[at + along] - 0.5 * limited(here, after);
            }
            double p_left = pressure(left[0], left[1], left[2], left[3]),
                   p_right = pressure(right[0], right[1], right[2], right[3]);
            double v_left = left[1] / left[0], v_right = right[1] / right[0];
            double c_left = sqrt(gamma_gas * p_left / left[0]), c_right = sqrt(gamma_gas * p_right / right[0]);
            double slow = fmin(v_left - c_left, v_right - c_right), fast = fmax(v_left + c_left, v_right + c_right);
            from_left[0] = left[1];
            from_left[1] = left[1] * v_left + p_left;
            from_left[2] = left[2] * v_left;
            from_left[3] = (left[3] + p_left) * v_left;
            from_right[0] = right[1];
            from_right[1] = right[1] * v_right + p_right;
            from_right[2] = right[2] * v_right;
            from_right[3] = (right[3] + p_right) * v_right;
            double result[FIELDS];
            for (int f = 0; f < FIELDS; f++) {
                if (slow >= 0)
                    result[f] = from_left[f];
                else if (fast <= 0)
                    result[f] = from_right[f];
                else
                    result[f] = (fast * from_left[f] - slow * from_right[f] + slow * fast * (right[f] - left[f])) /
                                (fast - slow);
            }
            flux_0[at] = result[0];
            flux_1[at] = result[1];
            flux_2[at] = result[2];
            flux_3[at] = result[3];
        }
}

// Adds what flows in on one side and out on the other.
static void apply(double *field, const double *flux, int rows, int columns, int stride, int along, double step)
{
#pragma curestruct
    for (int j = HALO; j < rows + HALO; j++)
        for (int i = HALO; i < columns + HALO; i++)
            field[j * stride + i] -= step * (flux[j * stride + i] - flux[j * stride + i - along]);
}

static void sweep(Gas *g, int along, int first, int second, double step)
{
    fill_halo(g);
    fluxes(g, along, first, second);
    for (int f = 0; f < FIELDS; f++)
        apply(g->field[f], g->flux[f], g->rows, g->columns, g->stride, along, step);
}

static double sum(const Gas *g, int f)
{
    int rows = g->rows, columns = g->columns, stride = g->stride;
    const double *field = g->field[f];
    double all = 0;
#pragma curestruct
    for (int j = HALO; j < rows + HALO; j++)
        for (int i = HALO; i < columns + HALO; i++)
            all += field[j * stride + i];
    return all;
}

// The largest difference between the density of a cell and that of its mirror image.
static double asymmetry(const Gas *g)
{
    int rows = g->rows, columns = g->columns, stride = g->stride;
    const double *density = g->field[0];
    double most = 0;
#pragma curestruct
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
            most = fmax(most, fabs(density[(j + HALO) * stride + i + HALO] -
                                   density[(rows - 1 - j + HALO) * stride + columns - 1 - i + HALO]));
    return most;
}

int main(int count, char **words)
{
    Gas g = {.rows = count > 1 ? atoi(words[1]) : 48, .columns = count > 2 ? atoi(words[2]) : 48};
    int steps = count > 3 ? atoi(words[3]) : 20;
    if (g.rows < 8 || g.columns < 8 || g.rows > 20000 || g.columns > 20000 || steps < 1)
        return 2;
    g.stride = g.columns + 2 * HALO;
    for (int f = 0; f < FIELDS; f++) {
        g.field[f] = cells(&g);
        g.flux[f] = cells(&g);
    }
    begin(&g);
    double mass = sum(&g, 0), energy = sum(&g, 3), time = 0;
    for (int t = 1; t <= steps; t++) {
        double step = 0.4 / fastest(&g); // the width of a cell is 1
        sweep(&g, t % 2 ? 1 : g.stride, t % 2 ? 1 : 2, t % 2 ? 2 : 1, step);
        sweep(&g, t % 2 ? g.stride : 1, t % 2 ? 2 : 1, t % 2 ? 1 : 2, step);
        time += step;
        if (t % 10 == 0)
            printf("step %d: time %.6f, fastest wave %.6f\n", t, time, fastest(&g));
    }
    double lost = fabs(sum(&g, 0) / mass - 1) + fabs(sum(&g, 3) / energy - 1), skewed = asymmetry(&g), squares = 0;
    for (int j = HALO; j < g.rows + HALO; j++)
        for (int i = HALO; i < g.columns + HALO; i++)
            squares += g.field[0][j * g.stride + i] * g.field[0][j * g.stride + i];
    int right = lost < 1e-10 && skewed < 1e-9;
    printf("density squared %.9e: %s\n", squares, right ? "kept and symmetric" : "WRONG");
    for (int f = 0; f < FIELDS; f++) {
        free(g.field[f]);
        free(g.flux[f]);
    }
    return !right;
}

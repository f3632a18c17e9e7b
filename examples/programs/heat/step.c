// The nests of the program. They have no data clauses: what is present on the device is used there.
#include "heat.h"

#include <math.h>

// The upper edge gets warmer with each step.
void heat_source(int rows, int columns, double temperature, double *now)
{
    (void)rows;
#pragma curestruct
    for (int j = 0; j < columns; j++)
        now[j] = temperature;
}

double heat_step(int rows, int columns, const double *now, double *next)
{
    double change = 0;
#pragma curestruct
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++) {
            double around = now[(i - 1) * columns + j] + now[(i + 1) * columns + j] + now[i * columns + j - 1] +
                            now[i * columns + j + 1];
            double value = 0.5 * now[i * columns + j] + 0.125 * around;
            change = fmax(change, fabs(value - now[i * columns + j]));
            next[i * columns + j] = value;
        }
    return change;
}

// A plate of rows x columns temperatures, and one step of its heat equation.
#ifndef HEAT_H
#define HEAT_H

void heat_source(int rows, int columns, double temperature, double *now);

// One step from `now` to `next`; returns the largest change of a temperature.
double heat_step(int rows, int columns, const double *now, double *next);

#endif

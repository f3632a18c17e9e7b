// conjugate [side tolerance]: the steady temperature of a cube of side^3 points by the method of conjugate gradients,
// with a Jacobi preconditioner. The matrix is sparse: rows of values and columns, one after another (CSR). Prints the
// residual of every tenth iteration. The check: the residual b - A x, computed anew.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Matrix {
    int rows;
    int *start; // of each row in the two arrays below; one more at the end
    int *column;
    double *value;
} Matrix;

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "conjugate: no memory\n");
        exit(2);
    }
    return memory;
}

// The conductivity between neighbours varies from place to place, and so do the values.
static double conductivity(int side, int from, int to)
{
    int low = from < to ? from : to;
    return 1 + 0.5 * (low % side) / side + 0.25 * (low / side % side % 7);
}

// The seven-point formula on a cube; what lies outside of it is at 0 degrees.
static Matrix cube(int side)
{
    Matrix a = {.rows = side * side * side};
    a.start = allocate(sizeof *a.start * (a.rows + 1));
    a.column = allocate(sizeof *a.column * 7 * (size_t)a.rows);
    a.value = allocate(sizeof *a.value * 7 * (size_t)a.rows);
    int at = 0;
    for (int row = 0; row < a.rows; row++) {
        int x = row % side, y = row / side % side, z = row / side / side;
        int inside[6] = {z > 0, y > 0, x > 0, x < side - 1, y < side - 1, z < side - 1};
        int distance[6] = {-side * side, -side, -1, 1, side, side * side};
        double sum = 0;
        a.start[row] = at;
        for (int k = 0; k < 6; k++) {
            double c = conductivity(side, row, row + distance[k]);
            sum += inside[k] ? c : 1;
            if (inside[k]) {
                a.column[at] = row + distance[k];
                a.value[at++] = -c;
            }
        }
        a.column[at] = row;
        a.value[at++] = sum;
    }
    a.start[a.rows] = at;
    return a;
}

static void free_matrix(Matrix *a)
{
    free(a->start);
    free(a->column);
    free(a->value);
}

// y = A x
static void multiply(const Matrix *a, const double *x, double *y)
{
#pragma curestruct
    for (int row = 0; row < a->rows; row++) {
        double sum = 0;
        for (int k = a->start[row]; k < a->start[row + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[row] = sum;
    }
}

// inverse[row] = 1 / A[row][row]
static void invert_diagonal(const Matrix *a, double *inverse)
{
#pragma curestruct
    for (int row = 0; row < a->rows; row++) {
        inverse[row] = 1;
        for (int k = a->start[row]; k < a->start[row + 1]; k++)
            if (a->column[k] == row)
                inverse[row] = 1 / a->value[k];
    }
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

// y += factor * x
static void add(int n, double factor, const double *x, double *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += factor * x[i];
}

// direction = z + factor * direction
static void turn(int n, double factor, const double *z, double *direction)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        direction[i] = z[i] + factor * direction[i];
}

static void precondition(int n, const double *inverse, const double *residual, double *z)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        z[i] = inverse[i] * residual[i];
}

// result = b - result
static void subtract_from(int n, const double *b, double *result)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        result[i] = b[i] - result[i];
}

// Solves A x = b from the x that is given; returns the iterations.
static int solve(const Matrix *a, const double *b, double *x, double tolerance, int most)
{
    int n = a->rows, iterations = 0;
    double *residual = allocate(sizeof *residual * n), *z = allocate(sizeof *z * n);
    double *direction = allocate(sizeof *direction * n), *product = allocate(sizeof *product * n);
    double *inverse = allocate(sizeof *inverse * n);
    invert_diagonal(a, inverse);
    multiply(a, x, residual);
    subtract_from(n, b, residual);
    precondition(n, inverse, residual, direction);
    double size = dot(n, residual, direction), error = sqrt(dot(n, residual, residual));
    double enough = tolerance * sqrt(dot(n, b, b));
    while (error > enough && iterations < most) {
        multiply(a, direction, product);
        double length = size / dot(n, direction, product);
        add(n, length, direction, x);
        add(n, -length, product, residual);
        precondition(n, inverse, residual, z);
        double next_size = dot(n, residual, z);
        turn(n, next_size / size, z, direction);
        size = next_size;
        error = sqrt(dot(n, residual, residual));
        if (++iterations % 10 == 0)
            printf("iteration %d: residual %.3e\n", iterations, error);
    }
    free(residual);
    free(z);
    free(direction);
    free(product);
    free(inverse);
    return iterations;
}

int main(int count, char **words)
{
    int side = count > 1 ? atoi(words[1]) : 8;
    double tolerance = count > 2 ? atof(words[2]) : 1e-8;
    if (side < 2 || side > 600)
        return 2;
    Matrix a = cube(side);
    int n = a.rows;
    double *b = allocate(sizeof *b * n), *x = allocate(sizeof *x * n), *left = allocate(sizeof *left * n);
    for (int i = 0; i < n; i++) {
        b[i] = i == n / 2 + side / 2 || i == n / 3;
        x[i] = 0;
    }
    int iterations = solve(&a, b, x, tolerance, 10 * side + 100);
    multiply(&a, x, left);
    subtract_from(n, b, left);
    double error = sqrt(dot(n, left, left)), largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, x[i]);
    int right = error <= 2 * tolerance * sqrt(dot(n, b, b));
    printf("%d unknowns, %d iterations, highest %.6e: %s\n", n, iterations, largest, right ? "solved" : "NOT SOLVED");
    free_matrix(&a);
    free(b);
    free(x);
    free(left);
    return !right;
}

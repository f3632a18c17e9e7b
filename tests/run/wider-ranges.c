// Catches a range that is too small where conditions that the host cannot evaluate decide what a nest gathers: an
// iteration that `continue` or `break` may leave out, either arm of a condition, a number that is set on the way; and
// elements beside those that the nest writes that do not keep their values.
// RUN: %same %s %t
#include <math.h>
#include <stdio.h>

enum { N = 300, M = 64 };

// Where the mass is small the index is not one.
static void arms(int n, const double *mass, const int *index, const double *x, const double *z, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double far = sqrt(mass[i]) * 0.7;
        out[i] = far > 0.5 ? x[index[i]] : 2 * z[n - index[i]];
        if (far * 1.5 < 0.4)
            out[i] += 1;
        else if (mass[i] > 0.1)
            out[i] += x[index[i] + 1];
    }
}

static void jumps(int n, const double *mass, const int *index, const double *x, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            if (mass[i] * (k + 1.5) < 0.3)
                continue;
            sum += x[index[i] + k];
            if (sum * 0.5 > 4)
                break;
            sum -= 0.25 * x[index[i] + 8 - k];
        }
        out[i] = sum;
    }
}

// Each iteration writes elements of its own.
static void stores(int n, const double *mass, const int *index, double *restrict out)
{
#pragma curestruct independent
    for (int i = 0; i < n; i++)
        if (sqrt(mass[i]) > 0.55)
            out[index[i]] += 3 * mass[i];
}

// What is set in a branch that the host knows counts, too.
static void set(int n, int wide, const double *mass, const int *index, const double *x, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int at;
        if (wide)
            at = index[i] % 16;
        else
            at = index[i];
        out[i] = 0;
        if (sqrt(mass[i]) > 0.5)
            out[i] = x[at];
    }
}

static void show(const char *name, const double *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 0.875 + values[i];
    printf("%s %.17g\n", name, sum);
}

int main(void)
{
    static double mass[N], x[4 * N], out[N + M];
    static int index[N];
    for (int i = 0; i < 4 * N; i++)
        x[i] = i % 17 - 5.5;
    for (int i = 0; i < N + M; i++)
        out[i] = i;
    for (int i = 0; i < N; i++) {
        mass[i] = (i * 7 % 23) / 23.0;
        index[i] = i * 11 % N; // each once
    }
    arms(N, mass, index, x, x + N, out);
    show("arms", out, N + M);
    jumps(N, mass, index, x + M, out + M);
    show("jumps", out, N + M);
    set(N, 0, mass, index, x, out);
    show("set", out, N + M);
    set(N, 1, mass, index, x, out);
    show("set", out, N + M);
    for (int i = 0; i < N; i++) // where no element is written there may be any number
        index[i] = sqrt(mass[i]) > 0.55 ? index[i] : -1;
    stores(N, mass, index, out + 2);
    show("stores", out, N + M);
    return 0;
}

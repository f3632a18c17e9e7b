// particles [edge steps]: atoms of a noble gas in a periodic box of edge^3 cells (Lennard-Jones). Each cell lists its
// atoms, and an atom feels those of the 27 cells around it. Velocity Verlet; after each step, every cell takes over the
// atoms that have come in from its neighbours. Prints the energy of every tenth step. The checks: the energy is kept,
// and so are the atoms.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 16, SITES = 4 }; // atoms of a cell: at most, and at the beginning

typedef struct Atom {
    double x[3], v[3], f[3], energy;
} Atom;

typedef struct Box {
    int edge;    // cells
    double size; // of a cell: as far as forces reach
    int *count;  // [cells]: atoms of each cell
    Atom (*atoms)[ROOM];
} Box;

static void *allocate(size_t bytes)
{
    void *memory = calloc(bytes, 1);
    if (!memory) {
        fprintf(stderr, "particles: no memory\n");
        exit(2);
    }
    return memory;
}

static Box new_box(int edge, double size)
{
    int cells = edge * edge * edge;
    Box box = {edge, size, allocate(sizeof(int) * cells), allocate(sizeof(Atom) * cells * ROOM)};
    return box;
}

static double noise(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return (x >> 8) * (1.0 / 16777216) - 0.5;
}

// Four atoms in each cell, on a lattice of closest packing, with random velocities.
static void place(Box *box)
{
    const double site[SITES][3] = {{0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.25, 0.75}, {0.75, 0.75, 0.25}};
    int edge = box->edge, *count = box->count;
    double size = box->size;
    Atom(*atoms)[ROOM] = box->atoms;
#pragma curestruct
    for (int z = 0; z < edge; z++)
        for (int y = 0; y < edge; y++)
            for (int x = 0; x < edge; x++) {
                int cell = (z * edge + y) * edge + x;
                count[cell] = SITES;
                for (int s = 0; s < SITES; s++) {
                    Atom *a = &atoms[cell][s];
                    a->x[0] = (x + site[s][0]) * size;
                    a->x[1] = (y + site[s][1]) * size;
                    a->x[2] = (z + site[s][2]) * size;
                    for (int d = 0; d < 3; d++)
                        a->v[d] = noise(3 * (cell * SITES + s) + d);
                }
            }
}

static int wrapped(int at, int edge)
{
    return at < 0 ? at + edge : at >= edge ? at - edge : at;
}

// The way from a to b: to the nearest of b's images in the periodic boxes.
static double nearest(double way, double length)
{
    return way > 0.5 * length ? way - length : way < -0.5 * length ? way + length : way;
}

// The force on each atom, and its half of the energy of the pairs.
static void forces(Box *box)
{
    int edge = box->edge;
    const int *count = box->count;
    double length = edge * box->size, reach = box->size * box->size, shift = 1 / (reach * reach * reach);
    Atom(*atoms)[ROOM] = box->atoms;
    double at_reach = 4 * shift * (shift - 1);
#pragma curestruct
    for (int z = 0; z < edge; z++)
        for (int y = 0; y < edge; y++)
            for (int x = 0; x < edge; x++) {
                int cell = (z * edge + y) * edge + x;
                for (int i = 0; i < count[cell]; i++) {
                    Atom *a = &atoms[cell][i];
                    double fx = 0, fy = 0, fz = 0, energy = 0;
                    for (int w = -1; w <= 1; w++)
                        for (int v = -1; v <= 1; v++)
                            for (int u = -1; u <= 1; u++) {
                                int other =
                                    (wrapped(z + w, edge) * edge + wrapped(y + v, edge)) * edge + wrapped(x + u, edge);
                                for (int j = 0; j < count[other]; j++) {
                                    const Atom *b = &atoms[other][j];
                                    double dx = nearest(a->x[0] - b->x[0], length);
                                    double dy = nearest(a->x[1] - b->x[1], length);
                                    double dz = nearest(a->x[2] - b->x[2], length);
                                    double square = dx * dx + dy * dy + dz * dz;
                                    if (square > 0 && square < reach) {
                                        double inverse = 1 / square, sixth = inverse * inverse * inverse;
                                        double pull = 24 * sixth * (2 * sixth - 1) * inverse;
                                        fx += pull * dx;
                                        fy += pull * dy;
                                        fz += pull * dz;
                                        energy += 0.5 * (4 * sixth * (sixth - 1) - at_reach);
                                    }
                                }
                            }
                    a->f[0] = fx;
                    a->f[1] = fy;
                    a->f[2] = fz;
                    a->energy = energy;
                }
            }
}

// Half a step of the velocities, and with `move` a whole one of the places.
static void advance(Box *box, double step, int move)
{
    int cells = box->edge * box->edge * box->edge;
    const int *count = box->count;
    Atom(*atoms)[ROOM] = box->atoms;
#pragma curestruct
    for (int cell = 0; cell < cells; cell++)
        for (int i = 0; i < count[cell]; i++)
            for (int d = 0; d < 3; d++) {
                Atom *a = &atoms[cell][i];
                a->v[d] += 0.5 * step * a->f[d];
                if (move)
                    a->x[d] += step * a->v[d];
            }
}

static int cell_of(double x, double size, int edge)
{
    return wrapped((int)floor(x / size), edge);
}

// `to` gets the atoms of `from`, each in the cell in which it is now: no atom moves farther than into the next cell.
// Returns how many atoms found no room.
static int sort(const Box *from, Box *to)
{
    int edge = from->edge, lost = 0;
    double size = from->size, length = edge * size;
    const int *count_from = from->count;
    Atom(*atoms_from)[ROOM] = from->atoms;
    int *count_to = to->count;
    Atom(*atoms_to)[ROOM] = to->atoms;
#pragma curestruct
    for (int z = 0; z < edge; z++)
        for (int y = 0; y < edge; y++)
            for (int x = 0; x < edge; x++) {
                int cell = (z * edge + y) * edge + x, n = 0;
                for (int w = -1; w <= 1; w++)
                    for (int v = -1; v <= 1; v++)
                        for (int u = -1; u <= 1; u++) {
                            int other =
                                (wrapped(z + w, edge) * edge + wrapped(y + v, edge)) * edge + wrapped(x + u, edge);
                            for (int j = 0; j < count_from[other]; j++) {
                                Atom a = atoms_from[other][j];
                                if (cell_of(a.x[0], size, edge) == x && cell_of(a.x[1], size, edge) == y &&
                                    cell_of(a.x[2], size, edge) == z) {
                                    for (int d = 0; d < 3; d++)
                                        a.x[d] = a.x[d] < 0         ? a.x[d] + length
                                                 : a.x[d] >= length ? a.x[d] - length
                                                                    : a.x[d];
                                    if (n < ROOM)
                                        atoms_to[cell][n++] = a;
                                    else
                                        lost++;
                                }
                            }
                        }
                count_to[cell] = n;
            }
    return lost;
}

// The sum of the energies, and of the atoms.
static double total(const Box *box, int *found)
{
    int cells = box->edge * box->edge * box->edge, atoms_found = 0;
    const int *count = box->count;
    Atom(*atoms)[ROOM] = box->atoms;
    double energy = 0;
#pragma curestruct
    for (int cell = 0; cell < cells; cell++) {
        atoms_found += count[cell];
        for (int i = 0; i < count[cell]; i++) {
            const Atom *a = &atoms[cell][i];
            energy += a->energy + 0.5 * (a->v[0] * a->v[0] + a->v[1] * a->v[1] + a->v[2] * a->v[2]);
        }
    }
    *found = atoms_found;
    return energy;
}

int main(int count, char **words)
{
    int edge = count > 1 ? atoi(words[1]) : 3, steps = count > 2 ? atoi(words[2]) : 20;
    if (edge < 3 || edge > 400 || steps < 1)
        return 2;
    double step = 0.002;
    Box now = new_box(edge, 1.7), next = new_box(edge, 1.7);
    int atoms = SITES * edge * edge * edge, found, lost = 0;
    place(&now);
    forces(&now);
    double before = total(&now, &found), energy = before;
    for (int t = 1; t <= steps; t++) {
        advance(&now, step, 1);
        lost += sort(&now, &next);
        Box swapped = now;
        now = next;
        next = swapped;
        forces(&now);
        advance(&now, step, 0);
        if (t % 10 == 0) {
            energy = total(&now, &found);
            printf("step %d: energy %.6f\n", t, energy / atoms);
        }
    }
    energy = total(&now, &found);
    double shift = fabs(energy - before) / atoms;
    int right = found == atoms && lost == 0 && shift < 1e-3;
    printf("%d atoms, energy shifted by %.1e: %s\n", found, shift, right ? "kept" : "NOT KEPT");
    free(now.count);
    free(now.atoms);
    free(next.count);
    free(next.atoms);
    return !right;
}

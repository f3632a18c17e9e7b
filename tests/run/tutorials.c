// Programs as tutorials of other directive languages have them. Catches shapes of a whole program that single features
// miss: each combines time steps, regions, reductions, private values and sections.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#include <limits.h>
#include <math.h>

enum { W = 37, H = 29, Q = 9, BODIES = 65, POINTS = 300, K = 5, D = 3 };

// ---- the game of life on a torus, pointers exchanged

static void life(int w, int h, unsigned char *grid, unsigned char *next, int steps)
{
#pragma curestruct copy(grid[0:w * h], next[0:w * h])
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                int alive = 0;
                for (int di = -1; di <= 1; di++)
                    for (int dj = -1; dj <= 1; dj++) {
                        if (di == 0 && dj == 0)
                            continue;
                        int y = (i + di + h) % h, x = (j + dj + w) % w;
                        alive += grid[y * w + x];
                    }
                next[i * w + j] = alive == 3 || (alive == 2 && grid[i * w + j]);
            }
        unsigned char *tmp = grid;
        grid = next;
        next = tmp;
    }
}

// ---- lattice Boltzmann, D2Q9: collide, then stream by pulling

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static void boltzmann(int nx, int ny, double f[Q][ny][nx], double g[Q][ny][nx], double omega, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                double rho = 0, ux = 0, uy = 0;
                for (int q = 0; q < Q; q++) {
                    rho += f[q][y][x];
                    ux += cx[q] * f[q][y][x];
                    uy += cy[q] * f[q][y][x];
                }
                ux /= rho;
                uy /= rho;
                for (int q = 0; q < Q; q++) {
                    double cu = 3 * (cx[q] * ux + cy[q] * uy);
                    double even = weight[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
                    g[q][y][x] = f[q][y][x] - omega * (f[q][y][x] - even);
                }
            }
        for (int q = 0; q < Q; q++)
            for (int y = 0; y < ny; y++)
                for (int x = 0; x < nx; x++)
                    f[q][y][x] = g[q][(y - cy[q] + ny) % ny][(x - cx[q] + nx) % nx];
    }
}

// ---- bodies that attract one another, as an array of structs

typedef struct {
    float x, y, z, vx, vy, vz;
} Body;

static void bodies(Body *p, float dt, int n, int steps)
{
#pragma curestruct
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) {
            float fx = 0, fy = 0, fz = 0;
            for (int j = 0; j < n; j++) {
                float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
                float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), cube = inverse * inverse * inverse;
                fx += dx * cube;
                fy += dy * cube;
                fz += dz * cube;
            }
            p[i].vx += dt * fx;
            p[i].vy += dt * fy;
            p[i].vz += dt * fz;
        }
        for (int i = 0; i < n; i++) {
            p[i].x += p[i].vx * dt;
            p[i].y += p[i].vy * dt;
            p[i].z += p[i].vz * dt;
        }
    }
}

// ---- red and black in place: rows that begin at an odd or an even column, and by a condition

static void red_black(int n, double u[n][n], const double rhs[n][n], int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1 + i % 2; j < n - 1; j += 2)
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - rhs[i][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 2 - i % 2; j < n - 1; j += 2)
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - rhs[i][j]);
    }
}

static void red_black_colours(int n, double *u, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++)
        for (int colour = 0; colour < 2; colour++)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    if ((i + j) % 2 == colour)
                        u[i * n + j] =
                            0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

// ---- k means, all of it: nearest centre, sums by key, means

static int means(int n, int k, int d, const int *x, int *centre, int *label, int *count, int most)
{
    int moved = 1, turn = 0;
#pragma curestruct begin copy(centre[0:k * d], count[0:k])
    while (moved && turn < most) {
        moved = 0;
#pragma curestruct
        for (int i = 0; i < n; i++) {
            int best = INT_MAX, which = 0;
            for (int j = 0; j < k; j++) {
                int sum = 0;
                for (int m = 0; m < d; m++) {
                    int away = x[i * d + m] - centre[j * d + m];
                    sum += away * away;
                }
                if (sum < best) {
                    best = sum;
                    which = j;
                }
            }
            moved |= label[i] != which;
            label[i] = which;
        }
        for (int j = 0; j < k; j++) {
            count[j] = 0;
            for (int m = 0; m < d; m++)
                centre[j * d + m] = 0;
        }
#pragma curestruct
        for (int i = 0; i < n; i++) {
            count[label[i]]++;
            for (int m = 0; m < d; m++)
                centre[label[i] * d + m] += x[i * d + m];
        }
        for (int j = 0; j < k; j++)
            if (count[j] > 0)
                for (int m = 0; m < d; m++)
                    centre[j * d + m] /= count[j];
        turn++;
    }
#pragma curestruct end
    return turn;
}

// ---- a histogram equalized, the running sum between two nests

static void equalize(const unsigned char *image, int n, unsigned histogram[256], unsigned char *out)
{
    float running[256];
#pragma curestruct begin
    for (int i = 0; i < 256; i++)
        histogram[i] = 0;
    for (int i = 0; i < n; i++)
        histogram[image[i]]++;
    float sum = 0;
    for (int i = 0; i < 256; i++) {
        sum += histogram[i];
        running[i] = sum / n;
    }
    for (int i = 0; i < n; i++)
        out[i] = (unsigned char)(255 * running[image[i]]);
#pragma curestruct end
}

// ---- Walsh-Hadamard: butterflies of doubling width

static void walsh(int *a, int log, int n)
{
#pragma curestruct begin copy(a[0:n])
    for (int s = 0; s < log; s++) {
        int half = 1 << s;
#pragma curestruct independent
        for (int i = 0; i < n / 2; i++) {
            int low = i / half * 2 * half + i % half;
            int u = a[low], v = a[low + half];
            a[low] = u + v;
            a[low + half] = u - v;
        }
    }
#pragma curestruct end
}

static void mandelbrot(int w, int h, int most, int *out)
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double cr = 3.0 * x / w - 2, ci = 2.0 * y / h - 1, zr = 0, zi = 0;
            int k = 0;
            while (zr * zr + zi * zi < 4 && k < most) {
                double t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                k++;
            }
            out[y * w + x] = k;
        }
}

static unsigned char cells[W * H], others[W * H];
static double f[Q * W * H], g[Q * W * H], u[H * H], rhs[H * H];
static Body stars[BODIES];
static int points[POINTS * D], centres[K * D], labels[POINTS], counts[K], waves[256], pixels[W * H];
static unsigned histogram[256];

int main(void)
{
    for (int i = 0; i < W * H; i++)
        cells[i] = i * 7 % 5 < 2;
    for (int steps = 1; steps < 5; steps++)
        life(W, H, cells, others, steps);
    SHOW(cells), SHOW(others);
    for (int i = 0; i < Q * W * H; i++)
        f[i] = 0.1 + i % 7 * 0.01;
    boltzmann(W, H, (double(*)[H][W])f, (double(*)[H][W])g, 0.6, 3);
    SHOW(f);
    for (int i = 0; i < BODIES; i++)
        stars[i] = (Body){(float)(i % 7), (float)(i % 11), (float)(i % 5), 0, 0, 0};
    bodies(stars, 0.01f, BODIES, 3);
    SHOW(stars);
    for (int i = 0; i < H * H; i++)
        u[i] = i % 9, rhs[i] = i % 4;
    red_black(H, (double(*)[H])u, (const double(*)[H])rhs, 3);
    SHOW(u);
    red_black_colours(H, u, 3);
    SHOW(u);
    for (int i = 0; i < POINTS * D; i++)
        points[i] = i * i % 101;
    for (int i = 0; i < K * D; i++)
        centres[i] = points[i * 11];
    printf("%d\n", means(POINTS, K, D, points, centres, labels, counts, 30));
    SHOW(centres), SHOW(labels), SHOW(counts);
    for (int i = 0; i < W * H; i++)
        cells[i] = (unsigned char)(i * i % 251);
    equalize(cells, W * H, histogram, others);
    SHOW(histogram), SHOW(others);
    for (int i = 0; i < 256; i++)
        waves[i] = i % 10;
    walsh(waves, 8, 256);
    SHOW(waves);
    mandelbrot(W, H, 50, pixels);
    SHOW(pixels);
    return 0;
}

// clusters [points dimensions centers]: k-means. Points are drawn around hidden centers; each iteration assigns every
// point to the nearest center, and moves each center to the mean of its points, until few points change. The checks:
// the sizes add up to the number of points, and no iteration makes the mean distance larger.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Clusters {
    int points, dimensions, centers;
    float *point;    // [points][dimensions]
    float *center;   // [centers][dimensions]
    double *sum;     // [centers][dimensions]: of the points of a center
    int *size;       // [centers]: how many points it has
    int *label;      // [points]: the nearest center
    float *nearness; // [points]: the square of the distance to it
} Clusters;

static void *allocate(size_t bytes)
{
    void *memory = calloc(bytes, 1);
    if (!memory) {
        fprintf(stderr, "clusters: no memory\n");
        exit(2);
    }
    return memory;
}

static unsigned mixed(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// Uniform in [0, 1): the same number for the same place.
static float uniform(unsigned place)
{
    return (mixed(place) >> 8) * (1.0f / 16777216);
}

// Point i is drawn around hidden center i % centers: a cube of half a unit around a corner with whole coordinates.
static void draw_points(Clusters *c)
{
    int points = c->points, dimensions = c->dimensions, centers = c->centers;
    float *point = c->point;
#pragma curestruct
    for (int i = 0; i < points; i++)
        for (int d = 0; d < dimensions; d++) {
            unsigned hidden = i % centers;
            float corner = 10 * uniform(hidden * 64 + d);
            point[i * dimensions + d] = corner + uniform(1000003u * i + d) - 0.5f;
        }
}

// Any points are the first centers.
static void choose_centers(Clusters *c)
{
    for (int k = 0; k < c->centers; k++) {
        size_t chosen = mixed(k) % c->points;
        for (int d = 0; d < c->dimensions; d++)
            c->center[k * c->dimensions + d] = c->point[chosen * c->dimensions + d];
    }
}

// Returns how many points have changed their center.
static int assign(Clusters *c)
{
    int changed = 0, points = c->points, dimensions = c->dimensions, centers = c->centers;
    const float *point = c->point, *center = c->center;
    int *label = c->label;
    float *nearness = c->nearness;
#pragma curestruct
    for (int i = 0; i < points; i++) {
        int best = 0;
        float least = FLT_MAX;
        for (int k = 0; k < centers; k++) {
            float square = 0;
            for (int d = 0; d < dimensions; d++) {
                float apart = point[i * dimensions + d] - center[k * dimensions + d];
                square += apart * apart;
            }
            if (square < least) {
                least = square;
                best = k;
            }
        }
        if (label[i] != best)
            changed++;
        label[i] = best;
        nearness[i] = least;
    }
    return changed;
}

// Moves every center to the mean of its points; returns the longest way of a center.
static double move_centers(Clusters *c)
{
    int points = c->points, dimensions = c->dimensions, centers = c->centers;
    float *center = c->center;
    const float *point = c->point;
    const int *label = c->label;
    double *sum = c->sum, longest = 0;
    int *size = c->size;
#pragma curestruct
    for (int k = 0; k < centers; k++) {
        size[k] = 0;
        for (int d = 0; d < dimensions; d++)
            sum[k * dimensions + d] = 0;
    }
#pragma curestruct
    for (int i = 0; i < points; i++) {
        size[label[i]]++;
        for (int d = 0; d < dimensions; d++)
            sum[label[i] * dimensions + d] += point[i * dimensions + d];
    }
#pragma curestruct
    for (int k = 0; k < centers; k++) {
        double way = 0;
        for (int d = 0; d < dimensions; d++) {
            if (size[k] > 0) {
                float mean = (float)(sum[k * dimensions + d] / size[k]), apart = mean - center[k * dimensions + d];
                way += apart * apart;
                center[k * dimensions + d] = mean;
            }
        }
        longest = fmax(longest, way);
    }
    return sqrt(longest);
}

// The mean square of the distances, and the largest.
static double spread(const Clusters *c, float *largest)
{
    int points = c->points;
    const float *nearness = c->nearness;
    double sum = 0;
    float most = 0;
#pragma curestruct
    for (int i = 0; i < points; i++) {
        sum += nearness[i];
        most = fmaxf(most, nearness[i]);
    }
    *largest = most;
    return sum / points;
}

int main(int count, char **words)
{
    Clusters c = {.points = count > 1 ? atoi(words[1]) : 3000,
                  .dimensions = count > 2 ? atoi(words[2]) : 8,
                  .centers = count > 3 ? atoi(words[3]) : 12};
    if (c.centers < 1 || c.points < c.centers || c.dimensions < 1 || c.dimensions > 64)
        return 2;
    c.point = allocate(sizeof *c.point * c.points * c.dimensions);
    c.center = allocate(sizeof *c.center * c.centers * c.dimensions);
    c.sum = allocate(sizeof *c.sum * c.centers * c.dimensions);
    c.size = allocate(sizeof *c.size * c.centers);
    c.label = allocate(sizeof *c.label * c.points);
    c.nearness = allocate(sizeof *c.nearness * c.points);

    draw_points(&c);
    choose_centers(&c);
    int changed = c.points, iterations = 0, right = 1, all = 0;
    float largest = 0;
    double mean = DBL_MAX;
    while (changed > c.points / 1000 && iterations < 100) {
        changed = assign(&c);
        double before = mean;
        mean = spread(&c, &largest);
        right &= mean <= before * (1 + 1e-6);
        double way = move_centers(&c);
        if (iterations++ % 10 == 0)
            printf("iteration %d: mean square %.4f, centers moved by %.4f\n", iterations, mean, way);
    }
    for (int k = 0; k < c.centers; k++)
        all += c.size[k];
    right &= all == c.points;
    printf("%d iterations, mean square %.4f, largest %.3f: %s\n", iterations, mean, largest, right ? "right" : "WRONG");
    free(c.point);
    free(c.center);
    free(c.sum);
    free(c.size);
    free(c.label);
    free(c.nearness);
    return !right;
}

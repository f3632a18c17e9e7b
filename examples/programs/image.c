// image [rows columns]: finds the edges in a picture (Canny): gray values, equalized by their histogram, a Gaussian
// blur in two passes, the gradient, thin lines, two thresholds; then an 8-fold smaller copy with averaged colors. The
// picture is made up: discs and stripes. The checks: on the circles there are edges, and the means of both pictures
// agree.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RADIUS = 4, LEVELS = 256, SMALLER = 8 };

typedef struct Pixel {
    unsigned char red, green, blue;
} Pixel;

typedef struct Picture {
    int rows, columns;
    Pixel *pixels;
} Picture;

static void *allocate(size_t bytes)
{
    void *memory = calloc(bytes, 1);
    if (!memory) {
        fprintf(stderr, "image: no memory\n");
        exit(2);
    }
    return memory;
}

static Picture new_picture(int rows, int columns)
{
    return (Picture){rows, columns, allocate(sizeof(Pixel) * rows * columns)};
}

// Two discs on slanted stripes.
static void draw(Picture *p)
{
    int rows = p->rows, columns = p->columns;
    Pixel *pixels = p->pixels;
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            float u = (float)x / rows, v = (float)y / rows;
            Pixel at = {(unsigned char)(100 + 40 * u), (unsigned char)(90 + 30 * v), 120};
            if ((u - 0.3f) * (u - 0.3f) + (v - 0.4f) * (v - 0.4f) < 0.04f)
                at = (Pixel){230, 200, 40};
            else if ((u - 0.8f) * (u - 0.8f) + (v - 0.6f) * (v - 0.6f) < 0.06f)
                at = (Pixel){20, 60, 30};
            else if (((x + 2 * y) / 64) % 2)
                at.blue = 140;
            pixels[y * columns + x] = at;
        }
}

static void to_gray(const Picture *p, unsigned char *gray)
{
    const Pixel *pixels = p->pixels;
    int count = p->rows * p->columns;
#pragma curestruct
    for (int i = 0; i < count; i++)
        gray[i] = (unsigned char)((299 * pixels[i].red + 587 * pixels[i].green + 114 * pixels[i].blue + 500) / 1000);
}

// Spreads the gray values over all levels, so that every level is as frequent as the others.
static void equalize(unsigned char *gray, int count)
{
    int frequency[LEVELS] = {0}, least = 0;
    unsigned char level[LEVELS];
#pragma curestruct
    for (int i = 0; i < count; i++)
        frequency[gray[i]]++;
    while (!frequency[least])
        least++;
    int below = 0, first = frequency[least], others = count > first ? count - first : 1;
    for (int k = 0; k < LEVELS; k++) {
        below += frequency[k];
        level[k] = below < first ? 0 : (unsigned char)((255.0 * (below - first)) / others + 0.5);
    }
#pragma curestruct
    for (int i = 0; i < count; i++)
        gray[i] = level[gray[i]];
}

static int within(int at, int count)
{
    return at < 0 ? 0 : at >= count ? count - 1 : at;
}

static void blur(const unsigned char *gray, float *between, float *smooth, int rows, int columns, float sigma)
{
    float kernel[2 * RADIUS + 1], sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += kernel[k + RADIUS] = expf(-0.5f * k * k / (sigma * sigma));
    for (int k = 0; k <= 2 * RADIUS; k++)
        kernel[k] /= sum;
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            float mean = 0;
            for (int k = -RADIUS; k <= RADIUS; k++)
                mean += kernel[k + RADIUS] * gray[y * columns + within(x + k, columns)];
            between[y * columns + x] = mean;
        }
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            float mean = 0;
            for (int k = -RADIUS; k <= RADIUS; k++)
                mean += kernel[k + RADIUS] * between[within(y + k, rows) * columns + x];
            smooth[y * columns + x] = mean;
        }
}

// Sobel's gradient: how steep it is, and its direction (0: along a row, then turning by an eighth).
static float gradient(const float *smooth, float *steep, unsigned char *direction, int rows, int columns)
{
    float steepest = 0;
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            int i = y * columns + x;
            steep[i] = 0;
            direction[i] = 0;
            if (y > 0 && y < rows - 1 && x > 0 && x < columns - 1) {
                const float *above = smooth + i - columns, *at = smooth + i, *below = smooth + i + columns;
                float dx = above[1] + 2 * at[1] + below[1] - above[-1] - 2 * at[-1] - below[-1];
                float dy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
                float across = fabsf(dx), down = fabsf(dy);
                steep[i] = sqrtf(dx * dx + dy * dy);
                if (down > 2.4142f * across)
                    direction[i] = 2;
                else if (across <= 2.4142f * down)
                    direction[i] = dx * dy > 0 ? 1 : 3;
                if (steep[i] > steepest)
                    steepest = steep[i];
            }
        }
    return steepest;
}

// 2: an edge, 1: an edge if it touches one, 0: none. Only the steepest place across a line stays.
static void thin(const float *steep, const unsigned char *direction, unsigned char *edge, int rows, int columns,
                 float low, float high)
{
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            int i = y * columns + x, step;
            edge[i] = 0;
            if (y == 0 || y == rows - 1 || x == 0 || x == columns - 1)
                continue;
            switch (direction[i]) {
            case 0: step = 1; break;
            case 1: step = columns + 1; break;
            case 2: step = columns; break;
            default: step = columns - 1; break;
            }
            if (steep[i] >= steep[i - step] && steep[i] > steep[i + step] && steep[i] > low)
                edge[i] = steep[i] > high ? 2 : 1;
        }
}

// Weak edges beside strong ones become strong; returns how many did. There is none on the border.
static int connect(const unsigned char *edge, unsigned char *connected, int rows, int columns)
{
    int changed = 0;
#pragma curestruct
    for (int y = 1; y < rows - 1; y++)
        for (int x = 1; x < columns - 1; x++) {
            int i = y * columns + x, strong = 0;
            if (edge[i] == 1)
                for (int v = -1; v <= 1; v++)
                    for (int u = -1; u <= 1; u++)
                        if (edge[i + v * columns + u] == 2)
                            strong = 1;
            connected[i] = strong ? 2 : edge[i];
            changed += strong;
        }
    return changed;
}

// Every pixel of the result is the mean of a square of the source.
static void shrink(const Picture *from, Picture *to)
{
    int columns = from->columns, rows_to = to->rows, columns_to = to->columns;
    const Pixel *source = from->pixels;
    Pixel *result = to->pixels;
#pragma curestruct
    for (int y = 0; y < rows_to; y++)
        for (int x = 0; x < columns_to; x++) {
            int red = 0, green = 0, blue = 0;
            for (int v = 0; v < SMALLER; v++)
                for (int u = 0; u < SMALLER; u++) {
                    const Pixel *at = &source[(y * SMALLER + v) * columns + x * SMALLER + u];
                    red += at->red;
                    green += at->green;
                    blue += at->blue;
                }
            Pixel *mean = &result[y * columns_to + x];
            mean->red = (unsigned char)(red / (SMALLER * SMALLER));
            mean->green = (unsigned char)(green / (SMALLER * SMALLER));
            mean->blue = (unsigned char)(blue / (SMALLER * SMALLER));
        }
}

static double mean_brightness(const Picture *p)
{
    int count = p->rows * p->columns;
    long sum = 0;
    const Pixel *pixels = p->pixels;
#pragma curestruct
    for (int i = 0; i < count; i++)
        sum += pixels[i].red + pixels[i].green + pixels[i].blue;
    return (double)sum / count;
}

// How much of a circle has an edge at most two pixels away.
static double on_circle(const unsigned char *edge, int rows, int columns, float x, float y, float radius)
{
    int near = 0, points = 360;
#pragma curestruct copyin(edge[0 : rows * columns])
    for (int k = 0; k < points; k++) {
        float angle = 2 * 3.14159265f * k / points;
        int column = (int)((x + radius * cosf(angle)) * rows), row = (int)((y + radius * sinf(angle)) * rows),
            found = 0;
        for (int v = -2; v <= 2; v++)
            for (int u = -2; u <= 2; u++)
                found |= edge[within(row + v, rows) * columns + within(column + u, columns)] == 2;
        near += found;
    }
    return (double)near / points;
}

int main(int count, char **words)
{
    int rows = count > 1 ? atoi(words[1]) : 192, columns = count > 2 ? atoi(words[2]) : 240;
    if (rows < 64 || columns < rows || rows > 40000 || columns > 40000)
        return 2;
    Picture picture = new_picture(rows, columns), small = new_picture(rows / SMALLER, columns / SMALLER);
    int pixels = rows * columns;
    unsigned char *gray = allocate(pixels), *direction = allocate(pixels), *edge = allocate(pixels),
                  *next = allocate(pixels);
    float *between = allocate(sizeof(float) * pixels), *smooth = allocate(sizeof(float) * pixels);
    float *steep = between;

    draw(&picture);
    to_gray(&picture, gray);
    equalize(gray, pixels);
    blur(gray, between, smooth, rows, columns, 1.4f);
    float steepest = gradient(smooth, steep, direction, rows, columns);
    thin(steep, direction, edge, rows, columns, 0.04f * steepest, 0.4f * steepest);
    int rounds = 0, changed = 1, all = 0, strong = 0;
    while (changed > 0 && rounds < 50) {
        changed = connect(edge, next, rows, columns);
        unsigned char *before = edge;
        edge = next;
        next = before;
        all += changed;
        if (rounds++ % 10 == 0)
            printf("round %d: %d weak edges connected\n", rounds, changed);
    }
#pragma curestruct
    for (int i = 0; i < pixels; i++)
        if (edge[i] == 2)
            strong++;
    shrink(&picture, &small);

    double first = on_circle(edge, rows, columns, 0.3f, 0.4f, 0.2f),
           second = on_circle(edge, rows, columns, 0.8f, 0.6f, sqrtf(0.06f));
    double brightness = mean_brightness(&picture), of_small = mean_brightness(&small);
    int right = first > 0.95 && second > 0.95 && fabs(brightness - of_small) < 0.02 * brightness;
    printf("%d rounds, %d connected, %d pixels on edges, brightness %.2f and %.2f\n", rounds, all, strong, brightness,
           of_small);
    printf("circles found: %.3f and %.3f: %s\n", first, second, right ? "right" : "WRONG");
    free(picture.pixels);
    free(small.pixels);
    free(gray);
    free(direction);
    free(edge);
    free(next);
    free(between);
    free(smooth);
    return !right;
}

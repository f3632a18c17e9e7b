#include <math.h>

void softmax(int rows, int columns, const float *x, float *y)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float most = -INFINITY;
        for (int c = 0; c < columns; c++)
            most = x[r * columns + c] > most ? x[r * columns + c] : most;
        float sum = 0;
        for (int c = 0; c < columns; c++)
            sum += expf(x[r * columns + c] - most);
        for (int c = 0; c < columns; c++)
            y[r * columns + c] = expf(x[r * columns + c] - most) / sum;
    }
}

void layer_norm(int rows, int columns, const float *x, float *y, const float *gamma, const float *beta)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int c = 0; c < columns; c++)
            sum += x[r * columns + c];
        float mean = sum / columns, squares = 0;
        for (int c = 0; c < columns; c++)
            squares += (x[r * columns + c] - mean) * (x[r * columns + c] - mean);
        float scale = 1.0f / sqrtf(squares / columns + 1e-5f);
        for (int c = 0; c < columns; c++)
            y[r * columns + c] = (x[r * columns + c] - mean) * scale * gamma[c] + beta[c];
    }
}

// The first element begins; so vectors of the others begin beside those of memory.
void largest_places(int rows, int columns, const float *restrict x, int *restrict place)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float most = x[r * columns];
        int at = 0;
        for (int c = 1; c < columns; c++)
            if (x[r * columns + c] > most) {
                most = x[r * columns + c];
                at = c;
            }
        place[r] = at;
    }
}

// Numbers of four bits, two in a byte, in blocks of 32 with a scale each.
void packed_product(int n, int k, const unsigned char *restrict w, const float *restrict scale, const float *restrict x,
                    float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int g = 0; g < k / 32; g++) {
            float part = 0;
            for (int p = 0; p < 16; p++) {
                unsigned char pair = w[(i * (k / 32) + g) * 16 + p];
                part += ((pair & 15) - 8) * x[g * 32 + p] + ((pair >> 4) - 8) * x[g * 32 + p + 16];
            }
            sum += part * scale[i * (k / 32) + g];
        }
        y[i] = sum;
    }
}

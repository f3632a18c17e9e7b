// Rows that threads read from memory once for several loops, as long as they fit into their registers. Catches elements
// at the end of a row that a thread does not have, rows that a version takes although they do not fit, stores of old
// values, and a longer row that reads again.
// RUN: %curestruct check --on cpu --size rows=3 --size cols=0 --size cols=1 --size cols=31 --size cols=129 \
// RUN:     --size cols=1000 %s | FileCheck %s
// RUN: %curestruct check --on cpu --size rows=1 --size cols=8190 --size cols=8195 --size cols=32769 \
// RUN:     --function in_place %s | FileCheck --check-prefix=LONG %s
// RUN: env CURESTRUCT_VERSION=held_1024 %curestruct check --on cpu --size rows=5 --size cols=33 --size cols=1025 \
// RUN:     --function in_place %s | FileCheck --check-prefix=LONG %s
// LONG: in_place: 1 of 1 nests, {{.*}}PASS
#include <math.h>

// CHECK: softmax: 1 of 1 nests, {{.*}}PASS
void softmax(int rows, int cols, const float *x, float *y)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float m = -INFINITY;
        for (int c = 0; c < cols; c++)
            m = x[r * cols + c] > m ? x[r * cols + c] : m;
        float s = 0;
        for (int c = 0; c < cols; c++)
            s += expf(x[r * cols + c] - m);
        for (int c = 0; c < cols; c++)
            y[r * cols + c] = expf(x[r * cols + c] - m) / s;
    }
}

// CHECK: in_place: 1 of 1 nests, {{.*}}PASS
void in_place(int rows, int cols, float *x)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float m = -INFINITY;
        for (int c = 0; c < cols; c++)
            m = x[r * cols + c] > m ? x[r * cols + c] : m;
        float s = 0;
        for (int c = 0; c < cols; c++) {
            x[r * cols + c] = expf(x[r * cols + c] - m);
            s += x[r * cols + c];
        }
        for (int c = 0; c < cols; c++)
            x[r * cols + c] /= s;
    }
}

// One loop sets what the next one reads.
// CHECK: passed_on: 1 of 1 nests, {{.*}}PASS
void passed_on(int rows, int cols, const double *restrict x, double *restrict y)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        double least = INFINITY, s = 0;
        for (int c = 0; c < cols; c++)
            least = fmin(least, x[r * cols + c]);
        for (int c = 0; c < cols; c++) {
            y[r * cols + c] = x[r * cols + c] - least;
            s += y[r * cols + c];
        }
        for (int c = 0; c < cols; c++)
            y[r * cols + c] /= s + 1;
    }
}

// CHECK: layer_norm: 1 of 1 nests, {{.*}}PASS
void layer_norm(int rows, int cols, const float *x, float *y, const float *gamma, const float *beta)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float sum = 0, squares = 0;
        for (int c = 0; c < cols; c++)
            sum += x[r * cols + c];
        float mean = sum / cols;
        for (int c = 0; c < cols; c++) {
            float d = x[r * cols + c] - mean;
            squares += d * d;
        }
        float scale = 1.0f / sqrtf(squares / cols + 1e-5f);
        for (int c = 0; c < cols; c++)
            y[r * cols + c] = (x[r * cols + c] - mean) * scale * gamma[c] + beta[c];
    }
}

// CHECK: mean_and_variance: 1 of 1 nests, {{.*}}PASS
void mean_and_variance(int rows, int cols, const float *x, float *mean, float *variance)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float sum = 0, squares = 0;
        for (int c = 0; c < cols; c++)
            sum += x[r * cols + c];
        mean[r] = sum / cols;
        for (int c = 0; c < cols; c++)
            squares += (x[r * cols + c] - sum / cols) * (x[r * cols + c] - sum / cols);
        variance[r] = squares / cols;
    }
}

// CHECK: from_greatest: 1 of 1 nests, {{.*}}PASS
void from_greatest(int rows, int cols, short *x)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        short greatest = -32768;
        for (int c = 0; c < cols; c++)
            greatest = x[r * cols + c] > greatest ? x[r * cols + c] : greatest;
        for (int c = 0; c < cols; c++)
            if (x[r * cols + c] > 0)
                x[r * cols + c] = (short)(greatest - x[r * cols + c]);
    }
}
// UNSUPPORTED: asan

// Catches pointers in a table that the nest moves: all of them by the sum of the loop over them, pointers that are not
// moved back or too far after the nest, uses after and before the change of an iteration, loops that move the pointers
// several times, and pointers that the nest leaves alone.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 150, K = 4, S = 5 };
static float cells[K + 1][2 * N * (S + 1)], out[N], more[N];
static long places[8 * K];
static int nplaces;

static void begin(float **rows)
{
    for (int k = 0; k < K; k++)
        rows[k] = cells[k] + k;
}

static void note(float **rows)
{
    for (int k = 0; k < K; k++)
        places[nplaces++ % (8 * K)] = rows[k] - cells[k];
}

// As of likelihoods of sites, for each category.
static void pairs(int n, int kinds, float **rows, const float *restrict weight)
{
#pragma curestruct
    for (int c = 0; c < n; c++) {
        float like = 0;
        for (int k = 0; k < kinds; k++) {
            like += rows[k][0] * weight[0] + rows[k][1] * weight[1];
            rows[k] += 2;
        }
        out[c] = like;
    }
}

static void stepped(int n, int kinds, int states, float **rows, const float *restrict weight)
{
    int c, k, j;
    float like;
#pragma curestruct
    for (c = 0; c < n; c++) {
        like = 0;
        for (k = 0; k < kinds; k++)
            for (j = 0; j < states; j++)
                like += *(rows[k]++) * weight[j];
        out[c] += like;
    }
}

// The largest one first, and then each divided by it; the counter of the loop before says how far.
static void scaled(int n, int kinds, int states, float **rows)
{
    int c, k, m;
    float most;
#pragma curestruct
    for (c = 0; c < n; c++) {
        most = 1;
        for (k = 0; k < kinds; k++)
            for (m = 0; m < states; m++)
                if (rows[k][m] > most)
                    most = rows[k][m];
        for (k = 0; k < kinds; k++) {
            for (m = 0; m < states; m++)
                rows[k][m] /= most;
            rows[k] += m;
        }
        more[c] = most;
    }
}

// Some rows of the table, before the change and after it; back in a second loop.
static void some(int n, int from, int to, float **rows)
{
#pragma curestruct
    for (int c = 0; c < n; c++) {
        float sum = 0;
        for (int k = from; k < to; k++) {
            sum += rows[k][1];
            rows[k] += 3;
            sum -= 2 * rows[k][0];
            rows[k]++;
            sum += 3 * *rows[k];
        }
        for (int k = from; k < to; k++) {
            --rows[k];
            sum += rows[k][2];
        }
        out[c] = sum;
    }
}

// Each row by itself, and none of the last one.
static void outside(int n, int kinds, float **restrict rows)
{
#pragma curestruct
    for (int k = 0; k < kinds; k++)
        for (int c = 0; c < n; c++) {
            rows[k][0] = rows[k][1] + k;
            rows[k] += 2;
        }
}

struct model {
    float **rows;
    int kinds;
};

static double of_member(const struct model *m, int n)
{
    double sum = 0;
    float **rows = m->rows;
#pragma curestruct
    for (int c = n; c > 0; c--)
        for (int k = 0; k < m->kinds; k++) {
            sum += rows[k][0];
            rows[k] += 2;
        }
    return sum;
}

int main(void)
{
    float *rows[K], weight[S] = {1, 2, 0.5f, 3, 0.25f};
    for (int k = 0; k <= K; k++)
        for (int i = 0; i < 2 * N * (S + 1); i++)
            cells[k][i] = (i * 37 + k * 11) % 29;
    for (int kinds = 0; kinds <= K; kinds += K / 2) {
        begin(rows);
        pairs(N, kinds, rows, weight);
        note(rows);
        pairs(N / 2, kinds, rows, weight);
        note(rows);
        stepped(N / 3, kinds, 2, rows, weight);
        note(rows);
        stepped(0, 100000000, 2, rows, weight);
        note(rows);
        begin(rows);
        scaled(N, kinds, S, rows);
        note(rows);
        begin(rows);
        some(N, 1, kinds, rows);
        note(rows);
        outside(N, kinds, rows);
        note(rows);
        SHOW(out);
    }
    begin(rows);
    struct model model = {rows, K};
    printf("%g\n", of_member(&model, N));
    note(rows);
    SHOW(cells);
    SHOW(more);
    SHOW(places);
}

// Catches rows that are added twice or not at all where they are dealt out to threads and blocks, columns beyond the
// last, columns of a thread that are taken for each other, places that are set to 0 after their sums, and sums that are
// read before they are whole.
// RUN: %same %s %t
// RUN: env CURESTRUCT_VERSION=vectors %t.same/generated | cmp - %t.same/serial.out
// RUN: env CURESTRUCT_VERSION=single %t.same/generated | cmp - %t.same/serial.out
#include <math.h>
#include <stdio.h>

enum { MOST = 1 << 20 };

static float a[MOST], sums[4096], more[4096];
static double wide[4096];
static float rest[MOST];

static void column(int rows, int columns)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += a[i * columns + j];
        more[j] = sums[j] * 2;
    }
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            wide[j] += a[i * columns + j];
}

static void middle(int slices, int rows, int columns)
{
#pragma curestruct
    for (int p = 0; p < slices; p++)
        for (int j = 0; j < columns; j++) {
            sums[p * columns + j] = 1;
            for (int i = 0; i < rows; i++)
                sums[p * columns + j] += a[(p * rows + i) * columns + j];
        }
}

static void scalars(int rows, int columns)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < rows; i++) {
            sum += a[i * columns + j];
            count += a[i * columns + j] > 7;
        }
        double middle = sum * 0.5;
        float far = 0;
        for (int i = 0; i < rows; i++)
            far += a[i * columns + j] > middle ? 1 : 2;
        wide[j] = middle;
        more[j] = far + count;
    }
#pragma curestruct
    for (int p = 0; p < 2; p++)
        for (int j = 0; j < columns; j++) {
            float sum = p;
            for (int i = 0; i < rows / 2; i++)
                sum += a[(p * (rows / 2) + i) * columns + j];
            sums[p * columns + j] = sum;
        }
}

static void extrema(int rows, int columns)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float most = j % 3 ? -1 : 64;
        for (int i = 0; i < rows; i++)
            most = fmaxf(a[i * columns + j] * (i % 100 + 1), most);
        sums[j] = most;
    }
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        int least = 1000;
        for (int i = 0; i < rows; i++)
            if ((int)a[i * columns + j] - i < least)
                least = (int)a[i * columns + j] - i;
        more[j] = least;
    }
}

static void by_vector(int rows, int columns)
{
#pragma curestruct
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            sums[j] += a[i * columns + j] * more[i];
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float sum = 2;
        for (int i = 0; i < rows; i++)
            sum += a[i * columns + j] * more[7 + i];
        wide[j] = sum;
    }
}

// A loop after the sum, over the same columns.
static void project(int rows, int columns)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += a[i * columns + j] * (float)(i % 3);
        for (int i = 0; i < rows; i++)
            rest[i * columns + j] = a[i * columns + j] - sums[j] * (float)(i % 2);
    }
    for (int i = 0; i < rows * columns; i++)
        wide[i % 4096] += rest[i] * (i % 5 + 1);
}

static void print(int rows, int columns, int count)
{
    double sum = 0;
    for (int j = 0; j < count; j++)
        sum += (sums[j] + more[j] * 3 + wide[j]) * (j % 17 + 1);
    printf("%d %d %.17g\n", rows, columns, sum);
}

int main(void)
{
    static const int rows[] = {0, 1, 7, 8, 9, 511, 513, 1025}, columns[] = {0, 1, 31, 32, 33, 70};
    for (int i = 0; i < MOST; i++)
        a[i] = (float)((unsigned)i * 2654435761u >> 26);
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 6; c += 1 + r % 2) {
            column(rows[r], columns[c]);
            print(rows[r], columns[c], 4096);
            scalars(rows[r], columns[c]);
            print(rows[r], columns[c], 4096);
            by_vector(rows[r], columns[c]);
            print(rows[r], columns[c], 4096);
            extrema(rows[r], columns[c]);
            print(rows[r], columns[c], 4096);
            project(rows[r], columns[c]);
            print(rows[r], columns[c], 4096);
            middle(3, rows[r] / 3, columns[c]);
            print(rows[r] / 3, columns[c], 4096);
        }
    return 0;
}

// Catches questions about the rows of a table that share the allowance of one, so that the last one has no answer:
// which rows are touched, where each begins and ends, and whether that is so for all.
// RUN: %curestruct --analysis-limit=800000 %s -o /dev/null 2>&1 | FileCheck %s --allow-empty
// RUN: %curestruct check --analysis-limit=800000 --on cpu -w %s | FileCheck --check-prefix=RUNS %s
// CHECK-NOT: Wrefused
// RUNS: edges: 1 of 1 nests, {{.*}}PASS
typedef unsigned long sample;
typedef sample *tuple;

void edges(unsigned width, unsigned rows, unsigned columns, unsigned plane, tuple *const *const window,
           sample *restrict out)
{
    unsigned const above = rows / 2, beside = columns / 2;
    unsigned col;
#pragma curestruct
    for (col = 0; col < width; ++col) {
        if (col < beside || col >= width - beside) {
            out[col] = window[above][col][plane];
        } else {
            sample sum = 0;
            unsigned row, c;
            if (col == beside) {
                for (row = 0; row < rows; ++row)
                    for (c = 0; c < columns; ++c)
                        sum += window[row][c][plane];
            } else {
                unsigned const left = col - beside - 1, right = col + beside;
                for (row = 0; row < rows; ++row)
                    sum += window[row][right][plane] - window[row][left][plane];
            }
            out[col] = sum;
        }
    }
}

// Catches columns that one thread sums alone unless they are many and short, also where the sum is a scalar, rows dealt
// out where they are few or the columns do not lie side by side, loads of single elements, an unrolled loop that has no
// words in the schedule, and a kernel for first values alone where there are rows; vectors that are tried where no
// row of an odd length has them; and few columns, or two sums of the same columns, without versions.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s
// RUN: %curestruct explain -w %s > %t.explained && grep -q 'and to take at most 2.5 times as long' %t.explained
// RUN: %curestruct %s -o - 2>&1 | FileCheck --check-prefix=FIRST %s

// CHECK-LABEL: nest crs_column_1 {
// CHECK-NEXT: version short when rows <= 256 && columns >= 131072;
// CHECK-NEXT: tile j 128;
// CHECK: version vectors_4 when columns <= 4 && columns / 2 * 2 >= columns;
// CHECK: tile j#2.group 2;
// CHECK: cyclic i 128 as i.thread i.turn;
// CHECK: cyclic i.strip 1024 as i.block i.round;
// CHECK: version vectors_32 when columns <= 32 && columns / 2 * 2 >= columns;
// CHECK: tile j#2.group 8;
// CHECK: version vectors when columns / 2 * 2 >= columns;
// CHECK: tile j#2 2 as j#2.group j#2.lane;
// CHECK: cyclic i 8 as i.thread i.turn;
// CHECK: cyclic i.strip 128 as i.block i.round;
// CHECK: bind i.thread thread.y;
// CHECK: bind i.block block.y;
// CHECK: unroll j#2.flight;
// CHECK: vectorize j#2.lane;
// CHECK: reduce sums shuffle;
// CHECK: version single_8 when columns <= 8;
// CHECK: tile j#2 4;
// CHECK: version single_256 when columns <= 256;
// CHECK: tile j#2 16;
// CHECK: version single;
// CHECK-NOT: j#2.lane
// CHECK: tile j#2 128;
// CHECK: cyclic i 2 as i.thread i.turn;
// CHECK: unroll i.row 8;
void column(int rows, int columns, const double *restrict a, double *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += a[i * columns + j];
    }
}

// The slices fill the device: no second kernel.
// CHECK-LABEL: nest crs_middle_1 {
// CHECK: cyclic i 8 as i.thread i.turn;
// CHECK: bind i.thread thread.y;
// CHECK-NOT: block.z
void middle(int slices, int rows, int columns, const float *restrict a, float *restrict sums)
{
#pragma curestruct
    for (int p = 0; p < slices; p++)
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++)
                sums[p * columns + j] += a[(p * rows + i) * columns + j];
}

// All columns use the same vector, also where the sum is a scalar.
// CHECK-LABEL: nest crs_by_vector_1 {
// CHECK: cyclic i.strip 128 as i.block i.round;
// CHECK: vectorize j.lane;
// CHECK: reduce sums shuffle;
void by_vector(int rows, int columns, const float *restrict a, const float *restrict x, float *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            sums[j] += a[i * columns + j] * x[i];
}

// CHECK-LABEL: nest crs_by_vector_in_scalar_1 {
// CHECK: distribute j {1} {2} {3};
// CHECK: cyclic i.strip 128 as i.block i.round;
// CHECK: reduce sums shuffle;
void by_vector_in_scalar(int rows, int columns, const float *restrict a, const float *restrict x, float *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            sum += a[i * columns + j] * x[i];
        sums[j] = sum;
    }
}

// CHECK-LABEL: nest crs_few_1 {
// CHECK-NOT: cyclic i
void few(int columns, const float *restrict a, float *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < 100; i++)
            sums[j] += a[i * columns + j];
}

// A sum that is stored as it is, needs no array of its own.
// FIRST: crs_scalar_1_vectors_k1(
// FIRST-NOT: __global__
// FIRST: sums[{{.*}}] = 0.0f + sums_part
// FIRST: int crs_scalar_1
// FIRST: if (rows > 0) {
// FIRST: crs_scalar_1_{{.*}}_k1,
// FIRST: } else {
// FIRST: crs_scalar_1_{{.*}}_k2,
// CHECK-LABEL: nest crs_scalar_1 {
// CHECK: distribute j {1} {2} {3};
// CHECK: cyclic i.strip 128 as i.block i.round;
// CHECK: vectorize j#2.lane;
// CHECK: reduce sums shuffle;
void scalar(int rows, int columns, const float *a, float *sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            sum += a[i * columns + j];
        sums[j] = sum;
    }
}

// CHECK-LABEL: nest crs_variances_1 {
// CHECK: distribute j
// CHECK: reduce sum_each shuffle;
// CHECK: reduce squares_each shuffle;
void variances(long rows, long columns, const float *a, const float *b, float *mean, float *variance)
{
#pragma curestruct
    for (long j = 0; j < columns; j++) {
        double sum = 0;
        for (long i = 0; i < rows; i++)
            sum += a[i * columns + j] * b[i * columns + j];
        float middle = sum / rows, squares = 0;
        for (long i = 0; i < rows; i++) {
            float distance = a[i * columns + j] - middle;
            squares += distance * distance;
        }
        mean[j] = middle;
        variance[j] = squares / rows;
    }
}

// Where the first value is known, whether any row has added to it does not matter.
// CHECK-LABEL: nest crs_positive_1 {
// CHECK: distribute j {1} {2} {3};
// CHECK: vectorize j#2.lane;
// CHECK: reduce sums shuffle;
void positive(int rows, int columns, const float *a, float *sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            if (a[i * columns + j] > 0)
                sum += a[i * columns + j];
        sums[j] = sum;
    }
}

// Extrema for which the order of the rows does not matter are dealt out as sums are.
// CHECK-LABEL: nest crs_greatest_1 {
// CHECK: distribute j {1} {2} {3};
// CHECK: cyclic i.strip 128 as i.block i.round;
// CHECK: vectorize j#2.lane;
// CHECK: reduce most shuffle;
float fmaxf(float, float);
void greatest(int rows, int columns, const float *a, float *most)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float own = a[j];
        for (int i = 1; i < rows; i++)
            own = fmaxf(a[i * columns + j], own);
        most[j] = own;
    }
}

// CHECK-LABEL: nest crs_least_1 {
// CHECK: distribute j {1} {2} {3};
// CHECK: cyclic i.strip 1024 as i.block i.round;
// CHECK: reduce least shuffle;
void least(int rows, int columns, const int *a, int *least)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        int own = 0x7fffffff;
        for (int i = 0; i < rows; i++)
            if (a[i * columns + j] < own)
                own = a[i * columns + j];
        least[j] = own;
    }
}

// Maxima that must come out as the serial loop's do are no sums of parts in memory: the search deals out the rows. That
// takes 10 us longer for few rows, and a tenth of the time for many of few columns.
// CHECK-LABEL: nest crs_largest_1 {
// CHECK: reduce sums shuffle;
void largest(int rows, int columns, const float *a, float *sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        float most = a[j];
        for (int i = 1; i < rows; i++)
            most = a[i * columns + j] > most ? a[i * columns + j] : most;
        sums[j] = most;
    }
}

// Within loops that stay on the host as well, the first values have threads of their own. A row needs the former one.
// CHECK-NOT: runs in one thread
// CHECK-LABEL: nest crs_transformed_1 {
// CHECK: distribute p at 1;
// CHECK: cyclic s.strip 128 as s.block s.round;
// CHECK: bind p.group.thread thread.x;
void transformed(int slices, int n, double a[slices + 1][n], const double c[n][n], double *restrict sum)
{
#pragma curestruct
    for (int r = 0; r < slices; r++) {
        for (int p = 0; p < n; p++) {
            sum[p] = 0;
            for (int s = 0; s < n; s++)
                sum[p] += a[r][s] * c[s][p];
        }
        for (int p = 0; p < n; p++)
            a[r + 1][p] = sum[p];
    }
}

// Sums of columns before a loop that uses them: the sums have threads along rows, and the places are a plane.
// CHECK-NOT: runs in one thread
// CHECK-LABEL: nest crs_projected_1 {
// CHECK: distribute j {1} {2} {3};
// CHECK: cyclic i.strip 128 as i.block i.round;
// CHECK: reduce r shuffle;
// CHECK: bind j#3.elem thread.x;
// CHECK: bind i#2.elem thread.y;
void projected(int m, int n, double a[m][n], double r[n], const double q[m])
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        r[j] = 0;
        for (int i = 0; i < m; i++)
            r[j] += q[i] * a[i][j];
        for (int i = 0; i < m; i++)
            a[i][j] -= q[i] * r[j];
    }
}

// CHECK-LABEL: nest crs_deviations_1 {
// CHECK-NEXT: version short
// CHECK: version vectors_8 when d <= 8 && d / 4 * 4 >= d;
void deviations(int n, int d, const float *restrict x, float *restrict out)
{
#pragma curestruct
    for (int j = 0; j < d; j++) {
        float mean = 0, squares = 0;
        for (int i = 0; i < n; i++)
            mean += x[i * d + j];
        mean /= n;
        for (int i = 0; i < n; i++)
            squares += (x[i * d + j] - mean) * (x[i * d + j] - mean);
        out[j] = squares / (n - 1);
    }
}

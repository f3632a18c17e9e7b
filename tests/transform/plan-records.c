// Catches small matrices of a batch that threads read from memory, where neighbouring threads are a matrix apart, or
// that are copied to shared memory where rows are few and short, or each thread uses little of a long one.
// RUN: %curestruct --emit=schedule %s -o - 2>/dev/null | FileCheck %s

// CHECK: nest crs_factors_1 {
// CHECK: bind b.elem thread.x;
// CHECK-NEXT: stage a shared at b.elem records;
// CHECK-NEXT: stage x shared at b.elem records;
void factors(int count, float (*restrict a)[12][12], float (*restrict x)[12])
{
#pragma curestruct
    for (int b = 0; b < count; b++) {
        for (int k = 0; k < 12; k++)
            for (int i = k + 1; i < 12; i++) {
                a[b][i][k] /= a[b][k][k];
                for (int j = k + 1; j < 12; j++)
                    a[b][i][j] -= a[b][i][k] * a[b][k][j];
            }
        for (int i = 0; i < 12; i++) {
            for (int j = 0; j < i; j++)
                x[b][i] -= a[b][i][j] * x[b][j];
            x[b][i] /= a[b][i][i];
        }
    }
}

// CHECK: nest crs_points_1 {
// CHECK-NOT: records
void points(int count, float (*restrict p)[3])
{
#pragma curestruct
    for (int b = 0; b < count; b++) {
        float s = p[b][0] * p[b][0] + p[b][1] * p[b][1] + p[b][2] * p[b][2];
        for (int i = 0; i < 3; i++)
            p[b][i] /= s;
    }
}

// CHECK: nest crs_ends_1 {
// CHECK-NOT: records
void ends(int count, float (*restrict p)[256])
{
#pragma curestruct
    for (int b = 0; b < count; b++) {
        p[b][0] += 1;
        p[b][255] += p[b][0];
    }
}

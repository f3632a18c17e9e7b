// Catches rows that reach beyond what a data section says of them, taken for a failure of the kernel: such data prove
// nothing.
// RUN: env CURESTRUCT_CHECK_SIZES=12 %curestruct check -v --on cpu %s | FileCheck %s
// CHECK: row_sums: 1 of 1 nests, {{.*}}PASS
// CHECK: the serial original touches more of 'values[]' than its data section says
void row_sums(int rows, const char *count, double **values, double *sum, int most)
{
#pragma curestruct copyin(values[0:rows][0:most])
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int j = 0; j < count[i]; j++)
            s += values[i][j];
        sum[i] = s;
    }
}

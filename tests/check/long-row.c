// Catches rows of a table of offsets that are all shorter than what the threads of a row take at once.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t --size rows=20,count=400 | FileCheck %s
// BREAK: rows s/k_turn += 64/k_turn += 128/
// CHECK: == rows
// CHECK: packed: {{.*}} FAIL
void packed(int rows, int count, const int *restrict offsets, const float *restrict values, float *restrict sums)
{
#pragma curestruct copyin(values[0:count])
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            s += values[k];
        sums[r] = s;
    }
}

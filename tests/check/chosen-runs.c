// Catches mistakes that ordinary runs do not show: nothing equals the value that is looked for, the winner of a search
// is always in the first block, grids never have to go round, an access leaves its array by less than 16 bytes, and
// arrays overlap in their middle.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: runs s/found_cell\[0\] = found_before | /found_cell[0] = 0 * /; s/best_i_1 = best_is\[threadIdx.x/best_i_1 = best_is[threadIdx.y/; s/+= gridDim.y/+= 2 * gridDim.y/; s/!crs_disjoint_or_equal([^)]*weights[^)]*)/false/
// BREAK: outside s/crs_min_long(4, n - i_offset/crs_min_long(4, n + 1 - i_offset/
// CHECK: == runs
// CHECK: any: {{.*}} FAIL
// CHECK: argmax: {{.*}} FAIL
// CHECK-NEXT: with few peaks
// CHECK: between: {{.*}} FAIL
// CHECK: smooth: {{.*}} FAIL
// CHECK-NEXT: with result = weights - {{[0-9]+}}:
// CHECK: == outside
// CHECK: any: {{.*}} FAIL
// CHECK: invalid memory access
// CHECK: read of {{.*}} 0 bytes past the end of
int any(int n, const int *x, int value)
{
    int found = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] == value)
            found |= 1;
    return found;
}

int argmax(int n, const float *x)
{
    float best = x[0];
    int at = 0;
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    return at;
}

void between(int rows, int columns, const float *restrict in, float *restrict out)
{
#pragma curestruct schedule("tile i 4 as i.tile i.row; tile j 32 as j.tile j.thread; interchange i.row j.tile; \
    bind i.tile block.y; bind j.tile block.x; bind i.row thread.y; bind j.thread thread.x")
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            out[i * columns + j] = in[i * columns + j] + 1;
}

void smooth(int n, const float *weights, const float *image, float *result)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        result[i + 8] = weights[0] * image[i] + weights[1] * image[i + 1];
}

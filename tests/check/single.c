// Catches a minimum, or a search, that loses the elements of some lanes, or one that is only a little less than the others.
// RUN: sh %S/Inputs/break.sh %s %t --size n=300000 --size value=5 | FileCheck %s
// BREAK: lanes s/__shfl_down_sync(0xffffffffu, \(found_part_1\), 16)/__shfl_down_sync(0xffffffffu, \1, 8)/
// BREAK: little s/if (\(x_lanes.*\) < best_part)/if (\1 + 1 < best_part)/
// CHECK: == lanes
// CHECK: any: {{.*}} FAIL
// CHECK-NEXT: n=300000, value=5; exact data, one element apart
// CHECK: == little
// CHECK: least: {{.*}} FAIL
// CHECK-NEXT: one element apart
int any(int n, const int *x, int value)
{
    int found = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] == value)
            found |= 1;
    return found;
}

int least(int n, const int *x)
{
    int best = 2147483647;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] < best)
            best = x[i];
    return best;
}

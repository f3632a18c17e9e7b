// Catches a variable that is taken for dead although a jump, one of two branches or a part of a loop's head leads to
// where it is read; and one that is taken for live since a function has labels, or since a condition sets it.
// RUN: %curestruct %s -w --dump-after=rename_scalars -o - | FileCheck %s
// CHECK: nest crs_jump_back_1
// CHECK: scalar int v host "v" live
int jump_back(int n, const int *a, int *b)
{
    int i, v = 0, s = 0;
again:
    s += v;
#pragma curestruct
    for (i = 0; i < n; i++) {
        v = a[i];
        b[i] = v;
    }
    if (s < 10)
        goto again;
    return s;
}
// The nest follows what its own branch sets.
// CHECK: nest crs_branch_1
// CHECK: scalar int v host "v" live
int branch(int n, const int *a, int *b, int c)
{
    int i, v;
    if (c) {
        v = 1;
#pragma curestruct
        for (i = 0; i < n; i++) {
            v = a[i];
            b[i] = v;
        }
    } else
        v = 2;
    return v;
}
// CHECK: nest crs_second_branch_1
// CHECK: scalar int v host "v" live
int second_branch(int n, const int *a, int *b, int c)
{
    int i, v, s = 0;
#pragma curestruct
    for (i = 0; i < n; i++) {
        v = a[i];
        b[i] = v;
    }
    if (c)
        s++;
    else
        v = 2;
    return s + v;
}
// CHECK: nest crs_skipped_1
// CHECK: scalar int v host "v" live
int skipped(int n, const int *a, int *b, int c)
{
    int i, v;
#pragma curestruct
    for (i = 0; i < n; i++) {
        v = a[i];
        b[i] = v;
    }
    if (c)
        goto out;
    v = 3;
out:
    return v;
}
// The third part of a head runs after the body.
// CHECK: nest crs_third_part_1
// CHECK: scalar int v host "v" live
int third_part(int n, const int *a, int *b)
{
    int i, v, s;
    for (s = 1; (v = s * 2) < 10; s += v) {
#pragma curestruct
        for (i = 0; i < n; i++) {
            v = a[i];
            b[i] = v;
        }
    }
    return s;
}
// CHECK: nest crs_second_operand_1
// CHECK: scalar int v host "v" live
int second_operand(int n, const int *a, int *b, int c)
{
    int i, v = 2, s = 0;
    while (s < 10) {
        if (c > 2 || (v = s) > 4)
            s += v;
#pragma curestruct
        for (i = 0; i < n; i++) {
            v = a[i];
            b[i] = v;
        }
        s++;
    }
    return s;
}
// CHECK: nest crs_read_beside_1
// CHECK: scalar int v host "v" live
int read_beside(int n, const int *a, int *b)
{
    int i, v, s;
#pragma curestruct
    for (i = 0; i < n; i++) {
        v = a[i];
        b[i] = v;
    }
    for (s = v, v = 0; v < 3; v++)
        s++;
    return s;
}
// CHECK: nest crs_first_case_1
// CHECK: scalar int v host "v" live
int first_case(int n, const int *a, int *b, int c)
{
    int i, v;
#pragma curestruct
    for (i = 0; i < n; i++) {
        v = a[i];
        b[i] = v;
    }
    switch (c) {
    case 0:
        if ((v = c + 2) > 3)
        case 1: return v;
    }
    return 0;
}
// CHECK: nest crs_cleanup_1
// CHECK-NOT: scalar int v host "v" live
// CHECK: local int v{{$}}
int cleanup(int n, const int *a, int *b, int c)
{
    int i, v, s = 0;
    if (c)
        goto out;
#pragma curestruct
    for (i = 0; i < n; i++) {
        v = a[i];
        b[i] = v;
    }
    if ((v = c) > 2)
        s += v;
    s += v;
out:
    return s;
}
// CHECK: nest crs_both_branches_1
// CHECK-NOT: scalar int v host "v" live
// CHECK: local int v{{$}}
int both_branches(int n, const int *a, int *b, int c)
{
    int i, v, s = 0;
    while (s < 10) {
#pragma curestruct
        for (i = 0; i < n; i++) {
            v = a[i];
            b[i] = v;
        }
        if (c)
            v = 3;
        else {
            s++;
            v = 2;
        }
        s += v;
        for (i = 0; (v = b[i]) > 0; i++)
            s += v;
        for (i = 0, v = i; v < 3; v++)
            s++;
    }
    return s;
}

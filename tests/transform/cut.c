// Index sets that are split at the wrong point, or not where one point is in all conflicts; parts that are always empty
// and stay; points by hand that mean nothing.
// RUN: not %curestruct --no-versions --emit=schedule %s -o %t.none 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: %curestruct -DFINE --no-versions --emit=schedule %s -o - 2>&1 | FileCheck %s --match-full-lines
// RUN: %curestruct -DFINE --no-versions --emit=tiled %s -o - 2>&1 | FileCheck %s --check-prefix=TREE

#ifdef FINE
// CHECK-LABEL: nest crs_paths_{{.*}} {
// CHECK-NEXT: cut i at k;
// CHECK-NEXT: cut j at k;
// CHECK-NEXT: distribute i {1} {2} {3};
// CHECK-NEXT: cut j#3 at k;
// CHECK-NEXT: cut j#5 at k;
// CHECK-NEXT: distribute i#4 {1} {2} {3};
// TREE: for int k in 0..n [host] {
void paths(int n, int d[n][n])
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

// The first part is empty: the first iteration and the others.
// CHECK-LABEL: nest crs_first_{{.*}} {
// CHECK-NEXT: cut i at 0;
// CHECK-NEXT: tile i 256;
// CHECK-NOT: {{.*}}i#2{{.*}}
// CHECK-LABEL: nest crs_last_{{.*}} {
// TREE: kernel crs_first_{{.*}}_k1 {
// TREE-NEXT: if (0L < n) {
// TREE-NEXT: A[0] = A[0] + A[0]
void first(int n, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] = A[i] + A[0];
}

// CHECK-NEXT: cut i at n - 1;
void last(int n, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] = A[i] / A[n-1];
}

// CHECK-LABEL: nest crs_backwards_{{.*}} {
// CHECK-NEXT: cut i at n - ((n + 1) / 2);
// CHECK-NEXT: tile i 256;
// CHECK: tile i#2 256;
void backwards(int n, float *A)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        A[i] = A[i] - A[n/2];
}

// CHECK-LABEL: nest crs_by_hand_{{.*}} {
// CHECK-NEXT: cut i at 2 * (n - m) - 3;
// CHECK-NEXT: bind i block.x;
void by_hand(int n, int m, float *A)
{
#pragma curestruct schedule("cut i at 2 * (n - m) - 3; bind i block.x")
    for (int i = 0; i < n; i++)
        A[i] = i * m;
}

#else
void unknown(int n, float *A)
{
// ERR: error: cut i: 'x' is not a number, parameter of the nest or iterator around the loop
#pragma curestruct schedule("cut i at n + x; bind i block.x")
    for (int i = 0; i < n; i++)
        A[i] = i;
}

void itself(int n, float *A)
{
// ERR: error: cut i: 'i' is not a number, parameter of the nest or iterator around the loop
#pragma curestruct schedule("cut i at i; bind i block.x")
    for (int i = 0; i < n; i++)
        A[i] = i;
}

void behind(int n, float *A)
{
// ERR: error: 'cut L at VALUE' changes the source: such steps go before all others
#pragma curestruct schedule("tile i 64; cut i.tile at 3")
    for (int i = 0; i < n; i++)
        A[i] = i;
}

void strided(int n, float *A)
{
// ERR: warning: cut i refused: its step is not 1 or -1 [-Wrefused]
#pragma curestruct schedule("cut i at 4; bind i block.x")
    for (int i = 0; i < n; i += 2)
        A[i] = i;
}
#endif

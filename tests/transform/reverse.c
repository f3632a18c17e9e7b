// A reversed loop that leaves iterations out, that is taken to run forward by later steps, or that is accepted although
// iterations depend on each other.
// RUN: %curestruct --emit=tiled %s -o - 2>/dev/null | FileCheck %s
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck --check-prefix=REFUSED %s

// CHECK: for long j_back in 0 .. (long)m - 3 [j.back] {
// CHECK-NEXT: int j = m - j_back - 1
// SAME: backwards: 1 of 1 nests, {{.*}}, bit for bit, PASS
void backwards(int n, int m, float A[restrict n][m], const float B[restrict n][m])
{
#pragma curestruct schedule("bind i block.x; reverse j")
    for (int i = 0; i < n; i++)
        for (int j = 3; j < m; j++)
            A[i][j] += B[i][j];
}

// Down by two, and the parts of a tile each.
// SAME: parts: 1 of 1 nests, {{.*}}, bit for bit, PASS
void parts(int n, int m, float A[restrict n][m], const float B[restrict n][m])
{
#pragma curestruct schedule("bind i block.x; tile j 8; reverse j.elem; reverse j.tile; reverse j.elem.back")
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j >= 2; j -= 2)
            A[i][j] += B[i][j];
}

// Against the direction of the dependence it may be interchanged: (1, -1) becomes (1, 1).
// CHECK: for long j_back in 0 .. (long)m - 1 [j.back] {
// CHECK-NEXT: int j = m - j_back - 2
// CHECK-NEXT: for int i in 1..n
// SAME: against: 1 of 1 nests, {{.*}}, bit for bit, PASS
void against(int b, int n, int m, float A[b][n][m])
{
#pragma curestruct schedule("bind t block.x; reverse j; interchange i j.back")
    for (int t = 0; t < b; t++)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m - 1; j++)
                A[t][i][j] = A[t][i - 1][j + 1] * 0.5f + A[t][i][j];
}

// REFUSED: :[[@LINE+5]]:9: warning: reverse j refused: it would reverse a dependence: 'A[i][j]' written here is read as 'A[i][j - 1]' by a later iteration, distance 1 (a scan) [-Wrefused]
void scan(int n, int m, float A[n][m])
{
#pragma curestruct schedule("bind i block.x; reverse j")
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] += A[i][j - 1];
}

// Reversed, the inner loop may not go outside: (1, 1) becomes (1, -1).
// REFUSED: :[[@LINE+5]]:9: warning: interchange i j.back refused: it would reverse a dependence: 'A[t][i][j]' written here is read as 'A[t][i - 1][j - 1]' by a later iteration, distance 1 [-Wrefused]
void with(int b, int n, int m, float A[b][n][m])
{
#pragma curestruct schedule("bind t block.x; reverse j; interchange i j.back")
    for (int t = 0; t < b; t++)
        for (int i = 1; i < n; i++)
            for (int j = 1; j < m; j++)
                A[t][i][j] = A[t][i - 1][j - 1] * 0.5f + A[t][i][j];
}

// REFUSED: :[[@LINE+5]]:9: warning: reverse j refused: a 'break' leaves the loop [-Wrefused]
void left(int n, int m, float limit, const float a[restrict n][m], float b[restrict n][m])
{
#pragma curestruct schedule("bind i block.x; reverse j")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (a[i][j] > limit)
                break;
            b[i][j] = a[i][j] * 2;
        }
}

// What steps require of a loop's structure. Catches two loops that share an index (elements are skipped), statements
// that a jump connects and that run apart all the same, and a rest loop left by a 'break' while the others run.
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck %s

// CHECK: :[[@LINE+5]]:9: warning: bind j block.x refused: another loop of the nest has this binding [-Wrefused]
void one_index(int n, int m, float A[n][m])
{
#pragma curestruct schedule("bind i block.x; bind j block.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] += 1;
}

// CHECK: :[[@LINE+5]]:9: warning: distribute j refused: a 'break' or 'continue' connects its statements [-Wrefused]
void connected(int n, int m, float limit, const float a[restrict n][m], float b[restrict n][m], float c[restrict n][m])
{
#pragma curestruct schedule("bind i block.x; distribute j at 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] * 2;
            if (a[i][j] > limit)
                break;
            c[i][j] = a[i][j] + 1;
        }
}

// CHECK: :[[@LINE+5]]:9: warning: peel j refused: a 'break' leaves the loop [-Wrefused]
void left(int n, int m, float limit, const float a[restrict n][m], float b[restrict n][m])
{
#pragma curestruct schedule("bind i block.x; peel j 4")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (a[i][j] > limit)
                break;
            b[i][j] = a[i][j] * 2;
        }
}

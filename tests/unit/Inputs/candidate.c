// What candidate_test.c makes candidates of.
void both(int n, float a[n][n], float b[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = a[i][j] + 1;
            b[i][j] = b[i][j] * 2;
        }
}

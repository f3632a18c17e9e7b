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

struct point {
    float x[4];
};

void often(int n, int m, struct point *p, const int *k)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k[i]; j++)
            p[i * m + j].x[0] += p[i * m + j].x[1] + p[i * m + j].x[2] + p[i * m + j].x[3];
}

// Catches sums over several loops that are divided among blocks at the wrong one of them, or whose parts have too many
// iterations or too few: products of three arrays, whose columns are inside of the sum, and places of greatest values.
// RUN: %curestruct check --on cpu %s --size n=5,m=5,p=300,r=3 --size n=66,m=70,p=3,r=7 | FileCheck %s
// CHECK: columns_inside: 1 of 1 nests, {{.*}}, PASS
// CHECK: greatest: 1 of 1 nests, {{.*}}, bit for bit, PASS

void columns_inside(int n, int m, int p, int r, float y[n][r], float a[n][m][p], float b[m][r], float c[p][r])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                for (int q = 0; q < r; q++)
                    y[i][q] += a[i][j][k] * b[j][q] * c[k][q];
}

void greatest(int n, int m, int p, int r, int at[r], float a[r][n][m][p])
{
#pragma curestruct
    for (int q = 0; q < r; q++) {
        float found = a[q][0][0][0];
        int place = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < p; k++)
                    if (a[q][i][j][k] > found) {
                        found = a[q][i][j][k];
                        place = (i * m + j) * p + k;
                    }
        at[q] = place;
    }
}

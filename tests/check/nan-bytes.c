// Catches a check that lets bytes overlap with floating-point numbers, and reports that the bytes of a NaN differ:
// which NaN an operation gives is left open.
// RUN: %curestruct check --on cpu -w --size=count=33 %s | FileCheck %s
// CHECK: blend: 1 of 1 nests, 1 of 1 size ran on the device, bit for bit, PASS
void blend(int count, double x[3][count][3][2], const signed char y[3][count][5][8], double z[3][count][7][2][4])
{
#pragma curestruct
    for (int q = 0; q < 3; q++)
        for (int b = 3; b < count; b++)
            for (int i = 1; i >= 0; i--)
                for (int j = 0; j < 2; j++) {
                    for (int k = i + 1; k < 3; k++) {
                        z[q][b][6 - i][1 - j][k] = z[q][b][k][i][i] / 2;
                        z[q][b][k][j][0] -= x[q][b][j][i];
                        if (x[q][b][j][i] > 2)
                            z[q][b][2 * k][j][j] -= x[q][b][j][j] + x[q][b][k][j];
                    }
                    for (int l = j + 1; l < 3; l++) {
                        if (y[q][b][l][i + 2] > 3)
                            z[q][b][i][1 - j][j + 2] += z[q][b][j + 1][1][2 * j] / 2;
                        x[q][b][2 * j][j] = 1;
                        x[q][b][l][i] = x[q][b][2 * i][1 - j] + y[q][b][l + 1][l];
                    }
                }
}

// Catches a factorization that keeps two loops on the host although one is enough, and a message that names the wrong
// obstacle.
// RUN: %curestruct %s --no-versions --emit=schedule 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err

// CHECK-LABEL: nest crs_factorize_1 {
// CHECK-NEXT: right_look i;
// CHECK-NEXT: fuse i#2 i#3;
// CHECK-NEXT: join j#2 j#3;
void factorize(int n, double a[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: it would reverse a dependence
void needs_start(int n, const double l[n][n], double x[n], const double b[n])
{
#pragma curestruct begin schedule("right_look i")
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: it has no loop inside [-Wrefused]
void flat(int n, double a[n])
{
#pragma curestruct schedule("right_look i")
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: a variable is declared between its loops [-Wrefused]
void declares(int n, double a[n][n])
{
#pragma curestruct schedule("right_look i")
    for (int i = 0; i < n; i++) {
        double first = a[i][0];
        for (int j = 0; j < n; j++)
            a[i][j] += first;
    }
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: a condition or a loop of another kind is around one of its loops [-Wrefused]
void conditional(int n, double a[n][n])
{
#pragma curestruct schedule("right_look i")
    for (int i = 0; i < n; i++)
        if (i != 3)
            for (int j = 0; j < n; j++)
                a[i][j] += 1;
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: a loop does not count up one by one, or its range changes inside it [-Wrefused]
void backwards(int n, double a[n][n])
{
#pragma curestruct schedule("right_look i")
    for (int i = 0; i < n; i++)
        for (int j = n - 1; j >= 0; j--)
            a[i][j] += 1;
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: a 'break' or 'continue' leaves an iteration [-Wrefused]
void leaves(int n, int m, double a[n][n])
{
#pragma curestruct schedule("right_look i")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (j == m)
                break;
            a[i][j] += 1;
        }
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: 'independent' is about the loops as written [-Wrefused]
void independent(int n, double a[n][n], const int row[n])
{
#pragma curestruct independent schedule("right_look i")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[row[i]][j] = i;
}

// ERR: [[#@LINE+4]]:5: warning: right_look i refused: it holds too many statements [-Wrefused]
void many(int n, double a[n][n])
{
#pragma curestruct schedule("right_look i")
    for (int i = 0; i < n; i++) {
        a[i][0] += 1;
        a[i][1] += 1;
        a[i][2] += 1;
        a[i][3] += 1;
        a[i][4] += 1;
        a[i][5] += 1;
        a[i][6] += 1;
        a[i][7] += 1;
        for (int j = 8; j < n; j++)
            a[i][j] += 1;
    }
}

// Catches a loop inside that is cut where it need not be or is not cut where it must be, and a message that names the
// wrong obstacle.
// RUN: %curestruct explain --steps %s 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err
// RUN: %curestruct -w %s -o - | FileCheck %s --check-prefix=TESTED

// CHECK-LABEL: After strip_mine j 64;
// CHECK-NEXT: for (long j_strip = 0; j_strip < ceil_div(n, 64); j_strip++)
// CHECK-NEXT: for (int j = 64 * j_strip; j < (int)min(n, 64 * j_strip + 64); j++)
// CHECK-NEXT: x[j] = x[j] / l[j][j];
// CHECK-NEXT: for (int i = j + 1; i < (int)min(n, 64 * j_strip + 64); i++)
// CHECK-NEXT: x[i] -= l[i][j] * x[j];
// CHECK-NEXT: for (int i_1 = 64 * j_strip + 64; i_1 < n; i_1++)
// CHECK-NEXT: x[i_1] -= l[i_1][j] * x[j];
// TESTED: "'j' ends before the largest values of its type"
void forward(int n, const double l[n][n], double x[n])
{
#pragma curestruct begin schedule("strip_mine j 64")
    for (int j = 0; j < n; j++) {
        x[j] = x[j] / l[j][j];
        for (int i = j + 1; i < n; i++)
            x[i] -= l[i][j] * x[j];
    }
#pragma curestruct end
}

// Bounds that follow something else stay, and so does one that the iterator is multiplied in.
// CHECK-LABEL: After strip_mine i 8;
// CHECK-NEXT: for (long i_strip
// CHECK-NEXT: for (int i = 8 * i_strip;
// CHECK-NEXT: for (int j = 0; j < m; j++)
// CHECK-NEXT: a[j] += i;
// CHECK-NEXT: for (int k = 2 * i; k < m; k++)
// CHECK-NEXT: a[k] += i;
// CHECK-NEXT: }
void others(int n, int m, int a[m])
{
#pragma curestruct begin schedule("strip_mine i 8")
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[j] += i;
        for (int k = 2 * i; k < m; k++)
            a[k] += i;
    }
#pragma curestruct end
}

// The end of a strip may not fit in the type of the loop inside, or that loop may be one of another kind.
// CHECK-LABEL: After strip_mine i 16;
// CHECK-NEXT: for (long i_strip
// CHECK-NEXT: for (long i = 16 * i_strip;
// CHECK-NEXT: for (int k = (int)(i + 1); k < n; k++)
// CHECK-NEXT: a[k] += i;
// CHECK-NEXT: for (long k_1 = i + 1; k_1 < n; k_1 += 2)
// CHECK-NEXT: a[k_1] += i;
// CHECK-NEXT: }
void narrow(int n, int a[n])
{
#pragma curestruct begin schedule("strip_mine i 16")
    for (long i = 0; i < n; i++) {
        for (int k = i + 1; k < n; k++)
            a[k] += i;
        for (long k = i + 1; k < n; k += 2)
            a[k] += i;
    }
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: strip_mine i refused: it does not count up one by one [-Wrefused]
void backwards(int n, double a[n][n])
{
#pragma curestruct schedule("strip_mine i 8")
    for (int i = n - 1; i >= 0; i--)
        for (int j = 0; j < n; j++)
            a[i][j] += 1;
}

// ERR: [[#@LINE+4]]:5: warning: strip_mine i refused: it does not count up one by one in a signed type [-Wrefused]
void unsigned_type(unsigned n, double a[n][n])
{
#pragma curestruct schedule("strip_mine i 8")
    for (unsigned i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += 1;
}

// ERR: [[#@LINE+4]]:5: warning: strip_mine i refused: 'independent' is about the loops as written [-Wrefused]
void independent(int n, double a[n][n], const int row[n])
{
#pragma curestruct independent schedule("strip_mine i 8")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[row[i]][j] = i;
}

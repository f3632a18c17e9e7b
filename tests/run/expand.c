// Catches an array that is filled anew in each iteration and keeps the iterations in order, one whose last values are
// lost, and elements for each iteration that need more memory than any array has.
// RUN: %curestruct -w --emit=schedule --no-versions %s -o %t.a && FileCheck %s --check-prefix=PLAN --input-file %t.a
// RUN: %curestruct check --on cpu %s --function rows --size nr=0,nq=2,np=3 --size nr=3,nq=7,np=20 | FileCheck %s
// RUN: %curestruct check --on cpu %s --function scaled --size n=1,m=1 --size n=5,m=7 --size n=70,m=9 | FileCheck %s \
// RUN:   --check-prefix=SCALED
// RUN: %curestruct check --on cpu %s --function apart --size n=7,m=5,first=2,end=7 --size n=7,m=5,first=2,end=2 \
// RUN:   --size n=7,m=5,first=4,end=1 | FileCheck %s --check-prefix=APART

// PLAN: nest crs_rows_1
// PLAN-NEXT: expand r sum;
// PLAN-NEXT: distribute r {1 2} {3};
// CHECK: rows: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}, PASS
void rows(int nr, int nq, int np, double a[nr][nq][np], const double c[np][np], double sum[np])
{
#pragma curestruct begin
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
                for (int s = 0; s < np; s++)
                    sum[p] += a[r][q][s] * c[s][p];
            }
            for (int p = 0; p < np; p++)
                a[r][q][p] = sum[p];
        }
#pragma curestruct end
}

// Catches, where two loops write elements of which neither has all, some that are lost or that no iteration has
// written; and last values of a loop that does not begin at 0, or that has no iteration.
// APART: apart: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void apart(int n, int m, int first, int end, double a[restrict n], double *restrict t)
{
#pragma curestruct schedule("expand i t")
    for (int i = first; i < end; i++) {
        for (int j = m + first; j < m + 6; j++)
            t[j] = a[i] * j + 1;
        for (int j = 0; j < m; j++)
            t[j] = a[i] + j;
        for (int j = 0; j < m; j++)
            a[i] += t[j];
    }
}

// The second array is as shared as before once the first one is not.
// PLAN: nest crs_both_1
// PLAN-NEXT: expand k left;
// PLAN-NEXT: expand k right;
// PLAN-NEXT: distribute k
void both(int n, double a[n][n][n], double b[n][n][n], double left[restrict n], double right[restrict n])
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                left[i] = a[k][j][i] * 2;
                right[i] = a[k][j][i] * 3;
            }
            for (int i = 1; i < n; i++)
                b[k][j][i] = left[i - 1] + right[i];
        }
}

// An element that a condition may write again was written before in each iteration; the loop around adds up.
// PLAN: nest crs_scaled_1
// PLAN-NEXT: expand i f;
// PLAN-NEXT: distribute i
// SCALED: scaled: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}, PASS
double scaled(int n, int m, double x[restrict n][m], const double force[n][m], double f[restrict m], double limit)
{
    double all = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            f[k] = force[i][k];
        double sum = 0;
        for (int k = 0; k < m; k++)
            sum += f[k];
        all += sum;
        if (sum > limit)
            for (int k = 1; k < m; k++)
                f[k] *= 0.5;
        for (int k = 0; k < m; k++)
            x[i][k] += f[k];
    }
    return all;
}

// PLAN: nest crs_room_1
// PLAN-NOT: expand
void room(int n, int m, const double x[n], double s[n], double t[m])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = x[i] * j;
        for (int j = 0; j < m; j++)
            s[i] += t[j];
    }
#pragma curestruct end
}

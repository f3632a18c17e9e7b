// Catches an array that is filled anew in each iteration and keeps the iterations in order, one whose last values are
// lost, and elements for each iteration that need more memory than any array has.
// RUN: %curestruct -w --emit=schedule %s -o %t.a && FileCheck %s --check-prefix=PLAN --input-file %t.a
// RUN: %curestruct check --on cpu %s --function rows --size nr=0,nq=2,np=3 --size nr=3,nq=7,np=20 | FileCheck %s

// PLAN: nest crs_rows_1
// PLAN-NEXT: expand r sum;
// PLAN-NEXT: distribute r {1 2} {3};
// CHECK: rows: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
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

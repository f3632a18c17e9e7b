// Catches elements beyond a row that count as elements of no row.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: loop 'k' stays serial: 'p[i]' written here may be written again by another iteration
void filled(int n, float (*row)[4])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        float *p = row[k * 5];
        for (int i = 0; i < 40; i++)
            p[i] = k;
    }
}
// Within the row.
// CHECK: 1 of 2 nests restructured
void within(int n, float (*row)[4])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        float *p = row[k * 5];
        for (int i = 0; i < 4; i++)
            p[i] = k;
    }
}

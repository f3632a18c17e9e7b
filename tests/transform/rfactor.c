// Sums that are divided although something else depends on their order, or that lose what is computed around them.
// RUN: echo "rfactor k 8; bind k.part block.x; bind i thread.x; bind i#2 thread.x" > %t.fine
// RUN: %curestruct -DFINE --emit=tiled --schedule=%t.fine %s -o - | FileCheck %s
// RUN: echo "rfactor k 8; bind i thread.x" > %t.k
// RUN: not %curestruct -Werror=refused -DEXACT --schedule=%t.k %s -o %t.none 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: not %curestruct -Werror=refused -DLEAST --schedule=%t.k %s -o %t.none 2>&1 | FileCheck %s --check-prefix=LEAST
// RUN: not %curestruct -Werror=refused -DWRITES --schedule=%t.k %s -o %t.none 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: not %curestruct -Werror=refused -DCHANGES --schedule=%t.k %s -o %t.none 2>&1 \
// RUN:     | FileCheck %s --check-prefix=CHANGES
// RUN: not %curestruct -Werror=refused -DBRANCH --schedule=%t.k %s -o %t.none 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: not %curestruct -Werror=refused -DTWO --schedule=%t.k %s -o %t.none 2>&1 | FileCheck %s --check-prefix=TWO

// EXACT: error: rfactor k refused: 'exact' forbids another order of operations
// LEAST: error: rfactor k refused: its reduction has no parts that can be put together in another order
// WRITES: error: rfactor k refused: 'last' is assigned in it, too
// CHANGES: error: rfactor k refused: 'scale' is declared around it
// BRANCH: error: rfactor k refused: it is under a condition
// TWO: error: rfactor k refused: it does not carry exactly one reduction

#ifdef FINE
// CHECK: kernel {{.*}}_k1
// CHECK: k_part
// CHECK: sums_parts[k_part_2][i_1] = -0.0f
// CHECK: for int k_1 in (int)(8 * k_part_2)..(int)min(m, 8 * k_part_2 + 8)
// CHECK: sums_parts[k_part_2][i_1] += a[i_1][k_1]
// CHECK: kernel {{.*}}_k2
// CHECK: sums[i] = 0
// CHECK: sums[i] += sums_parts[k_part_1][i]
void rows(int m, float sums[60], float a[60][m])
{
#pragma curestruct
    for (int i = 0; i < 60; i++) {
        sums[i] = 0;
        for (int k = 0; k < m; k++)
            sums[i] += a[i][k];
    }
}
#endif

#ifdef EXACT
void rows(int m, float sums[60], float a[60][m])
{
#pragma curestruct exact
    for (int i = 0; i < 60; i++)
        for (int k = 0; k < m; k++)
            sums[i] += a[i][k];
}
#endif

#ifdef LEAST
void rows(int m, float least[60], float a[60][m])
{
#pragma curestruct
    for (int i = 0; i < 60; i++)
        for (int k = 0; k < m; k++)
            if (a[i][k] < least[i])
                least[i] = a[i][k];
}
#endif

#ifdef WRITES
float rows(int m, float sums[60], float a[60][m])
{
    float last = 0;
#pragma curestruct
    for (int i = 0; i < 60; i++)
        for (int k = 0; k < m; k++) {
            sums[i] += a[i][k];
            last = a[i][k];
        }
    return last;
}
#endif

#ifdef CHANGES
void rows(int m, float sums[60], float a[60][m])
{
#pragma curestruct
    for (int i = 0; i < 60; i++) {
        float scale = a[i][0] + 1;
        for (int k = 0; k < m; k++)
            sums[i] += a[i][k] * scale;
    }
}
#endif

#ifdef BRANCH
void rows(int m, float sums[60], float a[60][m])
{
#pragma curestruct
    for (int i = 0; i < 60; i++)
        if (i != 7)
            for (int k = 0; k < m; k++)
                sums[i] += a[i][k];
}
#endif

#ifdef TWO
void rows(int m, float sums[60], float more[60], float a[60][m])
{
#pragma curestruct
    for (int i = 0; i < 60; i++)
        for (int k = 0; k < m; k++) {
            sums[i] += a[i][k];
            more[i] += a[i][k] * a[i][k];
        }
}
#endif

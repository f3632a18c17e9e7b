// Catches --plan=random:SEED where two runs with a seed differ, two seeds give one schedule, a drawn schedule cannot be
// read back as it was printed, a nest is left serial though a legal schedule runs it in parallel, or a clause about the
// schedule is ignored.
// RUN: for s in 1 2 3 4; do %curestruct --plan=random:$s --emit=schedule %s -o %t.$s || exit 1; \
// RUN:   %curestruct --schedule=%t.$s --emit=schedule %s | cmp - %t.$s || exit 1; \
// RUN:   test $(grep -c '^ *bind' %t.$s) -ge 5 || exit 1; grep -qx '    bind r.elem thread.x;' %t.$s || exit 1; done
// RUN: %curestruct --plan=random:1 --emit=schedule %s | cmp - %t.1
// RUN: not cmp -s %t.1 %t.2
// RUN: %fails 2 %curestruct --plan=random: %s | FileCheck --check-prefix=WORD %s
// WORD: curestruct: error: '--plan=random:': expected first, search, or random: and a number

void shift(int n, int m, const float a[n][m], float b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = a[i][j - 1] + a[i][j + 1];
}

void rows(int n, int m, const int a[n][m], int s[n])
{
#pragma curestruct
    for (int r = 0; r < n; r++) {
        s[r] = 0;
        for (int c = 0; c < m; c++)
            s[r] += a[r][c];
    }
}

void by_key(int n, int m, const int key[n], int count[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (key[i] >= 0 && key[i] < m)
            count[key[i]] += 1;
}

void given(int n, float a[n])
{
#pragma curestruct schedule("tile r 32; bind r.tile block.x; bind r.elem thread.x")
    for (int r = 0; r < n; r++)
        a[r] *= 2;
}

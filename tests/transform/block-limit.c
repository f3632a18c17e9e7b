// Catches a block clause that the device cannot launch and that is dropped without a word: one thread a block was left.
// RUN: %curestruct --device=fx5800 %s -o %t.cu 2>&1 | FileCheck --strict-whitespace %s
// RUN: %curestruct --device=c2070 --emit=schedule %s -o - | FileCheck --check-prefix=FITS %s
// CHECK: block-limit.c:12:20: warning: block refused: 1024 threads, and a block of Quadro FX 5800 has at most 512 [-Wrefused]
// CHECK-NEXT: {{^}}   12 | #pragma curestruct block(32, 32)
// CHECK-NEXT: {{^}}      |                    ^~~~~
// CHECK: 0 of 1 nests restructured
// FITS: bind i.thread thread.y;
// FITS: bind j.group.thread thread.x;
void scale(int n, int m, float b[n][m], const float a[n][m])
{
#pragma curestruct block(32, 32)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = 2 * a[i][j];
}

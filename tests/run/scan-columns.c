// Scans of columns, each by a team of threads: its threads share what is another team's, or of a column that is not
// there; a last tile that is not whole; a value after the column that the threads of a team do not know.
// RUN: %curestruct check --on cpu %s --size n=1 --size n=49 --size n=131 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=ERR --allow-empty < %t.err
// ERR-NOT: warning

// CHECK: {{^}}columns: 2 of 2 nests, {{.*}}, PASS
void columns(int n, float y[n][35], int b[n][35], int last[35])
{
#pragma curestruct schedule("scan i 1; tile j 32; team_scan i.part#3 lanes 4 rounds 2 threads 8 across j.elem; " \
                            "bind j.tile block.x; bind j.elem thread.x")
    for (int j = 0; j < 35; j++) {
        float x = 0;
        for (int i = n - 1; i >= 0; i--) {
            x = 0.9f * x + 0.1f * y[i][j];
            y[i][j] = x;
        }
    }
#pragma curestruct schedule("scan i 1; tile j 16; team_scan i.part#3 lanes 1 rounds 3 threads 6 across j.elem; " \
                            "bind j.tile block.x; bind j.elem thread.x")
    for (int j = 0; j < 35; j++) {
        int x = j;
        for (int i = 0; i < n; i++) {
            x += b[i][j];
            b[i][j] = x;
        }
        last[j] = x;
    }
}

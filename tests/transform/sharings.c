// Catches -O2 where it does not look for another way to share the iterations of a nest among blocks and threads:
// neighbours of a stencil, whose loops are too long to be written out, that load the same elements again. Also one
// whose schedule cannot be read back; and -O1 where it keeps a nest that takes several times the least time, or shares
// a search otherwise although its threads stop early.
// RUN: %curestruct -O2 %s --emit=schedule -o %t.a && FileCheck %s --input-file %t.a
// RUN: %curestruct --schedule=%t.a --emit=schedule %s | cmp - %t.a
// RUN: %curestruct %s --emit=schedule 2>&1 | FileCheck %s --check-prefix=USUAL

// USUAL-LABEL: nest crs_smoothed_1 {
// USUAL-NOT: stage
// CHECK-LABEL: nest crs_smoothed_1 {
// CHECK-DAG: as {{[xy]}}.{{group|thread}} {{[xy]}}.reg;
// CHECK-DAG: stage {{in|c}} shared
// CHECK-DAG: unroll {{[xy]}}.reg
void smoothed(int h, int w, const float in[h][w], const float c[9][9], float out[h][w])
{
#pragma curestruct
    for (int y = 4; y < h - 4; y++)
        for (int x = 4; x < w - 4; x++) {
            float sum = 0;
            for (int v = 0; v < 9; v++)
                for (int u = 0; u < 9; u++)
                    sum += c[v][u] * in[y + v - 4][x + u - 4];
            out[y][x] = sum;
        }
}

// Coefficients that all threads load again for each element.
// USUAL-LABEL: nest crs_polynomial_1 {
// USUAL: cyclic i.elem {{64|128}} as i.thread i.reg;
// USUAL: stage c shared
void polynomial(int n, const float x[n], const float c[64], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 64; k++)
            sum = sum * x[i] + c[k];
        y[i] = sum;
    }
}

// Of each of two nests -O1 looks at twelve schedules, for each is planned together with the other one.
// RUN: %curestruct explain --section=search %s | FileCheck %s --check-prefix=TWO
// TWO: polynomials (
// TWO: Of {{1[0-9]|2[0-9]}} candidates
void polynomials(int n, int m, const float x[n], const float c[64], float y[n], const float u[m], float v[m])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 64; k++)
            sum = sum * x[i] + c[k];
        y[i] = sum;
    }
    for (int i = 0; i < m; i++) {
        float sum = 0;
        for (int k = 0; k < 64; k++)
            sum = sum * u[i] + c[k];
        v[i] = sum;
    }
#pragma curestruct end
}

// A search, most of whose iterations do not run: the model counts them all, so another sharing would seem faster.
// USUAL-LABEL: nest crs_first_1 {
// USUAL: stop_early i.back.turn;
// CHECK-LABEL: nest crs_first_1 {
// CHECK: stop_early i.back.turn;
int first(int n, const float *x, float least)
{
    int at = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > least) {
            at = i;
            break;
        }
    return at;
}

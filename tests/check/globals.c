// Catches variables at file scope that the two builds do not begin with alike, or whose results are not compared.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// RUN: env CURESTRUCT_CHECK_SIZES=3 sh %S/Inputs/break.sh %s %t.wrong | FileCheck %s --check-prefix=WRONG
// BREAK: both s/data\[i\] = /data[i] = 1 + /; s/\(G[_lanes]*\)\[\(.*\)\] = /\1[\2] = 1 + /
// CHECK: smooth: 1 of 1 nests, 1 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: fill: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// WRONG: smooth: {{.*}} FAIL
// WRONG: G[{{[0-9]+}}]{{.*}}: expected
// WRONG: fill: {{.*}} FAIL
// WRONG: data[{{[0-9]+}}]: expected
enum { M = 40 };
int N = 30;
static float G[M][M];
double table[M];
float *data;
int counter = 7;
const float weights[3] = {0.25f, 0.5f, 0.25f};
void smooth(void)
{
    counter++;
#pragma curestruct
    for (int i = 1; i < M - 1; i++)
        for (int j = 0; j < M; j++)
            G[i][j] = weights[0] * (float)table[j] + weights[1] * i;
}
void fill(void)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        data[i] = data[i] * 2 + counter;
}

// Catches a function over rows of variable length that is called elsewhere in its file: its other form, for pointers to
// anything, makes the harness's call ambiguous. Also nests of functions that the wanted one does not call: they are not
// planned.
// RUN: %curestruct check -v --on cpu --function scaled %s 2>&1 | FileCheck %s
// CHECK: {{^}}2 of 2 nests restructured
// CHECK: scaled: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
static float first(int m, const float *from)
{
    float sum = 0;
#pragma curestruct
    for (int j = 0; j < m; j++)
        sum += from[j];
    return sum;
}
void scaled(int n, int m, float to[restrict n][m], const float from[restrict n][m], void *unused)
{
    if (unused)
        first(m, from[0]);
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = from[i][j] * 2;
}
void caller(float *to, float *from)
{
    scaled(3, 3, (void *)to, (void *)from, to);
}
float apart(int m, const float *from)
{
    float product = 1;
#pragma curestruct
    for (int j = 0; j < m; j++)
        product *= from[j];
    return product;
}

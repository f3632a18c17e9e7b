// Catches a check that compares the wrong buffers where pointers change places, or whose own serial run does not follow
// them; and one that cannot run a region that ends by what it computes.
// RUN: %curestruct check %s --on cpu | FileCheck %s
// CHECK: heat: 1 of 1 nests, {{.*}}PASS
// CHECK: step: 1 of 1 nests, {{.*}}PASS
// CHECK: converge: 1 of 1 nests, {{.*}}PASS
// CHECK: outer: 1 of 1 nests, {{.*}}PASS
float *heat(float *a, float *b, int n, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        float *tmp = a;
        a = b;
        b = tmp;
    }
    a[0] += 1;
    return 0;
}
struct grid { double *cur, *next; int n; };
void step(struct grid *g, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < g->n - 1; i++)
            g->next[i] = g->cur[i - 1] + g->cur[i + 1];
        double *tmp = g->cur;
        g->cur = g->next;
        g->next = tmp;
    }
}
int converge(double *a, double *b, int n, int most)
{
    int turn = 0;
    double change = 1;
#pragma curestruct begin
    while (change > 0.01 && turn < most) {
        change = 0;
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++) {
            double d = b[i] > a[i] ? b[i] - a[i] : a[i] - b[i];
            change = d > change ? d : change;
        }
        double *tmp = a;
        a = b;
        b = tmp;
        turn++;
    }
#pragma curestruct end
    return turn;
}

// The pointers are read by the next turn of a loop outside, and by nothing else.
void outer(float *a, float *b, int n, int steps)
{
    float *tmp;
    for (int t = 0; t < steps; t++) {
#pragma curestruct begin
        for (int i = 1; i < n; i++)
            b[i] = a[i - 1] + 1;
        tmp = a;
        a = b;
        b = tmp;
#pragma curestruct end
    }
}

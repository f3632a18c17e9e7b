// Catches a device function that the launcher calls: such a function does not exist on the host.
// RUN: %curestruct %s -o - | FileCheck %s
// CHECK: {{^}}static int crs_advance
// CHECK-NOT: crs_fn_grow
// CHECK: {{^}}}
static float grow(float x)
{
    return x > 4 ? x - 4 : x * 1.5f;
}

float advance(float *a, int n, int steps)
{
    float dt = 1;
#pragma curestruct begin
    for (int t = 0; t < steps; t++) {
        float half = grow(dt) / 2;
        for (int i = 0; i < n; i++)
            a[i] += dt * half;
        dt = grow(dt);
    }
#pragma curestruct end
    return dt;
}

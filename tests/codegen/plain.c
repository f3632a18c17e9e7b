// Catches what a person would not write: braces around one statement, the address of an array's first element, a value
// that is set right after its declaration, a doubled negation, and a test before a launch that the launch makes.
// UNSUPPORTED: asan
// RUN: %curestruct --plan=first %s -o - 2>/dev/null | grep -v CHECK | FileCheck %s
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck --check-prefix=SAME %s

struct body {
    float at[3], speed[3];
    _Bool alive;
};

// SAME: moved: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // moved (
// CHECK: const int i = 256 * i_tile + i_elem;
// CHECK-NEXT: if (bodies[i].alive)
// CHECK-NEXT: for (int axis = 0; axis < 3; axis++)
// CHECK-NEXT: bodies[i].at[axis] += seconds * bodies[i].speed[axis];
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: !crs_enter(crs_now))
// CHECK-NEXT: return crs_in_chunks(crs_now, n, [&](long crs_from, long crs_fewer) {
// CHECK-NEXT: return crs_moved_1(bodies + crs_from, (int)(n - crs_fewer), seconds);
// CHECK-NEXT: });
// CHECK-NEXT: if (!crs_launch(crs_now, crs_moved_
void moved(int n, struct body *bodies, float seconds)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (!bodies[i].alive)
            continue;
        for (int axis = 0; axis < 3; axis++)
            bodies[i].at[axis] += seconds * bodies[i].speed[axis];
    }
}

// SAME: chosen: 1 of 1 nests, {{.*}}, PASS
// CHECK-LABEL: // chosen (
// CHECK: float scaled = 2.0f * a[i];
// CHECK-NEXT: if (scaled > 1.0f) {
// CHECK-NEXT: b[i] = scaled;
// CHECK-NEXT: c[i] = 1.0f;
// CHECK-NEXT: } else if (scaled < -1.0f) {
// CHECK-NEXT: b[i] = -scaled;
// CHECK-NEXT: } else {
// CHECK-NEXT: b[i] = 0.0f;
// CHECK-NEXT: }
// CHECK-NEXT: if (i > 5)
// CHECK-NEXT: d[i] = 1.0f;
// CHECK-NEXT: else
// CHECK-NEXT: d[i] = 2.0f;
void chosen(int n, const float *restrict a, float *restrict b, float *restrict c, float *restrict d)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float scaled;
        scaled = 2 * a[i];
        if (scaled > 1) {
            b[i] = scaled;
            c[i] = 1;
        } else if (scaled < -1) {
            b[i] = -scaled;
        } else {
            b[i] = 0;
        }
        if (i > 5)
            d[i] = 1;
        else
            d[i] = 2;
    }
}

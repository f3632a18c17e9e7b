// Catches a `private` clause that is not believed where an iteration sets the variable on some way before it reads it;
// and one that is believed where no way has set it: the read then sees what another iteration has left.
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s
// RUN: not %curestruct -DTURN %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=TURN
// RUN: not %curestruct -DUNDER %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=UNDER

// CHECK: loop i: parallel
void nearest(int n, int k, const float *restrict x, const float *restrict center, int *restrict number)
{
    int index;
#pragma curestruct private(index)
    for (int i = 0; i < n; i++) {
        float least = 1e30f;
        for (int j = 0; j < k; j++) {
            float distance = (x[i] - center[j]) * (x[i] - center[j]);
            if (distance < least) {
                least = distance;
                index = j;
            }
        }
        number[i] = index;
    }
}

// Not in the first turn of the inner loop, which sets it at its end.
// CHECK: loop i: parallel
void later(int n, int k, const float *restrict x, float *restrict sum)
{
    float last;
#pragma curestruct private(last)
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < k; j++) {
            if (j > 0)
                s += last * x[j];
            last = x[i * k + j];
        }
        sum[i] = s;
    }
}

#ifdef TURN
void first_turn(int n, int k, const float *restrict x, float *restrict sum)
{
    float last;
// TURN: [[#@LINE+1]]:28: error: 'last' is not private: an iteration reads it before it writes it
#pragma curestruct private(last)
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < k; j++) {
            s += last * x[j];
            last = x[i * k + j];
        }
        sum[i] = s;
    }
}
#endif

#ifdef UNDER
void under_a_condition(int n, const float *restrict x, float *restrict y)
{
    float kept;
// UNDER: [[#@LINE+1]]:28: error: 'kept' is not private: an iteration reads it before it writes it
#pragma curestruct private(kept)
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            y[i] = kept;
        if (x[i] > 2)
            kept = x[i];
    }
}
#endif

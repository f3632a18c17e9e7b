// Catches an array that is believed to be read since its size is asked for: it would come back from the device for
// nothing, or keep loops from being parallel.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
// CHECK: array float square[64] host "square" object
// CHECK-NOT: live
// CHECK: array float out
void rows(float *out, int n)
{
    float square[64];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (unsigned k = 0; k < sizeof square / sizeof square[0]; k++)
            square[k] = (float)(k * i);
        out[i] = square[i % 64];
    }
    out[n] = sizeof square / sizeof(square[0]);
}

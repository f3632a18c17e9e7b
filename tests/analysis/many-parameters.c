// The ninth parameter of a nest made the compiler crash: the list of parameters moves while one of them is looked up.
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s

// CHECK: loop b: parallel
void attention(float *out, const float *before, float *after, const float *in, int B, int T, int C, int heads)
{
    int C3 = C * 3, size = C / heads;
#pragma curestruct copyin(in[0:B*T*C3])
    for (int b = 0; b < B; b++)
        for (int t = 0; t < T; t++)
            for (int h = 0; h < heads; h++) {
                const float *query = in + b*T*C3 + t*C3 + h*size;
                const float *row_before = before + b*heads*T*T + h*T*T + t*T;
                float *row_after = after + b*heads*T*T + h*T*T + t*T;
                float largest = -10000.0f;
                for (int u = 0; u <= t; u++) {
                    const float *key = in + b*T*C3 + u*C3 + h*size + C;
                    float value = 0.0f;
                    for (int i = 0; i < size; i++)
                        value += query[i] * key[i];
                    if (value > largest)
                        largest = value;
                }
                for (int u = 0; u < T; u++)
                    row_after[u] = u <= t ? row_before[u] - largest : 0.0f;
                out[b*T*C + t*C + h] = largest;
            }
}


#include <vector>

// How many elements of b are wrong. Its first one, and that of a, are `phase` elements behind a multiple of 256 bytes.
static int compare(int n, int p, int phase)
{
    long last = (long)n * p - 1, first_b = p + 1, last_b = (n - 2L) * p + p - 3;
    std::vector<float> a(n * p), b(n * p, -1.0f), expected;
    float *in, *out;
    for (int i = 0; i < n * p; i++)
        a[i] = (float)(i * 7 % 64);
    expected = b;
    for (int i = 1; i < n - 1; i++)
        for (int k = 1; k < p - 2; k++)
            expected[i * p + k] = a[(i - 1) * p + k - 1] + 2 * a[(i - 1) * p + k + 2] + 3 * a[i * p + k] +
                                  4 * a[(i + 1) * p + k - 1] + 5 * a[(i + 1) * p + k + 2];
    cudaMalloc(&in, (last + 1 + phase) * sizeof *in);
    cudaMalloc(&out, (last_b - first_b + 1 + (first_b + phase) % 4) * sizeof *out);
    float *array = in + phase, *result = out + (first_b + phase) % 4 - first_b;
    cudaMemcpy(array, a.data(), (last + 1) * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemcpy(result + first_b, b.data() + first_b, (last_b - first_b + 1) * sizeof *out, cudaMemcpyHostToDevice);
    sheared(n, p, array, result);
    cudaDeviceSynchronize();
    cudaMemcpy(b.data() + first_b, result + first_b, (last_b - first_b + 1) * sizeof *out, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    int wrong = 0;
    for (int i = 0; i < n * p; i++)
        wrong += b[i] != expected[i];
    return wrong;
}

int main()
{
    int wrong = 0;
    for (int n = 3; n < 12; n += 4)
        for (int p = 4; p < 80; p++)
            for (int phase = 0; phase < 4; phase++)
                wrong += compare(n, p, phase);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}

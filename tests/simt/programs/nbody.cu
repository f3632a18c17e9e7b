// float4 in shared memory; a struct as an argument.
#include <cstdio>
#include <vector>
#define P 32

struct Settings {
    float softening, dt;
    int n;
};

__device__ float3 interaction(float4 bi, float4 bj, float3 ai, float softening)
{
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float inverse = rsqrtf(r.x * r.x + r.y * r.y + r.z * r.z + softening);
    float s = bj.w * inverse * inverse * inverse;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__global__ void forces(const float4 *bodies, float4 *acceleration, Settings settings)
{
    __shared__ float4 tile[P];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = bodies[i];
    float3 a = {0.0f, 0.0f, 0.0f};
    for (int first = 0; first < settings.n; first += P) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < P; j++)
            a = interaction(mine, tile[j], a, settings.softening);
        __syncthreads();
    }
    acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

int main()
{
    const int n = 3 * P;
    std::vector<float4> bodies(n), result(n);
    for (int i = 0; i < n; i++)
        bodies[i] = make_float4(i % 5, i % 7, i % 3, 1.0f);
    float4 *db, *da;
    cudaMalloc(&db, n * sizeof(float4));
    cudaMalloc(&da, n * sizeof(float4));
    cudaMemcpy(db, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    Settings settings = {0.1f, 0.01f, n};
    forces<<<n / P, P>>>(db, da, settings);
    cudaMemcpy(result.data(), da, n * sizeof(float4), cudaMemcpyDeviceToHost);
    double total = 0;
    for (const float4 &a : result)
        total += a.x;
    cudaFree(db);
    cudaFree(da);
    printf("momentum is %s\n", total < 0.01 && total > -0.01 ? "kept" : "lost");
    return !(total < 0.01 && total > -0.01);
}

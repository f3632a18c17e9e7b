#include <cstdio>
#include <cstring>
#define W 32

__global__ void life(const bool *from, bool *to)
{
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, neighbours = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                neighbours += from[(y + dy + W) % W * W + (x + dx + W) % W];
    bool alive = from[y * W + x];
    to[y * W + x] = neighbours == 3 || (alive && neighbours == 2);
}

int main()
{
    bool world[W * W] = {false};
    world[1 * W + 2] = world[2 * W + 3] = world[3 * W + 1] = world[3 * W + 2] = world[3 * W + 3] = true;
    bool *a, *b, *t;
    cudaMalloc(&a, sizeof world);
    cudaMalloc(&b, sizeof world);
    cudaMemcpy(a, world, sizeof world, cudaMemcpyHostToDevice);
    for (int i = 0; i < 8; i++) {
        life<<<W / 4, dim3(W, 4)>>>(a, b);
        t = a, a = b, b = t;
    }
    cudaMemcpy(world, a, sizeof world, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    int cells = 0;
    for (bool cell : world)
        cells += cell;
    printf("%d cells, the glider has %s\n", cells, world[3 * W + 4] ? "moved" : "not moved");
    return cells != 5 || !world[3 * W + 4];
}

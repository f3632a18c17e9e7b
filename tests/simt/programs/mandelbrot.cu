// float2 and uchar4.
#include <cstdio>
#include <vector>

struct Complex {
    float2 v;
    __host__ __device__ Complex(float re, float im) : v(make_float2(re, im)) {}
    __host__ __device__ float norm() const { return v.x * v.x + v.y * v.y; }
    __host__ __device__ Complex operator*(const Complex &o) const
    {
        return Complex(v.x * o.v.x - v.y * o.v.y, v.x * o.v.y + v.y * o.v.x);
    }
    __host__ __device__ Complex operator+(const Complex &o) const { return Complex(v.x + o.v.x, v.y + o.v.y); }
};

__host__ __device__ inline int iterations(float x, float y)
{
    Complex c(x, y), z(0, 0);
    int i = 0;
    while (i < 50 && z.norm() < 4.0f) {
        z = z * z + c;
        i++;
    }
    return i;
}

__global__ void mandelbrot(uchar4 *image, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        unsigned char grey = (unsigned char)(5 * iterations(-2.0f + 3.0f * x / width, -1.5f + 3.0f * y / height));
        image[y * width + x] = make_uchar4(grey, grey, 255 - grey, 255);
    }
}

int main()
{
    const int width = 40, height = 30;
    std::vector<uchar4> image(width * height);
    uchar4 *device;
    cudaMalloc(&device, image.size() * sizeof(uchar4));
    mandelbrot<<<dim3(3, 4), dim3(16, 8)>>>(device, width, height);
    cudaMemcpy(image.data(), device, image.size() * sizeof(uchar4), cudaMemcpyDeviceToHost);
    int inside = 0;
    for (uchar4 pixel : image)
        inside += pixel.x == 250;
    cudaFree(device);
    printf("%s\n", inside > 100 && inside < 500 ? "a set" : "no set");
    return !(inside > 100 && inside < 500);
}

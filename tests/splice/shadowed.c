// Catches names that collide: the user's variables are called as a kernel's own, as C++ keywords' neighbours, or as
// each other in nested scopes.
// RUN: %same %s %t
#include <stdio.h>

static int status = 5, error = 6;

static int collide(int *a, int n, int block, int thread)
{
    int grid = 3;
    {
        int n2 = n;
        int block = 2;
#pragma curestruct
        for (int threadIdx_x = 0; threadIdx_x < n2; threadIdx_x++)
            a[threadIdx_x] = block * threadIdx_x + grid + thread + status + error;
    }
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int n = 4, value = a[i];
        sum += value % n;
    }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int value = a[i];
        {
            int value = 10;
            a[i] = value + block;
        }
        a[i] += value;
    }
    return sum;
}

int main(void)
{
    int a[300];
    int sum = collide(a, 300, 9, 8);
    printf("%d %d %d\n", sum, a[0], a[299]);
    return 0;
}

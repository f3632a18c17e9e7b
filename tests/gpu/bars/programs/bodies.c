// Each of many with each of some: forces between bodies, and the nearest of some centers.
#include <math.h>

void forces(int n, const float x[n], const float y[n], const float z[n], const float mass[n], float ax[n], float ay[n],
            float az[n])
{
#pragma curestruct precision(fast)
    for (int i = 0; i < n; i++) {
        float fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            float square = dx * dx + dy * dy + dz * dz + 1e-3f;
            float inverse = 1.0f / sqrtf(square);
            float weight = mass[j] * inverse * inverse * inverse;
            fx += weight * dx;
            fy += weight * dy;
            fz += weight * dz;
        }
        ax[i] = fx;
        ay[i] = fy;
        az[i] = fz;
    }
}

void nearest(int n, int centers, const float point[n][32], const float center[centers][32], int at[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float least = 1e30f;
        int found = 0;
        for (int c = 0; c < centers; c++) {
            float sum = 0;
            for (int k = 0; k < 32; k++)
                sum += (point[i][k] - center[c][k]) * (point[i][k] - center[c][k]);
            if (sum < least) {
                least = sum;
                found = c;
            }
        }
        at[i] = found;
    }
}

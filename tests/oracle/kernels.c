// Kernels of many kinds. No run of them may contradict what analysis claims, whatever the sizes.
#include <float.h>
#include <math.h>
#include <stddef.h>
void matmul(int n, int m, int p, float C[n][m], float A[n][p], float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}
void matflat(int n, int m, int p, float *restrict C, const float *A, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < p; k++)
                s += A[i * p + k] * B[k * m + j];
            C[i * m + j] = s;
        }
}
float sum(int n, const float *a)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
float maxi(int n, const float *a)
{
    float m = a[0];
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (a[i] > m)
            m = a[i];
    return m;
}
void stencil(int n, int m, float *restrict out, const float *restrict in)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            out[i * m + j] =
                in[i * m + j] + in[(i - 1) * m + j] + in[(i + 1) * m + j] + in[i * m + j - 1] + in[i * m + j + 1];
}
void transpose(int n, int m, float *restrict B, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j * n + i] = A[i * m + j];
}
void hist(int n, const int *key, const float *v, float out[16])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[key[i]] += v[i];
}
void tri(int n, float A[n][n], float *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i][j] = b[j];
}
void rec(int n, float *A)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        A[i] = A[i - 1];
}
float scan(int n, float *A, float *B)
{
    float s = 0;
#pragma curestruct
    for (int i = 1; i < n; i++) {
        s += A[i];
        B[i] = s;
    }
    return s;
}
int trunc_(int n, float *A)
{
    int s = 0;
#pragma curestruct
    for (int i = 1; i < n; i++)
        s += 0.5f * A[i];
    return s;
}
void lu(int n, double A[n][n])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
    }
}
void jacobi(int T, int n, float *A, float *B)
{
#pragma curestruct
    for (int t = 0; t < T; t++) {
        for (int i = 1; i < n - 1; i++)
            B[i] = A[i - 1] + A[i] + A[i + 1];
        for (int i = 1; i < n - 1; i++)
            A[i] = B[i];
    }
}
void spmv(int n, const int *off, const int *col, const float *val, const float *x, float *restrict y)
{
#pragma curestruct copyin(col[0 : off[n]], val[0 : off[n]], x[0 : n])
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = off[i]; j < off[i + 1]; j++)
            s += val[j] * x[col[j]];
        y[i] = s;
    }
}
void gather(int n, const int *idx, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[idx[i]];
}
void scatter(int n, const int *idx, const float *x, float *restrict y)
{
#pragma curestruct copy(y[0 : n])
    for (int i = 0; i < n; i++)
        y[idx[i]] = x[i];
}
void scatter2(int n, const int *idx, const float *x, float *restrict y)
{
#pragma curestruct copy(y[0 : n]) independent
    for (int i = 0; i < n; i++)
        y[idx[i]] = x[i];
}
void uns(unsigned n, float *A, float *restrict B)
{
#pragma curestruct
    for (unsigned i = 0; i < n - 1; i++)
        B[i] = A[i + 1];
}
void szt(size_t n, size_t m, float *A, float *restrict B)
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            B[i * m + j] = A[j * n + i];
}
void u32flat(unsigned n, unsigned m, float *A, float *restrict B)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            B[i * m + j] = A[j * n + i];
}
void lda(int n, int m, int ld, float *A, float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[i * ld + j] = A[i * ld + j];
}
void step(int n, int s, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i += s)
        A[i] = 0;
}
void step2(int n, float *A)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i -= 2)
        A[i] = 1;
}
void d3(int n, int m, int p, float *A, float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                B[(i * m + j) * p + k] = A[i * m * p + (m - 1 - j) * p + (p - 1 - k)];
}
void rev2(int n, float *restrict A, float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] = B[(n - 1 - i) * n + (n - 1 - j)];
}
void halo(int n, int m, float *restrict A, float *B)
{
#pragma curestruct
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            A[i * (m + 2) + j] = B[(i - 1) * (m + 2) + j] + B[i * (m + 2) + j + 1];
}
int live(int n, float *A)
{
    int i, j;
#pragma curestruct
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            A[i * n + j] = 1;
    return i + j;
}
float last(int n, float *A, float *B)
{
    float t;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        t = A[i];
        B[i] = t * t;
    }
    return t;
}
void mandel(int n, int m, int *restrict out)
{
#pragma curestruct
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++) {
            float zr = 0, zi = 0;
            int k = 0;
            while (k < 100 && zr * zr + zi * zi < 4) {
                float t = zr * zr - zi * zi + x;
                zi = 2 * zr * zi + y;
                zr = t;
                k++;
            }
            out[y * m + x] = k;
        }
}
void minmax(int n, const float *a, float *lo, float *hi)
{
    float mn = a[0], mx = a[0], s = 0, q = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        mn = a[i] < mn ? a[i] : mn;
        mx = fmaxf(mx, a[i]);
        s = a[i] + s;
        q = q - a[i] * a[i];
    }
    *lo = mn + s;
    *hi = mx + q;
}
void local(int n, float *restrict A)
{
    float tmp[8];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++)
            tmp[k] = A[8 * i + k];
        for (int k = 0; k < 8; k++)
            A[8 * i + k] = tmp[7 - k];
    }
}
void chr(int n, const unsigned char *a, unsigned char *out, _Bool *res)
{
    unsigned char s = 0;
    _Bool b = 0, any = 0;
    int found = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += a[i];
        any = any || a[i] == 3;
        found |= a[i] > 7;
    }
    *out = s;
    *res = any;
#pragma curestruct
    for (int i = 0; i < n; i++)
        b += a[i];
    *res = b + found;
}
void conv(int n, int m, float *restrict out, const float *in, const float *w)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            out[i] += in[i + k] * w[k];
}
void colsum(int n, int m, float *restrict out, const float *A)
{
#pragma curestruct
    for (int j = 0; j < m; j++)
        out[j] = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[j] += A[i * m + j];
}
void chol(int n, double A[n][n])
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            A[j][j] -= A[j][k] * A[j][k];
        A[j][j] = sqrt(A[j][j]);
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
    }
}
void floyd(int n, int *p)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (p[i * n + k] + p[k * n + j] < p[i * n + j])
                    p[i * n + j] = p[i * n + k] + p[k * n + j];
}
void softmax(int n, int m, float *restrict out, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float mx = -FLT_MAX, s = 0;
        for (int j = 0; j < m; j++)
            if (x[i * m + j] > mx)
                mx = x[i * m + j];
        for (int j = 0; j < m; j++) {
            float e = expf(x[i * m + j] - mx);
            out[i * m + j] = e;
            s += e;
        }
        for (int j = 0; j < m; j++)
            out[i * m + j] /= s;
    }
}
void kmeans(int n, int k, int d, const float *x, const float *c, int *restrict label)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float best = FLT_MAX;
        int arg = 0;
        for (int q = 0; q < k; q++) {
            float dist = 0;
            for (int t = 0; t < d; t++) {
                float z = x[i * d + t] - c[q * d + t];
                dist += z * z;
            }
            if (dist < best) {
                best = dist;
                arg = q;
            }
        }
        label[i] = arg;
    }
}
typedef struct {
    float x, y, z, m;
} body;
void nbody(int n, body *restrict b, float (*restrict f)[3])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            if (i != j) {
                float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
                float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz);
                fx += b[j].m * dx * r;
                fy += b[j].m * dy * r;
                fz += b[j].m * dz * r;
            }
        }
        f[i][0] = fx;
        f[i][1] = fy;
        f[i][2] = fz;
    }
}
void move(int n, body *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        b[i].x += b[i].m;
        b[i].y += 1;
    }
}
void conv1(int h, int w, int r, const float *in, const float *k, float *restrict out)
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int d = -r; d <= r; d++) {
                int xx = x + d;
                if (xx < 0)
                    xx = 0;
                if (xx >= w)
                    xx = w - 1;
                s += in[y * w + xx] * k[d + r];
            }
            out[y * w + x] = s;
        }
}
void conv2(int h, int w, int r, const float *in, const float *k, float *restrict out)
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int d = -r; d <= r; d++) {
                int xx = x + d;
                if (xx >= 0 && xx < w)
                    s += in[y * w + xx] * k[d + r];
            }
            out[y * w + x] = s;
        }
}
void cst(int n, float *restrict A, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 100; j++)
            A[i * 100 + j] = B[j * n + i];
}
void cst2(int n, int m, float *restrict A, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i * 100 + j] = B[i * 100 + j];
}
void cplx(int n, int m, float *restrict A, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            A[2 * (i * m + j)] = B[2 * (i * m + j)];
            A[2 * (i * m + j) + 1] = -B[2 * (i * m + j) + 1];
        }
}
void off(int n, int m, int base, float *restrict A, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[base + i * m + j] = B[i * m + j];
}
void seg(int n, int m, float *restrict s, const float *B)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = 0;
        for (int j = i * m; j < (i + 1) * m; j++)
            t += B[j];
        s[i] = t;
    }
}
void seidel(int n, float *A)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            A[i * n + j] = A[(i - 1) * n + j] + A[i * n + j - 1] + A[i * n + j + 1];
}
void revip(int n, float *A)
{
#pragma curestruct
    for (int i = 0; i < n / 2; i++) {
        float t = A[i];
        A[i] = A[n - 1 - i];
        A[n - 1 - i] = t;
    }
}
void revip2(int n, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] = A[n - 1 - i];
}
void brk(int n, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (A[i] == 0)
            break;
        A[i] = 1;
    }
}
int search(int n, int m, const float *A, int *restrict first)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        first[i] = -1;
        for (int j = 0; j < m; j++)
            if (A[i * m + j] > 0) {
                first[i] = j;
                break;
            }
    }
    return 0;
}
static float sq(float x)
{
    return x * x;
}
void call(int n, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] = sq(A[i]);
}
void rows(int n, int m, float **A, float **B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = B[j][i];
}
int g_total;
float G[100][200];
void glob(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        g_total += (int)a[i];
        for (int j = 0; j < n; j++)
            G[i][j] = a[j];
    }
}
struct img {
    int rows, cols;
    float *data;
};
void member(struct img *dst, const struct img *src)
{
#pragma curestruct
    for (int i = 0; i < dst->rows; i++)
        for (int j = 0; j < dst->cols; j++)
            dst->data[i * dst->cols + j] = src->data[j * src->cols + i];
}
void ne(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i != n; i++)
        a[i] = 0;
}
void down(unsigned n, float *a)
{
#pragma curestruct
    for (unsigned i = n; i-- > 0;)
        a[i] = 0;
}
void cov(int n, int m, double *restrict c, const double *d, double *restrict mean)
{
#pragma curestruct
    for (int i = 0; i < m; i++) {
        for (int j = i; j < m; j++) {
            c[i * m + j] = 0;
            for (int k = 0; k < n; k++)
                c[i * m + j] += d[k * m + i] * d[k * m + j];
            c[i * m + j] /= n - 1.0;
            c[j * m + i] = c[i * m + j];
        }
    }
}
void chary(unsigned char n, float *a)
{
#pragma curestruct
    for (unsigned char i = 0; i < n; i++)
        a[i] = 0;
}
void poly(int n, int m, float *restrict c, const float *a, const float *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            c[i + j] += a[i] * b[j];
}
void old(int n, float *A, float *B)
{
    int i, idx;
    float t;
#pragma curestruct
    for (i = 0; i < n; i++) {
        idx = n - 1 - i;
        t = B[idx];
        A[idx] = t * 2;
    }
}
void stale(int n, const int *key, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int c = key[i] > 0 ? 1 : 2;
        if (key[i] > 9)
            c = 3;
        int at = i + c;
        c = 0;
        a[at] = i + c;
        a[i] -= 1;
    }
}
void in_rows(int n, const int *key, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int c = 0;
        for (int k = 0; k < 5; k++)
            if (key[i + k] > 0)
                a[5 * i + c++] = k;
        for (int k = c; k < 5; k++)
            a[5 * i + k] = -1;
    }
}
void in_longer_rows(int n, int row, const int *key, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int c = 0;
        for (int k = 0; k < 3; k++)
            if (key[i + k] > 0)
                a[row * i + c++] = k;
        a[row * i] += c;
    }
}

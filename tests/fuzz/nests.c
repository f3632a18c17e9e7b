// The nests of the fuzzer of schedules, in the order of the letters that choose them: a is the first.
struct point {
    float x, y[3];
};

void map(float *restrict a, const float *restrict b, int n, int m)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = 2 * b[j * n + i];
}

void product(int n, int m, int l, double c[restrict n][m], double a[restrict n][l], double b[restrict l][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int k = 0; k < l; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

float sum(const float *x, const float *y, int n)
{
    float s = 0, top = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += x[i] * y[i];
        if (x[i] > top)
            top = x[i];
    }
    return s + top;
}

void rows(const int *restrict a, long *restrict s, int n, int m)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int j = i; j < m; j++)
            s[i] += a[i * m + j];
    }
}

void counts(const unsigned char *restrict x, int *restrict count, int n)
{
#pragma curestruct copy(count[0 : 64])
    for (int i = 0; i < n; i++)
        count[x[i] & 63]++;
}

void steps(float a[restrict 256][256], float b[restrict 256][256], int times)
{
#pragma curestruct
    for (int t = 0; t < times; t++) {
        for (int i = 1; i < 255; i++)
            for (int j = 1; j < 255; j++)
                b[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4;
        for (int i = 254; i > 0; i--)
            for (int j = 1; j < 255; j += 2)
                a[i][j] = b[i][j];
    }
}

void points(struct point *restrict p, int n, float h)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float old[3];
        for (int k = 0; k < 3; k++)
            old[k] = p[i].y[k];
        for (int k = 0; k < 3; k++)
            p[i].y[k] = old[2 - k] * h + p[i].x;
    }
}

int lowest(const int *x, int *restrict columns, int n, int m)
{
    int best = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (x[i * m + j] < best)
                best = x[i * m + j];
            if (x[i * m + j] > 0)
                columns[j] += x[i * m + j];
        }
    return best;
}

void escape(unsigned short *restrict out, int n)
{
#pragma curestruct
    for (int y = 0; y < n; y++)
        for (int x = 0; x < 64; x++) {
            float a = 0, b = 0;
            int count = 0;
            while (count < 100 && a * a + b * b < 4) {
                float c = a * a - b * b + x * 0.01f;
                b = 2 * a * b + y * 0.01f;
                a = c;
                count++;
            }
            if (count > 3)
                out[y * 64 + x] = (unsigned short)count;
        }
}

void mixed(int n, float *restrict a, float *restrict b, float *restrict column, float *restrict total)
{
#pragma curestruct begin
    float scale = *total;
    for (int j = 0; j < 16; j++) {
        column[j] = 0;
        for (int i = 0; i < n; i++)
            column[j] += a[i * 16 + j] * scale;
    }
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < 16; j++)
            b[i] += a[i * 16 + j] - column[j];
        *total += b[i];
    }
#pragma curestruct end
}
